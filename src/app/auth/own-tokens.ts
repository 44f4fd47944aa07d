import { type Claims, isUserToken, type Tokens } from '#base/server/tokens.ts';
import type { Tenants } from '../host/tenants.ts';

const AUDIENCE = 'authenticated';
const ISSUER_PATH = '/auth/v1';

/**
 * Accepts tokens of people only with our audience and an issuer that is one of our hosts: another installation may sign
 * with the same secret. Missing claims are not checked, so API keys and tokens signed by hand work as published.
 */
export function createOwnTokens(tokens: Tokens, tenants: Pick<Tenants, 'accountOf'>): Tokens {
  // A token's claims are the same object as long as the token is cached.
  const accepted = new WeakSet<Claims>();

  async function isOurs({ aud, iss }: Claims): Promise<boolean> {
    if (aud !== undefined && ![aud].flat().includes(AUDIENCE)) return false;
    if (iss === undefined) return true;
    const issuer = typeof iss === 'string' ? URL.parse(iss) : null;
    return issuer?.pathname === ISSUER_PATH && (await tenants.accountOf(issuer.hostname)) !== null;
  }

  return {
    ...tokens,
    verify: async (token, clockSkewSeconds) => {
      const claims = await tokens.verify(token, clockSkewSeconds);
      if (!claims || !isUserToken(claims) || accepted.has(claims)) return claims;
      if (!(await isOurs(claims))) return null;
      accepted.add(claims);
      return claims;
    },
  };
}
