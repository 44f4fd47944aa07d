import { Hono } from 'hono';
import { z } from 'zod';
import { json } from '#base/server/http.ts';
import { authErrors } from './auth-error.ts';
import type { AuthContext } from './auth-options.ts';
import { isValidLink, scopeToTake } from './one-time-tokens.ts';
import { takeRecoveryText } from './phone-recovery.ts';
import { clientNetwork, readInput } from './request-input.ts';
import { mailedSlotsFor } from './verify-link.ts';

const shape = z.object({
  token_hash: z.string().min(1).max(512).nullish(),
  phone: z.string().max(64).nullish(),
  code: z.string().max(64).nullish(),
});

/**
 * POST /recovery-links with `token_hash`: whether a recovery mail's token is still valid here, without using it up. With
 * `phone` and `code`: exchanges a texted recovery code for such a token.
 */
export function recoveryLinkRoutes(auth: AuthContext): Hono {
  const routes = new Hono();
  if (!auth.recovery) return routes;
  return routes.post('/recovery-links', async (c) => {
    const { token_hash, phone, code } = await readInput(c.req.raw, shape);
    if (phone && code) return json(await takeRecoveryText(auth, c.req.raw, { phone, code }));
    if (!token_hash) throw authErrors.validation('A token, or a number and its code, are required');
    return json({ is_good: await isGoodLink(auth, c.req.raw, token_hash) });
  });
}

async function isGoodLink(auth: AuthContext, request: Request, token_hash: string): Promise<boolean> {
  const failures = { limit: 'verifyFailuresPerAddress', key: clientNetwork(request) } as const;
  await auth.rateLimits.requireCapacity(failures);
  const isHere = (await auth.recovery?.isHere(request)) === true;
  const scope = await scopeToTake(auth, request, { isRecovery: true });
  const isGood =
    isHere &&
    (await isValidLink(auth.sql, token_hash, {
      types: mailedSlotsFor('recovery'),
      seconds: auth.mailerOtpExp,
      scope,
    }));
  if (!isGood) await auth.rateLimits.consume(failures);
  return isGood;
}
