import { composeMail } from '#base/server/mail.ts';
import { directionOf } from '#base/shared/locales.ts';
import { type MailedOrder, sumParagraphs, type Translate } from './order-mail.ts';

export type Seller = { name: string; locale: string };

/** The mail of a new order to somebody who manages the shop, in their own language. */
export function saleMail(
  order: MailedOrder & { email: string },
  seller: Seller,
  siteTitle: string,
  ordersUrl: string,
  t: Translate,
) {
  const heading = t('mail.new.subject', { number: order.number, site: siteTitle });
  return {
    subject: heading,
    ...composeMail({
      heading,
      paragraphs: [
        t('mail.greeting', { name: seller.name }),
        t('mail.new.text', { name: order.customer_name, email: order.email }),
        ...sumParagraphs(order, seller.locale, t),
        // What costs nothing is paid as it is ordered.
        ...(order.total > 0 ? [t('mail.new.next')] : []),
      ],
      button: { label: t('mail.new.button'), url: ordersUrl },
      footer: siteTitle,
      direction: directionOf(seller.locale),
    }),
  };
}
