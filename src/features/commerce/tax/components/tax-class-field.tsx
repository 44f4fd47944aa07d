import { useTranslation } from 'react-i18next';
import { RadioGroup } from '#ui/fields/choice.tsx';
import { type TaxClass, taxClasses } from '../schema.ts';

type TaxClassFieldProps = { value: TaxClass; onChange: (next: TaxClass) => void };

/** Which rate of the buyer's country applies to a product. */
export function TaxClassField({ value, onChange }: TaxClassFieldProps) {
  const { t } = useTranslation('tax');
  return (
    <RadioGroup
      label={t('classes.label')}
      description={t('classes.text')}
      value={value}
      onChange={(next) => onChange(next as TaxClass)}
      options={taxClasses.map((id) => ({ id, label: t(`classes.${id}`) }))}
    />
  );
}
