import { Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Form } from '#ui/fields/form.tsx';
import { SaveBar, UnsavedGuard } from '#ui/fields/save-bar.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { Section } from '#ui/layout/section.tsx';
import type { SiteOptions } from '../data.ts';
import { miscShape } from '../schema.ts';
import { useSaveOption } from './use-option.ts';

const MAX_SCRIPTS = 10;
type Scripts = SiteOptions['misc']['scripts'];

const isAddress = (src: string) => miscShape.shape.scripts.safeParse([{ src }]).success;

/** Form for third-party code loaded after cookie consent: an analytics tag and script URLs. */
export function ScriptsForm({ misc }: { misc: SiteOptions['misc'] }) {
  const { t } = useTranslation('options');
  const { save, isSaving } = useSaveOption('misc');
  const draft = useDraft({
    saved: { analytics_id: misc.analytics_id, scripts: misc.scripts },
    labels: { analytics_id: t('scripts.analytics'), scripts: t('scripts.title') },
    validate: (values) => ({
      analytics_id: miscShape.shape.analytics_id.safeParse(values.analytics_id).success
        ? undefined
        : t('scripts.notAnId'),
    }),
  });
  const { values } = draft;
  const submit = async () => {
    if (!draft.check() || !values.scripts.every(({ src }) => isAddress(src))) return;
    if (await save(values)) draft.accept();
  };
  return (
    <Form label={t('scripts.title')} onSubmit={() => void submit()}>
      <UnsavedGuard changed={draft.changed} />
      <Section className="grid gap-4" title={t('scripts.title')} sentence={t('scripts.sentence')}>
        <TextField
          label={t('scripts.analytics')}
          description={t('scripts.analyticsHelp')}
          isOptional
          dir="ltr"
          maxLength={30}
          {...draft.field('analytics_id')}
        />
        <ScriptRows scripts={values.scripts} onChange={(scripts) => draft.set('scripts', scripts)} />
      </Section>
      <SaveBar changed={draft.changed} isSaving={isSaving} onDiscard={draft.discard} />
    </Form>
  );
}

/** The URLs of scripts, one a row. */
function ScriptRows({ scripts, onChange }: { scripts: Scripts; onChange: (scripts: Scripts) => void }) {
  const { t } = useTranslation('options');
  return (
    <>
      {scripts.map(({ src }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id
        <div key={index} className="flex items-start gap-2">
          <TextField
            className="flex-1"
            label={t('scripts.address', { number: index + 1 })}
            value={src}
            dir="ltr"
            maxLength={500}
            errorMessage={src && !isAddress(src) ? t('scripts.notAnAddress') : undefined}
            onChange={(next) => onChange(scripts.map((script, at) => (at === index ? { src: next } : script)))}
          />
          <IconButton
            className="mt-6"
            icon={Trash2}
            label={t('scripts.remove', { number: index + 1 })}
            onPress={() => onChange(scripts.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <div>
        <Button
          size="sm"
          icon={Plus}
          isDisabled={scripts.length >= MAX_SCRIPTS}
          onPress={() => onChange([...scripts, { src: 'https://' }])}
        >
          {t('scripts.add')}
        </Button>
      </div>
    </>
  );
}
