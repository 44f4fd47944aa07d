import { useQueryClient } from '@tanstack/react-query';
import { Download, ReceiptText } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { addressLines } from '#base/shared/countries.ts';
import { dateFormat } from '#base/shared/formats.ts';
import { formatMoney } from '#base/shared/money.ts';
import { priceNote } from '#features/commerce/products/prices/rules.ts';
import { paths } from '#paths';
import { LinkButton } from '#ui/buttons/button.tsx';
import { ContentText } from '#ui/display/content-language.tsx';
import { OrderState } from '../components/order-status.tsx';
import { CreditRows } from '../credits/components/credit-rows.tsx';
import { orderQueries } from '../data.ts';
import { termsOfLine } from '../prices/rules.ts';
import type { Order } from '../schema.ts';
import { OrderTax } from '../taxes/components/order-tax.tsx';
import { OrderRefunds } from './order-refunds.tsx';
import { PurchasedFiles } from './purchased-files.tsx';

const PayOrder = lazy(async () => ({ default: (await import('../components/pay-order.tsx')).PayOrder }));

/** All details of an order. */
export function OrderDetail({ order, isOwn = false }: { order: Order; isOwn?: boolean }) {
  const { t } = useTranslation('orders');
  const { locale } = useSite();
  const { account_id } = useAccount();
  const queries = useQueryClient();
  const moment = (iso: string) => dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso));
  const facts: [string, string][] = [
    [t('detail.placed'), moment(order.placed_at)],
    ...(order.paid_at ? [[t('detail.paid'), moment(order.paid_at)] as [string, string]] : []),
    ...(order.closed_at ? [[t('detail.closed'), moment(order.closed_at)] as [string, string]] : []),
  ];
  return (
    <div className="grid gap-6">
      <div className="flex items-center justify-between gap-4">
        <OrderState order={order} />
        <div className="flex flex-wrap gap-2">
          {order.paid_at && order.total > 0 ? (
            <LinkButton
              icon={ReceiptText}
              href={(isOwn ? paths.orderInvoices : paths.manageInvoices)(`#${order.number}`)}
            >
              {t('detail.invoices')}
            </LinkButton>
          ) : null}
          <LinkButton icon={Download} href={paths.orderFile(order.id)} target="_blank">
            {t('detail.file')}
          </LinkButton>
        </div>
      </div>
      {order.status === 'disputed' ? <p className="help">{t('thanks.disputed')}</p> : null}
      <dl className="grid gap-2">
        {facts.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4">
            <dt className="muted">{name}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
      <section className="grid gap-2">
        <h3 className="font-semibold">{t('detail.lines')}</h3>
        <OrderSums order={order} />
      </section>
      <OrderRefunds order={order} />
      <PurchasedFiles order={order} />
      <section className="grid gap-1">
        <h3 className="font-semibold">{t('detail.buyer')}</h3>
        <p>{order.customer_name}</p>
        {/* Who signed up with a phone number may have no e-mail address. */}
        {order.email ? (
          <a className="link" href={`mailto:${order.email}`}>
            {order.email}
          </a>
        ) : null}
      </section>
      <BillingAddress address={order.billing_address} />
      {order.status === 'pending' ? (
        <section className="grid gap-1">
          {isOwn ? (
            <Suspense>
              <PayOrder
                order={order}
                onPaid={() => void queries.invalidateQueries({ queryKey: orderQueries.all(account_id) })}
              />
            </Suspense>
          ) : null}
          <h3 className="font-semibold">{t('detail.instructions')}</h3>
          <p className="whitespace-pre-line" dir="auto">
            {order.instructions || t('thanks.noInstructions')}
          </p>
          <p className="help">{t('thanks.reference', { number: order.number })}</p>
        </section>
      ) : null}
    </div>
  );
}

function BillingAddress({ address }: { address: Order['billing_address'] }) {
  const { t } = useTranslation('orders');
  const { locale } = useSite();
  const lines = [address.company, ...addressLines(address, locale), address.vat_number].filter(Boolean);
  if (lines.length === 0) return null;
  return (
    <section className="grid gap-1">
      <h3 className="font-semibold">{t('detail.address')}</h3>
      <p className="whitespace-pre-line">{lines.join('\n')}</p>
    </section>
  );
}

function OrderSums({ order }: { order: Order }) {
  const { t } = useTranslation('orders');
  const { locale } = useSite();
  const money = (minor: number) => formatMoney(minor, order.currency, locale);
  const items = [...order.order_items].sort((a, b) => a.position - b.position);
  return (
    <dl className="num grid gap-2">
      {items.map((item) => (
        <div key={item.id} className="flex justify-between gap-4">
          <dt>
            <ContentText isApart>{item.title}</ContentText>
            {item.quantity > 1 ? ` × ${item.quantity}` : null}
            {item.frequency ? (
              <span className="help block">{priceNote(termsOfLine(item, order.currency), locale, t)}</span>
            ) : null}
          </dt>
          <dd>{money(item.amount * item.quantity)}</dd>
        </div>
      ))}
      {order.discount > 0 ? (
        <div className="flex justify-between gap-4 text-success">
          <dt dir="auto">{order.coupon}</dt>
          <dd>{money(-order.discount)}</dd>
        </div>
      ) : null}
      <OrderTax order={order} />
      <div className="flex justify-between gap-4 border-t border-(--line) pt-2 font-semibold">
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
  );
}
