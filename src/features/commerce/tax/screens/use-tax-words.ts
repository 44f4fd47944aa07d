import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { countryName } from '#base/shared/countries.ts';
import { commaList } from '#base/shared/formats.ts';
import { formatMoney } from '#base/shared/money.ts';
import { taxNameKey } from '../rates/rules.ts';
import { regionName } from '../rules.ts';

/** 10,000 EUR a year, in cents: up to there sales to other EU countries are taxed at home. */
const EU_THRESHOLD = 1_000_000;

/** Taxes and places as the reader calls them. */
export function useTaxWords() {
  const { t, i18n } = useTranslation('tax');
  const { locale } = useSite();
  return {
    locale,
    threshold: formatMoney(EU_THRESHOLD, 'EUR', locale),
    nameOf: (name: string) => {
      const key = taxNameKey(name);
      return key ? t(`names.${key}`) : name;
    },
    placeOf: ({ country, region }: { country: string; region: string }) =>
      commaList([countryName(country, locale), regionName(country, region)], i18n.language),
  };
}
