import type { Sql } from '#base/server/database.ts';
import { FORMER_SESSION } from '#base/shared/former-session.ts';
import type { AuthContext } from './auth-options.ts';
import { clientAddress } from './request-input.ts';
import { hashOf, randomToken } from './secrets.ts';
import { findUserById, type User, userJson } from './users.ts';

/** Sign-in methods, as the claim `amr` names them. */
export type AuthMethod =
  | 'password'
  | 'otp'
  | 'magiclink'
  | 'recovery'
  | 'invite'
  | 'email/signup'
  | 'email_change'
  | 'oauth'
  | 'anonymous'
  | 'passkey'
  | FactorMethod;

/** The methods that make a session `aal2`. */
export type FactorMethod = 'totp' | 'mfa/phone' | 'mfa/webauthn' | 'mfa/recovery_code';

export type AmrEntry = { method: string; timestamp: number };

/** The claims about its session in an access token. */
export type SessionFacts = { id: string; aal: string; amr: AmrEntry[]; more?: Record<string, unknown> };

/** The response to every sign-in (GoTrue's AccessTokenResponse). */
export type TokenResponse = {
  access_token: string;
  token_type: 'bearer';
  expires_in: number;
  /** Seconds since 1970. */
  expires_at: number;
  refresh_token: string;
  user: Record<string, unknown>;
  /** The other provider's token, of an OAuth sign-in. */
  provider_token?: string;
  provider_refresh_token?: string;
  /** The password is right but no longer strong enough. */
  weak_password?: { message: string; reasons: string[] };
};

/** Starts a session, bound in the same transaction to the requested host's scope. `provider` is the identity's. */
export async function startSession(
  auth: AuthContext,
  tx: Sql,
  request: Request,
  user: User,
  method: AuthMethod,
  provider = 'email',
): Promise<TokenResponse> {
  const former = auth.sessionsEndFormer ? request.headers.get(FORMER_SESSION)?.slice(0, 1_024) : null;
  if (former) {
    await tx.query(
      'delete from auth.sessions where id = (select session_id from auth.refresh_tokens where token = $1)',
      [hashOf(former)],
    );
  }
  const refreshToken = randomToken();
  const limits = await auth.sessionLimitsOf?.(request);
  const [session] = await tx.query<{ id: string; at: number }>(
    `with signed_in as (update auth.users set last_sign_in_at = now(), updated_at = now() where id = $1),
     known as (update auth.identities set last_sign_in_at = now(), updated_at = now()
       where user_id = $1 and provider = $6),
     session as (insert into auth.sessions (user_id, user_agent, ip, not_after, idle_seconds)
       values ($1, $2, $3, now() + make_interval(secs => $7), $8) returning id),
     amr as (insert into auth.mfa_amr_claims (session_id, authentication_method) select id, $4 from session),
     token as (insert into auth.refresh_tokens (token, user_id, session_id) select $5, $1, id from session)
     select id, extract(epoch from now())::float8 as at from session`,
    [
      user.id,
      request.headers.get('user-agent')?.slice(0, 512) ?? null,
      clientAddress(request),
      method,
      hashOf(refreshToken),
      provider,
      (limits?.timebox ?? auth.sessionsTimebox) || null,
      limits?.inactivity || null,
    ],
  );
  if (!session) throw new Error('No session was written.');
  const scope = await auth.scopeOf(request);
  if (scope !== null) await auth.bindSession(tx, session.id, scope);
  const sessionFacts = { id: session.id, aal: 'aal1', amr: [{ method, timestamp: Math.floor(session.at) }] };
  const current = (await findUserById(tx, user.id)) ?? user;
  return tokenResponse(auth, request, current, sessionFacts, refreshToken);
}

/**
 * Raises a session to `aal2` after a second factor, with a new token pair, and ends the user's sessions below `aal2`, as
 * published. The refresh token before it is revoked.
 */
