import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { dbOf } from '#base/browser/db-client.ts';
import { useSession } from '#base/browser/session.ts';
import { useSite } from '#base/browser/site.tsx';
import { formatMoney } from '#base/shared/money.ts';
import { paths } from '#paths';
import { ContentText } from '#ui/display/content-language.tsx';
import { getOrder } from '../data.ts';
import type { Order } from '../schema.ts';

const subscribeNever = () => () => {};

/** The order named in the URL, for the person who placed it; renders nothing for anybody else. */
export function OrderReceipt() {
  const site = useSite();
  const { session } = useSession();
  const id = useSyncExternalStore(
    subscribeNever,
    () => new URLSearchParams(location.search).get('order') ?? '',
    () => '',
  );
  const { data: order } = useQuery({
    queryKey: ['orders', site.account.account_id, 'one', id],
    queryFn: () => getOrder(dbOf(site), site.account.account_id, id),
    enabled: session !== null && /^[0-9a-f-]{36}$/i.test(id),
  });
  return <div aria-live="polite">{order ? <Receipt order={order} /> : null}</div>;
}

function Receipt({ order }: { order: Order }) {
  const { t } = useTranslation('orders');
  const { locale } = useSite();
  const money = (minor: number) => formatMoney(Number(minor), order.currency, locale);
  const items = [...order.order_items].sort((a, b) => a.position - b.position);
  return (
    <section className="grid gap-5 rounded-(--radius-box) border border-(--line) p-6">
      <h2 className="d-20 font-semibold">{t('thanks.order', { number: order.number })}</h2>
      <ul className="grid gap-2">
        {items.map((item) => (
          <li key={item.id} className="flex justify-between gap-4">
            <span>
              <ContentText isApart>{item.title}</ContentText>
              {item.quantity > 1 ? ` × ${item.quantity}` : null}
            </span>
            <span className="num">{money(item.amount * item.quantity)}</span>
          </li>
        ))}
      </ul>
      <dl className="num grid gap-2 border-t border-(--line) pt-4">
        {order.discount > 0 ? (
          <div className="flex justify-between gap-4 text-success">
            <dt>{order.coupon}</dt>
            <dd>{money(-order.discount)}</dd>
          </div>
        ) : null}
        <div className="flex justify-between gap-4 font-semibold">
          <dt>{t('cart.total')}</dt>
          <dd>{money(order.total)}</dd>
        </div>
      </dl>
      {order.status === 'pending' ? (
        <div className="grid gap-2">
          <h3 className="font-semibold">{t('thanks.howToPay')}</h3>
          <p className="whitespace-pre-line" dir="auto">
            {order.instructions || t('thanks.noInstructions')}
          </p>
          <p className="muted">{t('thanks.reference', { number: order.number })}</p>
        </div>
      ) : null}
      {order.status === 'paid' ? (
        <p className="flex flex-wrap items-center gap-3">
          {t('thanks.paid')}
          <a className="link" href={paths.myCourses()}>
            {t('thanks.start')}
          </a>
        </p>
      ) : null}
    </section>
  );
}
