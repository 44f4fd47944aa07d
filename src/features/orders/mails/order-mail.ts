import { composeMail } from '#base/server/mail.ts';
import { directionOf } from '#base/shared/locales.ts';
import { formatMoney } from '#base/shared/money.ts';
import type { Order, OrderItem } from '../schema.ts';

export const mailKinds = ['placed', 'paid', 'cancelled', 'refunded'] as const;
export type MailKind = (typeof mailKinds)[number];

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

type Translate = (key: string, values?: Record<string, unknown>) => string;

/** The mail of one step of an order: its lines, its sum, what happens next. */
export function orderMail(kind: MailKind, order: MailedOrder, siteTitle: string, ordersUrl: string, t: Translate) {
  const { locale, currency } = order;
  const money = (minor: number) => formatMoney(minor, currency, locale);
  const lines = order.items.map((item) => `${item.quantity} × ${item.title}: ${money(item.amount * item.quantity)}`);
  const reductions =
    order.discount > 0 ? [t('mail.discount', { coupon: order.coupon, amount: money(-order.discount) })] : [];
  const next = kind === 'placed' ? [order.instructions || t('mail.placed.next')] : [t(`mail.${kind}.next`)];
  const heading = t(`mail.${kind}.subject`, { number: order.number, site: siteTitle });
  return {
    subject: heading,
    ...composeMail({
      heading,
      paragraphs: [
        t('mail.greeting', { name: order.customer_name }),
        t(`mail.${kind}.text`, { number: order.number }),
        ...lines,
        ...reductions,
        t('mail.total', { amount: money(order.total) }),
        ...next,
      ],
      button: { label: t('mail.button'), url: ordersUrl },
      footer: siteTitle,
      direction: directionOf(locale),
    }),
  };
}
