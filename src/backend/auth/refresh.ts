import type { Sql } from '#base/server/database.ts';
import { type AuthError, authErrors } from './auth-error.ts';
import type { AuthContext } from './auth-options.ts';
import { hashOf, newSalt, successorOf } from './secrets.ts';
import { type AmrEntry, type SessionFacts, type TokenResponse, tokenResponse } from './sessions.ts';
import { findUserById, isBanned } from './users.ts';

type TokenRow = { revoked: boolean; successor_salt: Buffer | null; age: number };

/** Far more tabs than refresh at once within one grace. */
const LONGEST_CHAIN = 50;

/**
 * Exchanges a refresh token for a new pair. A token used before is answered with its living successor within the grace
 * (two tabs refresh at once, an answer got lost); after it, someone holds a copy: the whole chain is revoked.
 * A token used a week ago is forgotten: presented again it is unknown instead of reused.
 * @throws {AuthError} 400 refresh_token_not_found, refresh_token_already_used, session_expired, user_banned.
 */
export async function refreshSession(auth: AuthContext, request: Request, token: string): Promise<TokenResponse> {
  const salt = newSalt();
  const successor = successorOf(token, salt);
  const [rotated] = await auth.sql.query<SessionFacts & { user_id: string }>(
    'select session_id as id, user_id, aal, amr from auth.rotate_refresh_token($1, $2, $3)',
    [hashOf(token), salt, hashOf(successor)],
  );
  if (rotated) {
    const user = await findUserById(auth.sql, rotated.user_id);
    if (!user) throw authErrors.refreshTokenNotFound();
    return tokenResponse(auth, request, user, rotated, successor);
  }
  const outcome = await auth.sql.transaction((tx) => refreshUsed(auth, tx, request, token));
  // The revocation must be committed, so a refusal leaves the transaction as a value.
  if (outcome instanceof Error) throw outcome;
  return outcome;
}

/** The token is not the living one of a session that holds: why, and what that means. */
async function refreshUsed(
  auth: AuthContext,
  tx: Sql,
  request: Request,
  presented: string,
): Promise<TokenResponse | AuthError> {
  // The session is locked before any token is read: all refreshes of one session stand in line.
  const [session] = await tx.query<{ id: string; user_id: string; aal: string; expired: boolean; amr: AmrEntry[] }>(
    `select s.id, s.user_id, s.aal, coalesce(s.not_after < now(), false) as expired,
       auth.session_methods(s.id) as amr
     from auth.sessions s where s.id = (select session_id from auth.refresh_tokens where token = $1)
     for update of s`,
    [hashOf(presented)],
  );
  if (!session) return authErrors.refreshTokenNotFound();
  if (session.expired) return authErrors.sessionExpired();
  const user = await findUserById(tx, session.user_id);
  if (!user || user.deleted_at) return authErrors.refreshTokenNotFound();
  if (isBanned(user)) return authErrors.userBanned();

  const living = await livingToken(tx, presented, auth.refreshReuseSeconds);
  if (living === 'unknown') return authErrors.refreshTokenNotFound();
  if (living === 'reused') {
    await tx.query(
      'update auth.refresh_tokens set revoked = true, successor_salt = null where session_id = $1 and not revoked',
      [session.id],
    );
    auth.log.warn({ session_id: session.id, user_id: user.id }, 'a used refresh token came back: its chain is revoked');
    return authErrors.refreshTokenUsed();
  }
  return tokenResponse(auth, request, user, session, living.token);
}

/** The token at the end of the chain that begins with `presented`, if the grace allows walking there. */
async function livingToken(
  tx: Sql,
  presented: string,
  graceSeconds: number,
): Promise<{ token: string } | 'unknown' | 'reused'> {
  let token = presented;
  for (let step = 0; step < LONGEST_CHAIN; step++) {
    const [row] = await tx.query<TokenRow>(
      `select revoked, successor_salt, extract(epoch from clock_timestamp() - updated_at)::float8 as age
       from auth.refresh_tokens where token = $1`,
      [hashOf(token)],
    );
    if (!row) return 'unknown';
    if (!row.revoked) return { token };
    if (!row.successor_salt || (step === 0 && row.age > graceSeconds)) return 'reused';
    token = successorOf(token, row.successor_salt);
  }
  return 'reused';
}
