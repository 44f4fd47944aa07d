import type { Sql } from '#base/server/database.ts';
import type { AuthContext } from './auth-options.ts';
import { clientAddress } from './request-input.ts';
import { hashOf, randomToken } from './secrets.ts';
import { findUserById, type User, userJson } from './users.ts';

/** How a person proved who they are, as the claim `amr` names it. */
export type AuthMethod = 'password' | 'otp' | 'magiclink' | 'recovery' | 'invite' | 'email/signup' | 'email_change';

export type AmrEntry = { method: string; timestamp: number };

/** What an access token says of its session. */
export type SessionFacts = { id: string; aal: string; amr: AmrEntry[] };

/** The answer to every way of signing in (GoTrue's AccessTokenResponse). */
export type TokenResponse = {
  access_token: string;
  token_type: 'bearer';
  expires_in: number;
  /** Seconds since 1970. */
  expires_at: number;
  refresh_token: string;
  user: Record<string, unknown>;
};

/** Starts a session, bound in the same transaction to what the asked host stands for. */
export async function startSession(
  auth: AuthContext,
  tx: Sql,
  request: Request,
  user: User,
  method: AuthMethod,
): Promise<TokenResponse> {
  const refreshToken = randomToken();
  const [session] = await tx.query<{ id: string; at: number }>(
    `with signed_in as (update auth.users set last_sign_in_at = now(), updated_at = now() where id = $1),
     known as (update auth.identities set last_sign_in_at = now(), updated_at = now()
       where user_id = $1 and provider = 'email'),
     session as (insert into auth.sessions (user_id, user_agent, ip) values ($1, $2, $3) returning id),
     amr as (insert into auth.mfa_amr_claims (session_id, authentication_method) select id, $4 from session),
     token as (insert into auth.refresh_tokens (token, user_id, session_id) select $5, $1, id from session)
     select id, extract(epoch from now())::float8 as at from session`,
    [
      user.id,
      request.headers.get('user-agent')?.slice(0, 512) ?? null,
      clientAddress(request),
      method,
      hashOf(refreshToken),
    ],
  );
  if (!session) throw new Error('No session was written.');
  const scope = await auth.scopeOf(request);
  if (scope !== null) await auth.bindSession(tx, session.id, scope);
  const facts = { id: session.id, aal: 'aal1', amr: [{ method, timestamp: Math.floor(session.at) }] };
  const present = (await findUserById(tx, user.id)) ?? user;
  return tokenResponse(auth, request, present, facts, refreshToken);
}

/** Signs an access token for the session and answers it together with the refresh token. */
export async function tokenResponse(
  auth: AuthContext,
  request: Request,
  user: User,
  session: SessionFacts,
  refreshToken: string,
): Promise<TokenResponse> {
  const expiresAt = Math.floor(Date.now() / 1_000) + auth.accessTokenSeconds;
  const accessToken = await auth.tokens.sign(
    {
      iss: `${auth.siteUrlOf(request)}/auth/v1`,
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
    },
    auth.accessTokenSeconds,
  );
  return {
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: auth.accessTokenSeconds,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user: userJson(user),
  };
}
