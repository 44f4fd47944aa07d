import type { Sql } from '#base/server/database.ts';
import { isSame } from '#base/server/tokens.ts';
import { AuthError, authErrors } from './auth-error.ts';
import type { TokenScope } from './one-time-tokens.ts';
import { challengeOf, hashOf, randomToken } from './secrets.ts';
import type { AuthMethod } from './sessions.ts';

export type Challenge = { challenge: string; method: 's256' | 'plain' };

const CODE_SECONDS = 300;

/** The PKCE challenge of a request, undefined without one. @throws {AuthError} 400 for an incomplete or malformed one. */
export function challengeIn(input: {
  code_challenge?: string | null;
  code_challenge_method?: string | null;
}): Challenge | undefined {
  const challenge = input.code_challenge || undefined;
  const method = input.code_challenge_method?.toLowerCase() || undefined;
  if (!challenge && !method) return undefined;
  if (!challenge || !method) {
    throw authErrors.validation('PKCE flow requires code_challenge_method and code_challenge');
  }
  if (method !== 's256' && method !== 'plain') {
    throw authErrors.validation('code_challenge_method must be s256 or plain');
  }
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(challenge)) {
    throw authErrors.validation('code challenge has to be between 43 and 128 unreserved characters');
  }
  return { challenge, method };
}

/** Stores the challenge until the mail's link is opened; the newest of a user and method counts. */
export async function beginFlow(
  tx: Sql,
  userId: string,
  method: AuthMethod,
  challenge: Challenge,
  scope: string | null,
): Promise<void> {
  await tx.query(
    `delete from auth.flow_state where (user_id = $1 and authentication_method = $2)
       or created_at < now() - interval '1 day'`,
    [userId, method],
  );
  await tx.query(
    `insert into auth.flow_state (user_id, code_challenge, code_challenge_method, provider_type, authentication_method, scope)
     values ($1, $2, $3, 'email', $4, $5)`,
    [userId, challenge.challenge, challenge.method, method, scope],
  );
}

/** Issues a code for the client that holds the verifier, after its link was opened. @throws {AuthError} 404 flow_state_not_found. */
export async function issueAuthCode(tx: Sql, userId: string, methods: readonly AuthMethod[]): Promise<string> {
  const code = randomToken();
  const [flow] = await tx.query(
    `update auth.flow_state set auth_code = $3, auth_code_issued_at = now(), updated_at = now()
     where id = (select id from auth.flow_state where user_id = $1 and authentication_method = any($2)
       and auth_code is null order by created_at desc limit 1) returning id`,
    [userId, methods, hashOf(code)],
  );
  if (!flow) throw new AuthError(404, 'flow_state_not_found', 'No associated flow state found');
  return code;
}

/** A redeemed code: its user, their method, and the provider's tokens (encrypted as stored). */
export type RedeemedFlow = {
  id: string;
  userId: string;
  method: AuthMethod;
  provider: string;
  providerToken: string | null;
  providerRefreshToken: string | null;
};

/**
 * Redeems a code, once, for a flow begun in `scope`. A wrong verifier ends the flow too: a stolen code can't be tried
 * with many. The error is a value, since the deletion must be committed.
 */
export async function redeemAuthCode(
  tx: Sql,
  code: string,
  verifier: string,
  scope: TokenScope,
): Promise<RedeemedFlow | AuthError> {
  const [flow] = await tx.query<{
    id: string;
    user_id: string;
    provider_type: string;
    authentication_method: AuthMethod;
    code_challenge: string;
    code_challenge_method: 's256' | 'plain';
    provider_access_token: string | null;
    provider_refresh_token: string | null;
    is_expired: boolean;
    is_in_scope: boolean;
  }>(
    `delete from auth.flow_state where auth_code = $1 and code_challenge is not null and user_id is not null
     returning id, user_id, provider_type, authentication_method, code_challenge, code_challenge_method::text,
       provider_access_token, provider_refresh_token,
       auth_code_issued_at < now() - make_interval(secs => ${CODE_SECONDS}) as is_expired,
       $2 or scope is not distinct from $3 as is_in_scope`,
    [hashOf(code), scope === undefined, scope ?? null],
  );
  if (!flow?.is_in_scope)
    return new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found');
  if (flow.is_expired) return new AuthError(403, 'flow_state_expired', 'invalid flow state, flow state has expired');
  if (!isSame(challengeOf(verifier, flow.code_challenge_method), flow.code_challenge)) {
    return new AuthError(400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier');
  }
  return {
    id: flow.id,
    userId: flow.user_id,
    method: flow.authentication_method,
    provider: flow.provider_type,
    providerToken: flow.provider_access_token,
    providerRefreshToken: flow.provider_refresh_token,
  };
}
