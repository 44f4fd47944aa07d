import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  type KeyObject,
  timingSafeEqual,
} from 'node:crypto';
import {
  type CompactVerifyGetKey,
  compactVerify,
  type JWK,
  type JWTHeaderParameters,
  type JWTPayload,
  errors as joseErrors,
  SignJWT,
} from 'jose';
import { LRUCache } from 'lru-cache';
import { readBearer } from '#base/shared/bearer.ts';
import type { Caller, CallerRole } from './database.ts';

export type Claims = Record<string, unknown> & { role: CallerRole; exp?: number; sub?: string; session_id?: string };

/** Whether a token belongs to a signed-in person rather than being an API key. */
export function isUserToken({ role, sub, session_id }: Claims): boolean {
  return role === 'authenticated' && sub !== undefined && session_id !== undefined;
}

/** Signs and verifies the access tokens of every service. */
export type Tokens = {
  /**
   * A token valid for `seconds`, signed with the current key. `seconds` undefined: an API key without expiry, always
   * signed with the shared secret, so that it survives every key rotation.
   */
  sign(claims: Record<string, unknown>, seconds?: number): Promise<string>;
  /**
   * The claims, or null where signature, times or role are invalid; a time that is JSON null counts as absent. A token seen
   * before costs a map lookup. With `clockSkewSeconds`, `exp` and `nbf` may be off by that much and `iat` may lie no further
   * ahead (PostgREST's rule); without it `exp` and `nbf` are exact and `iat` is not compared.
   */
  verify(token: string, clockSkewSeconds?: number): Promise<Claims | null>;
  /** Whether one of the keys signed it, whatever its claims: tells why a token is invalid. */
  isSigned(token: string): Promise<boolean>;
  /** The public halves of the asymmetric keys (RFC 7517), for others to verify our tokens. */
  publicKeys(): JWK[];
};

/** `alg` and `kid` of every key; one of them may sign (`key_ops` holds `sign`), the others are standby or previous. */
export type SigningKey = JWK & { kid: string };

export type TokenRules = {
  /**
   * Minimum RSA key size in bits for signing; a smaller key may only verify what it signed. 3072 bits equal 128 bits of
   * security.
   */
  minRsaBits?: number;
  /** true: any role of the database that the client login may become. */
  isAnyAllowed?: boolean;
  /** The role of a token without a role claim; without it such a token is rejected. */
  unnamed?: string;
};

type ImportedKey = {
  kid: string;
  alg: string;
  checkedBy: KeyObject;
  signsBy: KeyObject | undefined;
  shown: JWK | undefined;
};

const ROLES = new Set(['anon', 'authenticated', 'service_role']);
const MAX_CACHED = 5_000;
const SHARED = 'HS256';

/**
 * @param secret the shared secret; verifies HS256 tokens always, and signs where no key does.
 * @param keys asymmetric keys (ES256, RS256, EdDSA) or further secrets (HS256, `kty: oct`), as GoTrue's
 * `GOTRUE_JWT_KEYS`.
 * @param apiKeys opaque keys that stand for a role alone, as `sb_publishable_…` for anon and `sb_secret_…` for
 * service_role.
 * @param rules which roles a token may have, default the three client roles; and the minimum key size.
 * @param formerSecrets replaced shared secrets. Their tokens are valid until they expire, and their public key, which
 * is embedded in pages, always; never a token that bypasses row-level security.
 * @throws {Error} a key without `kid`, of another kind, too short to sign, or a second one that signs.
 */
export function createTokens(
  secret: string,
  keys: readonly SigningKey[] = [],
  apiKeys: Readonly<Record<string, 'anon' | 'service_role'>> = {},
  rules: TokenRules = {},
  formerSecrets: readonly string[] = [],
): Tokens {
  const shared = new TextEncoder().encode(secret);
  const former = formerSecrets.map((secret) => new TextEncoder().encode(secret));
  const { importedKeys, signer } = importKeys(keys, rules.minRsaBits ?? 0);
  const algorithms = [...new Set([SHARED, ...importedKeys.map((key) => key.alg)])];
  const cache = new LRUCache<string, Claims>({ max: MAX_CACHED });
  // Compared as digests: a constant-time comparison.
  const opaque = new Map(Object.entries(apiKeys).map(([key, role]) => [digest(key), { role } as Claims]));

  const keyFor = (header: JWTHeaderParameters) => keyOf(header, importedKeys, shared);

  async function payloadOf(token: string): Promise<JWTPayload> {
    try {
      return await signedClaims(token, keyFor, algorithms);
    } catch (error) {
      if (!(error instanceof joseErrors.JWSSignatureVerificationFailed)) throw error;
      const claims = await formerClaims(token, former);
      if (!claims) throw error;
      return claims;
    }
  }

  return {
    sign: (claims, seconds) => sign(claims, seconds, shared, signer),
    verify: async (token, clockSkewSeconds) => {
      if (isOpaqueKey(token)) return opaque.get(digest(token)) ?? null;
      const cached = cache.get(token);
      if (cached) {
        if (isTimely(cached, clockSkewSeconds)) return cached;
        cache.delete(token);
        return null;
      }
      try {
        const payload = await payloadOf(token);
        payload.role ??= rules.unnamed;
        if (!isAllowed(payload.role, rules) || !isAudience(payload.aud) || !isTimely(payload, clockSkewSeconds))
          return null;
        cache.set(token, payload as Claims);
        return payload as Claims;
      } catch {
        return null;
      }
    },
    isSigned: async (token) => {
      const checks = [
        compactVerify(token, keyFor, { algorithms }),
        ...former.map((key) => compactVerify(token, key, { algorithms: [SHARED] })),
      ];
      return (await Promise.allSettled(checks)).some(({ status }) => status === 'fulfilled');
    },
    publicKeys: () => importedKeys.flatMap((key) => key.shown ?? []),
  };
}

