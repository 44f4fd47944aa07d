import { Hono } from 'hono';
import { z } from 'zod';
import { json } from '#base/server/http.ts';
import { userOf } from './admin-users.ts';
import { recordAudit } from './audit.ts';
import { AuthError, authErrors } from './auth-error.ts';
import type { AuthContext } from './auth-options.ts';
import { requireAdmin } from './caller-session.ts';
import { factorOf } from './factors.ts';
import { pageIn, pageResponse } from './paging.ts';
import { passkeyNotFound, passkeysOf } from './passkeys.ts';
import { parsePhone, phoneField } from './phones.ts';
import { readInput, uuidIn } from './request-input.ts';
import { removeFactor } from './sessions.ts';

const changeShape = z.object({
  friendly_name: z.string().max(120, 'friendly_name must be 120 characters or less').nullish(),
  phone: phoneField,
});

/** /admin/users/{id}/factors and /passkeys, and GET /admin/audit, for the service key. */
export function adminFactorRoutes(auth: AuthContext): Hono {
  return new Hono()
    .use('/admin/*', async (c, next) => {
      await requireAdmin(auth, c.req.raw);
      await next();
    })
    .get('/admin/users/:id/factors', async (c) => json((await userOf(auth.sql, c.req.param('id'))).factors))
    .put('/admin/users/:id/factors/:factor', async (c) => {
      const { id, factor } = c.req.param();
      return json(await changeFactor(auth, c.req.raw, id, factor));
    })
    .delete('/admin/users/:id/factors/:factor', async (c) => {
      const { id, factor } = c.req.param();
      return json(await deleteFactor(auth, c.req.raw, id, factor));
    })
    .get('/admin/users/:id/passkeys', async (c) => {
      const user = await userOf(auth.sql, c.req.param('id'));
      return json(await passkeysOf(auth.sql, user.id));
    })
    .delete('/admin/users/:id/passkeys/:passkey', async (c) => {
      const { id, passkey } = c.req.param();
      await removePasskey(auth, c.req.raw, id, passkey);
      return new Response(null, { status: 204 });
    })
    .get('/admin/audit', (c) => listAudit(auth, c.req.raw));
}

async function factorJsonOf(auth: AuthContext, userId: string, factorId: string): Promise<object> {
  const { factors } = await userOf(auth.sql, userId);
  return factors.find((factor) => factor.id === factorId.toLowerCase()) ?? { id: factorId };
}

async function changeFactor(auth: AuthContext, request: Request, userId: string, id: string): Promise<object> {
  const user = await userOf(auth.sql, userId);
  const factor = await factorOf(auth.sql, user.id, id);
  const input = await readInput(request, changeShape);
  if (input.phone && factor.factor_type !== 'phone') throw authErrors.validation('Only a phone factor has a number');
  const phone = input.phone ? parsePhone(input.phone) : null;
  await auth.sql
    .transaction(async (tx) => {
      await tx.query(
        `update auth.mfa_factors set friendly_name = coalesce($2, friendly_name), phone = coalesce($3, phone),
           updated_at = now() where id = $1`,
        [factor.id, input.friendly_name ?? null, phone],
      );
      await recordAudit(tx, request, 'factor_updated', user, { factor_id: factor.id, by: 'service_role' });
    })
    .catch((error: { code?: string }) => {
      if (error.code !== '23505') throw error;
      throw new AuthError(422, 'mfa_factor_name_conflict', 'Another factor of this user has that name or number');
    });
  return factorJsonOf(auth, user.id, factor.id);
}

async function deleteFactor(auth: AuthContext, request: Request, userId: string, id: string): Promise<object> {
  const user = await userOf(auth.sql, userId);
  const factor = await factorOf(auth.sql, user.id, id);
  const factorJson = await factorJsonOf(auth, user.id, factor.id);
  await auth.sql.transaction(async (tx) => {
    await removeFactor(tx, factor);
    await recordAudit(tx, request, 'factor_deleted', user, { factor_id: factor.id, by: 'service_role' });
  });
  return factorJson;
}

async function removePasskey(auth: AuthContext, request: Request, userId: string, id: string): Promise<void> {
  const user = await userOf(auth.sql, userId);
  const passkeyId = uuidIn(id, 'passkey_id');
  await auth.sql.transaction(async (tx) => {
    const [deleted] = await tx.query(
      'delete from auth.webauthn_credentials where id = $1 and user_id = $2 returning id',
      [passkeyId, user.id],
    );
    if (!deleted) throw passkeyNotFound();
    await recordAudit(tx, request, 'passkey_deleted', user, { passkey_id: passkeyId, by: 'service_role' });
  });
}

/** `query`, as published: `author`, `action` or `type`, a colon and a substring. */
async function listAudit(auth: AuthContext, request: Request): Promise<Response> {
  const query = new URL(request.url).searchParams;
  const page = pageIn(query);
  const [field = '', part = ''] = (query.get('query') ?? '').slice(0, 255).split(/:(.*)/s);
  const columns: Record<string, string> = {
    author: `payload ->> 'actor_username'`,
    action: `payload ->> 'action'`,
    type: `payload ->> 'log_type'`,
  };
  if (field && !Object.hasOwn(columns, field)) {
    throw authErrors.validation('query must be author:…, action:… or type:…');
  }
  const where = field ? `where position(lower($1) in lower(${columns[field]})) > 0` : 'where $1 = $1';
  const [count] = await auth.sql.query<{ total: number }>(
    `select count(*)::int as total from auth.audit_log_entries ${where}`,
    [part],
  );
  const entries = await auth.sql.query(
    `select id, payload, created_at, ip_address from auth.audit_log_entries ${where}
     order by created_at desc, id limit $2 offset $3`,
    [part, page.perPage, page.offset],
  );
  return pageResponse(entries, '/admin/audit', page, count?.total ?? 0);
}
