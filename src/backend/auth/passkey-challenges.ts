import type { Sql } from '#base/server/database.ts';
import { AuthError, authErrors } from './auth-error.ts';
import type { AuthContext } from './auth-options.ts';
import { isUuid } from './request-input.ts';

export type ChallengeType = 'registration' | 'authentication';

/** @throws {AuthError} 404 passkey_disabled where the operator has not enabled them. */
export function requirePasskeys(auth: AuthContext): void {
  if (!auth.passkeyEnabled) throw new AuthError(404, 'passkey_disabled', 'Passkeys are disabled');
}

/** Stores a challenge until it is taken, deletes expired ones, and returns its id. */
export async function storeChallenge(
  sql: Sql,
  input: { type: ChallengeType; challenge: string; seconds: number; userId: string | null },
): Promise<string> {
  const [row] = await sql.query<{ id: string }>(
    `with old as (delete from auth.webauthn_challenges where expires_at < now() - interval '1 hour')
     insert into auth.webauthn_challenges (user_id, challenge_type, session_data, expires_at)
     values ($1, $2, $3, now() + make_interval(secs => $4)) returning id`,
    [input.userId, input.type, JSON.stringify({ challenge: input.challenge }), input.seconds],
  );
  if (!row) throw new Error('No challenge was written.');
  return row.id;
}

/**
 * Takes a challenge, once, whether it is then met or not.
 * @throws {AuthError} 400 webauthn_challenge_not_found, webauthn_challenge_expired, validation_failed.
 */
export async function takeChallenge(
  auth: AuthContext,
  type: ChallengeType,
  id: string | null | undefined,
  userId: string | null,
): Promise<string> {
  if (!id) throw authErrors.validation('challenge_id is required');
  if (!isUuid(id)) throw authErrors.validation('challenge_id must be a valid UUID');
  const [row] = await auth.sql.query<{ session_data: { challenge: string }; is_over: boolean }>(
    `delete from auth.webauthn_challenges where id = $1 and challenge_type = $2 and user_id is not distinct from $3::uuid
     returning session_data, expires_at < now() as is_over`,
    [id, type, userId],
  );
  if (!row) throw new AuthError(400, 'webauthn_challenge_not_found', 'Challenge not found or already used');
  if (row.is_over) throw new AuthError(400, 'webauthn_challenge_expired', 'Challenge has expired');
  return row.session_data.challenge;
}
