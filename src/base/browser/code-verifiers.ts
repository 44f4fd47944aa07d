import { BEGINS_SESSION } from './former-session.ts';
import { sessionCookie } from './stored-session.ts';

const VERIFIER = /-code-verifier$/;

/** What stores a page's cookies: the document. */
type CookieJar = { cookie: string };

/** Removes the cookies in which PKCE flows keep their code verifiers. */
export function removeCodeVerifiers(jar: CookieJar = document, name = sessionCookie): void {
  const names = jar.cookie.split(';').map((pair) => pair.split('=')[0]?.trim() ?? '');
  // A cookie with the `__Host-` prefix can only be changed with the attributes it was set with.
  const secure = name.startsWith('__Host-') ? '; secure' : '';
  for (const cookieName of names)
    if (cookieName.startsWith(`${name}-`) && VERIFIER.test(cookieName))
      jar.cookie = `${cookieName}=; path=/; max-age=0${secure}`;
}

/**
 * Wraps the `fetch` of a client of the embedded backend: once a session starts without a code, stored PKCE verifiers
 * are useless. The client itself removes them at sign-out only, so they would stay for a year.
 */
export function removingVerifiers(send: typeof fetch, jar?: CookieJar, name?: string): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init);
    if (response.ok && BEGINS_SESSION.test(input instanceof Request ? input.url : String(input)))
      removeCodeVerifiers(jar, name);
    return response;
  };
}
