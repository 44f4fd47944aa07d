import type { Sql } from '#base/server/database.ts';
import { authErrors } from './auth-error.ts';
import { saveOwnIdentity } from './identities.ts';

/**
 * Confirms the address on the user and, where it is proven, on the identity. `isProved` false: it counts for signing in,
 * but no mailbox has confirmed it.
 */
export async function confirmEmail(tx: Sql, userId: string, isProved = true): Promise<void> {
  await tx.query(
    `update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now()), updated_at = now(),
       email_proved_at = case when $2 then coalesce(email_proved_at, now()) else email_proved_at end,
       raw_user_meta_data = raw_user_meta_data || case when $2 then '{"email_verified": true}'::jsonb else '{}' end
     where id = $1`,
    [userId, isProved],
  );
  if (!isProved) return;
  await tx.query(
    `update auth.identities set identity_data = identity_data || '{"email_verified": true}', updated_at = now()
     where user_id = $1 and provider = 'email'`,
    [userId],
  );
}

/** Confirms a proven number on the user and on the identity. */
export async function confirmPhone(tx: Sql, userId: string): Promise<void> {
  await tx.query(
    `update auth.users set phone_confirmed_at = coalesce(phone_confirmed_at, now()), updated_at = now(),
       raw_user_meta_data = raw_user_meta_data || '{"phone_verified": true}'
     where id = $1`,
    [userId],
  );
  await tx.query(
    `update auth.identities set identity_data = identity_data || '{"phone_verified": true}', updated_at = now()
     where user_id = $1 and provider = 'phone'`,
    [userId],
  );
}

/**
 * Sets a new, confirmed address on the user and their e-mail identity; an anonymous user becomes a regular one.
 * `isProven` false: it was set without a mail.
 * @throws {AuthError} 422 email_exists where it was taken meanwhile; the transaction is then aborted.
 */
export async function setEmail(tx: Sql, userId: string, email: string, isProven = true): Promise<void> {
  await tx
    .query(
      `update auth.users set email = $2::text, email_confirmed_at = now(), email_change = '', email_change_confirm_status = 0,
       email_change_sent_at = null, updated_at = now(), is_anonymous = false,
       email_proved_at = case when $3 then now() end,
       raw_user_meta_data = raw_user_meta_data || jsonb_build_object('email', $2::text, 'email_verified', true)
     where id = $1`,
      [userId, email, isProven],
    )
    .catch((error: { code?: string }) => {
      throw error.code === '23505' ? authErrors.emailExists() : error;
    });
  await saveOwnIdentity(tx, userId, 'email', { email, email_verified: isProven, phone_verified: false });
}

/** The same for a number. @throws {AuthError} 422 phone_exists; the transaction is then aborted. */
export async function setPhone(tx: Sql, userId: string, phone: string, isProven = true): Promise<void> {
  await tx
    .query(
      `update auth.users set phone = $2::text, phone_confirmed_at = now(), phone_change = '', phone_change_sent_at = null,
       updated_at = now(), is_anonymous = false,
       raw_user_meta_data = raw_user_meta_data || jsonb_build_object('phone', $2::text, 'phone_verified', true)
     where id = $1`,
      [userId, phone],
    )
    .catch((error: { code?: string }) => {
      throw error.code === '23505' ? authErrors.phoneExists() : error;
    });
  await saveOwnIdentity(tx, userId, 'phone', { phone, phone_verified: isProven, email_verified: false });
}

/** Stores a password hash without ending sessions. */
export async function storePassword(tx: Sql, userId: string, hash: string): Promise<void> {
  await tx.query('update auth.users set encrypted_password = $2, updated_at = now() where id = $1', [userId, hash]);
}

/**
 * Replaces the password, ends every session but `exceptSession`, and invalidates mailed recovery links.
 */
export async function setPassword(tx: Sql, userId: string, hash: string, exceptSession?: string): Promise<void> {
  await storePassword(tx, userId, hash);
  await tx.query('delete from auth.sessions where user_id = $1 and ($2::uuid is null or id <> $2)', [
    userId,
    exceptSession ?? null,
  ]);
  await tx.query(`delete from auth.one_time_tokens where user_id = $1 and token_type = 'recovery_token'`, [userId]);
  if (exceptSession) await tx.query('delete from auth.session_confirmations where session_id = $1', [exceptSession]);
}
