import { composeMail } from '#base/server/mail.ts';
import { commaList } from '#base/shared/formats.ts';
import { directionOf } from '#base/shared/locales.ts';
import { REPLY_LINE } from '../rules.ts';

export type MailedMessage = {
  number: number;
  subject: string;
  body: string;
  author: string;
  reader: string;
  is_staff: boolean;
  files: string[];
  site_title: string;
  locale: string;
};

type Translate = (key: string, values?: Record<string, unknown>) => string;

/** A ticket message as mail. Where replies by mail are enabled, it starts with the reply line. */
export function ticketMail(message: MailedMessage, ticketUrl: string, canReply: boolean, t: Translate) {
  const { number, subject, locale, author, site_title: site } = message;
  return {
    subject: t('mail.subject', { number, subject }),
    ...composeMail({
      heading: subject,
      paragraphs: [
        ...(canReply ? [`${REPLY_LINE} ${t('mail.replyAbove')} ${REPLY_LINE}`] : []),
        t('mail.greeting', { name: message.reader }),
        t(message.is_staff ? 'mail.answered' : 'mail.asked', { name: author || site, number }),
        ...message.body.split(/\n{2,}/),
        ...(message.files.length > 0 ? [t('mail.files', { files: commaList(message.files, locale) })] : []),
      ],
      button: { label: t('mail.button'), url: ticketUrl },
      footer: site,
      direction: directionOf(locale),
    }),
  };
}
