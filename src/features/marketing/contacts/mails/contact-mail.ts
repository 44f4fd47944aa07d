import { composeMail } from '#base/server/mail.ts';
import { directionOf } from '#base/shared/locales.ts';

export const contactMailKinds = ['confirm', 'welcome'] as const;
export type ContactMailKind = (typeof contactMailKinds)[number];

export type MailedContact = { name: string; site_title: string; locale: string };

type Translate = (key: string, values?: Record<string, unknown>) => string;

/** The two mails of a double opt-in. Both carry one-click unsubscribe (RFC 8058) with `unsubscribeUrl`. */
export function contactMail(
  kind: ContactMailKind,
  { name, site_title: site, locale }: MailedContact,
  links: { confirmUrl: string; leavePageUrl: string; unsubscribeUrl: string },
  t: Translate,
) {
  const heading = t(`mail.${kind}.subject`, { site });
  return {
    subject: heading,
    headers: {
      'List-Unsubscribe': `<${links.unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
    ...composeMail({
      heading,
      paragraphs: [
        name ? t('mail.greeting', { name }) : t('mail.hello'),
        t(`mail.${kind}.text`, { site }),
        t(`mail.${kind}.why`),
      ],
      button:
        kind === 'confirm'
          ? { label: t('mail.confirm.button'), url: links.confirmUrl }
          : { label: t('mail.welcome.button'), url: links.leavePageUrl },
      footer: site,
      direction: directionOf(locale),
    }),
  };
}
