import type { Sql } from '#base/server/database.ts';
import { recordAudit } from './audit.ts';
import { type AuthError, authErrors } from './auth-error.ts';
import type { AuthContext } from './auth-options.ts';
import { hashOf, newSalt, randomToken, successorOf } from './secrets.ts';
import { type AmrEntry, insertRefreshToken, type SessionFacts, type TokenResponse, tokenResponse } from './sessions.ts';
import { findUserById, isBanned } from './users.ts';

type EndReason = 'timebox' | 'inactivity' | 'newer';
const reasons: Record<EndReason, string> = { timebox: '', inactivity: 'Inactivity', newer: 'Revoked by Newer Login' };

/** Arguments of `auth.session_ended`: seconds without a refresh or null, and whether only the newest session is valid. */
function limitsOf(auth: AuthContext): [number | null, boolean] {
  return [auth.sessionsInactivityTimeout || null, auth.sessionsSinglePerUser];
}

type TokenRow = { revoked: boolean; successor_salt: Buffer | null; age: number };

/** Far more than the tabs that refresh at once within one grace period. */
const MAX_CHAIN_LENGTH = 50;

/**
 * Exchanges a refresh token for a new pair. A used token yields its current successor within the grace period (two tabs
 * refresh at once, a response was lost); after it, the token was copied: the whole chain is revoked. Tokens used a week
 * ago are deleted: then they are unknown instead of reused.
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
    const extraClaims = await auth.sessionClaims(auth.sql, rotated.id);
    return tokenResponse(auth, request, user, { ...rotated, more: extraClaims }, successor);
  }
  const outcome = await auth.sql.transaction((tx) => refreshUsed(auth, tx, request, token));
  // The revocation must be committed, so an error leaves the transaction as a value.
  if (outcome instanceof Error) throw outcome;
  return outcome;
}

/** Handles a token that is not the current one of a valid session. */
async function refreshUsed(
  auth: AuthContext,
  tx: Sql,
  request: Request,
  presented: string,
): Promise<TokenResponse | AuthError> {
  // The session is locked before any token is read, which serializes its refreshes.
  const [sessionRow] = await tx.query<{
    id: string;
    user_id: string;
    aal: string;
    ended: EndReason | null;
    amr: AmrEntry[];
  }>(
    `select s.id, s.user_id, s.aal, auth.session_ended(s, $2, $3) as ended, auth.session_methods(s.id) as amr
     from auth.sessions s where s.id = (select session_id from auth.refresh_tokens where token = $1)
     for update of s`,
    [hashOf(presented), ...limitsOf(auth)],
  );
  if (!sessionRow) return authErrors.refreshTokenNotFound();
  const session = { ...sessionRow, more: await auth.sessionClaims(tx, sessionRow.id) };
  if (session.ended) {
    await tx.query('delete from auth.sessions where id = $1', [session.id]);
    return authErrors.sessionExpired(reasons[session.ended]);
  }
  const user = await findUserById(tx, session.user_id);
  if (!user || user.deleted_at) return authErrors.refreshTokenNotFound();
  if (isBanned(user)) return authErrors.userBanned();

  const grace = auth.securityRefreshTokenReuseInterval;
  if (await isRevokedByFactor(tx, session.id, presented, grace)) {
    const token = randomToken();
    await insertRefreshToken(tx, user.id, session.id, token);
    return tokenResponse(auth, request, user, session, token);
  }
  const current = await currentToken(tx, presented, grace);
  if (current === 'unknown') return authErrors.refreshTokenNotFound();
  if (current === 'reused') {
    await tx.query(
      'update auth.refresh_tokens set revoked = true, successor_salt = null where session_id = $1 and not revoked',
      [session.id],
    );
    await recordAudit(tx, request, 'token_revoked', user, { session_id: session.id });
    auth.log.warn({ session_id: session.id, user_id: user.id }, 'a used refresh token came back: its chain is revoked');
    return authErrors.refreshTokenUsed();
  }
  return tokenResponse(auth, request, user, session, current.token);
}

/**
 * Whether another tab verified a second factor a moment ago, which gave the session a token that does not derive from
 * this one: within the grace period this tab gets a token of its own.
 */
async function isRevokedByFactor(
  tx: Sql,
  sessionId: string,
  presented: string,
  graceSeconds: number,
): Promise<boolean> {
  const [row] = await tx.query(
    `select 1 from auth.refresh_tokens t where token = $1 and revoked and successor_salt is null
       and updated_at > clock_timestamp() - make_interval(secs => $3)
       and exists (select from auth.refresh_tokens l where l.session_id = $2 and not l.revoked)`,
    [hashOf(presented), sessionId, graceSeconds],
  );
  return row !== undefined;
}

/** The token at the end of the chain that begins with `presented`, if that was used within the grace period. */
async function currentToken(
  tx: Sql,
  presented: string,
  graceSeconds: number,
): Promise<{ token: string } | 'unknown' | 'reused'> {
  let token = presented;
  for (let step = 0; step < MAX_CHAIN_LENGTH; step++) {
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
