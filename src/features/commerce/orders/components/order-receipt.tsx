import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { dbOf } from '#base/browser/db-client.ts';
import { useSession } from '#base/browser/session.ts';
import { useSite } from '#base/browser/site.tsx';
import { formatMoney } from '#base/shared/money.ts';
import { paths } from '#paths';
import { ContentText } from '#ui/display/content-language.tsx';
import { CreditRows } from '../credits/components/credit-rows.tsx';
import { getOrder } from '../data.ts';
import type { Order } from '../schema.ts';

/** Lazy: an order that is paid or free needs none of it. */
const PayOrder = lazy(async () => ({ default: (await import('./pay-order.tsx')).PayOrder }));
/** Few shops collect tax. */
const OrderTax = lazy(async () => ({ default: (await import('../taxes/components/order-tax.tsx')).OrderTax }));
/** Few shops offer something after the order. */
const AfterPurchase = lazy(async () => ({
  default: (await import('../upsells/components/after-purchase.tsx')).AfterPurchase,
}));

const subscribeNever = () => () => {};

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Thanks for the order named in the URL, and shows it; only to the person who placed it. */
export function OrderReceipt() {
  const { t } = useTranslation('orders');
  const { heading, lead, order } = useOutcome(t);
  return (
    <>
      <div aria-live="polite" className="grid grid-cols-1 gap-8">
        <div className="grid grid-cols-1 gap-4">
          <h1 className="hd d-48">{heading}</h1>
          <p className="lead">{lead}</p>
        </div>
        {order ? <Receipt order={order} /> : null}
      </div>
      {order?.status === 'paid' || order?.status === 'pending' ? (
        <Suspense>
          <AfterPurchase currency={order.currency} />
        </Suspense>
      ) : null}
      <p className="flex flex-wrap gap-3">
        <a className="btn btn-primary btn-lg" href={paths.orders()}>
          {t('thanks.orders')}
        </a>
        <a className="btn btn-line btn-lg" href={paths.courses()}>
          {t('thanks.more')}
        </a>
      </p>
    </>
  );
}

/** What can be said of the order: nothing particular until it is known who reads and whether they placed it. */
function useOutcome(t: TFunction<'orders'>): { heading: string; lead: string; order?: Order } {
  const site = useSite();
  const { session } = useSession();
  const id = useSyncExternalStore(
    subscribeNever,
    () => new URLSearchParams(location.search).get('order') ?? '',
    () => null,
  );
  const isId = id !== null && UUID.test(id);
  const {
    data: order,
    isError,
    isSuccess,
  } = useQuery({
    queryKey: ['orders', site.account.account_id, 'one', id],
    queryFn: () => getOrder(dbOf(site), site.account.account_id, id ?? ''),
    enabled: session !== null && isId,
  });
  const neutral = { heading: t('thanks.yourOrder'), lead: t('thanks.signIn') };
  if (!session || id === null) return neutral;
  if (isError) return { ...neutral, lead: t('thanks.failed') };
  // Who manages the school may read orders of others, and did not place them.
  if (!isId || (isSuccess && order?.user_id !== session.user.id))
    return { heading: t('thanks.unknown'), lead: t('thanks.unknownLead') };
  if (!order) return neutral;
  if (order.status === 'cancelled' || order.status === 'refunded' || order.status === 'disputed')
    return { heading: t(`status.${order.status}`), lead: t(`thanks.${order.status}`), order };
  return { heading: t('thanks.title'), lead: t('thanks.lead'), order };
}

function Receipt({ order }: { order: Order }) {
  const { t } = useTranslation('orders');
  const { locale, account } = useSite();
  const queries = useQueryClient();
  const refresh = () => void queries.invalidateQueries({ queryKey: ['orders', account.account_id] });
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
        {order.tax_country ? (
          <Suspense>
            <OrderTax order={order} />
          </Suspense>
        ) : null}
        <div className="flex justify-between gap-4 font-semibold">
          <dt>{t('cart.total')}</dt>
          <dd>{money(order.total)}</dd>
        </div>
        <CreditRows {...order} />
        {order.refunded > 0 ? (
          <div className="flex justify-between gap-4">
            <dt>{t('detail.refunded')}</dt>
            <dd>{money(-order.refunded)}</dd>
          </div>
        ) : null}
      </dl>
      {order.status === 'pending' ? (
        <div className="grid gap-2">
          <Suspense>
            <PayOrder order={order} onPaid={refresh} />
          </Suspense>
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
