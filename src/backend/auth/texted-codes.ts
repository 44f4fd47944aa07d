import type { Sql } from '#base/server/database.ts';
import { authErrors } from './auth-error.ts';
import type { AuthContext, SmsKind } from './auth-options.ts';
import { sentColumnOf } from './mailed-links.ts';
import { issueOneTimeToken, scopeToMake, type TokenType } from './one-time-tokens.ts';
import { clientNetwork } from './request-input.ts';
import type { User } from './users.ts';

type Channel = 'sms' | 'whatsapp';
type TextedSlot = Extract<
  TokenType,
  'confirmation_token' | 'phone_change_token' | 'reauthentication_token' | 'recovery_token'
>;
const DAY_SECONDS = 86_400;

/** The fixed code of a test number, undefined for all others. */
export function testOtpOf(auth: AuthContext, phone: string): string | undefined {
  return Object.hasOwn(auth.smsTestOtp, phone) ? auth.smsTestOtp[phone] : undefined;
}

/** Whether the requested site offers sign-in by phone. */
export async function isPhoneOffered(auth: AuthContext, request: Request): Promise<boolean> {
  return auth.externalPhoneEnabled && (!auth.offersPhone || (await auth.offersPhone(request)));
}

/** Requires that the service can text this number. @throws {AuthError} 400 phone_provider_disabled. */
export async function requireSms(auth: AuthContext, request: Request, phone: string, message: string): Promise<void> {
  if (!(await isPhoneOffered(auth, request))) throw authErrors.phoneDisabled(message);
  if (!auth.sendSms && !testOtpOf(auth, phone)) throw authErrors.phoneDisabled('Unsupported phone provider');
}

/**
 * Counts a requested text, whether the number is registered or not.
 * @throws {AuthError} 429 over_sms_send_rate_limit or over_request_rate_limit, 422 sms_country_off.
 */
export async function countSms(auth: AuthContext, request: Request, phone: string): Promise<void> {
  await auth.rateLimits.consume(
    { limit: 'smsPerAddress', key: clientNetwork(request) },
    { limit: 'smsPause', key: phone },
    { limit: 'smsPerPhone', key: phone },
  );
  const limit = await auth.admitText?.(request, phone);
  if (limit === 'country') throw authErrors.noTextsToCountry();
  if (limit) throw authErrors.textsUsedUp(DAY_SECONDS - (Math.floor(Date.now() / 1_000) % DAY_SECONDS));
}

/** Creates a code for the slot and texts it, both in `tx`. */
export async function textCode(
  auth: AuthContext,
  tx: Sql,
  request: Request,
  input: { user: User; to: string; slot: TextedSlot; kind: SmsKind; channel: Channel },
): Promise<void> {
  const { user, to, slot, kind, channel } = input;
  const testOtp = testOtpOf(auth, to);
  const { otp } = await issueOneTimeToken(tx, {
    userId: user.id,
    type: slot,
    relatesTo: to,
    otp: testOtp,
    otpLength: auth.smsOtpLength,
    scope: await scopeToMake(auth, request, { isRecovery: slot === 'recovery_token' }),
  });
  await tx.query(`update auth.users set ${sentColumnOf[slot]} = now() where id = $1`, [user.id]);
  if (!testOtp) await sendText(auth, tx, request, { user, to, kind, channel, otp });
}

/** Queues a text in `tx`, with the code inserted into the template. */
export async function sendText(
  auth: AuthContext,
  tx: Sql,
  request: Request,
  text: { user: User; to: string; kind: SmsKind; channel: Channel; otp: string },
): Promise<void> {
  const { user, ...sms } = text;
  const locale = user.raw_user_meta_data.locale;
  await auth.sendSms?.(tx, {
    ...sms,
    message: auth.smsTemplate.replaceAll(/\{\{\s*\.Code\s*\}\}/g, () => sms.otp),
    scope: await auth.scopeOf(request),
    ...(typeof locale === 'string' ? { locale } : {}),
  });
}
