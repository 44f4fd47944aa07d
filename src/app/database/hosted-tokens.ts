import { LRUCache } from 'lru-cache';
import { type Claims, createTokens, type Tokens } from '#base/server/tokens.ts';
import { AppError } from '#base/shared/errors.ts';

const MAX_CACHED = 5_000;
/** How long a response of the hosted service is cached. */
const CACHED_MS = 60_000;
const TIMEOUT_MS = 10_000;

/**
 * Verifies tokens of a hosted backend: its two API keys are configured, and session tokens are checked by its auth
 * service, whatever it signs with. Where JWT_SECRET is its secret, most are verified here.
 */
export function createHostedTokens(options: {
  url: string;
  anonKey: string;
  serviceKey: string;
  secret: string | undefined;
  now?: () => number;
}): Tokens {
  const { url, anonKey, serviceKey, now = Date.now } = options;
  const local = options.secret === undefined ? undefined : createTokens(options.secret);
  const cache = new LRUCache<string, { claims: Claims | null }>({
    max: MAX_CACHED,
    ttl: CACHED_MS,
    perf: { now },
    ttlResolution: 0,
  });

  async function fetchClaims(token: string): Promise<Claims | null> {
    const claims = claimsIn(token);
    // No request for what can't be a session token.
    if (claims?.role !== 'authenticated' || typeof claims.exp !== 'number' || claims.exp * 1000 <= now()) return null;
    const response = await fetch(`${url.replace(/\/+$/, '')}/auth/v1/user`, {
      headers: { apikey: anonKey, authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((cause: unknown) => {
      throw unavailable(cause);
    });
    await response.body?.cancel();
    if (response.status >= 500 || response.status === 429) throw unavailable(response.status);
    return response.ok ? claims : null;
  }

  return {
    sign: () => {
      throw new Error('Tokens of a hosted backend are signed there.');
    },
    verify: async (token) => {
      if (token === anonKey) return { role: 'anon' };
      if (token === serviceKey) return { role: 'service_role' };
      const checked = await local?.verify(token);
      if (checked) return checked;
      const cached = cache.get(token);
      const isExpired = cached?.claims?.exp !== undefined && cached.claims.exp * 1000 <= now();
      if (cached && !isExpired) return cached.claims;
      const claims = await fetchClaims(token);
      cache.set(token, { claims });
      return claims;
    },
    isSigned: async () => false,
    publicKeys: () => [],
  };
}

function unavailable(cause: unknown): AppError {
  return new AppError(503, 'unavailable', 'The backend of BACKEND_URL does not answer. Try again in a moment.', {
    headers: { 'retry-after': '2' },
    cause,
  });
}

function claimsIn(token: string): Claims | null {
  try {
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Claims;
  } catch {
    return null;
  }
}
