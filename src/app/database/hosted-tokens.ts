import { type Claims, createTokens, type Tokens } from '#base/server/tokens.ts';
import { AppError } from '#base/shared/errors.ts';

const REMEMBERED = 5_000;
/** How long an answer of the hosted service is believed. */
const BELIEVED_MS = 60_000;
const PATIENCE_MS = 10_000;

/**
 * The tokens of a hosted backend: its two keys are known, and of a session it is asked itself, whatever it signs with.
 * Where JWT_SECRET is its secret, most are checked here.
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
  const remembered = new Map<string, { claims: Claims | null; until: number }>();

  async function ask(token: string): Promise<Claims | null> {
    const claims = claimsIn(token);
    // What can't be a session of anybody's is not worth a question.
    if (claims?.role !== 'authenticated' || typeof claims.exp !== 'number' || claims.exp * 1000 <= now()) return null;
    const answer = await fetch(`${url.replace(/\/+$/, '')}/auth/v1/user`, {
      headers: { apikey: anonKey, authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(PATIENCE_MS),
    }).catch((cause: unknown) => {
      throw unavailable(cause);
    });
    await answer.body?.cancel();
    if (answer.status >= 500 || answer.status === 429) throw unavailable(answer.status);
    return answer.ok ? claims : null;
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
      const known = remembered.get(token);
      const isOver = known?.claims?.exp !== undefined && known.claims.exp * 1000 <= now();
      if (known && known.until > now() && !isOver) return known.claims;
      const claims = await ask(token);
      if (remembered.size >= REMEMBERED) remembered.clear();
      remembered.set(token, { claims, until: now() + BELIEVED_MS });
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
