import { randomUUID } from 'node:crypto';
import type { Sql } from '#base/server/database.ts';
import { recordAudit } from './audit.ts';
import { AuthError, authErrors } from './auth-error.ts';
import type { AuthContext } from './auth-options.ts';
import { channelOf, parsePhone } from './phones.ts';
import { countSms, requireSms, textCode } from './texted-codes.ts';
import { findUserByPhone, insertUser, isReachable, type User } from './users.ts';

export function otpDisabled(): AuthError {
  return new AuthError(422, 'otp_disabled', 'Signups not allowed for otp');
}

type OtpInput = {
  phone: string;
  channel: string | null | undefined;
  mayCreate: boolean;
  userMetadata: Record<string, unknown>;
};

/** POST /otp with a number: texts a code to a known user and, where allowed, to a new one. */
export async function sendOtpByPhone(auth: AuthContext, request: Request, input: OtpInput): Promise<object> {
  const phone = parsePhone(input.phone);
  const channel = channelOf(input.channel);
  await requireSms(auth, request, phone, 'Unsupported phone provider');
  await countSms(auth, request, phone);
  const scope = await auth.scopeOf(request);
  await auth.sql.transaction(async (tx) => {
    let user = await findUserByPhone(tx, phone);
    if (!user) {
      if (!input.mayCreate) throw otpDisabled();
      const { userMetadata } = input;
      user = await insertUser(tx, { phone, encryptedPassword: null, isConfirmed: false, userMetadata, scope });
    }
    if (!isReachable(user)) return;
    await recordAudit(tx, request, 'user_recovery_requested', user, { provider: 'phone' });
    await textCode(auth, tx, request, { user, to: phone, slot: 'confirmation_token', kind: 'login', channel });
  });
  return messageId();
}

type ResendInput = { type: 'sms' | 'phone_change'; phone: string; channel: 'sms' | 'whatsapp' };

/** POST /resend for `sms` and `phone_change`: counts the text and returns its order and the response. */
export async function resendText(
  auth: AuthContext,
  request: Request,
  input: { type: 'sms' | 'phone_change'; phone: string | null | undefined; channel: string | null | undefined },
): Promise<{ order: ResendInput; response: object }> {
  if (!input.phone) throw authErrors.validation('Type provided requires a phone number');
  const phone = parsePhone(input.phone);
  const channel = channelOf(input.channel);
  await requireSms(auth, request, phone, 'Unsupported phone provider');
  await countSms(auth, request, phone);
  return { order: { type: input.type, phone, channel }, response: messageId() };
}

/** Texts a code again where one is pending. A change is found by its new number. */
export async function resendCode(auth: AuthContext, tx: Sql, request: Request, input: unknown): Promise<void> {
  const { type, phone, channel } = input as ResendInput;
  if (type === 'sms') {
    const user = await findUserByPhone(tx, phone);
    if (!isReachable(user) || user.phone_confirmed_at) return;
    await recordAudit(tx, request, 'user_confirmation_requested', user, { provider: 'phone' });
    await textCode(auth, tx, request, { user, to: phone, slot: 'confirmation_token', kind: 'signup', channel });
    return;
  }
  const users = await tx.query<User>(
    `select u.* from auth.users u join auth.one_time_tokens t on t.user_id = u.id
     where t.token_type = 'phone_change_token' and t.relates_to = $1 and u.phone_change = $1`,
    [phone],
  );
  for (const user of users.filter(isReachable)) {
    await textCode(auth, tx, request, { user, to: phone, slot: 'phone_change_token', kind: 'phone_change', channel });
  }
}

/** Texts are sent later, so the id is ours; it is returned whether one is sent or not. */
function messageId(): { message_id: string } {
  return { message_id: randomUUID() };
}
