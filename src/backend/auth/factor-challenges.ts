import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { z } from 'zod';
import type { Sql } from '#base/server/database.ts';
import { json } from '#base/server/http.ts';
import { recordChange } from '#base/server/security-events.ts';
import { isSame } from '#base/server/tokens.ts';
import { recordAudit, recordFailure } from './audit.ts';
import { AuthError, authErrors } from './auth-error.ts';
import type { AuthContext } from './auth-options.ts';
import { type CallerSession, requireSession } from './caller-session.ts';
import { type Factor, factorOf, requireFactorKind } from './factors.ts';
import { channelField, channelOf } from './phones.ts';
import { confirmSession, requirePresence } from './presence-proof.ts';
import { clientAddress, clientNetwork, isUuid, readInput } from './request-input.ts';
import { otpHashOf, randomOtp } from './secrets.ts';
import { type FactorMethod, raiseSession, type TokenResponse } from './sessions.ts';
import { isRecoveryCode, takeRecoveryCode } from './taken-recovery-codes.ts';
import { sendText, testOtpOf } from './texted-codes.ts';
import { isTotpCode } from './totp-check.ts';
import type { User } from './users.ts';
import { checkKey, type KeyResponse, keyResponseShape, requestKeyChallenge } from './webauthn-factor.ts';

const challengeShape = z.object({ channel: channelField });
const verifyShape = z.object({
  challenge_id: z.string().max(64).nullish(),
  code: z.string().max(64).nullish(),
  webauthn: keyResponseShape.nullish(),
});

/** A row of auth.mfa_challenges. */
type Challenge = { id: string; otp_code: string | null; web_authn_session_data: { challenge?: string } | null };
type Caller = { user: User; session: CallerSession };

const methodOf: Record<Factor['factor_type'], FactorMethod> = {
  totp: 'totp',
  phone: 'mfa/phone',
  webauthn: 'mfa/webauthn',
};

/** POST /factors/{id}/challenge and /verify: verifying a second factor raises the session to `aal2`. */
export function factorChallengeRoutes(auth: AuthContext): Hono {
  return new Hono()
    .post('/factors/:id/challenge', async (c) => json(await challenge(auth, c.req.raw, c.req.param('id'))))
    .post('/factors/:id/verify', async (c) => json(await verify(auth, c.req.raw, c.req.param('id'))));
}

async function challenge(auth: AuthContext, request: Request, factorId: string): Promise<object> {
  const caller = await requireSession(auth, request);
  const factor = await factorOf(auth.sql, caller.user.id, factorId);
  requireFactorKind(auth, factor.factor_type, 'Verify');
  const input = await readInput(request, challengeShape);
  const channel = channelOf(input.channel);
  const { phone } = factor;
  if (phone) await countFactorText(auth, request, phone);
  await auth.rateLimits.requireCapacity({ limit: 'factorAttempts', key: factor.id });
  const webauthn =
    factor.factor_type === 'webauthn' ? await requestKeyChallenge(auth, request, caller.user, factor) : undefined;
  const id = randomUUID();
  const testOtp = phone ? testOtpOf(auth, phone) : undefined;
  const otp = phone ? (testOtp ?? randomOtp(auth.mfaPhoneOtpLength)) : undefined;
  await auth.sql.transaction(async (tx) => {
    await tx.query(
      `delete from auth.mfa_challenges where factor_id = $1 and created_at < now() - make_interval(secs => $2)`,
      [factor.id, auth.mfaChallengeExpiryDuration],
    );
    await tx.query(
      `insert into auth.mfa_challenges (id, factor_id, ip_address, otp_code, web_authn_session_data)
       values ($1, $2, $3, $4, $5)`,
      [
        id,
        factor.id,
        clientAddress(request),
        otp ? otpHashOf(otp, id) : null,
        webauthn ? JSON.stringify({ challenge: webauthn.challenge }) : null,
      ],
    );
    await tx.query('update auth.mfa_factors set last_challenged_at = clock_timestamp() where id = $1', [factor.id]);
    if (phone && otp && !testOtp) {
      await sendText(auth, tx, request, { user: caller.user, to: phone, kind: 'mfa', channel, otp });
    }
    const traits = { factor_id: factor.id, factor_status: factor.status };
    await recordAudit(tx, request, 'challenge_created', caller.user, traits);
  });
  return {
    id,
    type: factor.factor_type,
    expires_at: Math.floor(Date.now() / 1_000) + auth.mfaChallengeExpiryDuration,
    ...(webauthn ? { webauthn: { type: webauthn.type, credential_options: { publicKey: webauthn.options } } } : {}),
  };
}

async function countFactorText(auth: AuthContext, request: Request, phone: string): Promise<void> {
  if (!auth.sendSms && !testOtpOf(auth, phone)) throw authErrors.phoneDisabled('Unsupported phone provider');
  await auth.rateLimits.consume(
    { limit: 'smsPerAddress', key: clientNetwork(request) },
    { limit: 'factorSmsPause', key: phone },
    { limit: 'smsPerPhone', key: phone },
  );
}

