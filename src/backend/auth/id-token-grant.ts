import { createHash } from 'node:crypto';
import { createRemoteJWKSet, decodeJwt, errors, type JWTPayload, jwtVerify } from 'jose';
import { z } from 'zod';
import { isSame } from '#base/server/tokens.ts';
import { recordAudit } from './audit.ts';
import { AuthError, authErrors } from './auth-error.ts';
import type { AuthContext } from './auth-options.ts';
import type { ProviderName } from './auth-settings.ts';
import { requireUser } from './caller-session.ts';
import { userForIdentity } from './external-accounts.ts';
import { linkIdentity } from './identity-linking.ts';
import { requirePresence } from './presence-proof.ts';
import { clientIdsOf, configurationOf, providerOf, type ResolvedProvider } from './provider-client.ts';
import { personOfClaims } from './providers.ts';
import { clientNetwork, readInput } from './request-input.ts';
import { startSession, type TokenResponse } from './sessions.ts';

const shape = z.object({
  id_token: z.string().max(16_384).nullish(),
  access_token: z.string().max(16_384).nullish(),
  nonce: z.string().max(1_024).nullish(),
  provider: z.string().max(64).nullish(),
  client_id: z.string().max(512).nullish(),
  issuer: z.string().max(1_024).nullish(),
  link_identity: z.boolean().nullish(),
});

/** The published issuers by provider; those we don't support are disabled, like unconfigured ones. */
const ISSUERS: Record<string, string> = {
  google: 'https://accounts.google.com',
  apple: 'https://appleid.apple.com',
  facebook: 'https://www.facebook.com',
  kakao: 'https://kauth.kakao.com',
  keycloak: '',
};
const AZURE_ISSUER = /^https:\/\/login\.microsoftonline\.com\/[^/]+\/v2\.0\/?$/;

/** POST /token?grant_type=id_token: signs in by a provider's ID token that an app obtained itself. */
export async function idTokenGrant(auth: AuthContext, request: Request): Promise<TokenResponse> {
  const input = await readInput(request, shape);
  if (!input.id_token) throw oauthError('id_token required');
  if (!input.provider && !(input.client_id && input.issuer)) {
    throw oauthError('provider or client_id and issuer required');
  }
  const link = input.link_identity ? await linkTarget(auth, request) : undefined;
  await auth.rateLimits.consume({ limit: 'externalSignInsPerAddress', key: clientNetwork(request) });
  const provider = enabledProvider(auth, input.provider || nameOfIssuer(input.issuer ?? ''), input.id_token);
  const claims = await claimsOf(provider, input.id_token);
  checkNonce(provider, claims, input.nonce ?? '');
  checkAccessToken(claims, input.access_token ?? '');
  const { protocol, settings } = provider;
  if (protocol.kind !== 'connect') throw oauthError('Bad ID token');
  const externalSignIn = {
    provider: provider.name,
    person: personOfClaims(protocol, settings, claims),
    emailOptional: settings.emailOptional ?? false,
  };
  const outcome = await auth.sql.transaction(async (tx) => {
    const user = link
      ? await linkIdentity(auth, tx, request, link, externalSignIn)
      : await userForIdentity(auth, tx, request, externalSignIn);
    if (user instanceof AuthError) return user;
    await recordAudit(tx, request, 'login', user, { provider: provider.name });
    return startSession(auth, tx, request, user, 'oauth', provider.name);
  });
  if (outcome instanceof AuthError) throw outcome;
  return outcome;
}

/** GoTrue returns these in OAuth's form; ours have it beside the usual one. */
function oauthError(description: string): AuthError {
  return new AuthError(400, 'validation_failed', description, {
    body: { error: 'invalid request', error_description: description },
  });
}

async function linkTarget(auth: AuthContext, request: Request): Promise<string> {
  if (!auth.securityManualLinkingEnabled) throw authErrors.manualLinkingDisabled();
  const caller = await requireUser(auth, request);
  await requirePresence(auth, request, caller);
  return caller.user.id;
}

function nameOfIssuer(issuer: string): string {
  if (AZURE_ISSUER.test(issuer)) return 'azure';
  return Object.entries(ISSUERS).find(([, published]) => published !== '' && published === issuer)?.[0] ?? '';
}

