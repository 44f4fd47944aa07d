import { type ProviderName, providerNames } from '#backend/auth/auth-settings.ts';
import { checkCredentials } from '#backend/auth/credentials-check.ts';
import type { SignedInWith, SignInTools } from '#base/server/api.ts';
import { secretOwner } from '#base/server/provider-secrets.ts';
import { FORMER_SESSION } from '#base/shared/former-session.ts';
import { paths } from '#paths';
import { siteOriginOf } from '../host/request-origin.ts';
import type { Runtime } from '../start/runtime.ts';
import { refreshTokenOfCookies, sessionCookies } from './session-cookies.ts';
import { callbackUrlOf, providerSettings } from './shared-callback.ts';

type Session = { access_token?: string; user?: { id?: string } };
type Refusal = { code?: string; error_code?: string };

/** Sign-in at other providers for the features, over our own authentication service; none where another one signs in. */
export function createSignInTools(runtime: Runtime): SignInTools | undefined {
  const { backend, tenants, keys, environment, providerSecrets } = runtime;
  if (!backend) return undefined;
  const callbackUrl = callbackUrlOf(tenants);

  /** A request of our own to the service, for a browser: the headers say which host was asked and by whom. */
  const ask = (request: Request, path: string, headers: Record<string, string>, body?: object) => {
    const own = new Headers(request.headers);
    for (const name of ['authorization', 'cookie', 'content-length', 'content-type', FORMER_SESSION]) own.delete(name);
    own.set('apikey', keys.anon_key);
    for (const name in headers) own.set(name, headers[name] ?? '');
    return backend.auth(
      new Request(new URL(`/auth/v1${path}`, request.url), {
        redirect: 'manual',
        headers: own,
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
      const answer = await ask(request, `/authorize?${query}`, {});
      return answer.headers.get('location');
    },
    finish: async (request, code, verifier): Promise<SignedInWith> => {
      const former = refreshTokenOfCookies(request);
      const answer = await ask(
        request,
        '/token?grant_type=pkce',
        { 'content-type': 'application/json', ...(former ? { [FORMER_SESSION]: former } : {}) },
        { auth_code: code, code_verifier: verifier },
      );
      const content = (await answer.json()) as Session & Refusal;
      const person = content.user?.id;
      if (!answer.ok || !person) return { code: content.error_code ?? content.code ?? 'unexpected_failure' };
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
    seal: (accountId, provider, secret) => providerSecrets.seal(secretOwner(accountId, provider), secret),
    unseal: (accountId, provider, sealed) => providerSecrets.unseal(secretOwner(accountId, provider), sealed),
  };
}

function isProvider(name: string): name is ProviderName {
  return (providerNames as readonly string[]).includes(name);
}