async function verify(auth: AuthContext, request: Request, factorId: string): Promise<TokenResponse> {
  const caller = await requireSession(auth, request);
  const factor = await factorOf(auth.sql, caller.user.id, factorId);
  const input = await readInput(request, verifyShape);
  if (factor.factor_type !== 'webauthn' && !input.code) throw authErrors.validation('Code needs to be non-empty');
  requireFactorKind(auth, factor.factor_type, 'Verify');
  if (factor.status === 'unverified') await requirePresence(auth, request, caller);
  if (!isUuid(input.challenge_id)) throw authErrors.validation('challenge_id must be an UUID');
  const challengeId = input.challenge_id;
  const response = { code: input.code?.trim() ?? '', webauthn: input.webauthn };
  const attempts = { limit: 'factorAttempts', key: factor.id } as const;
  // Counted before it is checked: parallel guesses must not get more checks than sequential ones.
  await auth.rateLimits.consume(attempts);
  const outcome = await auth.sql.transaction((tx) =>
    verifyFactor(auth, tx, request, caller, { factorId, challengeId, response }),
  );
  if (outcome instanceof Error) {
    await recordFailure(auth, request, 'factor_failed', { user: caller.user });
    throw outcome;
  }
  if (factor.status === 'unverified') recordChange(request, 'factors_changed', caller.user.id);
  return outcome;
}

type FactorResponse = {
  factorId: string;
  challengeId: string;
  response: { code: string; webauthn: KeyResponse | null | undefined };
};

/** Checks the response to a challenge. An error is returned as a value where the attempt must be committed. */
async function verifyFactor(
  auth: AuthContext,
  tx: Sql,
  request: Request,
  caller: Caller,
  { factorId, challengeId, response }: FactorResponse,
): Promise<TokenResponse | AuthError> {
  const factor = await factorOf(tx, caller.user.id, factorId, true);
  const opened = await openChallenge(auth, tx, request, factor, challengeId);
  if (opened instanceof AuthError) return opened;
  const traits = { factor_id: factor.id, challenge_id: challengeId, factor_type: factor.factor_type };
  await recordAudit(tx, request, 'verification_attempted', caller.user, traits);
  const byRecoveryCode = factor.status === 'verified' && isRecoveryCode(auth, response.code);
  const error = byRecoveryCode
    ? await checkRecoveryCode(auth, tx, request, caller.user, response.code)
    : await check(auth, tx, request, factor, opened, response);
  if (error) return error;
  // In a session that needed no second step, a factor is not part of signing in.
  if (factor.status === 'verified' && (await hasCompletedSignIn(tx, caller.session)))
    await confirmSession(tx, caller.session.id);
  await tx.query('update auth.mfa_challenges set verified_at = now() where id = $1', [opened.id]);
  await tx.query(`update auth.mfa_factors set status = 'verified', updated_at = now() where id = $1`, [factor.id]);
  // Unverified factors of the same type are deleted, as published.
  await tx.query(
    `delete from auth.mfa_factors where user_id = $1 and factor_type = $2 and status = 'unverified' and id <> $3`,
    [caller.user.id, factor.factor_type, factor.id],
  );
  const tokens = await raiseSession(auth, tx, request, {
    userId: caller.user.id,
    sessionId: caller.session.id,
    factorId: byRecoveryCode ? null : factor.id,
    method: byRecoveryCode ? 'mfa/recovery_code' : methodOf[factor.factor_type],
  });
  return tokens ?? authErrors.sessionNotFound();
}

async function hasCompletedSignIn(tx: Sql, session: CallerSession): Promise<boolean> {
  if (session.aal !== 'aal1') return true;
  const [passkey] = await tx.query(
    `select 1 from auth.mfa_amr_claims where session_id = $1 and authentication_method = 'passkey'`,
    [session.id],
  );
  return passkey !== undefined;
}

async function checkRecoveryCode(
  auth: AuthContext,
  tx: Sql,
  request: Request,
  user: User,
  code: string,
): Promise<AuthError | undefined> {
  const isRight = await takeRecoveryCode(auth, tx, request, user, code);
  return isRight ? undefined : authErrors.verificationFailed('Invalid recovery code entered');
}

async function openChallenge(
  auth: AuthContext,
  tx: Sql,
  request: Request,
  factor: Factor,
  challengeId: string,
): Promise<Challenge | AuthError> {
  const [row] = await tx.query<Challenge & { is_over: boolean; is_here: boolean }>(
    `select id, otp_code, web_authn_session_data, ip_address = $3::inet as is_here,
       verified_at is not null or created_at < now() - make_interval(secs => $4) as is_over
     from auth.mfa_challenges where id = $1 and factor_id = $2 for update`,
    [challengeId, factor.id, clientAddress(request), auth.mfaChallengeExpiryDuration],
  );
  if (!row) {
    return new AuthError(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found');
  }
  if (row.is_over) {
    await tx.query('delete from auth.mfa_challenges where id = $1', [row.id]);
    return authErrors.challengeExpired(row.id);
  }
  if (!row.is_here) {
    return new AuthError(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.');
  }
  return row;
}

async function check(
  auth: AuthContext,
  tx: Sql,
  request: Request,
  factor: Factor,
  opened: Challenge,
  response: FactorResponse['response'],
): Promise<AuthError | undefined> {
  if (factor.factor_type === 'webauthn') {
    return checkKey(auth, tx, request, factor, opened.web_authn_session_data?.challenge, response.webauthn);
  }
  if (factor.factor_type === 'phone') {
    const isRight = opened.otp_code !== null && isSame(opened.otp_code, otpHashOf(response.code, opened.id));
    return isRight ? undefined : authErrors.verificationFailed('Invalid MFA Phone code entered');
  }
  const isRight = await isTotpCode(auth, tx, factor, response.code);
  return isRight ? undefined : authErrors.verificationFailed('Invalid TOTP code entered');
}
