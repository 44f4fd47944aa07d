import { createClient, type Session } from '@supabase/supabase-js';
import type { Gateway } from '#backend/gateway/gateway.ts';
import type { ApiTools } from '#base/server/api.ts';
import type { Environment } from '#base/server/environment.ts';
import type { Tokens } from '#base/server/tokens.ts';
import type { Database } from '#base/shared/database-types.ts';
import type { Db } from '#base/shared/db-client.ts';
import { errors } from '#base/shared/errors.ts';
import { FORMER_SESSION } from '#base/shared/former-session.ts';
import { paths } from '#paths';
import { refreshTokenOfCookies, sessionCookies } from './session-cookies.ts';

export type SessionDependencies = {
  backend: Pick<Gateway, 'auth'> | undefined;
  hostedBackendUrl: string;
  keys: { anon_key: string; service_role_key: string };
  tokens: Pick<Tokens, 'verify'>;
  environment: Pick<Environment, 'BASE_DOMAIN'>;
};

/** Sessions and logins that the product itself begins, over the auth service. */
export function createSessionTools(
  dependencies: SessionDependencies,
  siteUrlOf: (accountId: string) => Promise<string>,
): Pick<ApiTools, 'startSession' | 'startMarkedSession' | 'setUpLogin' | 'signUpGuest'> {
  const { environment, keys, tokens } = dependencies;
  return {
    startSession: async (userId, accountId, request) => {
      const origin = await siteUrlOf(accountId);
      const former = request ? refreshTokenOfCookies(request) : null;
      const { session } = await startSession(dependencies, { userId, accountId, origin, former });
      return sessionCookies(session, origin);
    },
    startMarkedSession: async (userId, accountId, mark) => {
      const origin = await siteUrlOf(accountId);
      // The browser's own session goes on after this one.
      const { session, client } = await startSession(dependencies, { userId, accountId, origin, former: null });
      const claims = await tokens.verify(session.access_token);
      await mark(String(claims?.session_id));
      // The first tokens lack the mark; they never leave this process.
      const { data, error } = await client.auth.refreshSession({ refresh_token: session.refresh_token });
      if (error || !data.session) throw error ?? new Error('The marked session gave no new tokens.');
      return sessionCookies(data.session, origin);
    },
    setUpLogin: async (email, password, person) => {
      const origin = `http://${environment.BASE_DOMAIN}`;
      const { admin } = serviceClient(dependencies, origin, keys.service_role_key).auth;
      const { error } = person
        ? await admin.updateUserById(person, { password, email_confirm: true })
        : await admin.createUser({ email, password, email_confirm: true });
      if (error?.code === 'weak_password' || error?.code === 'validation_failed') {
        throw errors.invalid('This password is too easy to guess.');
      }
      if (error) throw error;
    },
    signUpGuest: async (email, accountId, metadata) => {
      const origin = await siteUrlOf(accountId);
      const { admin } = serviceClient(dependencies, origin, keys.service_role_key).auth;
      const { data, error } = await admin.createUser({ email, user_metadata: metadata });
      if (error?.code === 'email_exists') return undefined;
      if (error?.code === 'validation_failed') throw errors.invalid('Enter an e-mail address.');
      if (error) throw error;
      const guest = { userId: data.user.id, accountId, origin, former: null };
      const { session, client } = await startSession(dependencies, guest);
      const mailed = await client.auth.resetPasswordForEmail(email, { redirectTo: origin + paths.resetPassword() });
      if (mailed.error) throw mailed.error;
      return { access_token: session.access_token, refresh_token: session.refresh_token };
    },
  };
}

/** The official client over the services, in process where they are ours. */
function serviceClient(
  { backend, hostedBackendUrl }: SessionDependencies,
  origin: string,
  key: string,
  headers: Record<string, string> = {},
): Db {
  return createClient<Database>(hostedBackendUrl || origin, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { headers, ...(backend ? { fetch: (input, init) => backend.auth(new Request(input, init)) } : {}) },
  });
}

/**
 * A session begun on the host of `origin`, by a one-time link that never leaves this process. `former`: the refresh token of
 * the session that it replaces.
 */
async function startSession(
  dependencies: SessionDependencies,
  { userId, accountId, origin, former }: { userId: string; accountId: string; origin: string; former: string | null },
): Promise<{ session: Session; client: Db }> {
  const { anon_key, service_role_key } = dependencies.keys;
  const { admin } = serviceClient(dependencies, origin, service_role_key).auth;
  const { data: person, error: missing } = await admin.getUserById(userId);
  if (missing) throw errors.notFound('There is no such person.');
  const token_hash = await oneTimeToken(dependencies, admin, person.user, origin);
  const client = serviceClient(dependencies, origin, anon_key, former ? { [FORMER_SESSION]: former } : {});
  const { data, error } = await client.auth.verifyOtp({
    type: 'magiclink',
    token_hash,
  });
  if (error || !data.session) throw error ?? new Error('The one-time link started no session.');
  // A hosted service does not know on whose site the session begins.
  if (!dependencies.backend) {
    const bound = await client.rpc('bind_session', { account_id: accountId });
    if (bound.error) throw bound.error;
  }
  return { session: data.session, client };
}

/** The token of a link that signs a person in. Only our own auth service knows people with a phone number and no email. */
async function oneTimeToken(
  { backend, keys }: SessionDependencies,
  admin: Db['auth']['admin'],
  { email, phone }: { email?: string | undefined; phone?: string | undefined },
  origin: string,
): Promise<string> {
  if (email) {
    const { data, error } = await admin.generateLink({ type: 'magiclink', email });
    if (error) throw error;
    return data.properties.hashed_token;
  }
  if (!backend || !phone) throw errors.notFound('There is no such person.');
  const { service_role_key } = keys;
  const response = await backend.auth(
    new Request(`${origin}/auth/v1/admin/generate_link`, {
      method: 'POST',
      headers: {
        apikey: service_role_key,
        authorization: `Bearer ${service_role_key}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ type: 'magiclink', phone }),
    }),
  );
  if (!response.ok) throw new Error(`The auth service made no link: ${await response.text()}`);
  return ((await response.json()) as { hashed_token: string }).hashed_token;
}