function enabledProvider(auth: AuthContext, name: string, idToken: string): ResolvedProvider {
  const unknownProvider = () => authErrors.validation(`Custom OIDC provider "${name.slice(0, 40)}" not allowed`);
  if (name !== 'azure' && !Object.hasOwn(ISSUERS, name)) throw unknownProvider();
  if (!Object.hasOwn(auth.external, name) || !auth.external[name as ProviderName]?.enabled) {
    const issuer = name === 'azure' ? issuerIn(idToken) : ISSUERS[name];
    throw new AuthError(400, 'provider_disabled', `Provider (issuer "${issuer}") is not enabled`);
  }
  const provider = providerOf(auth.external, name);
  if (provider.protocol.kind !== 'connect') throw unknownProvider();
  return provider;
}

/** The issuer claim of an Azure token: each tenant has its own. */
function issuerIn(idToken: string): string {
  try {
    const { iss } = decodeJwt(idToken);
    if (iss) return iss.slice(0, 200);
  } catch {
    // Falls through to the error below.
  }
  throw authErrors.validation('Unable to detect issuer in ID token for Azure provider');
}

const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>();

/** Verifies the ID token against the provider's keys. @throws {AuthError} 400 for an invalid one, 503 out of reach. */
async function claimsOf(provider: ResolvedProvider, idToken: string): Promise<JWTPayload> {
  const server = await configurationOf(provider).then(
    (configuration) => configuration.serverMetadata(),
    () => {
      throw new AuthError(503, 'unexpected_failure', 'The provider could not be reached. Try again in a moment.');
    },
  );
  const address = server.jwks_uri ?? '';
  const keys = keySets.get(address) ?? createRemoteJWKSet(new URL(address), { timeoutDuration: 10_000 });
  keySets.set(address, keys);
  try {
    const { payload } = await jwtVerify(idToken, keys, {
      issuer: issuerFor(server.issuer, idToken),
      algorithms: ['RS256', 'RS384', 'RS512', 'PS256', 'ES256', 'ES384', 'ES512', 'EdDSA'],
      requiredClaims: ['sub', 'aud', 'exp', 'iat'],
    });
    const audiences = [payload.aud ?? []].flat();
    const clientIds = clientIdsOf(provider.settings);
    if (!audiences.some((audience) => clientIds.includes(audience))) {
      throw oauthError('Unacceptable audience in id_token');
    }
    return payload;
  } catch (error) {
    if (error instanceof AuthError) throw error;
    if (error instanceof errors.JWKSTimeout) {
      throw new AuthError(503, 'unexpected_failure', 'The provider could not be reached. Try again in a moment.');
    }
    throw oauthError('Bad ID token');
  }
}

/** Azure's discovery names one issuer pattern: `{tenantid}` is replaced by the token's tenant. */
function issuerFor(issuer: string, idToken: string): string {
  if (!issuer.includes('{tenantid}')) return issuer;
  try {
    const tenant = String(decodeJwt(idToken).tid ?? '');
    return /^[0-9a-f-]{36}$/i.test(tenant) ? issuer.replace('{tenantid}', tenant) : issuer;
  } catch {
    return issuer;
  }
}

/** The app keeps the nonce and sent its SHA-256 to the provider. */
function checkNonce(provider: ResolvedProvider, claims: JWTPayload, nonce: string): void {
  if (provider.settings.skipNonceCheck) return;
  const tokenNonce = typeof claims.nonce === 'string' ? claims.nonce : '';
  if ((tokenNonce === '') !== (nonce === '')) {
    throw oauthError('Passed nonce and nonce in id_token should either both exist or not.');
  }
  if (tokenNonce && !isSame(createHash('sha256').update(nonce).digest('hex'), tokenNonce))
    throw oauthError('Nonces mismatch');
}

/** OpenID Connect Core §3.1.3.6: `at_hash` must match the access token sent along. */
function checkAccessToken(claims: JWTPayload, accessToken: string): void {
  if (typeof claims.at_hash !== 'string' || !accessToken) return;
  const expectedHash = createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url');
  if (!isSame(expectedHash, claims.at_hash)) throw oauthError('Bad ID token');
}
