import { Hono } from 'hono';
import { z } from 'zod';
import type { Sql } from '#base/server/database.ts';
import { json } from '#base/server/http.ts';
import { recordAudit } from './audit.ts';
import { authErrors } from './auth-error.ts';
import type { AuthContext } from './auth-options.ts';
import { requireAdmin } from './caller-session.ts';
import { checkPassword, hashPassword } from './passwords.ts';
import { isUuid, mergeMetadata, metadata, readInput } from './request-input.ts';
import { parseEmail } from './sign-up.ts';
import {
  confirmEmail,
  findUserByEmail,
  findUserById,
  insertUser,
  lockUser,
  selectUser,
  setEmail,
  setPassword,
  type User,
  userJson,
} from './users.ts';

const shape = z.object({
  id: z.string().nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  password_hash: z.string().max(255).startsWith('$argon2', 'password_hash must be an argon2 hash').nullish(),
  email_confirm: z.boolean().nullish(),
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

async function userOf(sql: Sql, id: string): Promise<User> {
  if (!isUuid(id)) throw authErrors.validation('user_id must be an UUID', 404);
  const user = await findUserById(sql, id);
  if (!user) throw authErrors.userNotFound();
  return user;
}

async function listUsers(auth: AuthContext, request: Request): Promise<Response> {
  const query = new URL(request.url).searchParams;
  const page = positive(query.get('page'), 1, 1_000_000, 'page');
  const perPage = positive(query.get('per_page'), 50, 1_000, 'per_page');
  const [counted] = await auth.sql.query<{ total: number }>('select count(*)::int as total from auth.users');
  const total = counted?.total ?? 0;
  const users = await auth.sql.query<User>(`${selectUser} order by u.created_at desc, u.id limit $1 offset $2`, [
    perPage,
    (page - 1) * perPage,
  ]);
  const last = Math.max(1, Math.ceil(total / perPage));
  const link = (to: number, rel: string) => `</admin/users?page=${to}&per_page=${perPage}>; rel="${rel}"`;
  const links = page < last ? [link(page + 1, 'next'), link(last, 'last')] : [link(last, 'last')];
  return json({ users: users.map(userJson), aud: 'authenticated' }, 200, {
    'x-total-count': String(total),
    link: links.join(', '),
  });
}

function positive(text: string | null, fallback: number, most: number, name: string): number {
  if (!text) return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > most) {
    throw authErrors.validation(`${name} must be a whole number from 1 to ${most}`);
  }
  return value;
}

async function passwordHashIn(auth: AuthContext, input: Input): Promise<string | null> {
  if (input.password && input.password_hash) {
    throw authErrors.validation('Only a password or a password hash should be provided');
  }
  if (!input.password) return input.password_hash ?? null;
  checkPassword(input.password, auth.passwordRules);
  return hashPassword(input.password);
}

const LONGEST_BAN_HOURS = 24 * 365 * 200;

/** undefined: leave the ban as it is; null: lift it. */
function bannedUntil(text: string | null | undefined): Date | null | undefined {
  if (!text) return undefined;
  if (text === 'none') return null;
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(h|m|s)/g)];
  if (parts.length === 0 || parts.map((part) => part[0]).join('') !== text) {
    throw authErrors.validation(`invalid format for ban duration: ${text}`);
  }
  const hourShare = { h: 1, m: 1 / 60, s: 1 / 3_600 };
  const hours = parts.reduce((sum, part) => sum + Number(part[1]) * hourShare[part[2] as 'h' | 'm' | 's'], 0);
  return new Date(Date.now() + Math.min(hours, LONGEST_BAN_HOURS) * 3_600_000);
}

async function createUser(auth: AuthContext, request: Request): Promise<object> {
  const input = await readInput(request, shape);
  if (!input.email) throw authErrors.validation('Cannot create a user without either an email or phone');
  if (input.phone) throw authErrors.validation('Phone numbers are not enabled');
  if (input.id && !isUuid(input.id)) throw authErrors.validation('ID must conform to the uuid v4 format');
  const email = parseEmail(input.email);
  if (await findUserByEmail(auth.sql, email)) throw authErrors.emailExists();
  const user = {
    id: input.id ?? undefined,
    email,
    encryptedPassword: await passwordHashIn(auth, input),
    isConfirmed: input.email_confirm ?? false,
    userMetadata: mergeMetadata({}, input.user_metadata ?? {}),
    appMetadata: mergeMetadata({}, input.app_metadata ?? {}),
    role: input.role ?? undefined,
    bannedUntil: bannedUntil(input.ban_duration),
    scope: await auth.scopeOf(request),
  };
  return auth.sql.transaction(async (tx) => {
    const created = await insertUser(tx, user);
    await recordAudit(tx, request, 'user_signedup', created, { provider: 'email', by: 'service_role' });
    return userJson(created);
  });
}

async function changeUser(auth: AuthContext, request: Request, id: string): Promise<object> {
  const input = await readInput(request, shape);
  await userOf(auth.sql, id);
  if (input.phone) throw authErrors.validation('Phone numbers are not enabled');
  const email = input.email ? parseEmail(input.email) : undefined;
  const holder = email ? await findUserByEmail(auth.sql, email) : undefined;
  if (holder && holder.id !== id.toLowerCase()) throw authErrors.emailExists();
  const hash = await passwordHashIn(auth, input);
  const ban = bannedUntil(input.ban_duration);
  return auth.sql.transaction(async (tx) => {
    const user = await lockUser(tx, id);
    if (!user) throw authErrors.userNotFound();
    if (hash) await setPassword(tx, id, hash);
    if (email && email !== user.email) await setEmail(tx, id, email);
    if (input.email_confirm) await confirmEmail(tx, id);
    await tx.query(
      `update auth.users set raw_user_meta_data = coalesce($2, raw_user_meta_data),
         raw_app_meta_data = coalesce($3, raw_app_meta_data), role = coalesce($4, role),
         banned_until = case when $5 then $6 else banned_until end, updated_at = now() where id = $1`,
      [
        id,
        input.user_metadata
          ? JSON.stringify(mergeMetadata((await userOf(tx, id)).raw_user_meta_data, input.user_metadata))
          : null,
        input.app_metadata ? JSON.stringify(mergeMetadata(user.raw_app_meta_data, input.app_metadata)) : null,
        input.role ?? null,
        ban !== undefined,
        ban ?? null,
      ],
    );
    await recordAudit(tx, request, 'user_modified', user, { by: 'service_role' });
    return userJson(await userOf(tx, id));
  });
}

/** A soft deletion keeps the row, so that what points at it stays, and takes everything personal from it. */
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
         raw_user_meta_data = '{}', raw_app_meta_data = '{}', deleted_at = now(), updated_at = now() where id = $1`,
      [id],
    );
    for (const table of ['identities', 'sessions', 'one_time_tokens', 'flow_state']) {
      await tx.query(`delete from auth.${table} where user_id = $1`, [id]);
    }
  });
  return {};
}
