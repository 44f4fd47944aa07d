import { Hono } from 'hono';
import { z } from 'zod';
import type { Sql } from '#base/server/database.ts';
import { json } from '#base/server/http.ts';
import { recordAudit, recordFailure } from './audit.ts';
import { AuthError, authErrors } from './auth-error.ts';
import type { AuthContext } from './auth-options.ts';
import { requirePasskeys, storeChallenge, takeChallenge } from './passkey-challenges.ts';
import { clientNetwork, readInput } from './request-input.ts';
import { startSession, type TokenResponse } from './sessions.ts';
import { checkPasskey } from './used-passkeys.ts';
import { findUserById, isBanned } from './users.ts';
import { type Assertion, assertionShape, requestOptions } from './webauthn.ts';

const verifyShape = z.object({ challenge_id: z.string().max(64).nullish(), credential: z.unknown().optional() });

/** POST /passkeys/authentication/options and /verify: signs in by any passkey of this domain. */
export function passkeySignInRoutes(auth: AuthContext): Hono {
  return new Hono()
    .post('/passkeys/authentication/options', async (c) => json(await begin(auth, c.req.raw)))
    .post('/passkeys/authentication/verify', async (c) => json(await finish(auth, c.req.raw)));
}

async function begin(auth: AuthContext, request: Request): Promise<object> {
  requirePasskeys(auth);
  await auth.rateLimits.consume({ limit: 'externalSignInsPerAddress', key: clientNetwork(request) });
  const seconds = auth.webauthnChallengeExpiryDuration;
  const options = await requestOptions(auth, request, [], seconds, 'passkey');
  const { challenge } = options;
  const id = await storeChallenge(auth.sql, { type: 'authentication', challenge, seconds, userId: null });
  return { challenge_id: id, options, expires_at: Math.floor(Date.now() / 1_000) + seconds };
}

async function finish(auth: AuthContext, request: Request): Promise<TokenResponse> {
  requirePasskeys(auth);
  const input = await readInput(request, verifyShape);
  if (!input.credential) throw authErrors.validation('credential is required');
  const failures = { limit: 'verifyFailuresPerAddress', key: clientNetwork(request) } as const;
  await auth.rateLimits.requireCapacity(failures);
  const challenge = await takeChallenge(auth, 'authentication', input.challenge_id, null);
  const assertion = assertionShape.safeParse(input.credential);
  const outcome = assertion.success
    ? await auth.sql.transaction((tx) => signIn(auth, tx, request, challenge, assertion.data))
    : undefined;
  if (outcome) return outcome;
  await recordFailure(auth, request, 'passkey_failed', {});
  await auth.rateLimits.consume(failures);
  throw new AuthError(400, 'webauthn_verification_failed', 'Credential verification failed');
}

/** undefined where the passkey is unknown or the assertion invalid: the two must not be told apart. */
async function signIn(
  auth: AuthContext,
  tx: Sql,
  request: Request,
  challenge: string,
  assertion: Assertion,
): Promise<TokenResponse | undefined> {
  const passkey = await checkPasskey(auth, tx, request, challenge, assertion);
  const user = passkey && (await findUserById(tx, passkey.user_id));
  if (!user || user.deleted_at) return undefined;
  if (isBanned(user)) throw new AuthError(403, 'user_banned', 'User is banned');
  if (user.email && !user.email_confirmed_at) throw new AuthError(403, 'email_not_confirmed', 'Email not confirmed');
  if (!user.email && user.phone && !user.phone_confirmed_at) {
    throw new AuthError(403, 'phone_not_confirmed', 'Phone not confirmed');
  }
  await recordAudit(tx, request, 'login', user, { passkey_id: passkey.id });
  return startSession(auth, tx, request, user, 'passkey', '');
}
