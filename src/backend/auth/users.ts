import { randomUUID } from 'node:crypto';
import type { Sql } from '#base/server/database.ts';
import { authErrors } from './auth-error.ts';

export type Identity = {
  id: string;
  provider_id: string;
  user_id: string;
  identity_data: Record<string, unknown>;
  provider: string;
  last_sign_in_at: string | null;
  created_at: string;
  updated_at: string;
  email: string | null;
};

/** A row of auth.users with its identities, as the service reads it. */
export type User = {
  id: string;
  aud: string;
  role: string;
  email: string | null;
  encrypted_password: string | null;
  email_confirmed_at: Date | null;
  invited_at: Date | null;
  confirmation_sent_at: Date | null;
  recovery_sent_at: Date | null;
  email_change: string | null;
  email_change_sent_at: Date | null;
  email_change_confirm_status: number;
  last_sign_in_at: Date | null;
  raw_app_meta_data: Record<string, unknown>;
  raw_user_meta_data: Record<string, unknown>;
  created_at: Date;
  updated_at: Date;
  phone: string | null;
  phone_confirmed_at: Date | null;
  confirmed_at: Date | null;
  banned_until: Date | null;
  deleted_at: Date | null;
  is_anonymous: boolean;
  identities: Identity[];
};

/** One person with identities; `u` is auth.users. */
export const selectUser = `select u.*, (
    select coalesce(jsonb_agg(to_jsonb(i) order by i.created_at), '[]') from auth.identities i where i.user_id = u.id
  ) as identities from auth.users u`;

export async function findUserById(sql: Sql, id: string): Promise<User | undefined> {
  return (await sql.query<User>(`${selectUser} where u.id = $1`, [id]))[0];
}

/** `lock`: waits for, then holds, the row, so that two changes of one person follow each other. */
export async function lockUser(tx: Sql, id: string): Promise<User | undefined> {
  await tx.query('select 1 from auth.users where id = $1 for update', [id]);
  return findUserById(tx, id);
}

export async function findUserByEmail(sql: Sql, email: string): Promise<User | undefined> {
  return (await sql.query<User>(`${selectUser} where u.email = $1 and u.is_sso_user = false`, [email]))[0];
}

export function isBanned(user: User): boolean {
  return user.banned_until !== null && user.banned_until.getTime() > Date.now();
}

export type NewUser = {
  id?: string;
  email: string;
  encryptedPassword: string | null;
  isConfirmed: boolean;
  isInvited?: boolean;
  userMetadata: Record<string, unknown>;
  appMetadata?: Record<string, unknown>;
  role?: string;
  bannedUntil?: Date | null;
  /** Handed to the triggers on auth.users as the setting `auth.scope`, for this transaction alone. */
  scope: string | null;
};

/** Adds a person and their e-mail identity. Rejects with SQLSTATE 23505 where the address is taken. */
export async function insertUser(tx: Sql, user: NewUser): Promise<User> {
  await tx.query(`select set_config('auth.scope', $1, true)`, [user.scope ?? '']);
  const id = user.id ?? randomUUID();
  const known = { sub: id, email: user.email, email_verified: user.isConfirmed, phone_verified: false };
  await tx.query(
    `insert into auth.users (id, instance_id, aud, role, email, encrypted_password, email_confirmed_at, invited_at,
       raw_app_meta_data, raw_user_meta_data, banned_until)
     values ($1, '00000000-0000-0000-0000-000000000000', 'authenticated', $2, $3, $4,
       case when $5 then now() end, case when $6 then now() end, $7, $8, $9)`,
    [
      id,
      user.role ?? 'authenticated',
      user.email,
      user.encryptedPassword,
      user.isConfirmed,
      user.isInvited ?? false,
      JSON.stringify({ provider: 'email', providers: ['email'], ...user.appMetadata }),
      JSON.stringify({ ...user.userMetadata, ...known }),
      user.bannedUntil ?? null,
    ],
  );
  await tx.query(
    `insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at)
     values ($1, $2, $3, 'email', now())`,
    [id, id, JSON.stringify({ ...user.userMetadata, ...known })],
  );
  return (await findUserById(tx, id)) as User;
}

/** The address is proven: confirms it on the person and on the identity. */
export async function confirmEmail(tx: Sql, userId: string): Promise<void> {
  await tx.query(
    `update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now()), updated_at = now(),
       raw_user_meta_data = raw_user_meta_data || '{"email_verified": true}'
     where id = $1`,
    [userId],
  );
  await tx.query(
    `update auth.identities set identity_data = identity_data || '{"email_verified": true}', updated_at = now()
     where user_id = $1 and provider = 'email'`,
    [userId],
  );
}

/**
 * Sets a new address, confirmed, on the person and their e-mail identity.
 * @throws {AuthError} 422 email_exists where somebody took it meanwhile; the transaction is spoiled then.
 */
export async function setEmail(tx: Sql, userId: string, email: string): Promise<void> {
  await tx
    .query(
      `update auth.users set email = $2::text, email_confirmed_at = now(), email_change = '', email_change_confirm_status = 0,
       email_change_sent_at = null, updated_at = now(),
       raw_user_meta_data = raw_user_meta_data || jsonb_build_object('email', $2::text, 'email_verified', true)
     where id = $1`,
      [userId, email],
    )
    .catch((error: { code?: string }) => {
      throw error.code === '23505' ? authErrors.emailExists() : error;
    });
  await tx.query(
    `update auth.identities set identity_data = identity_data || jsonb_build_object('email', $2::text,
       'email_verified', true), updated_at = now() where user_id = $1 and provider = 'email'`,
    [userId, email],
  );
}

/**
 * Replaces the password; every session but `keptSession` ends, and what was mailed before no longer opens anything.
 */
export async function setPassword(tx: Sql, userId: string, hash: string, keptSession?: string): Promise<void> {
  await tx.query('update auth.users set encrypted_password = $2, updated_at = now() where id = $1', [userId, hash]);
  await tx.query('delete from auth.sessions where user_id = $1 and ($2::uuid is null or id <> $2)', [
    userId,
    keptSession ?? null,
  ]);
  await tx.query(`delete from auth.one_time_tokens where user_id = $1 and token_type = 'recovery_token'`, [userId]);
}

/** The person as the wire shows them (GoTrue's user object); secrets never leave the row. */
export function userJson(user: User): Record<string, unknown> {
  const present = (entries: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== null && value !== ''));
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email ?? '',
    phone: user.phone ?? '',
    ...present({
      email_confirmed_at: user.email_confirmed_at,
      phone_confirmed_at: user.phone_confirmed_at,
      confirmed_at: user.confirmed_at,
      invited_at: user.invited_at,
      confirmation_sent_at: user.confirmation_sent_at,
      recovery_sent_at: user.recovery_sent_at,
      new_email: user.email_change,
      email_change_sent_at: user.email_change_sent_at,
      last_sign_in_at: user.last_sign_in_at,
      banned_until: user.banned_until,
      deleted_at: user.deleted_at,
    }),
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    identities: user.identities.map(({ id, provider_id, ...identity }) => ({
      identity_id: id,
      id: provider_id,
      ...identity,
    })),
    created_at: user.created_at,
    updated_at: user.updated_at,
    is_anonymous: user.is_anonymous,
  };
}
