import { useTranslation } from 'react-i18next';
import { locales } from '#base/shared/locales.ts';
import { PictureField } from '#features/content/media/components/picture-field.tsx';
import { RadioGroup } from '#ui/fields/choice.tsx';
import { ColorField } from '#ui/fields/color-field.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import { Select } from '#ui/fields/select.tsx';
import { TextArea, TextField } from '#ui/fields/text-field.tsx';
import type { Draft } from '#ui/fields/use-draft.ts';
import { MAX_MONTHS, placeholders } from '../rules.ts';
import { type CertificateFont, fontIds } from '../schema.ts';
import type { DesignValues } from './design-draft.ts';

/** What a certificate says. */
export function WordFields({ draft }: { draft: Draft<DesignValues> }) {
  const { t } = useTranslation('certificates');
  return (
    <>
      <TextField
        label={t('design.name')}
        description={t('design.nameHelp')}
        maxLength={80}
        isRequired
        dir="auto"
        {...draft.field('name')}
      />
      <Select
        label={t('design.language')}
        description={t('design.languageHelp')}
        options={locales.map(({ code, name }) => ({ id: code, label: name, language: code }))}
        {...draft.field('language')}
      />
      <TextField label={t('design.title')} maxLength={120} isRequired dir="auto" {...draft.field('title')} />
      <TextArea
        label={t('design.body')}
        description={
          <>
            {t('design.bodyHelp')}{' '}
            {placeholders.map((name) => (
              <span key={name} className="block">
                <code dir="ltr">{`{{${name}}}`}</code> {t(`design.placeholder.${name}`)}
              </span>
            ))}
          </>
        }
        maxLength={800}
        rows={8}
        isRequired
        dir="auto"
        {...draft.field('body')}
      />
      <TextField
        label={t('design.signatory')}
        description={t('design.signatoryHelp')}
        maxLength={120}
        isOptional
        dir="auto"
        {...draft.field('signatory')}
      />
    </>
  );
}

/** What it looks like, and how long it is valid. */
export function LookFields({ draft }: { draft: Draft<DesignValues> }) {
  const { t } = useTranslation('certificates');
  const { values } = draft;
  return (
    <>
      <PictureField
        label={t('design.logo')}
        value={values.logo}
        isDescribed={false}
        onChange={(logo) => draft.set('logo', logo)}
      />
      <Select
        label={t('design.font')}
        options={fontIds.map((id) => ({ id, label: t(`design.fonts.${id}`) }))}
        value={values.font}
        onChange={(font) => draft.set('font', font as CertificateFont)}
      />
      <RadioGroup
        label={t('design.orientation')}
        value={values.is_landscape ? 'landscape' : 'portrait'}
        onChange={(choice) => draft.set('is_landscape', choice === 'landscape')}
        options={(['landscape', 'portrait'] as const).map((id) => ({ id, label: t(`design.${id}`) }))}
      />
      <ColorField label={t('design.accent')} {...draft.field('accent')} />
      <NumberField
        label={t('design.validMonths')}
        description={t('design.validMonthsHelp')}
        minValue={1}
        maxValue={MAX_MONTHS}
        isOptional
        {...draft.field('valid_months')}
      />
    </>
  );
}
