import { type Claims, credentialsOf, isOpaqueKey } from '#base/server/tokens.ts';
import { readBearer } from '#base/shared/bearer.ts';
import { authErrors } from './auth-error.ts';
import type { AuthContext } from './auth-options.ts';
import { isUuid } from './request-input.ts';
import { findUserById, hasVerifiedFactor, isBanned, type User } from './users.ts';

/** The caller's session as stored: the token's claims may be older. */
export type CallerSession = { id: string; aal: 'aal1' | 'aal2' | 'aal3'; created_at: Date };

export type SignedIn = { user: User; session: CallerSession | undefined; claims: Claims };

function bearerOf(request: Request): string {
  const bearer = readBearer(request.headers.get('authorization'));
  if (bearer.kind !== 'token') throw authErrors.noAuthorization();
  return bearer.token;
}

async function claimsOf(auth: AuthContext, request: Request): Promise<Claims> {
  const claims = await auth.tokens.verify(bearerOf(request));
  if (!claims) throw authErrors.badJwt('invalid JWT: unable to parse or verify signature');
  return claims;
}

/**
 * Loads the user of the bearer token: a token outlives its session by some minutes, its rights here must not.
 * @throws {AuthError} 401 no_authorization, 403 bad_jwt, 403 session_not_found for an ended session and for a deleted
 * or banned user alike.
 */
export async function requireUser(auth: AuthContext, request: Request): Promise<SignedIn> {
  const claims = await claimsOf(auth, request);
  if (!isUuid(claims.sub)) throw authErrors.badJwt('invalid claim: missing sub claim');
  const user = await findUserById(auth.sql, claims.sub);
  if (!user || user.deleted_at || isBanned(user)) throw authErrors.sessionNotFound();
  if (claims.session_id === undefined) return { user, session: undefined, claims };
  if (!isUuid(claims.session_id)) throw authErrors.sessionNotFound();
  const [session] = await auth.sql.query<CallerSession>(
    `select id, aal::text, created_at from auth.sessions
     where id = $1 and user_id = $2 and (not_after is null or not_after > now())`,
    [claims.session_id, user.id],
  );
  if (!session) throw authErrors.sessionNotFound();
  return { user, session, claims };
}

/** As `requireUser`, for changes of the session itself. @throws {AuthError} also 403 session_not_found without one. */
export async function requireSession(
  auth: AuthContext,
  request: Request,
): Promise<{ user: User; session: CallerSession }> {
  const { user, session } = await requireUser(auth, request);
  if (!session) throw authErrors.sessionNotFound();
  return { user, session };
}

/** Whether a user with a second factor has verified it in this session. */
export function isFullyProven(signedIn: { user: User; session: CallerSession | undefined }): boolean {
  return !hasVerifiedFactor(signedIn.user) || (signedIn.session !== undefined && signedIn.session.aal !== 'aal1');
}

/**
 * Requires the service key as bearer; an opaque one also as `apikey`, the only header some clients send it in:
 * https://supabase.com/docs/guides/api/api-keys
 * @throws {AuthError} 401 no_authorization, 403 bad_jwt, 403 not_admin for any other token.
 */
export async function requireAdmin(auth: AuthContext, request: Request): Promise<void> {
  const credentials = request.headers.get('authorization') ? null : await credentialsOf(request, auth.tokens);
  const isKey = credentials?.kind === 'caller' && isOpaqueKey(credentials.token);
  const claims = isKey ? credentials.caller.claims : await claimsOf(auth, request);
  if (claims.role !== 'service_role') throw authErrors.notAdmin();
}
