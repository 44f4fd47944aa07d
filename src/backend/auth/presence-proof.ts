import { z } from 'zod';
import type { Sql } from '#base/server/database.ts';
import { recordFailure } from './audit.ts';
import { AuthError, authErrors } from './auth-error.ts';
import type { AuthContext } from './auth-options.ts';
import type { SignedIn } from './caller-session.ts';
import { factorOf } from './factors.ts';
import { mailedCodeSeconds, scopeToTake, takeByOtp } from './one-time-tokens.ts';
import { isPassword } from './passwords.ts';
import type { CounterKey } from './rate-limits.ts';
import { clientNetwork } from './request-input.ts';
import { takeRecoveryCode } from './taken-recovery-codes.ts';
import { isTotpCode } from './totp-check.ts';
import { checkPasskey } from './used-passkeys.ts';
import type { User } from './users.ts';
import { assertionShape } from './webauthn.ts';

/** Seconds a session may make sensitive changes after a proof. */
const CONFIRMED_SECONDS = 300;
/** Seconds a session of a recovery link may set the password. */
const RECOVERY_SECONDS = 600;

/** The proofs a request may carry; the client sends the first two with `updateUser`. */
export const proofShape = {
  current_password: z.string().max(4_096).nullish(),
  nonce: z.string().max(64).nullish(),
};

export type Proof = {
  current_password?: string | null | undefined;
  nonce?: string | null | undefined;
  factor?: { id: string; code: string } | undefined;
  recoveryCode?: string | undefined;
  /** An assertion on a challenge of `askForPasskey`. */
  passkey?: { challenge: string; credential: unknown } | undefined;
};

type Confirmation = { is_for_password: boolean; is_open: boolean };

/**
 * The session's latest confirmation. Checked before any proof: a session of another site can't be confirmed here, so
 * that a stolen one reaches no other host.
 * @throws {AuthError} 403 session_not_found for a session started elsewhere.
 */
async function confirmationOf(
  auth: AuthContext,
  request: Request,
  { session }: Caller,
): Promise<Confirmation | undefined> {
  if (!session) return undefined;
  const isHere = !auth.isSessionOf || (await auth.isSessionOf(auth.sql, session.id, await auth.scopeOf(request)));
  if (!isHere) throw authErrors.sessionNotFound();
  const [row] = await auth.sql.query<Confirmation>(
    'select is_for_password, confirmed_until > now() as is_open from auth.session_confirmations where session_id = $1',
    [session.id],
  );
  return row;
}

/**
 * Requires a session that may be confirmed for sensitive changes.
 * @throws {AuthError} 403 session_not_found for one started elsewhere, 400 reauthentication_needed for one of a
 * recovery link, which may set the password only.
 */
export async function requireConfirmableSession(auth: AuthContext, request: Request, caller: Caller): Promise<void> {
  if (!auth.sensitiveChangesNeedProof) return;
  const row = await confirmationOf(auth, request, caller);
  if (row?.is_for_password) throw presenceError();
}

/** How presence was established; `recovery`: by a mailed link, for the password only. */
export type Presence = 'proof' | 'confirmed' | 'recovery' | 'not needed';

type Caller = Pick<SignedIn, 'user' | 'session'>;

/**
 * Requires a proof of presence for `change`, in the request or minutes ago: a session alone may have been stolen. A proof
 * in the request is checked in any case.
 * @throws {AuthError} 400 reauthentication_needed without a proof, and what `checkProof` throws.
 */
export async function requirePresence(
  auth: AuthContext,
  request: Request,
  caller: Caller,
  proof: Proof = {},
  change: 'password' | 'other' = 'other',
): Promise<Presence> {
  // An anonymous user has nothing to prove and nothing that could be stolen.
  if (!auth.sensitiveChangesNeedProof || caller.user.is_anonymous) return 'not needed';
  const row = await confirmationOf(auth, request, caller);
  if (row?.is_for_password) {
    if (row.is_open && change === 'password') return 'recovery';
    throw presenceError();
  }
  if (proof.current_password || proof.nonce) {
    await checkProof(auth, request, caller.user, proof);
    return 'proof';
  }
  if (row?.is_open) return 'confirmed';
  throw presenceError();
}

function presenceError(): AuthError {
  return new AuthError(
    400,
    'reauthentication_needed',
    'Confirm that it is you: by your present password, a second factor or a mailed code.',
  );
}

