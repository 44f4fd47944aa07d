import type { JobContext } from '#base/server/jobs.ts';
import { composeMail, type Mail } from '#base/server/mail.ts';
import { directionOf } from '#base/shared/locales.ts';

/** What the auth service asks to be mailed: a link that verifies, and six digits for those who type. */
export type AuthMail = {
  to: string;
  kind: 'recovery' | 'confirmation' | 'magiclink' | 'invite' | 'email_change' | 'reauthentication';
  /** Empty where only the digits prove anything. */
  url: string;
  token: string;
  scope: string | null;
  locale: string;
  /** The name of the site it is about. */
  site: string;
};

/** One mail of the auth service in the reader's words. */
export function authMail(mail: AuthMail, t: JobContext['t']): Mail {
  const say = (key: string) =>
    t(mail.locale, 'members', `mail.${mail.kind}.${key}`, { site: mail.site, code: mail.token, email: mail.to });
  // A code asked for on a site's page would be read there: a password is set by the link alone.
  const more = mail.kind === 'recovery' ? 'mail.link' : 'mail.code';
  const { html, text } = composeMail({
    heading: say('heading'),
    paragraphs: [say('text'), ...(mail.url ? [t(mail.locale, 'members', more, { code: mail.token })] : [])],
    ...(mail.url ? { button: { label: say('button'), url: mail.url } } : {}),
    footer: t(mail.locale, 'members', 'mail.footer', { site: mail.site, email: mail.to }),
    direction: directionOf(mail.locale),
  });
  return { account_id: mail.scope, to: mail.to, subject: say('subject'), html, text };
}
