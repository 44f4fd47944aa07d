import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { formatMoney } from '#base/shared/money.ts';
import { frequencyText } from '#features/commerce/products/rules.ts';
import type { ListColumn } from '#ui/list/list-column.ts';
import type { Subscription } from '../schema.ts';
import { SubscriptionState, useNextText } from './subscription-state.tsx';

/** "€30 every month", of all pieces. */
export function usePriceText(): (
  terms: Pick<Subscription, 'amount' | 'quantity' | 'currency' | 'frequency'>,
) => string {
  const { t } = useTranslation('products');
  const { locale } = useSite();
  return ({ amount, quantity, currency, frequency }) =>
    t('terms.recurring', {
      amount: formatMoney(amount * quantity, currency, locale),
      every: frequencyText(frequency, t),
    });
}

/** The columns of every list of subscriptions, with the screen's own in `between`. */
export function useSubscriptionColumns(
  onOpen: (id: string) => void,
  between: readonly ListColumn<Subscription>[],
): ListColumn<Subscription>[] {
  const { t } = useTranslation('subscriptions');
  const nextText = useNextText();
  const priceText = usePriceText();
  return [
    {
      id: 'title',
      label: t('list.product'),
      sort: true,
      phone: 'main',
      isWritten: true,
      cell: (row) => (
        <button
          type="button"
          className="link text-start"
          aria-label={t('list.open', { title: row.title })}
          onClick={() => onOpen(row.id)}
        >
          {row.title}
        </button>
      ),
      csv: (row) => row.title,
    },
    ...between,
    {
      id: 'status',
      label: t('list.status'),
      sort: true,
      phone: 'under',
      cell: (row) => <SubscriptionState subscription={row} />,
      csv: (row) => t(`status.${row.cancel_at_period_end ? 'cancelled' : row.status}`),
    },
    { id: 'next', label: t('list.next'), sort: true, phone: 'under', cell: nextText, csv: nextText },
    { id: 'price', label: t('list.price'), isEnd: true, phone: 'side', cell: priceText, csv: priceText },
  ];
}
