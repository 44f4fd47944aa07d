import type { Sql } from '#base/server/database.ts';
import type { AuthContext } from './auth-options.ts';
import type { Factor } from './factors.ts';
import { stepOfCode } from './totp.ts';

/** Checks an authenticator app's code; a right one can't be used again. `factor` is locked in `tx`. */
export async function isTotpCode(auth: AuthContext, tx: Sql, factor: Factor, code: string): Promise<boolean> {
  if (factor.factor_type !== 'totp') return false;
  const secret = auth.encryption.decrypt(factor.id, factor.secret ?? '');
  const lastStep = factor.last_time_step === null ? null : Number(factor.last_time_step);
  const step = await stepOfCode(secret, code, lastStep);
  if (step === undefined) return false;
  await tx.query('update auth.mfa_factors set last_time_step = $2 where id = $1', [factor.id, step]);
  return true;
}
