import type { Sql } from '#base/server/database.ts';
import type { AuthContext, MailKind } from './auth-options.ts';
import { beginFlow, type Challenge } from './flow-state.ts';
import { issueOneTimeToken, type MailSecrets, type TokenType } from './one-time-tokens.ts';
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

/** The `amr` method a PKCE flow begun by this link ends with. */
export const methodOf: Record<LinkType, AuthMethod> = {
  signup: 'email/signup',
  invite: 'invite',
  recovery: 'recovery',
  magiclink: 'magiclink',
  email_change: 'email_change',
};

const sentColumnOf: Record<TokenType, string> = {
  confirmation_token: 'confirmation_sent_at',
  recovery_token: 'recovery_sent_at',
  email_change_token_new: 'email_change_sent_at',
  email_change_token_current: 'email_change_sent_at',
};

export type LinkOrder = {
  user: User;
  /** Where the mail goes; the code is good for this address only. */
  to: string;
  type: LinkType;
  slot: TokenType;
  redirectTo: string;
  challenge?: Challenge;
};

export type Link = MailSecrets & { url: string };

/** Makes the link and its code and notes when, without mailing it. */
export async function makeLink(auth: AuthContext, tx: Sql, request: Request, order: LinkOrder): Promise<Link> {
  if (order.challenge) await beginFlow(tx, order.user.id, methodOf[order.type], order.challenge);
  const secrets = await issueOneTimeToken(tx, {
    userId: order.user.id,
    type: order.slot,
    relatesTo: order.to,
    isPkce: order.challenge !== undefined,
  });
  await tx.query(`update auth.users set ${sentColumnOf[order.slot]} = now() where id = $1`, [order.user.id]);
  const query = new URLSearchParams({
    token: secrets.linkToken,
    type: order.type,
    redirect_to: order.redirectTo,
  });
  return { ...secrets, url: `${auth.siteUrlOf(request)}/auth/v1/verify?${query}` };
}

/** Makes the link and hands the mail on, both in `tx`. */
export async function mailLink(auth: AuthContext, tx: Sql, request: Request, order: LinkOrder): Promise<void> {
  const link = await makeLink(auth, tx, request, order);
  const locale = order.user.raw_user_meta_data.locale;
  await auth.sendMail(tx, {
    to: order.to,
    kind: kindOf[order.type],
    url: link.url,
    token: link.otp,
    scope: await auth.scopeOf(request),
    ...(typeof locale === 'string' ? { locale } : {}),
  });
}

/** Where a flow ends: the asked address where it is allowed, else the site itself. */
export function redirectTarget(auth: AuthContext, request: Request, asked?: string | null): string {
  const wanted = asked || new URL(request.url).searchParams.get('redirect_to') || '';
  const isUsable = wanted.length <= 2_048 && URL.canParse(wanted) && auth.isAllowedRedirect(request, wanted);
  return isUsable ? wanted : auth.siteUrlOf(request);
}
