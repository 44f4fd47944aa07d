import { type Claims, isPersonal, type Tokens } from '#base/server/tokens.ts';
import type { Tenants } from '../host/tenants.ts';

const AUDIENCE = 'authenticated';
const ISSUER_PATH = '/auth/v1';

/**
 * Tokens of people count only where they were made for us, by one of our hosts: another installation may sign with the same
 * secret. Claims that are not there decide nothing, so keys and tokens signed by hand work as published.
 */
export function createOwnTokens(tokens: Tokens, tenants: Tenants): Tokens {
  // A token's claims are one object as long as the token is remembered.
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
      if (!claims || !isPersonal(claims) || accepted.has(claims)) return claims;
      if (!(await isOurs(claims))) return null;
      accepted.add(claims);
      return claims;
    },
  };
}
