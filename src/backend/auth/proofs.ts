import type { Sql } from '#base/server/database.ts';
import { recordAudit, recordFailure } from './audit.ts';
import { AuthError } from './auth-error.ts';
import type { AuthContext } from './auth-options.ts';
import type { SignedIn } from './caller-session.ts';
import { saveOwnIdentity } from './identities.ts';
import { mailedCodeSeconds, scopeToTake, takeByOtp } from './one-time-tokens.ts';
import { confirmEmail } from './user-changes.ts';
import type { User } from './users.ts';

/** What survives of what was set before the address was proven. */
export type Preserved = {
  /** true: the password was typed in the very sign-up that is being confirmed. */
  password?: boolean;
  /** The identity that proves the address. */
  identity?: { provider: string; providerId: string };
};

/**
 * Removes everything set on a user before their address was proven: whoever set it may be somebody else waiting for the
 * owner of the mailbox.
 */
export async function removeUnprovenCredentials(tx: Sql, user: User, preserved: Preserved = {}): Promise<void> {
  await tx.query(
    `update auth.users set encrypted_password = case when $2 then encrypted_password end, phone = null,
       phone_confirmed_at = null, phone_change = '', email_change = '', updated_at = now() where id = $1`,
    [user.id, preserved.password ?? false],
  );
  for (const table of ['sessions', 'mfa_factors', 'recovery_codes', 'webauthn_credentials', 'one_time_tokens']) {
    await tx.query(`delete from auth.${table} where user_id = $1`, [user.id]);
  }
  await tx.query(
    'delete from auth.identities where user_id = $1 and (provider, provider_id) is distinct from ($2::text, $3::text)',
    [user.id, preserved.identity?.provider ?? null, preserved.identity?.providerId ?? null],
  );
}

/**
 * Confirms the address whose mailed link or code was used, and proves it where the mail was really sent; in the guarded
 * service that first removes what an unproven holder had set.
 */
export async function confirmByMail(
  auth: AuthContext,
  tx: Sql,
  request: Request,
  user: User,
  mail: { isMailed: boolean; isSignUp: boolean; isConfirmation: boolean; identityId: string | null },
): Promise<void> {
  const isProof = !auth.guardAddresses || mail.isMailed;
  // A link our own server created to start a session does not confirm an address.
  if (!isProof && !mail.isConfirmation && !auth.mailerAutoconfirm) return;
  await tx.query(`select set_config('auth.scope', $1, true)`, [(await auth.scopeOf(request)) ?? '']);
  if (auth.guardAddresses && isProof && user.email && !user.email_proved_at) {
    const { isSignUp, identityId } = mail;
    const signedUpBy = isSignUp ? user.identities.find(({ id }) => id === identityId) : undefined;
    await removeUnprovenCredentials(tx, user, {
      password: isSignUp,
      ...(signedUpBy ? { identity: { provider: signedUpBy.provider, providerId: signedUpBy.provider_id } } : {}),
    });
    // Metadata of a stranger who chose a password, such as name and mail language, goes too.
    if (!mail.isSignUp && user.encrypted_password)
      await tx.query(`update auth.users set raw_user_meta_data = '{}' where id = $1`, [user.id]);
    await saveOwnIdentity(tx, user.id, 'email', { email: user.email });
  }
  await confirmEmail(tx, user.id, isProof);
}

/**
 * Proves the address by a code mailed to it, typed by the signed-in user: mailbox and session belong to one person, so
 * everything they set stays. @throws {AuthError} 422 reauthentication_not_valid.
 */
export async function proveByCode(
  auth: AuthContext,
  request: Request,
  { user }: SignedIn,
  nonce: string,
): Promise<void> {
  const counter = { limit: 'verifyFailures', key: user.id } as const;
  await auth.rateLimits.requireCapacity(counter);
  const isProved = await auth.sql.transaction(async (tx) => {
    const token = await takeByOtp(
      tx,
      { address: user.email ?? '', otp: nonce.trim(), userId: user.id },
      { types: ['reauthentication_token'], seconds: mailedCodeSeconds(auth), scope: await scopeToTake(auth, request) },
    );
    if (!token?.is_mailed) return false;
    await confirmEmail(tx, user.id);
    await recordAudit(tx, request, 'user_modified', user, { proved: 'email' });
    return true;
  });
  if (isProved) return;
  await recordFailure(auth, request, 'proof_failed', { user });
  await auth.rateLimits.consume(counter);
  throw new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid');
}
