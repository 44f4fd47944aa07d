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

/** Asks somebody to become a member. */
export function invitationMail(mail: InvitationMail, t: JobContext['t']): Mail {
  const say = (key: string) => t(mail.locale, 'members', `mail.invitation.${key}`, mail);
  const { html, text } = composeMail({
    heading: say('heading'),
    paragraphs: [mail.name ? say('hello') : '', say(mail.inviter ? 'text' : 'textWithoutName'), say('until')].filter(
      Boolean,
    ),
    button: { label: say('button'), url: mail.url },
    footer: say('footer'),
    direction: directionOf(mail.locale),
  });
  return { account_id: mail.account_id, to: mail.to, subject: say('subject'), html, text };
}
