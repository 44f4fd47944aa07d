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

/** The code a number under test always gets, undefined for all others. */
export function testOtpOf(auth: AuthContext, phone: string): string | undefined {
  return Object.hasOwn(auth.smsTestOtp, phone) ? auth.smsTestOtp[phone] : undefined;
}

/** Whether people sign in by telephone on the asked site. */
export async function isPhoneOffered(auth: AuthContext, request: Request): Promise<boolean> {
  return auth.externalPhoneEnabled && (!auth.offersPhone || (await auth.offersPhone(request)));
}

/** Whether the service can text this number. @throws {AuthError} 400 phone_provider_disabled. */
export async function requireSms(auth: AuthContext, request: Request, phone: string, message: string): Promise<void> {
  if (!(await isPhoneOffered(auth, request))) throw authErrors.phoneDisabled(message);
  if (!auth.sendSms && !testOtpOf(auth, phone)) throw authErrors.phoneDisabled('Unsupported phone provider');
}

/**
 * Counts a text that is asked for, whether anybody has the number or not.
 * @throws {AuthError} 429 over_sms_send_rate_limit or over_request_rate_limit, 422 sms_country_off.
 */
export async function countSms(auth: AuthContext, request: Request, phone: string): Promise<void> {
  await auth.rateLimits.consume(
    { limit: 'smsPerAddress', key: clientNetwork(request) },
    { limit: 'smsPause', key: phone },
    { limit: 'smsPerPhone', key: phone },
  );
  const refusal = await auth.admitText?.(request, phone);
  if (refusal === 'country') throw authErrors.noTextsToCountry();
  if (refusal) throw authErrors.textsUsedUp(DAY_SECONDS - (Math.floor(Date.now() / 1_000) % DAY_SECONDS));
}

/** Makes a code for the slot and texts it, both in `tx`. */
export async function textCode(
  auth: AuthContext,
  tx: Sql,
  request: Request,
  order: { user: User; to: string; slot: TextedSlot; kind: SmsKind; channel: Channel },
): Promise<void> {
  const { user, to, slot, kind, channel } = order;
  const fixed = testOtpOf(auth, to);
  const { otp } = await issueOneTimeToken(tx, {
    userId: user.id,
    type: slot,
    relatesTo: to,
    otp: fixed,
    otpLength: auth.smsOtpLength,
    scope: await scopeToMake(auth, request, { isRecovery: slot === 'recovery_token' }),
  });
  await tx.query(`update auth.users set ${sentColumnOf[slot]} = now() where id = $1`, [user.id]);
  if (!fixed) await sendText(auth, tx, request, { user, to, kind, channel, otp });
}

/** Hands a text on in `tx`, the code put into the template. */
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
