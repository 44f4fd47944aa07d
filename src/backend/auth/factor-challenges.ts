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
import { askForKey, checkKey, type KeyAnswer, keyAnswerShape } from './webauthn-factor.ts';

const challengeShape = z.object({ channel: channelField });
const verifyShape = z.object({
  challenge_id: z.string().max(64).nullish(),
  code: z.string().max(64).nullish(),
  webauthn: keyAnswerShape.nullish(),
});

/** A row of auth.mfa_challenges as the service reads it. */
type Challenge = { id: string; otp_code: string | null; web_authn_session_data: { challenge?: string } | null };
type Who = { user: User; session: CallerSession };

const methodOf: Record<Factor['factor_type'], FactorMethod> = {
  totp: 'totp',
  phone: 'mfa/phone',
  webauthn: 'mfa/webauthn',
};

/** POST /factors/{id}/challenge and /verify: a second factor is asked for and shown; the session becomes `aal2`. */
export function factorChallengeRoutes(auth: AuthContext): Hono {
  return new Hono()
    .post('/factors/:id/challenge', async (c) => json(await challenge(auth, c.req.raw, c.req.param('id'))))
    .post('/factors/:id/verify', async (c) => json(await verify(auth, c.req.raw, c.req.param('id'))));
}

async function challenge(auth: AuthContext, request: Request, factorId: string): Promise<object> {
  const who = await requireSession(auth, request);
  const factor = await factorOf(auth.sql, who.user.id, factorId);
  requireFactorKind(auth, factor.factor_type, 'Verify');
  const input = await readInput(request, challengeShape);
  const channel = channelOf(input.channel);
  const { phone } = factor;
  if (phone) await countFactorText(auth, request, phone);
  await auth.rateLimits.refuseIfFull({ limit: 'factorAttempts', key: factor.id });
  const webauthn = factor.factor_type === 'webauthn' ? await askForKey(auth, request, who.user, factor) : undefined;
  const id = randomUUID();
  const fixed = phone ? testOtpOf(auth, phone) : undefined;
  const otp = phone ? (fixed ?? randomOtp(auth.mfaPhoneOtpLength)) : undefined;
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
    if (phone && otp && !fixed) {
      await sendText(auth, tx, request, { user: who.user, to: phone, kind: 'mfa', channel, otp });
    }
    const traits = { factor_id: factor.id, factor_status: factor.status };
    await recordAudit(tx, request, 'challenge_created', who.user, traits);
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
  const who = await requireSession(auth, request);
  const factor = await factorOf(auth.sql, who.user.id, factorId);
  const input = await readInput(request, verifyShape);
  if (factor.factor_type !== 'webauthn' && !input.code) throw authErrors.validation('Code needs to be non-empty');
  requireFactorKind(auth, factor.factor_type, 'Verify');
  if (factor.status === 'unverified') await requirePresence(auth, request, who);
  if (!isUuid(input.challenge_id)) throw authErrors.validation('challenge_id must be an UUID');
  const challengeId = input.challenge_id;
  const answer = { code: input.code?.trim() ?? '', webauthn: input.webauthn };
  const attempts = { limit: 'factorAttempts', key: factor.id } as const;
  // Counted before it is looked at: of many guesses sent at once, no more are looked at than of guesses one by one.
  await auth.rateLimits.consume(attempts);
  const outcome = await auth.sql.transaction((tx) => shown(auth, tx, request, who, { factorId, challengeId, answer }));
  if (outcome instanceof Error) {
    await recordFailure(auth, request, 'factor_failed', { user: who.user });
    throw outcome;
  }
  if (factor.status === 'unverified') recordChange(request, 'factors_changed', who.user.id);
  return outcome;
}

type Shown = {
  factorId: string;
  challengeId: string;
  answer: { code: string; webauthn: KeyAnswer | null | undefined };
};

/** Looks at what was shown. The refusal is a value where the attempt has to be committed. */
async function shown(
  auth: AuthContext,
  tx: Sql,
  request: Request,
  who: Who,
  { factorId, challengeId, answer }: Shown,
): Promise<TokenResponse | AuthError> {
  const factor = await factorOf(tx, who.user.id, factorId, true);
  const asked = await openChallenge(auth, tx, request, factor, challengeId);
  if (asked instanceof AuthError) return asked;
  const traits = { factor_id: factor.id, challenge_id: challengeId, factor_type: factor.factor_type };
  await recordAudit(tx, request, 'verification_attempted', who.user, traits);
  const byRecoveryCode = factor.status === 'verified' && isRecoveryCode(auth, answer.code);
  const refusal = byRecoveryCode
    ? await checkRecoveryCode(auth, tx, request, who.user, answer.code)
    : await check(auth, tx, request, factor, asked, answer);
  if (refusal) return refusal;
  // In a session that owed no second step, it is no part of signing in.
  if (factor.status === 'verified' && (await hasShownBoth(tx, who.session))) await confirmSession(tx, who.session.id);
  await tx.query('update auth.mfa_challenges set verified_at = now() where id = $1', [asked.id]);
  await tx.query(`update auth.mfa_factors set status = 'verified', updated_at = now() where id = $1`, [factor.id]);
  // What was begun of the same kind and never finished goes, as published.
  await tx.query(
    `delete from auth.mfa_factors where user_id = $1 and factor_type = $2 and status = 'unverified' and id <> $3`,
    [who.user.id, factor.factor_type, factor.id],
  );
  const raised = await raiseSession(auth, tx, request, {
    userId: who.user.id,
    sessionId: who.session.id,
    factorId: byRecoveryCode ? null : factor.id,
    method: byRecoveryCode ? 'mfa/recovery_code' : methodOf[factor.factor_type],
  });
  return raised ?? authErrors.sessionNotFound();
}

async function hasShownBoth(tx: Sql, session: CallerSession): Promise<boolean> {
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
  asked: Challenge,
  answer: Shown['answer'],
): Promise<AuthError | undefined> {
  if (factor.factor_type === 'webauthn') {
    return checkKey(auth, tx, request, factor, asked.web_authn_session_data?.challenge, answer.webauthn);
  }
  if (factor.factor_type === 'phone') {
    const isRight = asked.otp_code !== null && isSame(asked.otp_code, otpHashOf(answer.code, asked.id));
    return isRight ? undefined : authErrors.verificationFailed('Invalid MFA Phone code entered');
  }
  const isRight = await isTotpCode(auth, tx, factor, answer.code);
  return isRight ? undefined : authErrors.verificationFailed('Invalid TOTP code entered');
}
