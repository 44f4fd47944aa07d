import { createBrowserClient } from '@supabase/ssr';
import { call } from '#base/shared/call.ts';
import type { Database } from '#base/shared/database-types.ts';
import type { Db } from '#base/shared/db-client.ts';
import { SESSION_COOKIE, sessionCookieNames } from '#base/shared/session-cookie.ts';
import type { Site } from '#base/shared/site.ts';
import { removingVerifiers } from './code-verifiers.ts';
import { withFormerSession } from './former-session.ts';
import { bindingFetch } from './hosted-session.ts';
import { unlessSessionSwitched } from './sign-out.ts';
import { sessionCookie } from './stored-session.ts';

let made: Db | undefined;

/** Cookie attributes of the specification: host-only, named for the product, with the maximum age browsers allow. */
const cookieOptions = (secure: boolean) =>
  ({ name: sessionCookie, path: '/', sameSite: 'lax', maxAge: 31_536_000_000, secure }) as const;

/**
 * Older versions stored https sessions under the name without a prefix. Another subdomain could have set such a cookie,
 * so it is deleted rather than migrated, and the user signs in again.
 */
function dropPlainCookies(): void {
  if (!document.cookie.replaceAll(sessionCookie, '').includes(SESSION_COOKIE)) return;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere
  for (const name of sessionCookieNames('http:')) document.cookie = `${name}=; path=/; max-age=0`;
}

/** The page's single whole client, signed in by the host's own cookie: db-client.ts loads it where it is needed. */
export function fullDbClient(site: Pick<Site, 'account' | 'backend' | 'origin'>): Db {
  const isSecure = location.protocol === 'https:';
  if (!made && isSecure) dropPlainCookies();
  made ??= createBrowserClient<Database>(site.backend.url || location.origin, site.backend.anon_key, {
    cookieOptions: cookieOptions(isSecure),
    isSingleton: true,
    global: {
      fetch: unlessSessionSwitched(
        site.backend.url ? bindingFetch(site, call) : removingVerifiers(withFormerSession(call)),
      ),
    },
  });
  return made;
}