export async function raiseSession(
  auth: AuthContext,
  tx: Sql,
  request: Request,
  options: { userId: string; sessionId: string; factorId: string | null; method: FactorMethod },
): Promise<TokenResponse | undefined> {
  const { userId, sessionId, factorId, method } = options;
  const [session] = await tx.query(
    `update auth.sessions set aal = 'aal2', factor_id = $3, updated_at = now() where id = $1 and user_id = $2 returning id`,
    [sessionId, userId, factorId],
  );
  if (!session) return undefined;
  await tx.query(
    `insert into auth.mfa_amr_claims (session_id, authentication_method) values ($1, $2)
     on conflict (session_id, authentication_method) do update set created_at = now(), updated_at = now()`,
    [sessionId, method],
  );
  await tx.query(
    `update auth.refresh_tokens set revoked = true, successor_salt = null, updated_at = clock_timestamp()
     where session_id = $1 and not revoked`,
    [sessionId],
  );
  const refreshToken = randomToken();
  await insertRefreshToken(tx, userId, sessionId, refreshToken);
  await tx.query(`delete from auth.sessions where user_id = $1 and id <> $2 and aal < 'aal2'`, [userId, sessionId]);
  const [facts] = await tx.query<SessionFacts>(
    'select id, aal::text, auth.session_methods(id) as amr from auth.sessions where id = $1',
    [sessionId],
  );
  const user = await findUserById(tx, userId);
  if (!facts || !user) return undefined;
  return tokenResponse(auth, request, user, { ...facts, more: await auth.sessionClaims(tx, sessionId) }, refreshToken);
}

export async function insertRefreshToken(tx: Sql, userId: string, sessionId: string, token: string): Promise<void> {
  await tx.query('insert into auth.refresh_tokens (token, user_id, session_id) values ($1, $2, $3)', [
    hashOf(token),
    userId,
    sessionId,
  ]);
}

/**
 * Deletes a factor: sessions raised by it drop to `aal1`, from their next token on. With the last factor the recovery
 * codes are deleted, which replace a factor, and sessions raised by one of them drop too.
 */
export async function removeFactor(tx: Sql, factor: { id: string; user_id: string }): Promise<void> {
  await downgradeSessions(tx, 'factor_id = $1', factor.id);
  await tx.query('delete from auth.mfa_factors where id = $1', [factor.id]);
  const [remaining] = await tx.query(
    `select 1 from auth.mfa_factors where user_id = $1 and status = 'verified' limit 1`,
    [factor.user_id],
  );
  if (remaining) return;
  await tx.query('delete from auth.recovery_codes where user_id = $1', [factor.user_id]);
  const hasRecoveryCodeClaim = `user_id = $1 and exists (select from auth.mfa_amr_claims m
    where m.session_id = auth.sessions.id and m.authentication_method = 'mfa/recovery_code')`;
  await downgradeSessions(tx, hasRecoveryCodeClaim, factor.user_id);
}

async function downgradeSessions(tx: Sql, condition: string, id: string): Promise<void> {
  await tx.query(
    `with lowered as (update auth.sessions set aal = 'aal1', factor_id = null, updated_at = now()
       where ${condition} returning id)
     delete from auth.mfa_amr_claims where session_id in (select id from lowered)
       and authentication_method in ('totp', 'mfa/phone', 'mfa/webauthn', 'mfa/recovery_code')`,
    [id],
  );
}

/** Signs an access token for the session and returns it together with the refresh token. */
export async function tokenResponse(
  auth: AuthContext,
  request: Request,
  user: User,
  session: SessionFacts,
  refreshToken: string,
): Promise<TokenResponse> {
  const now = Math.floor(Date.now() / 1_000);
  const expiry = session.more?.exp;
  const seconds = typeof expiry === 'number' ? Math.min(auth.jwtExp, expiry - now) : auth.jwtExp;
  const accessToken = await auth.tokens.sign(
    {
      iss: auth.apiUrlOf(request),
      sub: user.id,
      aud: user.aud,
      role: user.role,
      email: user.email ?? '',
      phone: user.phone ?? '',
      app_metadata: user.raw_app_meta_data,
      user_metadata: user.raw_user_meta_data,
      session_id: session.id,
      aal: session.aal,
      amr: session.amr,
      is_anonymous: user.is_anonymous,
      ...session.more,
    },
    seconds,
  );
  return {
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: seconds,
    expires_at: now + seconds,
    refresh_token: refreshToken,
    user: userJson(user),
  };
}
