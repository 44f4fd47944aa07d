import type { Sql } from '#base/server/database.ts';
import { recordAudit } from './audit.ts';
import { authErrors } from './auth-error.ts';
import type { AuthContext } from './auth-options.ts';
import { saveOwnIdentity } from './identities.ts';
import { obfuscated } from './obfuscated-user.ts';
import { dropUnproved } from './proofs.ts';
import { startSession } from './sessions.ts';
import { sendText, textCode } from './texted-codes.ts';
import { findUserByPhone, insertUser, mayBeReached, type User, userJson } from './users.ts';

export type PhoneSignUp = {
  encryptedPassword: string;
  userMetadata: Record<string, unknown>;
  scope: string | null;
  phone: string;
  channel: 'sms' | 'whatsapp';
};

/** Where the operator wants no confirmation. */
export async function byPhoneAtOnce(auth: AuthContext, request: Request, wanted: PhoneSignUp): Promise<object> {
  if (await findUserByPhone(auth.sql, wanted.phone)) throw authErrors.userAlreadyExists();
  return auth.sql.transaction(async (tx) => {
    const user = await insertUser(tx, { ...wanted, isConfirmed: true, isProven: false });
    await recordAudit(tx, request, 'user_signedup', user, { provider: 'phone' });
    return startSession(auth, tx, request, user, 'password', 'phone');
  });
}

/** As published: the first password of a number stays until somebody confirms it. */
export async function byPhone(auth: AuthContext, request: Request, wanted: PhoneSignUp): Promise<object> {
  return auth.sql.transaction(async (tx) => {
    const existing = await findUserByPhone(tx, wanted.phone);
    if (existing?.phone_confirmed_at) {
      await recordAudit(tx, request, 'user_repeated_signup', existing);
      return obfuscated(wanted.userMetadata, 'phone', wanted.phone);
    }
    const user = existing ?? (await insertUser(tx, { ...wanted, isConfirmed: false }));
    await recordAudit(tx, request, 'user_confirmation_requested', user, { provider: 'phone' });
    await textCode(auth, tx, request, {
      user,
      to: wanted.phone,
      slot: 'confirmation_token',
      kind: 'signup',
      channel: wanted.channel,
    });
    return userJson((await findUserByPhone(tx, wanted.phone)) ?? user);
  });
}

/**
 * The sign-up of the guarded service, after its answer. Who may sign in already is told so by text. A number that waits to
 * be confirmed takes what was typed last, and every code before it opens nothing.
 */
export async function addPhoneSignUp(auth: AuthContext, tx: Sql, request: Request, input: unknown): Promise<void> {
  const wanted = input as PhoneSignUp;
  const { phone: to, channel } = wanted;
  const existing = await findUserByPhone(tx, to);
  if (existing && !mayBeReached(existing)) return;
  if (existing?.phone_confirmed_at) {
    await recordAudit(tx, request, 'user_repeated_signup', existing);
    return sendText(auth, tx, request, { user: existing, to, kind: 'registered', channel, otp: '' });
  }
  // A number an administrator noted beside somebody's address: a stranger's sign-up must not touch that login.
  if (existing?.email) return;
  const user = existing
    ? await replaceSignUp(tx, existing, wanted)
    : await insertUser(tx, { ...wanted, isConfirmed: false });
  await recordAudit(tx, request, 'user_confirmation_requested', user, { provider: 'phone' });
  await textCode(auth, tx, request, { user, to, slot: 'confirmation_token', kind: 'signup', channel });
}

async function replaceSignUp(tx: Sql, user: User, wanted: PhoneSignUp): Promise<User> {
  const { phone, encryptedPassword, userMetadata } = wanted;
  const claims = { sub: user.id, phone, email_verified: false, phone_verified: false };
  const metadata = { ...userMetadata, ...claims };
  await dropUnproved(tx, user);
  await tx.query(
    `update auth.users set phone = $2, encrypted_password = $3, raw_user_meta_data = $4, updated_at = now() where id = $1`,
    [user.id, phone, encryptedPassword, JSON.stringify(metadata)],
  );
  await saveOwnIdentity(tx, user.id, 'phone', metadata);
  return { ...user, raw_user_meta_data: metadata };
}
