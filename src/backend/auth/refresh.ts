import type { Sql } from '#base/server/database.ts';
import { recordAudit } from './audit.ts';
import { type AuthError, authErrors } from './auth-error.ts';
import type { AuthContext } from './auth-options.ts';
import { hashOf, newSalt, randomToken, successorOf } from './secrets.ts';
import { type AmrEntry, insertRefreshToken, type SessionFacts, type TokenResponse, tokenResponse } from './sessions.ts';
import { findUserById, isBanned } from './users.ts';

type Ended = 'timebox' | 'inactivity' | 'newer';
const reasons: Record<Ended, string> = { timebox: '', inactivity: 'Inactivity', newer: 'Revoked by Newer Login' };

/** What `auth.session_ended` wants to know: seconds without a refresh or null, and whether only the newest holds. */
function limitsOf(auth: AuthContext): [number | null, boolean] {
  return [auth.sessionsInactivityTimeout || null, auth.sessionsSinglePerUser];
}

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
    'select session_id as id, user_id, aal, amr from auth.rotate_refresh_token($1, $2, $3, $4, $5)',
    [hashOf(token), salt, hashOf(successor), ...limitsOf(auth)],
  );
  if (rotated) {
    const user = await findUserById(auth.sql, rotated.user_id);
    if (!user) throw authErrors.refreshTokenNotFound();
    const more = await auth.sessionClaims(auth.sql, rotated.id);
    return tokenResponse(auth, request, user, { ...rotated, more }, successor);
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
  const [found] = await tx.query<{ id: string; user_id: string; aal: string; ended: Ended | null; amr: AmrEntry[] }>(
    `select s.id, s.user_id, s.aal, auth.session_ended(s, $2, $3) as ended, auth.session_methods(s.id) as amr
     from auth.sessions s where s.id = (select session_id from auth.refresh_tokens where token = $1)
     for update of s`,
    [hashOf(presented), ...limitsOf(auth)],
  );
  if (!found) return authErrors.refreshTokenNotFound();
  const session = { ...found, more: await auth.sessionClaims(tx, found.id) };
  if (session.ended) {
    await tx.query('delete from auth.sessions where id = $1', [session.id]);
    return authErrors.sessionExpired(reasons[session.ended]);
  }
  const user = await findUserById(tx, session.user_id);
  if (!user || user.deleted_at) return authErrors.refreshTokenNotFound();
  if (isBanned(user)) return authErrors.userBanned();

  const grace = auth.securityRefreshTokenReuseInterval;
  if (await isSpentByFactor(tx, session.id, presented, grace)) {
    const token = randomToken();
    await insertRefreshToken(tx, user.id, session.id, token);
    return tokenResponse(auth, request, user, session, token);
  }
  const living = await livingToken(tx, presented, grace);
  if (living === 'unknown') return authErrors.refreshTokenNotFound();
  if (living === 'reused') {
    await tx.query(
      'update auth.refresh_tokens set revoked = true, successor_salt = null where session_id = $1 and not revoked',
      [session.id],
    );
    await recordAudit(tx, request, 'token_revoked', user, { session_id: session.id });
    auth.log.warn({ session_id: session.id, user_id: user.id }, 'a used refresh token came back: its chain is revoked');
    return authErrors.refreshTokenUsed();
  }
  return tokenResponse(auth, request, user, session, living.token);
}

/**
 * Another tab showed a second factor a moment ago, and the session went on with a token that does not follow from this
 * one: within the grace this tab is given one of its own.
 */
async function isSpentByFactor(tx: Sql, sessionId: string, presented: string, graceSeconds: number): Promise<boolean> {
  const [row] = await tx.query(
    `select 1 from auth.refresh_tokens t where token = $1 and revoked and successor_salt is null
       and updated_at > clock_timestamp() - make_interval(secs => $3)
       and exists (select from auth.refresh_tokens l where l.session_id = $2 and not l.revoked)`,
    [hashOf(presented), sessionId, graceSeconds],
  );
  return row !== undefined;
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
