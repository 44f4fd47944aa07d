import { Hono } from 'hono';
import { z } from 'zod';
import { json } from '#base/server/http.ts';
import { recordAudit } from './audit.ts';
import { AuthError, authErrors } from './auth-error.ts';
import type { AuthContext } from './auth-options.ts';
import { type CallerSession, requireSession, requireUser } from './caller-session.ts';
import { countMail, mailCode } from './mailed-links.ts';
import { requirePasskeys, storeChallenge, takeChallenge } from './passkey-challenges.ts';
import { passkeyNotFound } from './passkeys.ts';
import {
  checkProof,
  confirmSession,
  isNonce,
  nonceNotValid,
  proofShape,
  requireConfirmableSession,
} from './presence-proof.ts';
import { clientNetwork, readInput } from './request-input.ts';
import { countSms, requireSms, textCode } from './texted-codes.ts';
import type { User } from './users.ts';
import { requestOptions } from './webauthn.ts';

const RECENT_MS = 24 * 3_600_000;

const proofInput = z.object({
  password: proofShape.current_password,
  nonce: proofShape.nonce,
  factor_id: z.string().max(64).nullish(),
  code: z.string().max(64).nullish(),
  recovery_code: z.string().max(64).nullish(),
  passkey: z.object({ challenge_id: z.string().max(64), credential: z.unknown() }).nullish(),
});

/**
 * GET /reauthenticate sends a nonce for `PUT /user` to the user's confirmed mailbox, or else their phone. POST, where
 * sensitive changes need a proof, takes one for calls of the client that can't carry it; valid for this session for
 * minutes.
 */
export function reauthenticationRoutes(auth: AuthContext): Hono {
  const routes = new Hono().get('/reauthenticate', async (c) => json(await sendNonce(auth, c.req.raw)));
  if (!auth.sensitiveChangesNeedProof) return routes;
  return routes
    .post('/reauthenticate', async (c) => json(await confirm(auth, c.req.raw)))
    .post('/reauthenticate/passkey', async (c) => json(await passkeyChallenge(auth, c.req.raw)));
}

/** A challenge for one of the user's own passkeys: it proves presence and signs nobody in. */
async function passkeyChallenge(auth: AuthContext, request: Request): Promise<object> {
  requirePasskeys(auth);
  const { user, session } = await requireSession(auth, request);
  await requireConfirmableSession(auth, request, { user, session });
  await auth.rateLimits.consume({ limit: 'externalSignInsPerAddress', key: clientNetwork(request) });
  const rows = await auth.sql.query<{ credential_id: Buffer; transports: string[] }>(
    'select credential_id, transports from auth.webauthn_credentials where user_id = $1',
    [user.id],
  );
  if (rows.length === 0) throw passkeyNotFound();
  const credentials = rows.map((row) => ({ id: row.credential_id.toString('base64url'), transports: row.transports }));
  const seconds = auth.webauthnChallengeExpiryDuration;
  const options = await requestOptions(auth, request, credentials, seconds, 'passkey');
  const { challenge } = options;
  const id = await storeChallenge(auth.sql, { type: 'authentication', challenge, seconds, userId: user.id });
  return { challenge_id: id, options };
}

async function confirm(auth: AuthContext, request: Request): Promise<object> {
  const { user, session } = await requireSession(auth, request);
  await requireConfirmableSession(auth, request, { user, session });
  const input = await readInput(request, proofInput);
  const factor = input.factor_id && input.code ? { id: input.factor_id, code: input.code.trim() } : undefined;
  const recoveryCode = (auth.mfaRecoveryCodesEnabled && input.recovery_code) || undefined;
  const passkey = input.passkey
    ? {
        challenge: await takeChallenge(auth, 'authentication', input.passkey.challenge_id, user.id),
        credential: input.passkey.credential,
      }
    : undefined;
  const proof = { current_password: input.password, nonce: input.nonce, factor, recoveryCode, passkey };
  await checkProof(auth, request, user, proof);
  return { confirmed_until: await confirmSession(auth.sql, session.id) };
}

async function sendNonce(auth: AuthContext, request: Request): Promise<object> {
  const caller = await requireUser(auth, request);
  await requireConfirmableSession(auth, request, caller);
  const { user } = caller;
  const { email, phone } = user;
  if (!email && !phone)
    throw authErrors.validation('Reauthentication requires the user to have an email or a phone number');
  if (email) {
    if (!user.email_confirmed_at) {
      throw new AuthError(422, 'email_not_confirmed', 'Please verify your email first.');
    }
    await countMail(auth, request, email);
  } else if (phone) {
    if (!user.phone_confirmed_at) {
      throw new AuthError(422, 'phone_not_confirmed', 'Please verify your phone first.');
    }
    await requireSms(auth, request, phone, 'Unsupported phone provider');
    await countSms(auth, request, phone);
  }
  await auth.sql.transaction(async (tx) => {
    await recordAudit(tx, request, 'user_reauthenticate_requested', user);
    if (email) await mailCode(auth, tx, request, user, email);
    else if (phone) {
      const slot = 'reauthentication_token' as const;
      await textCode(auth, tx, request, { user, to: phone, slot, kind: 'reauthentication', channel: 'sms' });
    }
  });
  return {};
}

/** Whether a new password needs a nonce: where the operator requires one and the session is older than a day. */
export function needsNonce(auth: AuthContext, session: CallerSession | undefined): boolean {
  if (!auth.securityUpdatePasswordRequireReauthentication) return false;
  return !session || session.created_at.getTime() < Date.now() - RECENT_MS;
}

/**
 * Takes the nonce, in a transaction of its own: a wrong one is counted also where the change fails.
 * @throws {AuthError} 400 reauthentication_needed without one, 422 reauthentication_not_valid for a wrong or old one.
 */
export async function consumeNonce(
  auth: AuthContext,
  request: Request,
  user: User,
  nonce: string | null | undefined,
): Promise<void> {
  if (!nonce) throw new AuthError(400, 'reauthentication_needed', 'Password update requires reauthentication');
  const counter = { limit: 'verifyFailuresPerEmail', key: user.id } as const;
  await auth.rateLimits.requireCapacity(counter);
  if (await isNonce(auth, request, user, nonce)) return;
  await auth.rateLimits.consume(counter);
  throw nonceNotValid();
}
