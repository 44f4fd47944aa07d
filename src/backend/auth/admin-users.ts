import { Hono } from 'hono';
import { z } from 'zod';
import type { Sql } from '#base/server/database.ts';
import { json } from '#base/server/http.ts';
import { recordAudit } from './audit.ts';
import { authErrors } from './auth-error.ts';
import type { AuthContext } from './auth-options.ts';
import { requireAdmin } from './caller-session.ts';
import { secondsOf } from './go-duration.ts';
import { pageIn, pageResponse } from './paging.ts';
import { checkPassword, hashPassword, isKnownHash } from './passwords.ts';
import { parsePhone, phoneField } from './phones.ts';
import { removeUnprovenCredentials } from './proofs.ts';
import { isUuid, mergeMetadata, metadata, parseEmail, readInput, uuidIn } from './request-input.ts';
import { confirmEmail, confirmPhone, setEmail, setPassword, setPhone } from './user-changes.ts';
import {
  findUserByEmail,
  findUserById,
  findUserByPhone,
  insertUser,
  lockUser,
  selectUser,
  type User,
  userJson,
} from './users.ts';

const shape = z.object({
  id: z.string().nullish(),
  email: z.string().nullish(),
  phone: phoneField,
  password: z.string().nullish(),
  password_hash: z
    .string()
    .max(255)
    .refine(isKnownHash, 'password_hash must be an argon2, bcrypt or Firebase scrypt hash')
    .nullish(),
  email_confirm: z.boolean().nullish(),
  phone_confirm: z.boolean().nullish(),
  user_metadata: metadata.nullish(),
  app_metadata: metadata.nullish(),
  role: z.enum(['authenticated', 'anon', 'service_role']).nullish(),
  /** Go's notation: '24h', '1h30m'; 'none' lifts the ban. */
  ban_duration: z.string().max(40).nullish(),
});
type Input = z.output<typeof shape>;

/** /admin/users with the service key: list, create, get, update, delete. */
export function adminUserRoutes(auth: AuthContext): Hono {
  return new Hono()
    .use('/admin/*', async (c, next) => {
      await requireAdmin(auth, c.req.raw);
      await next();
    })
    .get('/admin/users', (c) => listUsers(auth, c.req.raw))
    .post('/admin/users', async (c) => json(await createUser(auth, c.req.raw)))
    .get('/admin/users/:id', async (c) => json(userJson(await userOf(auth.sql, c.req.param('id')))))
    .put('/admin/users/:id', async (c) => json(await changeUser(auth, c.req.raw, c.req.param('id'))))
    .delete('/admin/users/:id', async (c) => json(await removeUser(auth, c.req.raw, c.req.param('id'))));
}

/** @throws {AuthError} 404 validation_failed for a malformed id, 404 user_not_found. */
export async function userOf(sql: Sql, id: string): Promise<User> {
  const user = await findUserById(sql, uuidIn(id, 'user_id'));
  if (!user) throw authErrors.userNotFound();
  return user;
}

/** `filter`, as published: a substring of the address, the number or the name. */
async function listUsers(auth: AuthContext, request: Request): Promise<Response> {
  const query = new URL(request.url).searchParams;
  const page = pageIn(query);
  const filter = (query.get('filter') ?? '').trim().slice(0, 255).toLowerCase();
  const where = filter
    ? `where position($1 in lower(coalesce(u.email, ''))) > 0 or position($1 in coalesce(u.phone, '')) > 0
         or position($1 in lower(coalesce(u.raw_user_meta_data ->> 'full_name', u.raw_user_meta_data ->> 'name', ''))) > 0`
    : 'where $1 = $1';
  const [count] = await auth.sql.query<{ total: number }>(`select count(*)::int as total from auth.users u ${where}`, [
    filter,
  ]);
  const users = await auth.sql.query<User>(
    `${selectUser} ${where} order by u.created_at desc, u.id limit $2 offset $3`,
    [filter, page.perPage, page.offset],
  );
  return pageResponse({ users: users.map(userJson), aud: 'authenticated' }, '/admin/users', page, count?.total ?? 0);
}

async function passwordHashIn(auth: AuthContext, input: Input): Promise<string | null> {
  if (input.password && input.password_hash) {
    throw authErrors.validation('Only a password or a password hash should be provided');
  }
  if (!input.password) return input.password_hash ?? null;
  checkPassword(input.password, auth);
  return hashPassword(input.password);
}

/**
 * User metadata after an administrator's request: existing merged with sent. As published, only `email_confirm` is
 * recorded in it; an address recorded by a sign-up follows the new one.
 */
function mergedUserMetadata(
  existing: Record<string, unknown>,
  input: Input,
  email: string | null,
): Record<string, unknown> {
  return {
    ...mergeMetadata({ ...existing, ...(email && 'email' in existing ? { email } : {}) }, input.user_metadata ?? {}),
    ...(email && input.email_confirm ? { email_verified: true } : {}),
  };
}

async function writeMetadata(tx: Sql, userId: string, metadata: Record<string, unknown>): Promise<void> {
  await tx.query('update auth.users set raw_user_meta_data = $2 where id = $1', [userId, JSON.stringify(metadata)]);
}

