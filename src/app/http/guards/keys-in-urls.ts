import type { Tokens } from '#base/server/tokens.ts';
import { plainResponse } from '../pages/plain-pages.ts';

/**
 * Whether a request carries more than the public key as `apikey` in its address, where histories, logs and proxies keep it.
 * The official client sends the public key there when it opens a socket, and tokens of people within the socket.
 */
export async function hasKeyInUrl(tokens: Tokens, query: URLSearchParams): Promise<boolean> {
  for (const key of query.getAll('apikey')) {
    const claims = await tokens.verify(key);
    if (claims && claims.role !== 'anon') return true;
  }
  return false;
}

/** Whether the query of a raw address may name a key: only then is it worth reading. */
export function mayNameKey(url: string): boolean {
  return /[?&](?:apikey|[^=&]*%)/.test(url);
}

const SENTENCE =
  'A secret key or a token of a person does not belong in an address. Nothing was done: send it as a header, and take the address out of your logs.';

export const KEY_IN_URL = 'key_in_address';

export function keyInUrlResponse(): Response {
  return plainResponse(403, KEY_IN_URL, SENTENCE);
}