/**
 * Checks one proof, in a transaction of its own: a wrong one is counted also where the change fails.
 * @throws {AuthError} 400 invalid_credentials, 422 reauthentication_not_valid, 422 mfa_verification_failed, 429 after
 * too many wrong ones of the user or the client address.
 */
export async function checkProof(auth: AuthContext, request: Request, user: User, proof: Proof): Promise<void> {
  const address = clientNetwork(request);
  const failures: CounterKey[] = [
    { limit: 'proofFailuresPerPerson', key: user.id },
    { limit: 'verifyFailuresPerAddress', key: address },
  ];
  await auth.rateLimits.consume({ limit: 'signInsPerAddress', key: address });
  await auth.rateLimits.requireCapacity(...failures);
  const error = await errorOf(auth, request, user, proof);
  if (error) await recordFailure(auth, request, 'proof_failed', { user });
  if (error) await auth.rateLimits.consume(...failures);
  // Checked again: parallel guesses must not get more results than sequential ones.
  else await auth.rateLimits.requireCapacity(...failures);
  if (error) throw error;
}

async function errorOf(auth: AuthContext, request: Request, user: User, proof: Proof): Promise<AuthError | undefined> {
  if (proof.current_password) {
    const isRight = await isPassword(user.encrypted_password, proof.current_password);
    return isRight ? undefined : authErrors.invalidCredentials();
  }
  if (proof.nonce) return (await isNonce(auth, request, user, proof.nonce)) ? undefined : nonceNotValid();
  const { factor, recoveryCode, passkey } = proof;
  if (recoveryCode) {
    const isRight = await auth.sql.transaction((tx) => takeRecoveryCode(auth, tx, request, user, recoveryCode));
    return isRight ? undefined : authErrors.verificationFailed('Invalid recovery code entered');
  }
  if (passkey) {
    const assertion = assertionShape.safeParse(passkey.credential);
    const passkeyUse =
      assertion.success &&
      (await auth.sql.transaction((tx) => checkPasskey(auth, tx, request, passkey.challenge, assertion.data, user.id)));
    return passkeyUse
      ? undefined
      : new AuthError(400, 'webauthn_verification_failed', 'Credential verification failed');
  }
  if (!factor) return authErrors.validation('A password, a nonce or the code of a factor is required');
  return auth.sql.transaction(async (tx) => {
    const row = await factorOf(tx, user.id, factor.id, true);
    const isRight = row.status === 'verified' && (await isTotpCode(auth, tx, row, factor.code));
    return isRight ? undefined : authErrors.verificationFailed('Invalid TOTP code entered');
  });
}

/** Takes the mailed or texted code of `reauthenticate`. */
export function isNonce(auth: AuthContext, request: Request, user: User, nonce: string): Promise<boolean> {
  return auth.sql.transaction(async (tx) => {
    const seconds = user.email ? mailedCodeSeconds(auth) : auth.smsOtpExp;
    const address = user.email ?? user.phone ?? '';
    const token = await takeByOtp(
      tx,
      { address, otp: nonce.trim(), userId: user.id },
      { types: ['reauthentication_token'], seconds, scope: await scopeToTake(auth, request) },
    );
    return token !== undefined;
  });
}

export function nonceNotValid(): AuthError {
  return new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid');
}

/** Opens the session for sensitive changes for some minutes; returns until when. */
export function confirmSession(sql: Sql, sessionId: string): Promise<Date> {
  return writeConfirmation(sql, sessionId, CONFIRMED_SECONDS, false);
}

/** Marks a session opened by a recovery link: it may set the password, and expires by itself. */
export async function beginRecovery(sql: Sql, sessionId: string): Promise<void> {
  await writeConfirmation(sql, sessionId, RECOVERY_SECONDS, true);
  await sql.query('update auth.sessions set not_after = now() + make_interval(secs => $2) where id = $1', [
    sessionId,
    RECOVERY_SECONDS,
  ]);
}

async function writeConfirmation(sql: Sql, sessionId: string, seconds: number, isForPassword: boolean): Promise<Date> {
  const [row] = await sql.query<{ confirmed_until: Date }>(
    `insert into auth.session_confirmations (session_id, confirmed_until, is_for_password)
     values ($1, now() + make_interval(secs => $2), $3)
     on conflict (session_id) do update set confirmed_until = excluded.confirmed_until,
       is_for_password = excluded.is_for_password returning confirmed_until`,
    [sessionId, seconds, isForPassword],
  );
  if (!row) throw new Error('No confirmation was written.');
  return row.confirmed_until;
}
