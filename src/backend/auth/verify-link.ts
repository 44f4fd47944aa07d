import { acceptToken, HALF_CONFIRMED } from './accepted-tokens.ts';
import { AuthError, authErrors } from './auth-error.ts';
import type { AuthContext } from './auth-options.ts';
import { issueAuthCode } from './flow-state.ts';
import { type LinkType, methodOf, redirectTarget } from './mailed-links.ts';
import { PKCE_PREFIX, scopeToTake, type TokenType, takeByLink } from './one-time-tokens.ts';
import type { CounterKey } from './rate-limits.ts';
import { errorParameters, redirect, sessionParameters, withFragment, withParameters, withQuery } from './redirects.ts';
import { clientNetwork } from './request-input.ts';
import { startSession } from './sessions.ts';

/** Token types by `type`; `email` is the newer name for a sign-up's and a magic link's code. */
const slotsOf: Record<LinkType | 'email', readonly TokenType[]> = {
  signup: ['confirmation_token'],
  invite: ['confirmation_token'],
  recovery: ['recovery_token'],
  magiclink: ['recovery_token'],
  email: ['confirmation_token', 'recovery_token'],
  email_change: ['email_change_token_current', 'email_change_token_new'],
};

/** @throws {AuthError} 400 validation_failed for an unknown type. */
export function mailedSlotsFor(type: string | null | undefined): readonly TokenType[] {
  if (!type) throw authErrors.validation('Verify requires a verification type');
  const slots = Object.hasOwn(slotsOf, type) ? slotsOf[type as LinkType | 'email'] : undefined;
  if (!slots) throw authErrors.validation(`Unsupported verification type "${type.slice(0, 40)}"`);
  return slots;
}

/** GET /verify: opens a mail's link. Redirects to the requested page with a session, a code, a message or an error. */
export async function verifyLink(auth: AuthContext, request: Request): Promise<Response> {
  // Mail scanners send HEAD before a person opens the link: that must not use it up.
  if (request.method === 'HEAD') return new Response(null, { status: 204 });
  const query = new URL(request.url).searchParams;
  const target = redirectTarget(auth, request);
  const linkToken = (query.get('token') ?? query.get('token_hash') ?? '').slice(0, 512);
  const isPkce = linkToken.startsWith(PKCE_PREFIX);
  try {
    if (!linkToken) throw authErrors.validation('Verify requires a token');
    const type = query.get('type');
    const slots = mailedSlotsFor(type);
    // Opening the link uses nothing up: the page asks for the password first.
    if (type === 'recovery' && auth.recovery) return redirect(await auth.recovery.urlOf(request, linkToken));
    const failures: CounterKey[] = [{ limit: 'verifyFailuresPerAddress', key: clientNetwork(request) }];
    await auth.rateLimits.requireCapacity(...failures);
    const tokenFilter = { types: slots, seconds: auth.mailerOtpExp, scope: await scopeToTake(auth, request) };
    const location = await auth.sql.transaction(async (tx) => {
      const token = await takeByLink(tx, linkToken, tokenFilter);
      if (!token) return undefined;
      const user = await acceptToken(auth, tx, request, token);
      if (user === 'half') return withParameters(target, { message: HALF_CONFIRMED }, isPkce);
      if (isPkce) {
        const methods = type === 'email' ? Object.values(methodOf) : [methodOf[type as LinkType]];
        return withQuery(target, { code: await issueAuthCode(tx, user.id, methods) });
      }
      const session = await startSession(auth, tx, request, user, 'otp');
      return withFragment(target, { ...sessionParameters(session), type: type ?? '' });
    });
    if (location) return redirect(location);
    await auth.rateLimits.consume(...failures);
    throw authErrors.linkExpired();
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    return redirect(withParameters(target, errorParameters(error), isPkce));
  }
}
