import { useTranslation } from 'react-i18next';
import { LabelledField } from '#features/platform/members/components/auth-form.tsx';
import type { AddressForm } from '../rules.ts';

type RegionFieldProps = Pick<AddressForm, 'regions'> & {
  /** What was chosen before. */
  typed: string | undefined;
  name: string;
  error: string | undefined;
  onBlur: () => void;
  onInput: () => void;
};

/** The state or province of an address as the browser's own control. */
export function RegionField({ regions, typed, error, ...field }: RegionFieldProps) {
  const { t } = useTranslation('orders');
  return (
    <LabelledField label={t('checkout.region')} error={error}>
      {(ids) => (
        <select
          key={regions[0]?.[1]}
          className="input"
          autoComplete="address-level1"
          data-invalid={error ? '' : undefined}
          defaultValue={typed}
          {...field}
          {...ids}
        >
          <option value="" />
          {regions.map(([code, label]) => (
            <option key={code} value={code}>
              {label}
            </option>
          ))}
        </select>
      )}
    </LabelledField>
  );
}
