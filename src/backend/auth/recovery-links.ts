import { Hono } from 'hono';
import { z } from 'zod';
import { json } from '#base/server/http.ts';
import type { AuthContext } from './auth-options.ts';
import { isTakeableByLink, scopeToTake } from './one-time-tokens.ts';
import { clientNetwork, readInput } from './request-input.ts';
import { mailedSlotsFor } from './verify-link.ts';

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
  const isHere = (await auth.recovery?.isHere(request)) === true;
  const scope = await scopeToTake(auth, request, { isRecovery: true });
  const isGood =
    isHere &&
    (await isTakeableByLink(auth.sql, token_hash, {
      types: mailedSlotsFor('recovery'),
      seconds: auth.mailerOtpExp,
      scope,
    }));
  if (!isGood) await auth.rateLimits.consume(failures);
  return isGood;
}
