import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { dateFormat } from '#base/shared/formats.ts';
import { formatMoney } from '#base/shared/money.ts';
import { titlesOf } from '../components/order-columns.tsx';
import type { Order } from '../schema.ts';

/** What was given back of an order, the latest first. */
export function OrderRefunds({ order }: { order: Order }) {
  const { t, i18n } = useTranslation('orders');
  const { locale } = useSite();
  if (order.refunds.length === 0) return null;
  const day = (iso: string) => dateFormat(locale, { dateStyle: 'medium' }).format(new Date(iso));
  const refunds = [...order.refunds].sort((a, b) => b.created_at.localeCompare(a.created_at));
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold">{t('detail.refunds')}</h3>
      <ul className="grid gap-3">
        {refunds.map(({ id, kind, amount, reason, created_at, refund_lines }) => {
          const order_items = refund_lines.flatMap(({ order_item_id, quantity }) =>
            order.order_items.filter((item) => item.id === order_item_id).map((item) => ({ ...item, quantity })),
          );
          return (
            <li key={id} className="grid gap-1">
              <span className="num flex justify-between gap-4">
                <span>
                  {kind === 'refund'
                    ? day(created_at)
                    : t(kind === 'credit' ? 'refund.credited' : 'refund.chargeback', { date: day(created_at) })}
                </span>
                <span>{formatMoney(amount, order.currency, locale)}</span>
              </span>
              {order_items.length > 0 ? (
                <span className="help" dir="auto">
                  {titlesOf({ order_items }, i18n.language)}
                </span>
              ) : null}
              {reason ? (
                <span className="help" dir="auto">
                  {reason}
                </span>
              ) : null}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
