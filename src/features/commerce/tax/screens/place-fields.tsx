import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { countryOptions } from '#base/shared/countries.ts';
import { ComboBox, Select } from '#ui/fields/select.tsx';
import { regionsOf } from '../rules.ts';

type Place = { country: string; region: string };

type PlaceFieldsProps = {
  label: string;
  value: Place;
  onChange: (place: Place) => void;
  /** Whether a state is part of the place: not at all, if one is chosen, or always. */
  region: 'none' | 'optional' | 'required';
  regionLabel?: string;
  description?: string;
  errors?: { country?: string | undefined; region?: string | undefined };
  isDisabled?: boolean;
};

/** A country, and its state or province where that matters. */
export function PlaceFields({ label, value, onChange, region, regionLabel, ...texts }: PlaceFieldsProps) {
  const { t } = useTranslation('tax');
  const { locale } = useSite();
  const regions = region === 'none' ? [] : regionsOf(value.country);
  const everywhere = region === 'optional' ? [{ id: '', label: t('place.everywhere') }] : [];
  return (
    <>
      <ComboBox
        label={label}
        description={texts.description}
        options={countryOptions(locale)}
        value={value.country || null}
        onChange={(country) => onChange({ country: country ?? '', region: '' })}
        errorMessage={texts.errors?.country}
        isDisabled={texts.isDisabled}
      />
      {regions.length > 0 ? (
        <Select
          label={regionLabel ?? t('place.region')}
          options={[...everywhere, ...regions.map(([id, name]) => ({ id, label: name }))]}
          value={region === 'required' && value.region === '' ? null : value.region}
          onChange={(next) => onChange({ ...value, region: next })}
          errorMessage={texts.errors?.region}
          isDisabled={texts.isDisabled}
        />
      ) : null}
    </>
  );
}
