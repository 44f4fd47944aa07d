import type { Sql } from '#base/server/database.ts';
import { recordAudit } from './audit.ts';
import type { AuthContext } from './auth-options.ts';
import { hashOf } from './secrets.ts';
import type { User } from './users.ts';

/** How many codes are left, of how many, and their creation time; `created_at` is null without a set. */
export type CodesLeft = { left: number; total: number; created_at: string | null };

export async function codesLeft(sql: Sql, userId: string): Promise<CodesLeft> {
  const [row] = await sql.query<CodesLeft>(
    `select count(*) filter (where used_at is null)::int as left, count(*)::int as total, min(created_at) as created_at
     from auth.recovery_codes where user_id = $1`,
    [userId],
  );
  return row ?? { left: 0, total: 0, created_at: null };
}

/** The stored hash of a code. */
export function codeHashOf(code: string): string {
  return hashOf(plainCode(code));
}

/** Normalizes a typed code: separators removed, look-alike letters replaced by digits. */
function plainCode(text: string): string {
  return text.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1');
}

/** Whether a text has the form of a recovery code rather than of an app's digits. */
export function isRecoveryCode(auth: AuthContext, text: string): boolean {
  return auth.mfaRecoveryCodesEnabled && /^[0-9a-z]{28}$/.test(plainCode(text));
}

/** Uses up a code of this user and informs them by mail; false for a wrong or used one. */
export async function takeRecoveryCode(
  auth: AuthContext,
  tx: Sql,
  request: Request,
  user: User,
  text: string,
): Promise<boolean> {
  const [usedCode] = await tx.query(
    `update auth.recovery_codes set used_at = now() where user_id = $1 and code_hash = $2 and used_at is null
     returning used_at`,
    [user.id, codeHashOf(text)],
  );
  if (!usedCode) return false;
  const { left } = await codesLeft(tx, user.id);
  await recordAudit(tx, request, 'recovery_code_used', user, { left });
  if (user.email) {
    const locale = user.raw_user_meta_data.locale;
    await auth.sendMail(tx, {
      to: user.email,
      kind: 'recovery_code_used',
      url: '',
      token: '',
      left,
      scope: await auth.scopeOf(request),
      ...(typeof locale === 'string' ? { locale } : {}),
    });
  }
  return true;
}
