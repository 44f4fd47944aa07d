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

/** The mail for one status change of an order: its items, total and what happens next. */
export function orderMail(kind: MailKind, order: MailedOrder, siteTitle: string, ordersUrl: string, t: Translate) {
  const { locale } = order;
  const next = kind === 'placed' ? [order.instructions || t('mail.placed.next')] : [t(`mail.${kind}.next`)];
  const heading = t(`mail.${kind}.subject`, { number: order.number, site: siteTitle });
  return {
    subject: heading,
    ...composeMail({
      heading,
      paragraphs: [
        t('mail.greeting', { name: order.customer_name }),
        t(`mail.${kind}.text`, { number: order.number }),
        ...sumParagraphs(order, locale, t),
        ...next,
      ],
      button: { label: t('mail.button'), url: ordersUrl },
      footer: siteTitle,
      direction: directionOf(locale),
    }),
  };
}
