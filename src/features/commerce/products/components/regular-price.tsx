import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { formatMoney } from '#base/shared/money.ts';
import type { Price } from '../schema.ts';

/** The regular price beside a sale price, struck out; nothing where there is no sale. */
export function RegularPrice({ price }: { price: Pick<Price, 'amount' | 'amount_now' | 'currency'> | null }) {
  const { t } = useTranslation('products');
  const { locale } = useSite();
  if (!price || price.amount_now === price.amount) return null;
  return (
    <s className="text-ink-3">
      <span className="vh">{t('regularPrice')} </span>
      <bdi>{formatMoney(price.amount, price.currency, locale)}</bdi>
    </s>
  );
}
