import type { Sql } from '#base/server/database.ts';
import { recordAudit } from './audit.ts';
import { authErrors } from './auth-error.ts';
import type { AuthContext } from './auth-options.ts';
import { saveOwnIdentity } from './identities.ts';
import { obfuscatedUser } from './obfuscated-user.ts';
import { removeUnprovenCredentials } from './proofs.ts';
import { startSession } from './sessions.ts';
import { sendText, textCode } from './texted-codes.ts';
import { findUserByPhone, insertUser, isReachable, type User, userJson } from './users.ts';

export type PhoneSignUp = {
  encryptedPassword: string;
  userMetadata: Record<string, unknown>;
  scope: string | null;
  phone: string;
  channel: 'sms' | 'whatsapp';
};

/** Signs up without confirmation, where the operator wants none. */
export async function byPhoneAtOnce(auth: AuthContext, request: Request, signUp: PhoneSignUp): Promise<object> {
  if (await findUserByPhone(auth.sql, signUp.phone)) throw authErrors.userAlreadyExists();
  return auth.sql.transaction(async (tx) => {
    const user = await insertUser(tx, { ...signUp, isConfirmed: true, isProven: false });
    await recordAudit(tx, request, 'user_signedup', user, { provider: 'phone' });
    return startSession(auth, tx, request, user, 'password', 'phone');
  });
}

/** As published: a number's first password stays until it is confirmed. */
export async function byPhone(auth: AuthContext, request: Request, signUp: PhoneSignUp): Promise<object> {
  return auth.sql.transaction(async (tx) => {
    const existing = await findUserByPhone(tx, signUp.phone);
    if (existing?.phone_confirmed_at) {
      await recordAudit(tx, request, 'user_repeated_signup', existing);
      return obfuscatedUser(signUp.userMetadata, 'phone', signUp.phone);
    }
    const user = existing ?? (await insertUser(tx, { ...signUp, isConfirmed: false }));
    await recordAudit(tx, request, 'user_confirmation_requested', user, { provider: 'phone' });
    await textCode(auth, tx, request, {
      user,
      to: signUp.phone,
      slot: 'confirmation_token',
      kind: 'signup',
      channel: signUp.channel,
    });
    return userJson((await findUserByPhone(tx, signUp.phone)) ?? user);
  });
}

/**
 * The guarded service's sign-up, after its response. A registered number is told so by text. An unconfirmed one takes
 * the newest input, which invalidates every earlier code.
 */
export async function addPhoneSignUp(auth: AuthContext, tx: Sql, request: Request, input: unknown): Promise<void> {
  const signUp = input as PhoneSignUp;
  const { phone: to, channel } = signUp;
  const existing = await findUserByPhone(tx, to);
  if (existing && !isReachable(existing)) return;
  if (existing?.phone_confirmed_at) {
    await recordAudit(tx, request, 'user_repeated_signup', existing);
    return sendText(auth, tx, request, { user: existing, to, kind: 'registered', channel, otp: '' });
  }
  // An administrator stored this number beside an address: a stranger's sign-up must not touch that login.
  if (existing?.email) return;
  const user = existing
    ? await replaceSignUp(tx, existing, signUp)
    : await insertUser(tx, { ...signUp, isConfirmed: false });
  await recordAudit(tx, request, 'user_confirmation_requested', user, { provider: 'phone' });
  await textCode(auth, tx, request, { user, to, slot: 'confirmation_token', kind: 'signup', channel });
}

async function replaceSignUp(tx: Sql, user: User, signUp: PhoneSignUp): Promise<User> {
  const { phone, encryptedPassword, userMetadata } = signUp;
  const claims = { sub: user.id, phone, email_verified: false, phone_verified: false };
  const metadata = { ...userMetadata, ...claims };
  await removeUnprovenCredentials(tx, user);
  await tx.query(
    `update auth.users set phone = $2, encrypted_password = $3, raw_user_meta_data = $4, updated_at = now() where id = $1`,
    [user.id, phone, encryptedPassword, JSON.stringify(metadata)],
  );
  await saveOwnIdentity(tx, user.id, 'phone', metadata);
  return { ...user, raw_user_meta_data: metadata };
}
