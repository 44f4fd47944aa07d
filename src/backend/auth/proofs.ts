import type { Sql } from '#base/server/database.ts';
import { recordAudit, recordFailure } from './audit.ts';
import { AuthError } from './auth-error.ts';
import type { AuthContext } from './auth-options.ts';
import type { SignedIn } from './caller-session.ts';
import { saveOwnIdentity } from './identities.ts';
import { mailedCodeSeconds, scopeToTake, takeByOtp } from './one-time-tokens.ts';
import { confirmEmail } from './user-changes.ts';
import type { User } from './users.ts';

/** What stays of what was set before the address was proved. */
export type Kept = {
  /** true: the password was typed in the very sign-up that is confirmed now. */
  password?: boolean;
  /** The identity that proves. */
  identity?: { provider: string; providerId: string };
};

/**
 * Takes from a person everything that was set before their address was proved: whoever set it may be somebody else,
 * who waits for the owner of the mailbox to arrive.
 */
export async function dropUnproved(tx: Sql, user: User, kept: Kept = {}): Promise<void> {
  await tx.query(
    `update auth.users set encrypted_password = case when $2 then encrypted_password end, phone = null,
       phone_confirmed_at = null, phone_change = '', email_change = '', updated_at = now() where id = $1`,
    [user.id, kept.password ?? false],
  );
  for (const table of ['sessions', 'mfa_factors', 'recovery_codes', 'webauthn_credentials', 'one_time_tokens']) {
    await tx.query(`delete from auth.${table} where user_id = $1`, [user.id]);
  }
  await tx.query(
    'delete from auth.identities where user_id = $1 and (provider, provider_id) is distinct from ($2::text, $3::text)',
    [user.id, kept.identity?.provider ?? null, kept.identity?.providerId ?? null],
  );
}

/**
 * A mailed link or code was used. It confirms the address; it proves it where the mail was sent, and then, in the
 * guarded service, what an unproved holder had set goes first.
 */
export async function confirmByMail(
  auth: AuthContext,
  tx: Sql,
  request: Request,
  user: User,
  mail: { isMailed: boolean; isSignUp: boolean; isConfirmation: boolean; identityId: string | null },
): Promise<void> {
  const isProof = !auth.guardAddresses || mail.isMailed;
  // A link made by our own server for a session says nothing of whoever has yet to confirm.
  if (!isProof && !mail.isConfirmation && !auth.mailerAutoconfirm) return;
  await tx.query(`select set_config('auth.scope', $1, true)`, [(await auth.scopeOf(request)) ?? '']);
  if (auth.guardAddresses && isProof && user.email && !user.email_proved_at) {
    const { isSignUp, identityId } = mail;
    const signedUpBy = isSignUp ? user.identities.find(({ id }) => id === identityId) : undefined;
    await dropUnproved(tx, user, {
      password: isSignUp,
      ...(signedUpBy ? { identity: { provider: signedUpBy.provider, providerId: signedUpBy.provider_id } } : {}),
    });
    // Nor stays what a stranger who chose a password called them, or in which language their mails come.
    if (!mail.isSignUp && user.encrypted_password)
      await tx.query(`update auth.users set raw_user_meta_data = '{}' where id = $1`, [user.id]);
    await saveOwnIdentity(tx, user.id, 'email', { email: user.email });
  }
  await confirmEmail(tx, user.id, isProof);
}

/**
 * The signed-in person types the code that was mailed to their present address: mailbox and session are of one hand, so
 * everything they set stays. @throws {AuthError} 422 reauthentication_not_valid.
 */
export async function proveByCode(
  auth: AuthContext,
  request: Request,
  { user }: SignedIn,
  nonce: string,
): Promise<void> {
  const counted = { limit: 'verifyFailures', key: user.id } as const;
  await auth.rateLimits.refuseIfFull(counted);
  const isProved = await auth.sql.transaction(async (tx) => {
    const taken = await takeByOtp(
      tx,
      { address: user.email ?? '', otp: nonce.trim(), userId: user.id },
      { types: ['reauthentication_token'], seconds: mailedCodeSeconds(auth), scope: await scopeToTake(auth, request) },
    );
    if (!taken?.is_mailed) return false;
    await confirmEmail(tx, user.id);
    await recordAudit(tx, request, 'user_modified', user, { proved: 'email' });
    return true;
  });
  if (isProved) return;
  await recordFailure(auth, request, 'proof_failed', { user });
  await auth.rateLimits.consume(counted);
  throw new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid');
}
