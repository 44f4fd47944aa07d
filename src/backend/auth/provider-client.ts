import { createHmac } from 'node:crypto';
import * as client from 'openid-client';
import { appleSecret } from './apple-secret.ts';
import { AuthError, authErrors } from './auth-error.ts';
import type { AuthContext } from './auth-options.ts';
import type { ProviderName, ProviderSettings } from './auth-settings.ts';
import {
  type ConnectProvider,
  type ExternalPerson,
  type PlainProvider,
  personOfClaims,
  providers,
} from './providers.ts';

const TIMEOUT_SECONDS = 10;
const DISCOVERY_MS = 3_600_000;

export type ResolvedProvider = {
  name: ProviderName;
  settings: ProviderSettings;
  protocol: ConnectProvider | PlainProvider;
};

/** @throws {AuthError} 400 validation_failed for a provider that is unknown or not enabled in the scope. */
export async function providerIn(auth: AuthContext, scope: string | null, name: string): Promise<ResolvedProvider> {
  return providerOf(auth.sharedCallback ? await auth.sharedCallback.settingsOf(scope) : auth.external, name);
}

/** @throws {AuthError} as `providerIn`. */
export function providerOf(external: AuthContext['external'], name: string): ResolvedProvider {
  const settings = Object.hasOwn(external, name) ? external[name as ProviderName] : undefined;
  if (!Object.hasOwn(providers, name)) {
    throw authErrors.validation(`Unsupported provider: Provider ${name.slice(0, 40)} could not be found`);
  }
  if (!settings?.enabled) throw authErrors.validation('Unsupported provider: provider is not enabled');
  return { name: name as ProviderName, settings, protocol: providers[name as ProviderName] };
}

/** Our client id at a provider, then further ids accepted in an ID token. */
export function clientIdsOf(settings: ProviderSettings): string[] {
  const ids = typeof settings.clientId === 'string' ? settings.clientId.split(',') : [...settings.clientId];
  return ids.map((id) => id.trim()).filter(Boolean);
}

export function redirectUriOf(auth: AuthContext, request: Request, settings: ProviderSettings): string {
  return auth.sharedCallback?.url ?? (settings.redirectUri || `${auth.apiUrlOf(request)}/callback`);
}

type CachedConfiguration = { at: number; configuration: Promise<client.Configuration> };
const configurations = new WeakMap<ProviderSettings, CachedConfiguration>();

/** The provider's discovery document, cached for an hour. @throws where it can't be fetched. */
export function configurationOf(provider: ResolvedProvider): Promise<client.Configuration> {
  const cached = configurations.get(provider.settings);
  if (cached && cached.at > Date.now() - DISCOVERY_MS) return cached.configuration;
  const configuration = configure(provider);
  configurations.set(provider.settings, { at: Date.now(), configuration });
  configuration.catch(() => configurations.delete(provider.settings));
  return configuration;
}

async function configure({ name, settings, protocol }: ResolvedProvider): Promise<client.Configuration> {
  const clientId = clientIdsOf(settings)[0] ?? '';
  // With a signing key (Apple) a new secret is made for each request.
  const secret: client.ClientAuth = async (_server, { client_id }, body) => {
    body.set('client_id', client_id);
    body.set('client_secret', await secretOf(settings));
  };
  if (protocol.kind === 'connect') {
    const issuer = new URL(protocol.issuer(settings));
    const execute = isLoopback(issuer) ? [client.allowInsecureRequests] : [];
    // Checks the signature of every ID token, also of those received directly from the provider.
    execute.push(client.enableNonRepudiationChecks);
    return client.discovery(issuer, clientId, undefined, secret, { execute, timeout: TIMEOUT_SECONDS });
  }
  const { authorize, token } = protocol.endpoints(settings);
  const server = { issuer: name, authorization_endpoint: authorize, token_endpoint: token };
  const configuration = new client.Configuration(server, clientId, undefined, secret);
  configuration.timeout = TIMEOUT_SECONDS;
  if (isLoopback(new URL(token))) client.allowInsecureRequests(configuration);
  return configuration;
}

/** The client secret to send now. */
export async function secretOf(settings: ProviderSettings): Promise<string> {
  const { signingKey, secret } = settings;
  return signingKey ? appleSecret(signingKey, clientIdsOf(settings)[0] ?? '') : secret;
}

/** Plain HTTP is allowed only for a provider on this machine: a test, a sidecar. */
function isLoopback(url: URL): boolean {
  return url.protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);
}

/**
 * The OAuth `state` of a flow. A flow's id is a UUID, as published, with 122 random bits; the unguessable part derives
 * from its verifier's 384.
 */
export function stateOf(flowId: string, verifier: string): string {
  return `${flowId}.${createHmac('sha256', verifier).update('state').digest('base64url')}`;
}