/** undefined: leave the ban as it is; null: lift it. */
function bannedUntil(text: string | null | undefined): Date | null | undefined {
  if (!text) return undefined;
  return text === 'none' ? null : new Date(Date.now() + secondsOf(text, 'ban duration') * 1_000);
}

async function createUser(auth: AuthContext, request: Request): Promise<object> {
  const input = await readInput(request, shape);
  if (!input.email && !input.phone)
    throw authErrors.validation('Cannot create a user without either an email or phone');
  if (input.id && !isUuid(input.id)) throw authErrors.validation('ID must conform to the uuid v4 format');
  const email = input.email ? parseEmail(input.email) : null;
  const phone = input.phone ? parsePhone(input.phone) : null;
  if (email && (await findUserByEmail(auth.sql, email))) throw authErrors.emailExists();
  if (phone && (await findUserByPhone(auth.sql, phone))) throw authErrors.phoneExists();
  const user = {
    id: input.id ?? undefined,
    email,
    phone,
    encryptedPassword: await passwordHashIn(auth, input),
    isConfirmed: false,
    isByAdmin: true,
    userMetadata: mergeMetadata({}, input.user_metadata ?? {}),
    appMetadata: mergeMetadata({}, input.app_metadata ?? {}),
    role: input.role ?? undefined,
    bannedUntil: bannedUntil(input.ban_duration),
    scope: await auth.scopeOf(request),
  };
  return auth.sql.transaction(async (tx) => {
    const created = await insertUser(tx, user);
    if (email && input.email_confirm) await confirmEmail(tx, created.id);
    if (phone && input.phone_confirm) await confirmPhone(tx, created.id);
    await writeMetadata(tx, created.id, mergedUserMetadata(user.userMetadata, input, email));
    await recordAudit(tx, request, 'user_signedup', created, {
      provider: email ? 'email' : 'phone',
      by: 'service_role',
    });
    return userJson(await userOf(tx, created.id));
  });
}

async function changeUser(auth: AuthContext, request: Request, id: string): Promise<object> {
  const input = await readInput(request, shape);
  await userOf(auth.sql, id);
  const email = input.email ? parseEmail(input.email) : undefined;
  const phone = input.phone ? parsePhone(input.phone) : undefined;
  const [byEmail, byPhone] = [
    email ? await findUserByEmail(auth.sql, email) : undefined,
    phone ? await findUserByPhone(auth.sql, phone) : undefined,
  ];
  if (byEmail && byEmail.id !== id.toLowerCase()) throw authErrors.emailExists();
  if (byPhone && byPhone.id !== id.toLowerCase()) throw authErrors.phoneExists();
  const hash = await passwordHashIn(auth, input);
  const ban = bannedUntil(input.ban_duration);
  return auth.sql.transaction(async (tx) => {
    const user = await lockUser(tx, id);
    if (!user) throw authErrors.userNotFound();
    const provesAddress = auth.guardAddresses && input.email_confirm && !email && !user.email_proved_at;
    if (provesAddress) await removeUnprovenCredentials(tx, user);
    if (hash) await setPassword(tx, user.id, hash);
    if (email && email !== user.email) await setEmail(tx, user.id, email);
    if (phone && phone !== user.phone) await setPhone(tx, user.id, phone);
    if (input.email_confirm) await confirmEmail(tx, user.id);
    if (input.phone_confirm) await confirmPhone(tx, user.id);
    const current = await userOf(tx, user.id);
    await tx.query(
      `update auth.users set raw_app_meta_data = coalesce($2, raw_app_meta_data), role = coalesce($3, role),
         banned_until = case when $4 then $5 else banned_until end, updated_at = now() where id = $1`,
      [
        user.id,
        input.app_metadata ? JSON.stringify(mergeMetadata(current.raw_app_meta_data, input.app_metadata)) : null,
        input.role ?? null,
        ban !== undefined,
        ban ?? null,
      ],
    );
    await writeMetadata(tx, user.id, mergedUserMetadata(user.raw_user_meta_data, input, current.email));
    await recordAudit(tx, request, 'user_modified', user, { by: 'service_role' });
    return userJson(await userOf(tx, user.id));
  });
}

/** A soft deletion keeps the row for its references and clears all personal data. */
async function removeUser(auth: AuthContext, request: Request, id: string): Promise<object> {
  const input = await readInput(request, z.object({ should_soft_delete: z.boolean().nullish() }));
  await userOf(auth.sql, id);
  await auth.sql.transaction(async (tx) => {
    const user = await lockUser(tx, id);
    if (!user) throw authErrors.userNotFound();
    await recordAudit(tx, request, 'user_deleted', user, { by: 'service_role' });
    if (!input.should_soft_delete) {
      await tx.query('delete from auth.users where id = $1', [id]);
      return;
    }
    await tx.query(
      `update auth.users set email = 'deleted-' || id, phone = null, encrypted_password = null, email_change = '',
         phone_change = '', raw_user_meta_data = '{}', raw_app_meta_data = '{}', deleted_at = now(), updated_at = now()
       where id = $1`,
      [id],
    );
    for (const table of softlyDeleted) await tx.query(`delete from auth.${table} where user_id = $1`, [id]);
  });
  return {};
}

const softlyDeleted = [
  ...['identities', 'sessions', 'one_time_tokens', 'flow_state'],
  ...['mfa_factors', 'recovery_codes', 'webauthn_credentials', 'webauthn_challenges'],
];
