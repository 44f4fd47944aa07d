import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { UNIQUE_VIOLATION } from '#base/shared/db-client.ts';
import { Form } from '#ui/fields/form.tsx';
import { SaveBar, UnsavedGuard } from '#ui/fields/save-bar.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { useLocale } from '#ui/layout/locale.ts';
import { Section } from '#ui/layout/section.tsx';
import { certificateKey, saveDesign } from '../data.ts';
import type { Design } from '../schema.ts';
import { CertificatePreview } from './certificate-preview.tsx';
import { type DesignValues, designOf, designProblems, designValues } from './design-draft.ts';
import { LookFields, WordFields } from './design-fields.tsx';

/** A design beside what it makes; `design` is null for a new one. */
export function DesignForm({ design, onSaved }: { design: Design | null; onSaved: (id: string) => void }) {
  const { t } = useTranslation('certificates');
  const { draft, save, isSaving, problem } = useDesign(design, onSaved);
  // A proposal is not saved yet, though nothing of it was changed.
  const changed = design ? draft.changed : [t('design.new')];
  return (
    <div className="grid gap-8 lg:grid-cols-2">
      <Form label={t('design.tab')} problem={problem} onSubmit={() => void save()}>
        <UnsavedGuard changed={draft.changed} />
        <Section className="grid gap-4" title={t('design.words')}>
          <WordFields draft={draft} />
        </Section>
        <Section className="grid gap-4" title={t('design.look')}>
          <LookFields draft={draft} />
        </Section>
        <SaveBar changed={changed} isSaving={isSaving} onDiscard={draft.discard} />
      </Form>
      <div className="lg:sticky lg:top-[calc(var(--stuck-h)+var(--s-4))] lg:self-start">
        <CertificatePreview look={designOf(draft.values)} />
      </div>
    </div>
  );
}

function useDesign(design: Design | null, onSaved: (id: string) => void) {
  const { t } = useTranslation('certificates');
  const db = useDb();
  const { account_id } = useAccount();
  const { locale } = useLocale();
  const [saved] = useState(() => designValues(design, locale, t));
  const draft = useDraft<DesignValues>({
    saved,
    validate: (values) => designProblems(values, t),
    labels: {
      name: t('design.name'),
      language: t('design.language'),
      title: t('design.title'),
      body: t('design.body'),
      signatory: t('design.signatory'),
      logo: t('design.logo'),
      font: t('design.font'),
      is_landscape: t('design.orientation'),
      accent: t('design.accent'),
      valid_months: t('design.validMonths'),
    },
  });
  const { save, isSaving, problem } = useSave(
    () => saveDesign(db, account_id, design?.id ?? null, designOf(draft.values)),
    {
      form: draft,
      fields: { [UNIQUE_VIOLATION]: ['name', t('design.errors.nameTaken')] },
      invalidates: [certificateKey(account_id)],
      done: t('design.saved'),
      onSaved: (id) => {
        draft.accept();
        onSaved(id);
      },
    },
  );
  return { draft, save, isSaving, problem };
}
