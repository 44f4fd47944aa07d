import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { formatPercent } from '#base/shared/formats.ts';
import { formatMoney, minorUnitsPerMajor } from '#base/shared/money.ts';
import type { Programme } from '../schema.ts';

/** What a programme pays, in a few words; a fixed sum in the currency of the site. */
export function useCommissionText(currency: string) {
  const { t } = useTranslation('affiliates');
  const { locale } = useSite();
  return ({ commission, rate, tiers }: Programme): string => {
    if (commission === 'flat')
      return t('programme.paysSum', {
        amount: formatMoney(Math.round(rate * minorUnitsPerMajor(currency)), currency, locale),
      });
    if (commission === 'percent') return t('programme.paysPercent', { percent: formatPercent(rate, locale) });
    return t('programme.paysSteps', {
      first: formatPercent(tiers[0]?.percent ?? 0, locale),
      last: formatPercent(tiers.at(-1)?.percent ?? 0, locale),
    });
  };
}
