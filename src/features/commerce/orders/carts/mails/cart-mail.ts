import { composeMail } from '#base/server/mail.ts';
import { directionOf } from '#base/shared/locales.ts';
import { formatMoney } from '#base/shared/money.ts';
import type { CartLine } from '../schema.ts';

export type MailedCart = {
  customer_name: string;
  site_title: string;
  locale: string;
  currency: string;
  lines: CartLine[];
};

type Translate = (key: string, values?: Record<string, unknown>) => string;

/** The one reminder of a cart: what is in it, the way back, and the way never to be reminded again. */
export function cartMail(
  { customer_name: name, site_title: site, locale, currency, lines }: MailedCart,
  links: { cart: string; stop: string; unsubscribe: string },
  t: Translate,
) {
  const heading = t('mail.subject', { site });
  const lineText = ({ title, quantity, amount }: CartLine) =>
    `${title}${quantity > 1 ? ` × ${quantity}` : ''}: ${formatMoney(amount * quantity, currency, locale)}`;
  return {
    subject: heading,
    headers: {
      'List-Unsubscribe': `<${links.unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
    ...composeMail({
      heading,
      paragraphs: [
        name ? t('mail.greeting', { name }) : t('mail.hello'),
        t('mail.text', { site }),
        ...lines.map(lineText),
      ],
      button: { label: t('mail.button'), url: links.cart },
      footer: t('mail.footer', { site, url: links.stop }),
      direction: directionOf(locale),
    }),
  };
}
