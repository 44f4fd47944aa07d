import type { Sql } from '#base/server/database.ts';
import type { AuthContext, AuthMail, MailKind } from './auth-options.ts';
import { beginFlow, type Challenge } from './flow-state.ts';
import { issueOneTimeToken, type MailSecrets, scopeToMake, type TokenType } from './one-time-tokens.ts';
import { clientNetwork } from './request-input.ts';
import type { AuthMethod } from './sessions.ts';
import type { User } from './users.ts';

/** The `type` of a verification link, as clients name it. */
export type LinkType = 'signup' | 'invite' | 'recovery' | 'magiclink' | 'email_change';

const kindOf: Record<LinkType, MailKind> = {
  signup: 'confirmation',
  invite: 'invite',
  recovery: 'recovery',
  magiclink: 'magiclink',
  email_change: 'email_change',
};

/** The `amr` method of a PKCE flow that this type of link starts. */
export const methodOf: Record<LinkType, AuthMethod> = {
  signup: 'email/signup',
  invite: 'invite',
  recovery: 'recovery',
  magiclink: 'magiclink',
  email_change: 'email_change',
};

export const sentColumnOf: Record<TokenType, string> = {
  confirmation_token: 'confirmation_sent_at',
  recovery_token: 'recovery_sent_at',
  reauthentication_token: 'reauthentication_sent_at',
  phone_change_token: 'phone_change_sent_at',
  email_change_token_new: 'email_change_sent_at',
  email_change_token_current: 'email_change_sent_at',
};

export type LinkRequest = {
  user: User;
  /** The mail's recipient; the code is valid for this address only. */
  to: string;
  type: LinkType;
  slot: TokenType;
  redirectTo: string;
  challenge?: Challenge;
  /** The identity that confirming keeps, of a sign-up by another provider. */
  identityId?: string | undefined;
};

export type Link = MailSecrets & { url: string };

/** Creates the link and its code and stores the time, without mailing it. */
export async function makeLink(
  auth: AuthContext,
  tx: Sql,
  request: Request,
  order: LinkRequest,
  isMailed = false,
): Promise<Link> {
  // A recovery link is opened on the password page in any browser: there is no flow to return to.
  const challenge = order.type === 'recovery' && auth.recovery ? undefined : order.challenge;
  const scope = await scopeToMake(auth, request, { isRecovery: order.type === 'recovery' });
  if (challenge) await beginFlow(tx, order.user.id, methodOf[order.type], challenge, scope);
  const secrets = await issueOneTimeToken(tx, {
    userId: order.user.id,
    type: order.slot,
    relatesTo: order.to,
    isPkce: challenge !== undefined,
    otpLength: auth.mailerOtpLength,
    isMailed,
    identityId: order.identityId,
    scope,
  });
  await tx.query(`update auth.users set ${sentColumnOf[order.slot]} = now() where id = $1`, [order.user.id]);
  if (order.type === 'recovery' && auth.recovery) {
    return { ...secrets, url: await auth.recovery.urlOf(request, secrets.linkToken) };
  }
  const query = new URLSearchParams({
    token: secrets.linkToken,
    type: order.type,
    redirect_to: order.redirectTo,
  });
  return { ...secrets, url: `${auth.apiUrlOf(request)}/verify?${query}` };
}

/** Creates the link and queues the mail, both in `tx`. */
export async function mailLink(auth: AuthContext, tx: Sql, request: Request, order: LinkRequest): Promise<void> {
  const link = await makeLink(auth, tx, request, order, auth.mailIsSent);
  await sendTo(auth, tx, request, order.user, {
    to: order.to,
    kind: kindOf[order.type],
    url: link.url,
    token: link.otp,
  });
}

/** Mails a code without a link, for signed-in users who reauthenticate. */
export async function mailCode(auth: AuthContext, tx: Sql, request: Request, user: User, to: string): Promise<void> {
  const secrets = await issueOneTimeToken(tx, {
    userId: user.id,
    type: 'reauthentication_token',
    relatesTo: to,
    otpLength: auth.mailerOtpLength,
    isMailed: auth.mailIsSent,
    scope: await scopeToMake(auth, request),
  });
  await tx.query('update auth.users set reauthentication_sent_at = now() where id = $1', [user.id]);
  await sendTo(auth, tx, request, user, { to, kind: 'reauthentication', url: '', token: secrets.otp });
}

/** Informs a registered address of a repeated sign-up; the mail has no link that signs in. */
export async function mailRegistered(auth: AuthContext, tx: Sql, request: Request, user: User): Promise<void> {
  await sendTo(auth, tx, request, user, {
    to: user.email ?? '',
    kind: 'registered',
    url: auth.siteUrlOf(request),
    token: '',
  });
}

async function sendTo(
  auth: AuthContext,
  tx: Sql,
  request: Request,
  user: User,
  mail: Pick<AuthMail, 'to' | 'kind' | 'url' | 'token'>,
): Promise<void> {
  const locale = user.raw_user_meta_data.locale;
  await auth.sendMail(tx, {
    ...mail,
    scope: await auth.scopeOf(request),
    ...(typeof locale === 'string' ? { locale } : {}),
    ...(mail.kind === 'recovery' && !user.encrypted_password ? { isFirstPassword: true } : {}),
  });
}

/** Counts a mail to `email` against its limits. @throws {AuthError} 429 over_email_send_rate_limit or over_request_rate_limit. */
export function countMail(auth: AuthContext, request: Request, email: string): Promise<void> {
  return auth.rateLimits.consume(
    { limit: 'mailsPerAddress', key: clientNetwork(request) },
    { limit: 'mailPause', key: email },
    { limit: 'mailsPerEmail', key: email },
  );
}

/** The redirect target of a flow: the requested URL where it is allowed, else the site. */
export function redirectTarget(auth: AuthContext, request: Request, requested?: string | null): string {
  const url = requested || new URL(request.url).searchParams.get('redirect_to') || '';
  const isUsable = url.length <= 2_048 && URL.canParse(url) && auth.isAllowedRedirect(request, url);
  return isUsable ? url : auth.siteUrlOf(request);
}
