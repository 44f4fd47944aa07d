import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { commaList } from '#base/shared/formats.ts';
import { formatMoney, minorUnitsPerMajor } from '#base/shared/money.ts';
import { RelativeTime } from '#ui/display/time.tsx';
import type { FileColumn, ListColumn } from '#ui/list/list-column.ts';
import type { Order } from '../schema.ts';
import { OrderState } from './order-status.tsx';

/** The titles of the items with their quantities, in the order they were added to the cart. */
export function titlesOf(order: Pick<Order, 'order_items'>, locale: string): string {
  const items = [...order.order_items].sort((a, b) => a.position - b.position);
  return commaList(
    items.map(({ title, quantity }) => (quantity > 1 ? `${title} × ${quantity}` : title)),
    locale,
  );
}

/** The columns of every order list: number (opens the order) and status, with the screen's own columns in `between`. */
export function useOrderColumns(
  onOpen: (id: string) => void,
  between: readonly ListColumn<Order>[],
): ListColumn<Order>[] {
  const { t } = useTranslation('orders');
  const { locale } = useSite();
  return [
    {
      id: 'number',
      label: t('list.number'),
      sort: true,
      phone: 'main',
      cell: (row) => (
        <button
          type="button"
          className="link num"
          aria-label={t('list.open', { number: row.number })}
          onClick={() => onOpen(row.id)}
        >
          #{row.number}
        </button>
      ),
    },
    ...between,
    {
      id: 'status',
      label: t('list.status'),
      sort: true,
      phone: 'under',
      cell: (row) => <OrderState order={row} />,
    },
    { id: 'placed_at', label: t('list.placed'), sort: true, cell: (row) => <RelativeTime when={row.placed_at} /> },
    {
      id: 'total',
      label: t('list.total'),
      sort: true,
      isEnd: true,
      phone: 'side',
      cell: (row) => formatMoney(row.total, row.currency, locale),
    },
  ];
}

/** The columns of the exported file, with the screen's own after number and date. */
export function useOrderFile(own: readonly FileColumn<Order>[]): FileColumn<Order>[] {
  const { t, i18n } = useTranslation('orders');
  return [
    { label: t('list.number'), csv: (row) => row.number },
    { label: t('list.placed'), csv: (row) => row.placed_at },
    ...own,
    { label: t('list.items'), csv: (row) => titlesOf(row, i18n.language) },
    { label: t('list.status'), csv: (row) => t(`status.${row.status}`) },
    { label: t('list.coupon'), csv: (row) => row.coupon },
    { label: t('list.total'), csv: (row) => row.total / minorUnitsPerMajor(row.currency) },
    { label: t('detail.refunded'), csv: (row) => row.refunded / minorUnitsPerMajor(row.currency) },
    { label: t('payment.currency'), csv: (row) => row.currency },
  ];
}
