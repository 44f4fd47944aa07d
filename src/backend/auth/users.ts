import { randomUUID } from 'node:crypto';
import type { Sql } from '#base/server/database.ts';
import { type Identity, identityJson, insertIdentity } from './identities.ts';

/** A second factor as the API returns it; its secret stays in the row. */
export type FactorJson = {
  id: string;
  created_at: string;
  updated_at: string;
  status: 'unverified' | 'verified';
  friendly_name?: string;
  factor_type: 'totp' | 'phone' | 'webauthn';
  phone?: string;
  last_challenged_at?: string;
};

/** A row of auth.users with its identities and factors. */
export type User = {
  id: string;
  aud: string;
  role: string;
  email: string | null;
  encrypted_password: string | null;
  email_confirmed_at: Date | null;
  /** When a mailbox or a provider proved the address; our column. */
  email_proved_at: Date | null;
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
  phone_change: string | null;
  phone_change_sent_at: Date | null;
  reauthentication_sent_at: Date | null;
  confirmed_at: Date | null;
  banned_until: Date | null;
  deleted_at: Date | null;
  is_anonymous: boolean;
  identities: Identity[];
  factors: FactorJson[];
};

/** Selects users with identities and factors; `u` is auth.users. */
export const selectUser = `select u.*, (
    select coalesce(jsonb_agg(to_jsonb(i) order by i.created_at), '[]') from auth.identities i where i.user_id = u.id
  ) as identities, (
    select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('id', f.id, 'created_at', f.created_at,
      'updated_at', f.updated_at, 'status', f.status, 'friendly_name', f.friendly_name, 'factor_type', f.factor_type,
      'phone', f.phone, 'last_challenged_at', f.last_challenged_at)) order by f.created_at), '[]')
    from auth.mfa_factors f where f.user_id = u.id
  ) as factors from auth.users u`;

export async function findUserById(sql: Sql, id: string): Promise<User | undefined> {
  return (await sql.query<User>(`${selectUser} where u.id = $1`, [id]))[0];
}

/** Locks the user's row for update, which serializes changes of one user. */
export async function lockUser(tx: Sql, id: string): Promise<User | undefined> {
  await tx.query('select 1 from auth.users where id = $1 for update', [id]);
  return findUserById(tx, id);
}

export async function findUserByEmail(sql: Sql, email: string): Promise<User | undefined> {
  return (await sql.query<User>(`${selectUser} where u.email = $1 and u.is_sso_user = false`, [email]))[0];
}

export async function findUserByPhone(sql: Sql, phone: string): Promise<User | undefined> {
  return (await sql.query<User>(`${selectUser} where u.phone = $1`, [phone]))[0];
}

export function isBanned(user: User): boolean {
  return user.banned_until !== null && user.banned_until.getTime() > Date.now();
}

/** Whether the service may still send mail and texts to this user. */
export function isReachable(user: User | undefined): user is User {
  return user !== undefined && !isBanned(user) && user.deleted_at === null;
}

export function hasVerifiedFactor(user: User): boolean {
  return user.factors.some((factor) => factor.status === 'verified');
}

export type NewUser = {
  id?: string;
  email?: string | null;
  phone?: string | null;
  encryptedPassword: string | null;
  /** The address or number counts as confirmed. */
  isConfirmed: boolean;
  /**
   * false: confirmed without proof (sign-up with auto-confirmation). The identity records it, and whoever proves the
   * address later by another provider does not share the user with whoever signed up.
   */
  isProven?: boolean;
  isInvited?: boolean;
  /** Created by an administrator: user metadata and identity hold what was sent, without the claims of a sign-up. */
  isByAdmin?: boolean;
  isAnonymous?: boolean;
  /** Signed up by another provider, which adds its own identity. */
  isExternal?: boolean;
  userMetadata: Record<string, unknown>;
  appMetadata?: Record<string, unknown>;
  role?: string;
  bannedUntil?: Date | null;
  /** Passed to the triggers on auth.users as the setting `auth.scope`, for this transaction only. */
  scope: string | null;
};

/** Inserts a user and the identities of their e-mail and phone. Rejects with SQLSTATE 23505 where one is taken. */
export async function insertUser(tx: Sql, user: NewUser): Promise<User> {
  await tx.query(`select set_config('auth.scope', $1, true)`, [user.scope ?? '']);
  const id = user.id ?? randomUUID();
  const { email = null, phone = null, isConfirmed } = user;
  const providers = user.isExternal ? [] : [...(email ? ['email'] : []), ...(phone ? ['phone'] : [])];
  const hasProviders = providers.length > 0;
  const claims = {
    sub: id,
    ...(email ? { email } : {}),
    ...(phone ? { phone } : {}),
    email_verified: email !== null && isConfirmed,
    phone_verified: phone !== null && isConfirmed,
  };
  const identityMetadata = user.isByAdmin ? {} : user.userMetadata;
  await tx.query(
    `insert into auth.users (id, instance_id, aud, role, email, encrypted_password, email_confirmed_at, invited_at,
       raw_app_meta_data, raw_user_meta_data, banned_until, phone, phone_confirmed_at, is_anonymous, email_proved_at)
     values ($1, '00000000-0000-0000-0000-000000000000', 'authenticated', $2, $3::text, $4,
       case when $5::boolean and $3::text is not null then now() end, case when $6 then now() end, $7, $8, $9, $10::text,
       case when $5::boolean and $10::text is not null then now() end, $11,
       case when $5::boolean and $12 and $3::text is not null then now() end)`,
    [
      id,
      user.role ?? 'authenticated',
      email,
      user.encryptedPassword,
      isConfirmed,
      user.isInvited ?? false,
      JSON.stringify({ ...(hasProviders ? { provider: providers[0], providers } : {}), ...user.appMetadata }),
      JSON.stringify(hasProviders && !user.isByAdmin ? { ...user.userMetadata, ...claims } : user.userMetadata),
      user.bannedUntil ?? null,
      phone,
      user.isAnonymous ?? false,
      user.isProven !== false,
    ],
  );
  const isProven = isConfirmed && user.isProven !== false;
  for (const provider of providers) {
    const data =
      provider === 'email'
        ? { ...identityMetadata, sub: id, email, email_verified: isProven, phone_verified: false }
        : { ...identityMetadata, sub: id, phone, email_verified: false, phone_verified: isProven };
    await insertIdentity(tx, { userId: id, provider, data });
  }
  return (await findUserById(tx, id)) as User;
}

/** The user as the API returns them (GoTrue's user object); secrets never leave the row. */
export function userJson(user: User): Record<string, unknown> {
  const nonEmpty = (entries: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== null && value !== ''));
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email ?? '',
    phone: user.phone ?? '',
    ...nonEmpty({
      email_confirmed_at: user.email_confirmed_at,
      phone_confirmed_at: user.phone_confirmed_at,
      confirmed_at: user.confirmed_at,
      invited_at: user.invited_at,
      confirmation_sent_at: user.confirmation_sent_at,
      recovery_sent_at: user.recovery_sent_at,
      new_email: user.email_change,
      email_change_sent_at: user.email_change_sent_at,
      new_phone: user.phone_change,
      phone_change_sent_at: user.phone_change_sent_at,
      reauthentication_sent_at: user.reauthentication_sent_at,
      last_sign_in_at: user.last_sign_in_at,
      banned_until: user.banned_until,
      deleted_at: user.deleted_at,
    }),
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    ...(user.factors.length > 0 ? { factors: user.factors } : {}),
    identities: user.identities.map(identityJson),
    created_at: user.created_at,
    updated_at: user.updated_at,
    is_anonymous: user.is_anonymous,
  };
}
