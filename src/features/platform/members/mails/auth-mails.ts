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

/** Payload of a mail of the auth service: a verification link, and a six-digit code to type. */
export type AuthMail = {
  to: string;
  kind: (typeof mailKinds)[number];
  /** Empty when the mail only has a code. */
  url: string;
  token: string;
  /** Number of unused recovery codes. */
  left?: number | undefined;
  /** There is no password yet that could be reset. */
  isFirstPassword?: boolean | undefined;
  scope: string | null;
  locale: string;
  /** Title of the site. */
  site: string;
};

/**
 * URL of the mail's button. Confirming a sign-up and signing in by link take a click on one of our pages, so that no
 * mail scanner uses up the token; then the user continues to the redirect target.
 */
function pageOf({ kind, url }: AuthMail): string {
  const { origin, searchParams } = new URL(url);
  if (kind === 'registered') return origin + paths.login();
  const token = searchParams.get('token');
  const target = redirectTargetOf(searchParams.get('redirect_to'), origin);
  if (token && kind === 'confirmation') return origin + paths.confirmSignUp(token, target);
  // The token is in the fragment, which is sent to no server and no other page.
  if (token && kind === 'magiclink') return `${origin}${paths.login(target)}#${tokenFragment(token, kind)}`;
  return url;
}

/** The path that started the sign-in; of the login page itself, its own redirect target. */
function redirectTargetOf(redirectTo: string | null, origin: string): string | undefined {
  if (!redirectTo || !URL.canParse(redirectTo)) return undefined;
  const page = new URL(redirectTo);
  if (page.origin !== origin || page.pathname === '/') return undefined;
  if (page.pathname === paths.signUp() || page.pathname === paths.login())
    return page.searchParams.get('redirectedFrom') ?? undefined;
  return page.pathname + page.search;
}

/** A notice about something that has happened: it can't be ignored as a request can. */
const isNotice = ({ kind }: AuthMail) => ['recovery_code_used', 'second_steps_taken', 'welcome'].includes(kind);

/** Builds a mail of the auth service in the recipient's language. */
export function authMail(mail: AuthMail, t: JobContext['t']): Mail {
  const textsOf = mail.isFirstPassword ? 'first_password' : mail.kind;
  const translate = (key: string) =>
    t(mail.locale, 'members', `mail.${textsOf}.${key}`, {
      site: mail.site,
      code: mail.token,
      email: mail.to,
      left: mail.left,
    });
  // A site's scripts could read a code typed on its page, so a password is reset by the link only.
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