/** The nonce derives from the flow's verifier: one stored secret serves both. */
function nonceOf(verifier: string): string {
  return createHmac('sha256', verifier).update('nonce').digest('base64url');
}

/** The URL where a browser signs in. `extra`: what the client passes to the provider, such as `prompt`. */
export async function authorizationUrl(
  provider: ResolvedProvider,
  flow: { state: string; verifier: string; redirectUri: string; scopes: string; extra: Record<string, string> },
): Promise<string> {
  const { protocol } = provider;
  const configuration = await configurationOf(provider).catch(() => {
    throw new AuthError(503, 'unexpected_failure', 'The provider could not be reached. Try again in a moment.');
  });
  const scope = [...new Set(`${protocol.scopes} ${flow.scopes}`.split(/[\s,]+/).filter(Boolean))].join(' ');
  return client.buildAuthorizationUrl(configuration, {
    ...flow.extra,
    ...(protocol.kind === 'connect' ? { ...protocol.extra, nonce: nonceOf(flow.verifier) } : {}),
    redirect_uri: flow.redirectUri,
    scope,
    state: flow.state,
    code_challenge: await client.calculatePKCECodeChallenge(flow.verifier),
    code_challenge_method: 'S256',
  }).href;
}

export type Exchanged = { person: ExternalPerson; accessToken: string; refreshToken: string | undefined };

/**
 * Exchanges the provider's code for the identity.
 * @throws {AuthError} 400 bad_oauth_callback where the provider fails or its response is invalid.
 */
export async function exchangeCode(
  provider: ResolvedProvider,
  callbackParameters: URLSearchParams,
  flow: { state: string; verifier: string; redirectUri: string },
): Promise<Exchanged> {
  const { settings, protocol } = provider;
  try {
    const configuration = await configurationOf(provider);
    const callbackUrl = new URL(flow.redirectUri);
    for (const key of ['code', 'state', 'iss']) {
      const value = callbackParameters.get(key);
      if (value !== null) callbackUrl.searchParams.set(key, value);
    }
    const tokens = await client.authorizationCodeGrant(configuration, callbackUrl, {
      pkceCodeVerifier: flow.verifier,
      expectedState: flow.state,
      ...(protocol.kind === 'connect' ? { expectedNonce: nonceOf(flow.verifier), idTokenExpected: true } : {}),
    });
    const accessToken = tokens.access_token;
    const person =
      protocol.kind === 'connect'
        ? personOfClaims(protocol, settings, tokens.claims() ?? {}, jsonIn(callbackParameters.get('user')))
        : await protocol.personOf(protocol.endpoints(settings).api, settings, (url) =>
            fetchApi(provider, url, accessToken),
          );
    if (!person.subject) throw new Error('The provider named nobody.');
    const isTrusted = settings.vouchesForEmail !== false;
    return {
      person: isTrusted ? person : withoutVerifiedEmails(person),
      accessToken,
      refreshToken: tokens.refresh_token,
    };
  } catch (error) {
    throw authErrors.badOAuthCallback(`Unable to exchange external code: ${reasonOf(error)}`);
  }
}

/** The same person without verified addresses. */
function withoutVerifiedEmails(person: ExternalPerson): ExternalPerson {
  return {
    ...person,
    emails: person.emails.map((entry) => ({ ...entry, isVerified: false })),
    data: { ...person.data, email_verified: false },
  };
}

/** The provider's error code where it gave one; nothing of what was exchanged. */
function reasonOf(error: unknown): string {
  const { error: errorCode, code } = error as { error?: unknown; code?: unknown };
  const reason = typeof errorCode === 'string' ? errorCode : typeof code === 'string' ? code : '';
  return /^[\w .-]{1,60}$/.test(reason) ? reason : 'the answer could not be verified';
}

const MAX_RESPONSE_LENGTH = 1_048_576;

async function fetchApi({ name, settings }: ResolvedProvider, url: string, accessToken: string): Promise<unknown> {
  const apiUrl = new URL(url);
  if (name === 'facebook') {
    // Facebook's proof that the token is used by the app it was issued to.
    apiUrl.searchParams.set('appsecret_proof', createHmac('sha256', settings.secret).update(accessToken).digest('hex'));
  }
  const response = await fetch(apiUrl, {
    headers: { authorization: `Bearer ${accessToken}`, accept: 'application/json', 'user-agent': 'auth' },
    signal: AbortSignal.timeout(TIMEOUT_SECONDS * 1_000),
    redirect: 'error',
  });
  const text = await response.text();
  if (!response.ok || text.length > MAX_RESPONSE_LENGTH) throw new Error('The provider did not say who this is.');
  return JSON.parse(text);
}

function jsonIn(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse((text ?? '').slice(0, 4_096));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
