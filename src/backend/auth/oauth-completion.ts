import type { Sql } from '#base/server/database.ts';
import { recordAudit } from './audit.ts';
import { AuthError, authErrors } from './auth-error.ts';
import type { AuthContext } from './auth-options.ts';
import { userForIdentity } from './external-accounts.ts';
import { insertIdentity, updateProviders } from './identities.ts';
import { linkIdentity } from './identity-linking.ts';
import { takeByLink } from './one-time-tokens.ts';
import { type Exchanged, exchangeCode, providerIn, redirectUriOf, stateOf } from './provider-client.ts';
import { sessionParameters, withFragment, withQuery } from './redirects.ts';
import { hashOf, randomToken } from './secrets.ts';
import { startSession } from './sessions.ts';
import { confirmEmail } from './user-changes.ts';
import { findUserById, lockUser, type User } from './users.ts';

/** The stored state of an OAuth sign-in. */
export type OAuthFlow = {
  id: string;
  provider_type: string;
  referrer: string | null;
  is_pkce: boolean;
  invite_token: string | null;
  linking_target_id: string | null;
  email_optional: boolean;
  code_verifier: string;
  scope: string | null;
};

/**
 * Completes a sign-in, linking or invitation after the provider's callback. Returns the redirect URL, with a session in
 * its fragment or a code in its query. @throws {AuthError} for any failure.
 */
export async function completeFlow(
  auth: AuthContext,
  request: Request,
  callbackParameters: URLSearchParams,
  flow: OAuthFlow,
  target: string,
): Promise<string> {
  const provider = await providerIn(auth, flow.scope, flow.provider_type);
  const redirectUri = redirectUriOf(auth, request, provider.settings);
  // Before the transaction: no connection waits for the provider's server.
  const exchanged = await exchangeCode(provider, callbackParameters, {
    state: stateOf(flow.id, flow.code_verifier),
    verifier: flow.code_verifier,
    redirectUri,
  });
  const outcome = await auth.sql.transaction(async (tx) => {
    const user = await personOf(auth, tx, request, flow, exchanged);
    if (user instanceof AuthError) return user;
    if (flow.is_pkce) return withQuery(target, { code: await issueCode(auth, tx, flow, user, exchanged) });
    await tx.query('delete from auth.flow_state where id = $1', [flow.id]);
    await recordAudit(tx, request, 'login', user, { provider: provider.name });
    const session = await startSession(auth, tx, request, user, 'oauth', provider.name);
    return withFragment(target, {
      ...sessionParameters(session),
      provider_token: exchanged.accessToken,
      ...(exchanged.refreshToken ? { provider_refresh_token: exchanged.refreshToken } : {}),
    });
  });
  if (outcome instanceof AuthError) throw outcome;
  return outcome;
}

async function personOf(
  auth: AuthContext,
  tx: Sql,
  request: Request,
  flow: OAuthFlow,
  { person }: Exchanged,
): Promise<User | AuthError> {
  const externalSignIn = {
    provider: flow.provider_type,
    person,
    emailOptional: flow.email_optional,
    ...(flow.referrer ? { referrer: flow.referrer } : {}),
  };
  if (flow.linking_target_id) return linkIdentity(auth, tx, request, flow.linking_target_id, externalSignIn);
  if (flow.invite_token) return acceptInvite(auth, tx, request, flow.invite_token, externalSignIn);
  return userForIdentity(auth, tx, request, externalSignIn);
}

/** Accepts an invitation; the provider must have verified its address. @throws {AuthError} 404 invite_not_found, 400. */
async function acceptInvite(
  auth: AuthContext,
  tx: Sql,
  request: Request,
  token: string,
  { provider, person }: { provider: string; person: Exchanged['person'] },
): Promise<User> {
  // The scope was checked where the flow began; the provider may call back on another host.
  const invited = await takeByLink(tx, token, {
    types: ['confirmation_token'],
    seconds: auth.mailerOtpExp,
    scope: undefined,
  });
  const user = invited ? await lockUser(tx, invited.user_id) : undefined;
  if (!user || user.deleted_at) throw new AuthError(404, 'invite_not_found', 'The invitation is unknown or over');
  if (!person.emails.some((entry) => entry.email === user.email && entry.isVerified)) {
    throw authErrors.validation('Invited email does not match emails from external provider');
  }
  await insertIdentity(tx, { userId: user.id, provider, providerId: person.subject, data: person.data }).catch(
    (error: { code?: string }) => {
      throw error.code === '23505'
        ? new AuthError(422, 'identity_already_exists', 'Identity is already linked to another user')
        : error;
    },
  );
  await confirmEmail(tx, user.id);
  await updateProviders(tx, user.id);
  await recordAudit(tx, request, 'invite_accepted', user, { provider });
  return (await findUserById(tx, user.id)) ?? user;
}

/** Issues a code in the flow's row, with the provider's tokens (encrypted) where those are handed out. */
async function issueCode(
  auth: AuthContext,
  tx: Sql,
  flow: OAuthFlow,
  user: User,
  { accessToken, refreshToken }: Exchanged,
): Promise<string> {
  const code = randomToken();
  const isHandedOut = auth.sharedCallback === undefined;
  await tx.query(
    `update auth.flow_state set user_id = $2, auth_code = $3, auth_code_issued_at = now(), updated_at = now(),
       provider_access_token = $4, provider_refresh_token = $5 where id = $1`,
    [
      flow.id,
      user.id,
      hashOf(code),
      isHandedOut ? auth.encryption.encrypt(flow.id, accessToken) : null,
      isHandedOut && refreshToken ? auth.encryption.encrypt(flow.id, refreshToken) : null,
    ],
  );
  return code;
}
