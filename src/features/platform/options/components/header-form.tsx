import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Form } from '#ui/fields/form.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import { SaveBar, UnsavedGuard } from '#ui/fields/save-bar.tsx';
import { Select } from '#ui/fields/select.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { Section } from '#ui/layout/section.tsx';
import type { SiteLook } from '../data.ts';
import { useSaveOption } from './use-option.ts';

type Header = SiteLook['header'];

/** Form for the header's layout and scroll behaviour. */
export function HeaderForm({ header, onDraft }: { header: Header; onDraft: (header: Header) => void }) {
  const { t } = useTranslation('options');
  const { save, isSaving } = useSaveOption('header');
  const draft = useDraft({
    saved: { ...header },
    labels: {
      header_style: t('header.style'),
      header_fix: t('header.fix'),
      header_fontsize: t('header.fontsize'),
    },
  });
  const { values } = draft;
  useEffect(() => onDraft(values), [values, onDraft]);
  return (
    <Form label={t('header.look')} onSubmit={() => void save(values).then((isSaved) => isSaved && draft.accept())}>
      <UnsavedGuard changed={draft.changed} />
      <Section className="grid gap-4" title={t('header.look')}>
        <Select
          label={t('header.style')}
          options={(['plain', 'transparent'] as const).map((id) => ({ id, label: t(`header.styles.${id}`) }))}
          value={values.header_style}
          onChange={(style) => draft.set('header_style', style as typeof values.header_style)}
        />
        <Select
          label={t('header.fix')}
          options={(['static', 'fixed', 'scroll-hide'] as const).map((id) => ({ id, label: t(`header.fixes.${id}`) }))}
          value={values.header_fix}
          onChange={(value) => draft.set('header_fix', value as typeof values.header_fix)}
        />
        <NumberField
          label={t('header.fontsize')}
          suffix="px"
          hasSteps
          minValue={12}
          maxValue={24}
          fallback={15}
          value={values.header_fontsize}
          onChange={(size) => draft.set('header_fontsize', size)}
        />
      </Section>
      <SaveBar changed={draft.changed} isSaving={isSaving} onDiscard={draft.discard} />
    </Form>
  );
}
