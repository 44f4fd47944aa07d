import { composeMail } from '#base/server/mail.ts';
import { directionOf } from '#base/shared/locales.ts';
import { type Digest, plainText, truncate } from '../rules.ts';

/** Maximum notifications in one mail; further ones are only counted. */
const MAX_LINES = 25;
const MAX_SUBJECT_LENGTH = 90;
const MAX_LINE_LENGTH = 400;

/** One of several things that a notification gathers, such as a post of a digest, and its address. */
export type GatheredLine = { name: string; title: string; line: string; url: string };

export type MailedNotifications = {
  /** Newest first, as HTML. */
  messages: readonly string[];
  gathered?: readonly GatheredLine[];
  rhythm: Digest;
  name: string;
  site_title: string;
  locale: string;
};

type Translate = (key: string, values?: Record<string, unknown>) => string;

/** Mail of unseen notifications: a single one in full, several as a list. With one-click unsubscribe (RFC 8058). */
export function notificationMail(
  { messages, gathered = [], rhythm, name, site_title: site, locale }: MailedNotifications,
  links: { openUrl: string; preferencesUrl: string; unsubscribeUrl: string },
  t: Translate,
) {
  const lines = messages.map((message) => truncate(plainText(message), MAX_LINE_LENGTH));
  const [first = ''] = lines;
  const count = lines.length;
  const isDigest = rhythm !== 'soon';
  const subject =
    count === 1 && !isDigest
      ? `${site}: ${truncate(first, MAX_SUBJECT_LENGTH)}`
      : t(isDigest ? `mail.${rhythm}` : 'mail.several', { count, site });
  const hidden = count - MAX_LINES;
  return {
    subject,
    headers: {
      'List-Unsubscribe': `<${links.unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
    ...composeMail({
      heading: count === 1 && !isDigest ? t('mail.one', { site }) : subject,
      paragraphs: [
        name ? t('mail.greeting', { name }) : t('mail.hello'),
        ...(count === 1 ? lines : lines.slice(0, MAX_LINES).map((line) => `• ${line}`)),
        ...(hidden > 0 ? [t('mail.more', { count: hidden })] : []),
        ...gathered
          .slice(0, MAX_LINES)
          .map(({ url, ...line }) => ({ text: truncate(t('mail.gathered', line), MAX_LINE_LENGTH), url })),
      ],
      button: { label: t(count === 1 ? 'mail.open' : 'mail.openAll'), url: links.openUrl },
      footer: t('mail.why', { site, url: links.preferencesUrl }),
      direction: directionOf(locale),
    }),
  };
}
