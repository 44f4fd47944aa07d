import { composeMail } from '#base/server/mail.ts';
import { directionOf } from '#base/shared/locales.ts';
import { formatMoney } from '#base/shared/money.ts';
import type { MailKind, Order, OrderItem } from '../schema.ts';

export type MailedOrder = Pick<
  Order,
  | 'number'
  | 'customer_name'
  | 'currency'
  | 'subtotal'
  | 'discount'
  | 'tax'
  | 'total'
  | 'coupon'
  | 'instructions'
  | 'locale'
> & { items: Pick<OrderItem, 'title' | 'quantity' | 'amount'>[] };

/** What is mailed about one refund of an order. */
export type MailedRefund = { kind: 'refund' | 'credit'; amount: number; takes_access: boolean };

export type Translate = (key: string, values?: Record<string, unknown>) => string;

/** The ordered items, discount and total, one paragraph each. */
export function sumParagraphs(order: MailedOrder, locale: string, t: Translate): string[] {
  const money = (minor: number) => formatMoney(minor, order.currency, locale);
  return [
    ...order.items.map((item) => `${item.quantity} × ${item.title}: ${money(item.amount * item.quantity)}`),
    ...(order.discount > 0 ? [t('mail.discount', { coupon: order.coupon, amount: money(-order.discount) })] : []),
    t('mail.total', { amount: money(order.total) }),
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
  const texts = isPart ? 'mail.refundedPart' : `mail.${kind}`;
  const next = isPart && !refund?.takes_access ? [] : [t(`${texts}.next`)];
  const heading = t(`${texts}.subject`, { number: order.number, site: siteTitle });
  const amount = refund && formatMoney(refund.amount, order.currency, locale);
  return {
    subject: heading,
    ...composeMail({
      heading,
      paragraphs: [
        t('mail.greeting', { name: order.customer_name }),
        t(`${texts}.text`, { number: order.number }),
        ...sumParagraphs(order, locale, t),
        ...(refund?.amount ? [t(refund.kind === 'credit' ? 'mail.credit' : 'mail.refund', { amount })] : []),
        ...(kind === 'placed' && order.instructions ? [order.instructions] : next),
      ],
      button: { label: t('mail.button'), url: ordersUrl },
      footer: siteTitle,
      direction: directionOf(locale),
    }),
  };
}
