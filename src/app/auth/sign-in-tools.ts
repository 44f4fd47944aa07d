import { type ProviderName, providerNames } from '#backend/auth/auth-settings.ts';
import { checkCredentials } from '#backend/auth/credentials-check.ts';
import type { Gateway } from '#backend/gateway/gateway.ts';
import type { SignInResult, SignInTools } from '#base/server/api.ts';
import type { Encryption } from '#base/server/encryption.ts';
import type { Environment } from '#base/server/environment.ts';
import { secretOwner } from '#base/server/provider-secrets.ts';
import { FORMER_SESSION } from '#base/shared/former-session.ts';
import { paths } from '#paths';
import { siteOriginOf } from '../host/request-origin.ts';
import type { Tenants } from '../host/tenants.ts';
import { refreshTokenOfCookies, sessionCookies } from './session-cookies.ts';
import { callbackUrlOf, providerSettings } from './shared-callback.ts';

export type SignInDependencies = {
  backend: Pick<Gateway, 'auth'> | undefined;
  tenants: Tenants;
  keys: { anon_key: string };
  environment: Pick<Environment, 'SIGN_IN_STAND_IN'>;
  providerSecrets: Encryption;
};

type Session = { access_token?: string; user?: { id?: string } };
type AuthError = { code?: string; error_code?: string };

/** Sign-in with other providers for the features, over our own auth service; undefined where a hosted one signs in. */
export function createSignInTools(dependencies: SignInDependencies): SignInTools | undefined {
  const { backend, tenants, keys, environment, providerSecrets } = dependencies;
  if (!backend) return undefined;
  const callbackUrl = callbackUrlOf(tenants);

  /** A request of ours to the auth service on behalf of a browser: its headers say to which host it came and from where. */
  const requestAuth = (request: Request, path: string, headers: Record<string, string>, body?: object) => {
    const forwarded = new Headers(request.headers);
    for (const name of ['authorization', 'cookie', 'content-length', 'content-type', FORMER_SESSION])
      forwarded.delete(name);
    forwarded.set('apikey', keys.anon_key);
    for (const name in headers) forwarded.set(name, headers[name] ?? '');
    return backend.auth(
      new Request(new URL(`/auth/v1${path}`, request.url), {
        redirect: 'manual',
        headers: forwarded,
        ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
      }),
    );
  };

  return {
    callbackUrl,
    addressOf: async (request, provider, challenge) => {
      const query = new URLSearchParams({
        provider,
        redirect_to: siteOriginOf(tenants, request) + paths.finishSignInWith(),
        code_challenge: challenge,
        code_challenge_method: 's256',
      });
      const response = await requestAuth(request, `/authorize?${query}`, {});
      return response.headers.get('location');
    },
    finish: async (request, code, verifier): Promise<SignInResult> => {
      const former = refreshTokenOfCookies(request);
      const response = await requestAuth(
        request,
        '/token?grant_type=pkce',
        { 'content-type': 'application/json', ...(former ? { [FORMER_SESSION]: former } : {}) },
        { auth_code: code, code_verifier: verifier },
      );
      const content = (await response.json()) as Session & AuthError;
      const person = content.user?.id;
      if (!response.ok || !person) return { code: content.error_code ?? content.code ?? 'unexpected_failure' };
      return { person, cookies: sessionCookies(content, siteOriginOf(tenants, request)) };
    },
    check: async (provider, credentials) => {
      if (!isProvider(provider)) return 'wrong';
      const settings = providerSettings(provider, credentials, {
        isPlatforms: false,
        standIn: environment.SIGN_IN_STAND_IN,
      });
      return checkCredentials(provider, settings, callbackUrl);
    },
    encrypt: (accountId, provider, secret) => providerSecrets.encrypt(secretOwner(accountId, provider), secret),
    decrypt: (accountId, provider, sealed) => providerSecrets.decrypt(secretOwner(accountId, provider), sealed),
  };
}

function isProvider(name: string): name is ProviderName {
  return (providerNames as readonly string[]).includes(name);
}
