import { Hono } from 'hono';
import { recordAudit } from './audit.ts';
import { authErrors } from './auth-error.ts';
import type { AuthContext } from './auth-options.ts';
import { requireUser } from './caller-session.ts';

const scopes = ['global', 'local', 'others'];

/** POST /logout?scope=global|local|others: 204. */
export function logOutRoutes(auth: AuthContext): Hono {
  return new Hono().post('/logout', async (c) => {
    const name = c.req.query('scope') || 'global';
    if (!scopes.includes(name)) throw authErrors.validation(`Unsupported logout scope "${name.slice(0, 40)}"`);
    const { user, session } = await requireUser(auth, c.req.raw);
    await auth.sql.transaction(async (tx) => {
      const reach = session ? await auth.reachOf?.(tx, session.id) : undefined;
      await tx.query(
        `delete from auth.sessions where user_id = $1 and ($4::uuid[] is null or id = any($4))
           and case $3 when 'global' then true when 'local' then id = $2 else id is distinct from $2::uuid end`,
        [user.id, session?.id ?? null, name, reach?.sessions ?? null],
      );
      await recordAudit(tx, c.req.raw, 'logout', user, { scope: name });
    });
    return new Response(null, { status: 204 });
  });
}
