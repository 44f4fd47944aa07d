import type { JobContext } from '#base/server/jobs.ts';
import { composeMail, type Mail } from '#base/server/mail.ts';
import { directionOf } from '#base/shared/locales.ts';

export type InvitationMail = {
  account_id: string;
  to: string;
  name: string;
  site: string;
  inviter: string;
  url: string;
  locale: string;
};

/** Builds the invitation mail. */
export function invitationMail(mail: InvitationMail, t: JobContext['t']): Mail {
  const text = (key: string) => t(mail.locale, 'members', `mail.invitation.${key}`, mail);
  const { html, text: plainText } = composeMail({
    heading: text('heading'),
    paragraphs: [mail.name ? text('hello') : '', text(mail.inviter ? 'text' : 'textWithoutName'), text('until')].filter(
      Boolean,
    ),
    button: { label: text('button'), url: mail.url },
    footer: text('footer'),
    direction: directionOf(mail.locale),
  });
  return { account_id: mail.account_id, to: mail.to, subject: text('subject'), html, text: plainText };
}
