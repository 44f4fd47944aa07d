import { z } from 'zod';
import type { Sql } from '#base/server/database.ts';
import { type AuthError, authErrors } from './auth-error.ts';
import type { AuthContext } from './auth-options.ts';
import type { Factor, StoredCredential } from './factors.ts';
import type { User } from './users.ts';
import {
  assertionShape,
  type CreationOptions,
  creationOptions,
  type RequestOptions,
  registrationShape,
  requestOptions,
  verifiedAssertion,
  verifiedRegistration,
} from './webauthn.ts';

/** `webauthn` of POST /factors/{id}/verify; `rpId` and `rpOrigins`, which clients send too, are ignored. */
export const keyResponseShape = z.object({
  type: z.string().max(16).nullish(),
  credential_response: z.unknown().optional(),
});
export type KeyResponse = z.output<typeof keyResponseShape>;

type KeyChallenge = { type: 'create' | 'request'; challenge: string; options: CreationOptions | RequestOptions };

/** Challenges an unverified factor to create a key, a verified one to use it. */
export async function requestKeyChallenge(
  auth: AuthContext,
  request: Request,
  user: User,
  factor: Factor,
): Promise<KeyChallenge> {
  const seconds = auth.mfaChallengeExpiryDuration;
  if (factor.status === 'verified' && factor.web_authn_credential) {
    const { id, transports } = factor.web_authn_credential;
    const options = await requestOptions(auth, request, [{ id, transports }], seconds, 'factor');
    return { type: 'request', challenge: options.challenge, options };
  }
  const rows = await auth.sql.query<{ web_authn_credential: StoredCredential }>(
    'select web_authn_credential from auth.mfa_factors where user_id = $1 and web_authn_credential is not null',
    [user.id],
  );
  const existing = rows.map((row) => ({
    id: row.web_authn_credential.id,
    transports: row.web_authn_credential.transports,
  }));
  const options = await creationOptions(auth, request, { user, existing, use: 'factor', seconds });
  return { type: 'create', challenge: options.challenge, options };
}

/** Verifies the key's response and stores its state. An error is returned as a value: the attempt must be committed. */
export async function checkKey(
  auth: AuthContext,
  tx: Sql,
  request: Request,
  factor: Factor,
  challenge: string | undefined,
  response: KeyResponse | null | undefined,
): Promise<AuthError | undefined> {
  if (!response) return authErrors.validation('WebAuthn config required');
  if (response.type !== 'create' && response.type !== 'request') {
    return authErrors.validation('WebAuthn type must be create or request');
  }
  if (!response.credential_response) return authErrors.validation('credential_response required');
  const isNew = factor.status === 'unverified';
  if (!challenge || isNew !== (response.type === 'create')) {
    return authErrors.validation(`WebAuthn type must be ${isNew ? 'create' : 'request'} for this factor`);
  }
  const error = authErrors.verificationFailed('Invalid WebAuthn response');
  if (isNew) {
    const registration = registrationShape.safeParse(response.credential_response);
    if (!registration.success) return authErrors.validation('Invalid credential_response');
    const registered = await verifiedRegistration(auth, request, challenge, registration.data, 'factor');
    if (!registered) return error;
    const { aaguid, ...credential } = registered;
    await tx.query(
      'update auth.mfa_factors set web_authn_credential = $2, web_authn_aaguid = $3, updated_at = now() where id = $1',
      [factor.id, JSON.stringify(credential), aaguid],
    );
    return undefined;
  }
  const assertion = assertionShape.safeParse(response.credential_response);
  if (!assertion.success) return authErrors.validation('Invalid credential_response');
  const credential = factor.web_authn_credential;
  if (!credential || credential.id !== assertion.data.id) return error;
  const state = await verifiedAssertion(auth, request, challenge, assertion.data, credential, 'factor');
  if (!state) return error;
  await tx.query(
    `update auth.mfa_factors set web_authn_credential = web_authn_credential || $2::jsonb, updated_at = now(),
       last_webauthn_challenge_data = $3 where id = $1`,
    [factor.id, JSON.stringify(state), JSON.stringify({ type: response.type, challenge })],
  );
  return undefined;
}
