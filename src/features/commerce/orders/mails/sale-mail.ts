import { composeMail } from '#base/server/mail.ts';
import { directionOf } from '#base/shared/locales.ts';
import { type MailedOrder, sumParagraphs, type Translate } from './order-mail.ts';

export type Seller = { name: string; locale: string };

/** The mail about a new order to a shop manager, in their own language. */
export function saleMail(
  order: MailedOrder & { email: string },
  seller: Seller,
  siteTitle: string,
  ordersUrl: string,
  t: Translate,
) {
  const heading = t('mails.new.subject', { number: order.number, site: siteTitle });
  return {
    subject: heading,
    ...composeMail({
      heading,
      paragraphs: [
        t('mails.greeting', { name: seller.name }),
        t('mails.new.text', { name: order.customer_name, email: order.email }),
        ...sumParagraphs(order, seller.locale, t),
        // A free order is paid as it is placed.
        ...(order.total > 0 ? [t('mails.new.next')] : []),
      ],
      button: { label: t('mails.new.button'), url: ordersUrl },
      footer: siteTitle,
      direction: directionOf(seller.locale),
    }),
  };
}
