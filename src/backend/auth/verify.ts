import { Hono } from 'hono';
import { z } from 'zod';
import type { Sql } from '#base/server/database.ts';
import { json } from '#base/server/http.ts';
import { acceptToken, HALF_CONFIRMED } from './accepted-tokens.ts';
import { recordFailure } from './audit.ts';
import { type AuthError, authErrors } from './auth-error.ts';
import type { AuthContext } from './auth-options.ts';
import {
  mailedCodeSeconds,
  type OneTimeToken,
  scopeToTake,
  type TokenType,
  takeByLink,
  takeByOtp,
} from './one-time-tokens.ts';
import { parsePhone, phoneField } from './phones.ts';
import { beginRecovery } from './presence-proof.ts';
import type { CounterKey } from './rate-limits.ts';
import { clientNetwork, parseEmail, readInput } from './request-input.ts';
import { startSession, type TokenResponse } from './sessions.ts';
import { findUserByEmail, findUserByPhone } from './users.ts';
import { mailedSlotsFor, verifyLink } from './verify-link.ts';

const shape = z.object({
  type: z.string().max(40).nullish(),
  token: z.string().max(512).nullish(),
  token_hash: z.string().max(512).nullish(),
  email: z.string().nullish(),
  phone: phoneField,
});

/** GET /verify follows a mail's link and redirects; POST /verify takes its token or code and returns a session. */
export function verifyRoutes(auth: AuthContext): Hono {
  return new Hono()
    .post('/verify', async (c) => json(await verifyPosted(auth, c.req.raw)))
    .get('/verify', (c) => verifyLink(auth, c.req.raw));
}

const textedSlotOf: Record<string, TokenType> = { sms: 'confirmation_token', phone_change: 'phone_change_token' };

async function verifyPosted(auth: AuthContext, request: Request): Promise<TokenResponse | object> {
  const input = await readInput(request, shape);
  const texted = Object.hasOwn(textedSlotOf, input.type ?? '') ? textedSlotOf[input.type ?? ''] : undefined;
  const slots = texted ? [texted] : mailedSlotsFor(input.type);
  const { token, token_hash: linkToken } = input;
  if (!token && !linkToken) throw authErrors.validation('Verify requires a token or a token hash');
  if (token && linkToken) throw authErrors.validation('Verify requires either a token or a token hash');
  // A code does not count as a recovery link: whoever requested it may have watched it being typed.
  const isRecovery = Boolean(linkToken) && input.type === 'recovery' && (await auth.recovery?.isHere(request)) === true;
  // Bound to no site: such a session can only set the new password.
  const unscoped = isRecovery ? { ...auth, scopeOf: async () => null } : auth;
  const scope = await scopeToTake(auth, request, { isRecovery });
  if (linkToken) {
    if (input.email || input.phone) {
      throw authErrors.validation('Only the token_hash and type should be provided');
    }
    if (texted) throw authErrors.validation(`Verify requires a token and a phone number for the type "${input.type}"`);
    const take = (tx: Sql) => takeByLink(tx, linkToken, { types: slots, seconds: auth.mailerOtpExp, scope });
    return redeem(unscoped, request, {}, authErrors.linkExpired, take, isRecovery ? beginRecovery : undefined);
  }
  if (texted ? !input.phone || input.email : !input.email || input.phone) {
    throw authErrors.validation('Only an email address or phone number should be provided on verify');
  }
  const address = texted ? parsePhone(input.phone ?? '') : parseEmail(input.email ?? '');
  const otp = (token ?? '').replace(/[\s-]/g, '');
  const seconds = texted ? auth.smsOtpExp : mailedCodeSeconds(auth);
  const take = (tx: Sql) => takeByOtp(tx, { address, otp }, { types: slots, seconds, scope });
  return redeem(auth, request, { address, isTexted: texted !== undefined }, authErrors.otpExpired, take);
}

/** Takes the token and starts the session in one transaction; failures are counted, also in the database. */
async function redeem(
  auth: AuthContext,
  request: Request,
  { address, isTexted = false }: { address?: string; isTexted?: boolean },
  errorOf: () => AuthError,
  take: (tx: Sql) => Promise<OneTimeToken | undefined>,
  onSession?: (tx: Sql, userId: string) => Promise<void>,
): Promise<TokenResponse | object> {
  const network = clientNetwork(request);
  const failures: CounterKey[] = [{ limit: 'verifyFailuresPerAddress', key: network }];
  if (address)
    failures.push(
      { limit: 'verifyFailures', key: `${network} ${address}` },
      { limit: 'verifyFailuresPerEmail', key: address },
    );
  await auth.rateLimits.requireCapacity(...failures);
  const outcome = await auth.sql.transaction(async (tx) => {
    const oneTimeToken = await take(tx);
    if (!oneTimeToken) return undefined;
    const user = await acceptToken(auth, tx, request, oneTimeToken);
    if (user === 'half') return { msg: HALF_CONFIRMED, code: '200' };
    const provider = oneTimeToken.relates_to.includes('@') ? 'email' : 'phone';
    const session = await startSession(auth, tx, request, user, 'otp', provider);
    const claims = onSession ? await auth.tokens.verify(session.access_token) : null;
    if (claims) await onSession?.(tx, String(claims.session_id));
    return session;
  });
  if (outcome) return outcome;
  const user = address && (await (isTexted ? findUserByPhone(auth.sql, address) : findUserByEmail(auth.sql, address)));
  await recordFailure(auth, request, 'code_failed', { ...(user ? { user } : {}), ...(address ? { address } : {}) });
  await auth.rateLimits.consume(...failures);
  throw errorOf();
}