function importKeys(keys: readonly SigningKey[], minRsaBits: number) {
  const importedKeys = keys.map(importedKey);
  const signers = importedKeys.filter((key) => key.signsBy);
  const short = signers.find((key) => bitsOfRsa(key) < minRsaBits);
  if (short) {
    throw new Error(
      `The signing key ${short.kid} has ${bitsOfRsa(short)} bits: an RSA key that signs has at least ${minRsaBits}, or take ES256.`,
    );
  }
  if (signers.length > 1) throw new Error('Only one of the signing keys may have the operation sign.');
  if (new Set(importedKeys.map((key) => key.kid)).size < importedKeys.length)
    throw new Error('Two signing keys have the same kid.');
  return { importedKeys, signer: signers[0] };
}

function sign(
  claims: Record<string, unknown>,
  seconds: number | undefined,
  shared: Uint8Array,
  signer: ImportedKey | undefined,
): Promise<string> {
  const token = new SignJWT(claims);
  // Without `iat`, so that a key is the same at every start.
  if (seconds === undefined) return token.setProtectedHeader({ alg: SHARED, typ: 'JWT' }).sign(shared);
  token.setIssuedAt().setExpirationTime(`${seconds}s`);
  return signer?.signsBy
    ? token.setProtectedHeader({ alg: signer.alg, kid: signer.kid, typ: 'JWT' }).sign(signer.signsBy)
    : token.setProtectedHeader({ alg: SHARED, typ: 'JWT' }).sign(shared);
}

/** The key is chosen by `kid` and must have the token's `alg`: no key is ever used for another algorithm. */
function keyOf(header: JWTHeaderParameters, importedKeys: readonly ImportedKey[], shared: Uint8Array) {
  const key = importedKeys.find((held) => held.kid === header.kid && held.alg === header.alg);
  if (key) return key.checkedBy;
  if (header.alg === SHARED) return shared;
  throw new Error('No key has the kid of this token.');
}

/** The claims of a token that a former secret signed and that may be valid still. */
async function formerClaims(token: string, former: readonly Uint8Array[]): Promise<JWTPayload | null> {
  for (const key of former) {
    const claims = await signedClaims(token, () => key, [SHARED]).catch(() => null);
    if (claims && mayOutliveItsSecret(claims)) return claims;
  }
  return null;
}

function isAllowed(role: unknown, rules: TokenRules): boolean {
  return ROLES.has(String(role)) || (rules.isAnyAllowed === true && typeof role === 'string' && /^.{1,63}$/.test(role));
}

/** The claims of a token signed by one of the keys, expired or not. @throws where no key signed it or they are no object. */
async function signedClaims(token: string, key: CompactVerifyGetKey, algorithms: string[]): Promise<JWTPayload> {
  const { payload, protectedHeader } = await compactVerify(token, key, { algorithms });
  const claims: unknown = JSON.parse(new TextDecoder().decode(payload));
  // RFC 7797 §7: the payload of a JWT is always encoded.
  if (protectedHeader.b64 === false || claims === null || typeof claims !== 'object' || Array.isArray(claims)) {
    throw new joseErrors.JWTInvalid('The claims of a token are a JSON object.');
  }
  for (const name of ['exp', 'nbf', 'iat'])
    if (Reflect.get(claims, name) === null) Reflect.deleteProperty(claims, name);
  return claims as JWTPayload;
}

function isTimely({ exp, nbf, iat }: JWTPayload, clockSkewSeconds: number | undefined): boolean {
  const now = Date.now() / 1000;
  const skew = clockSkewSeconds ?? 0;
  if ([exp, nbf, iat].some((time) => time !== undefined && typeof time !== 'number')) return false;
  if (exp !== undefined && exp + skew <= now) return false;
  if (nbf !== undefined && nbf - skew > now) return false;
  return clockSkewSeconds === undefined || iat === undefined || iat - skew <= now;
}

