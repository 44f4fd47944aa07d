import { Hono } from 'hono';
import { json } from '#base/server/http.ts';
import { recordAudit } from './audit.ts';
import { authErrors } from './auth-error.ts';
import type { AuthContext } from './auth-options.ts';
import { isFullyProven, requireSession } from './caller-session.ts';
import { requirePresence } from './presence-proof.ts';
import { randomRecoveryCode } from './secrets.ts';
import { type CodesLeft, codeHashOf, codesLeft } from './taken-recovery-codes.ts';
import { hasVerifiedFactor, lockUser } from './users.ts';

const CODES_IN_A_SET = 10;

/** GET /recovery-codes: how many are left. POST: creates a set, returned this once, replacing the one before. */
export function recoveryCodeRoutes(auth: AuthContext): Hono {
  const routes = new Hono();
  if (!auth.mfaRecoveryCodesEnabled) return routes;
  return routes
    .get('/recovery-codes', async (c) => {
      const { user } = await requireSession(auth, c.req.raw);
      return json(await codesLeft(auth.sql, user.id));
    })
    .post('/recovery-codes', async (c) => json(await makeCodes(auth, c.req.raw)));
}

async function makeCodes(auth: AuthContext, request: Request): Promise<CodesLeft & { codes: string[] }> {
  const caller = await requireSession(auth, request);
  await requirePresence(auth, request, caller);
  if (!isFullyProven(caller)) throw authErrors.insufficientAal(403, 'AAL2 required to make recovery codes');
  const codes = Array.from({ length: CODES_IN_A_SET }, randomRecoveryCode);
  return auth.sql.transaction(async (tx) => {
    const user = await lockUser(tx, caller.user.id);
    if (!user || !hasVerifiedFactor(user)) throw authErrors.factorNotFound('Set up a second factor first');
    await tx.query('delete from auth.recovery_codes where user_id = $1', [user.id]);
    await tx.query('insert into auth.recovery_codes (user_id, code_hash) select $1, unnest($2::text[])', [
      user.id,
      codes.map(codeHashOf),
    ]);
    await recordAudit(tx, request, 'recovery_codes_created', user, { count: codes.length });
    return { codes, ...(await codesLeft(tx, user.id)) };
  });
}
