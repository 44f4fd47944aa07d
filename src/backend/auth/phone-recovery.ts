import type { Sql } from '#base/server/database.ts';
import { recordAudit, recordFailure } from './audit.ts';
import { authErrors } from './auth-error.ts';
import type { AuthContext } from './auth-options.ts';
import { issueOneTimeToken, scopeToMake, scopeToTake, takeByOtp } from './one-time-tokens.ts';
import { parsePhone } from './phones.ts';
import type { CounterKey } from './rate-limits.ts';
import { clientNetwork } from './request-input.ts';
import { countSms, requireSms, textCode } from './texted-codes.ts';
import { findUserByPhone, isReachable } from './users.ts';

/** POST /recover with a number: counts the text and returns the page where its code is typed. */
export async function recoverByPhone(
  auth: AuthContext,
  request: Request,
  text: string,
): Promise<{ phone: string; url: string }> {
  const phone = parsePhone(text);
  await requireSms(auth, request, phone, 'Unsupported phone provider');
  await countSms(auth, request, phone);
  return { phone, url: (await auth.recovery?.pageOf(request)) ?? '' };
}

/**
 * Texts a recovery code, only to users without an e-mail address: a number can be taken over at its provider, and must
 * not give more than the mailbox of a user who has one.
 */
export async function textRecovery(auth: AuthContext, tx: Sql, request: Request, input: unknown): Promise<void> {
  const { phone } = input as { phone: string };
  const user = await findUserByPhone(tx, phone);
  if (!isReachable(user) || !user.phone_confirmed_at || user.email) return;
  await recordAudit(tx, request, 'user_recovery_requested', user, { provider: 'phone' });
  await textCode(auth, tx, request, { user, to: phone, slot: 'recovery_token', kind: 'recovery', channel: 'sms' });
}

/**
 * Takes a texted recovery code on the password page and returns a link's token in its place.
 * @throws {AuthError} 403 otp_expired, also on any other page; 429 after too many wrong codes.
 */
export async function takeRecoveryText(
  auth: AuthContext,
  request: Request,
  input: { phone: string; code: string },
): Promise<{ token_hash: string }> {
  const phone = parsePhone(input.phone);
  const network = clientNetwork(request);
  const failures: CounterKey[] = [
    { limit: 'verifyFailuresPerAddress', key: network },
    { limit: 'verifyFailures', key: `${network} ${phone}` },
    { limit: 'verifyFailuresPerEmail', key: phone },
  ];
  await auth.rateLimits.requireCapacity(...failures);
  const isHere = (await auth.recovery?.isHere(request)) === true;
  const scope = await scopeToTake(auth, request, { isRecovery: true });
  const token = await auth.sql.transaction(async (tx) => {
    const otp = input.code.replace(/[\s-]/g, '');
    const seconds = auth.smsOtpExp;
    const recoveryToken =
      isHere && (await takeByOtp(tx, { address: phone, otp }, { types: ['recovery_token'], seconds, scope }));
    if (!recoveryToken) return undefined;
    const { linkToken } = await issueOneTimeToken(tx, {
      userId: recoveryToken.user_id,
      type: 'recovery_token',
      relatesTo: phone,
      scope: await scopeToMake(auth, request, { isRecovery: true }),
    });
    return linkToken;
  });
  if (token) return { token_hash: token };
  await recordFailure(auth, request, 'code_failed', { user: await findUserByPhone(auth.sql, phone), address: phone });
  await auth.rateLimits.consume(...failures);
  throw authErrors.otpExpired();
}
