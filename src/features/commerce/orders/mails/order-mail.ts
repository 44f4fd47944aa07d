import { composeMail } from '#base/server/mail.ts';
import { directionOf } from '#base/shared/locales.ts';
import { formatMoney } from '#base/shared/money.ts';
import type { MailKind, Order, OrderItem } from '../schema.ts';
import { type TaxedItem, taxLabel, taxLinesOf } from '../taxes/rules.ts';

export type MailedOrder = Pick<
  Order,
  | 'number'
  | 'customer_name'
  | 'currency'
  | 'subtotal'
  | 'discount'
  | 'prices_include_tax'
  | 'total'
  | 'credit'
  | 'coupon'
  | 'instructions'
  | 'locale'
> & { items: (Pick<OrderItem, 'title' | 'quantity' | 'amount'> & TaxedItem)[] };

/** What is mailed about one refund of an order. */
export type MailedRefund = { kind: 'refund' | 'credit'; amount: number; takes_access: boolean };

export type Translate = (key: string, values?: Record<string, unknown>) => string;

/** The ordered items, discount, tax and total, one paragraph each. */
export function sumParagraphs(order: MailedOrder, locale: string, t: Translate): string[] {
  const money = (minor: number) => formatMoney(minor, order.currency, locale);
  return [
    ...order.items.map((item) => `${item.quantity} × ${item.title}: ${money(item.amount * item.quantity)}`),
    ...(order.discount > 0 ? [t('mails.discount', { coupon: order.coupon, amount: money(-order.discount) })] : []),
    ...taxLinesOf(order.items).map(
      (line) => `${taxLabel(line, order.prices_include_tax, locale, t)}: ${money(line.tax)}`,
    ),
    t('mails.total', { amount: money(order.total) }),
    ...(order.credit > 0
      ? [`${t('credit.used')}: ${money(-order.credit)}`, `${t('credit.left')}: ${money(order.total - order.credit)}`]
      : []),
  ];
}

/** The mail for one change of an order: its items, total and what happens next. A refund that leaves the order paid has its own texts. */
export function orderMail(
  kind: MailKind,
  order: MailedOrder & { status?: string },
  siteTitle: string,
  ordersUrl: string,
  t: Translate,
  refund?: MailedRefund,
) {
  const { locale } = order;
  const isPart = kind === 'refunded' && order.status === 'paid';
  const texts = isPart ? 'mails.refundedPart' : `mails.${kind}`;
  // What follows an order that is closed stands on its receipt too.
  const isClosed = !isPart && (kind === 'cancelled' || kind === 'refunded');
  const next = isPart && !refund?.takes_access ? [] : [t(isClosed ? `thanks.${kind}` : `${texts}.next`)];
  const heading = t(`${texts}.subject`, { number: order.number, site: siteTitle });
  const amount = refund && formatMoney(refund.amount, order.currency, locale);
  return {
    subject: heading,
    ...composeMail({
      heading,
      paragraphs: [
        t('mails.greeting', { name: order.customer_name }),
        t(`${texts}.text`, { number: order.number }),
        ...sumParagraphs(order, locale, t),
        ...(refund?.amount ? [t(refund.kind === 'credit' ? 'mails.credit' : 'mails.refund', { amount })] : []),
        ...(kind === 'placed' && order.instructions ? [order.instructions] : next),
      ],
      button: { label: t('mails.button'), url: ordersUrl },
      footer: siteTitle,
      direction: directionOf(locale),
    }),
  };
}
