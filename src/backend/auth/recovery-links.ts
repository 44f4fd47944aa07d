import { Hono } from 'hono';
import { z } from 'zod';
import { json } from '#base/server/http.ts';
import type { AuthContext } from './auth-options.ts';
import { clientNetwork, readInput } from './request-input.ts';
import { hashOf } from './secrets.ts';

const shape = z.object({ token_hash: z.string().min(1).max(512) });

/** POST /recovery-links: whether the token of a recovery mail would still be taken here. Asking spends nothing. */
export function recoveryLinkRoutes(auth: AuthContext): Hono {
  const routes = new Hono();
  if (!auth.recovery) return routes;
  return routes.post('/recovery-links', async (c) => json({ is_good: await isGoodLink(auth, c.req.raw) }));
}

async function isGoodLink(auth: AuthContext, request: Request): Promise<boolean> {
  const { token_hash } = await readInput(request, shape);
  const failures = { limit: 'verifyFailuresPerAddress', key: clientNetwork(request) } as const;
  await auth.rateLimits.refuseIfFull(failures);
  const [row] = (await auth.recovery?.isHere(request))
    ? await auth.sql.query(
        `select id from auth.one_time_tokens where token_hash = $1 and token_type = 'recovery_token'
           and created_at > now() - make_interval(secs => $2)`,
        [hashOf(token_hash), auth.mailerOtpExp],
      )
    : [];
  if (!row) await auth.rateLimits.consume(failures);
  return row !== undefined;
}