/** RFC 7519 §4.1.3: a string or a list of strings. */
function isAudience(aud: unknown): boolean {
  return [aud ?? []].flat().every((audience) => typeof audience === 'string');
}

function mayOutliveItsSecret({ role, exp }: JWTPayload): boolean {
  return role === 'anon' || (exp !== undefined && role !== 'service_role');
}

/** Infinite for other key types. */
function bitsOfRsa({ checkedBy }: ImportedKey): number {
  return checkedBy.asymmetricKeyDetails?.modulusLength ?? Number.POSITIVE_INFINITY;
}

function digest(key: string): string {
  return createHash('sha256').update(key).digest('base64');
}

/** Whether a credential is an opaque API key instead of a token (https://supabase.com/docs/guides/api/api-keys). */
export function isOpaqueKey(credential: string): boolean {
  return credential.startsWith('sb_publishable_') || credential.startsWith('sb_secret_');
}

/** The opaque API keys of an installation, derived from its secret: the same at every start. */
export function apiKeysOf(secret: string): { publishable_key: string; secret_key: string } {
  const makeKey = (kind: string) => {
    const text = timingSafeHash(secret, `${kind} key`).replace(/[-_]/g, 'x');
    return `sb_${kind}_${text.slice(0, 22)}_${text.slice(22, 30)}`;
  };
  return { publishable_key: makeKey('publishable'), secret_key: makeKey('secret') };
}

/** The role of each opaque key, for `createTokens`; of former secrets the public key only. */
export function rolesOfApiKeys(
  secret: string,
  formerSecrets: readonly string[] = [],
): Record<string, 'anon' | 'service_role'> {
  const { publishable_key, secret_key } = apiKeysOf(secret);
  const former = formerSecrets.map((former) => [apiKeysOf(former).publishable_key, 'anon'] as const);
  return { ...Object.fromEntries(former), [publishable_key]: 'anon', [secret_key]: 'service_role' };
}

const KINDS: Record<string, string> = { ES256: 'EC', RS256: 'RSA', EdDSA: 'OKP', HS256: 'oct' };

function importedKey(jwk: SigningKey): ImportedKey {
  const { kid, alg } = jwk;
  if (!kid || !alg || !Object.hasOwn(KINDS, alg) || KINDS[alg] !== jwk.kty) {
    throw new Error('A signing key needs a kid and one of the algorithms ES256, RS256, EdDSA and HS256.');
  }
  const signs = jwk.key_ops?.includes('sign') ?? false;
  if (jwk.kty === 'oct') {
    const key = createSecretKey(Buffer.from(jwk.k ?? '', 'base64url'));
    return { kid, alg, checkedBy: key, signsBy: signs ? key : undefined, shown: undefined };
  }
  const { kty, crv, x, y, n, e } = jwk;
  const half = Object.fromEntries(Object.entries({ kty, crv, x, y, n, e }).filter(([, value]) => value !== undefined));
  return {
    kid,
    alg,
    checkedBy: createPublicKey({ key: half, format: 'jwk' }),
    signsBy: signs ? createPrivateKey({ key: { ...jwk }, format: 'jwk' }) : undefined,
    shown: { ...half, kid, alg, use: 'sig', key_ops: ['verify'] } as JWK,
  };
}

export type Credentials = { kind: 'caller'; caller: Caller; token: string } | { kind: 'missing' } | { kind: 'invalid' };

/**
 * Authenticates a request: the bearer token, else the `apikey` (header, or query for websockets and signed links).
 * `missing` where neither is present, `invalid` where the one that counts does not verify or the Authorization header
 * holds anything but a bearer token.
 */
export function credentialsOf(request: Request, tokens: Tokens): Promise<Credentials> {
  const { headers, url } = request;
  return credentialsIn({ authorization: headers.get('authorization'), apikey: headers.get('apikey'), url }, tokens);
}

/** The same from the headers `authorization` and `apikey` and the query of `url`. */
export async function credentialsIn(
  credentials: { authorization?: string | null; apikey?: string | null; url: string },
  tokens: Tokens,
  clockSkewSeconds?: number,
): Promise<Credentials> {
  const bearer = readBearer(credentials.authorization);
  if (bearer.kind === 'malformed') return { kind: 'invalid' };
  const token = bearer.kind === 'token' ? bearer.token : (credentials.apikey ?? apikeyOf(credentials.url));
  if (!token) return { kind: 'missing' };
  const claims = await tokens.verify(token, clockSkewSeconds);
  if (!claims) return { kind: 'invalid' };
  return { kind: 'caller', caller: { role: claims.role, claims }, token };
}

function apikeyOf(url: string): string | null {
  const mark = url.indexOf('?');
  return mark < 0 ? null : new URLSearchParams(url.slice(mark + 1)).get('apikey');
}

/** An HMAC that only the holder of `secret` can compute, for links and derived keys. */
export function timingSafeHash(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url');
}

export function isSame(left: string, right: string): boolean {
  const a = Buffer.from(left);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
}
