import type { Tokens } from '#base/server/tokens.ts';
import { plainResponse } from '../pages/plain-pages.ts';

/**
 * Whether `apikey` in a URL is more than the public key: histories, logs and proxies store URLs. The official client sends
 * the public key there when it opens a socket, and tokens of people within the socket.
 */
export async function hasKeyInUrl(tokens: Pick<Tokens, 'verify'>, query: URLSearchParams): Promise<boolean> {
  for (const key of query.getAll('apikey')) {
    const claims = await tokens.verify(key);
    if (claims && claims.role !== 'anon') return true;
  }
  return false;
}

/** Whether the query of a raw URL may hold a key: only then is it parsed. */
export function mayNameKey(url: string): boolean {
  return /[?&](?:apikey|[^=&]*%)/.test(url);
}

const SENTENCE =
  'A secret key or a token of a person does not belong in an address. Nothing was done: send it as a header, and take the address out of your logs.';

export const KEY_IN_URL = 'key_in_address';

export function keyInUrlResponse(): Response {
  return plainResponse(403, KEY_IN_URL, SENTENCE);
}
