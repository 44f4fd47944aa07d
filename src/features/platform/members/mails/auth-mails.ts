import type { JobContext } from '#base/server/jobs.ts';
import { composeMail, type Mail } from '#base/server/mail.ts';
import { directionOf } from '#base/shared/locales.ts';
import { paths } from '#paths';
import { tokenFragment } from '../rules.ts';

export const mailKinds = [
  ...(['recovery', 'confirmation', 'magiclink', 'invite', 'email_change', 'reauthentication', 'registered'] as const),
  'recovery_code_used',
  'second_steps_taken',
  'welcome',
] as const;

/** What the auth service asks to be mailed: a link that verifies, and six digits for those who type. */
export type AuthMail = {
  to: string;
  kind: (typeof mailKinds)[number];
  /** Empty where only the digits prove anything. */
  url: string;
  token: string;
  /** Of recovery codes: how many were not used yet. */
  left?: number | undefined;
  scope: string | null;
  locale: string;
  /** The name of the site it is about. */
  site: string;
};

/**
 * Where the button leads. A sign-up is confirmed, and a link signs in, on a page of ours by a press, so that no mail
 * scanner uses the link up, and goes on where it began.
 */
function pageOf({ kind, url }: AuthMail): string {
  const { origin, searchParams } = new URL(url);
  if (kind === 'registered') return origin + paths.login();
  const token = searchParams.get('token');
  const target = redirectTargetOf(searchParams.get('redirect_to'), origin);
  if (token && kind === 'confirmation') return origin + paths.confirmSignUp(token, target);
  // In the fragment, which no server and no other page is told.
  if (token && kind === 'magiclink') return `${origin}${paths.login(target)}#${tokenFragment(token, kind)}`;
  return url;
}

/** The path where it began; of a door itself, where that would have led. */
function redirectTargetOf(redirectTo: string | null, origin: string): string | undefined {
  if (!redirectTo || !URL.canParse(redirectTo)) return undefined;
  const page = new URL(redirectTo);
  if (page.origin !== origin || page.pathname === '/') return undefined;
  if (page.pathname === paths.signUp() || page.pathname === paths.login())
    return page.searchParams.get('redirectedFrom') ?? undefined;
  return page.pathname + page.search;
}

/** Says what has happened: there is nothing to put aside. */
const isNotice = ({ kind }: AuthMail) => ['recovery_code_used', 'second_steps_taken', 'welcome'].includes(kind);

/** One mail of the auth service in the reader's words. */
export function authMail(mail: AuthMail, t: JobContext['t']): Mail {
  const translate = (key: string) =>
    t(mail.locale, 'members', `mail.${mail.kind}.${key}`, {
      site: mail.site,
      code: mail.token,
      email: mail.to,
      left: mail.left,
    });
  // A code asked for on a site's page would be read there: a password is set by the link alone.
  const bodyKey = mail.kind === 'recovery' ? 'mail.link' : 'mail.code';
  const { html, text } = composeMail({
    heading: translate('heading'),
    paragraphs: [
      translate('text'),
      ...(mail.kind === 'confirmation' ? [translate('caution')] : []),
      ...(mail.token && mail.url ? [t(mail.locale, 'members', bodyKey, { code: mail.token })] : []),
    ],
    ...(mail.url ? { button: { label: translate('button'), url: pageOf(mail) } } : {}),
    footer: t(mail.locale, 'members', isNotice(mail) ? 'mail.sentTo' : 'mail.footer', {
      site: mail.site,
      email: mail.to,
    }),
    direction: directionOf(mail.locale),
  });
  return { account_id: mail.scope, to: mail.to, subject: translate('subject'), html, text };
}
