import { expect } from 'vitest';
import { cookiesOf } from '#tests/cookies.ts';
import type { AppWorld } from '#tests/db/app-world.ts';
import type { Account, LocalProvider } from '#tests/local-provider.ts';

export const OWN_PAGE = { 'sec-fetch-site': 'same-origin' };
const COMES_BACK = { 'sec-fetch-site': 'cross-site' };

let people = 0;
/** Somebody the provider knows. */
export const somebody = (more: Partial<Account> = {}): Account => ({
  sub: String(5_000 + ++people),
  email: `came-${people}@elsewhere.test`,
  email_verified: true,
  name: `Came ${people}`,
  ...more,
});

/** A browser on one host: keeps cookies, and follows us to the provider and back. For tests. */
export function providerBrowser(app: AppWorld, provider: LocalProvider, host: string) {
  const cookies = cookiesOf();
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await app.call(path, { host, headers: { ...headers, cookie: cookies.text() } });
    cookies.keep(answer);
    return answer;
  };
  const begin = (name: string, headers: Record<string, string> = OWN_PAGE, query = '') =>
    get(`/login/with/${name}${query}`, headers);
  /** From the provider to the platform; answers the address on the school's host. */
  const back = async (address: string, account: Account | null) => {
    const there = provider.signIn(address, account);
    const platform = await app.call(there.pathname + there.search, { host: there.hostname, headers: COMES_BACK });
    return new URL(platform.headers.get('location') ?? '');
  };
  return {
    cookies,
    get,
    begin,
    back,
    /** The whole way; answers where it ends. */
    signIn: async (name: string, account: Account | null, query = '') => {
      const there = await begin(name, OWN_PAGE, query);
      const address = there.headers.get('location') ?? '';
      if (!address.startsWith('http')) return address;
      const end = await back(address, account);
      expect(end.hostname).toBe(`${host}.localhost`);
      return (await get(end.pathname + end.search, COMES_BACK)).headers.get('location');
    },
  };
}
