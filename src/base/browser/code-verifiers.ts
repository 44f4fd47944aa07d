import { BEGINS_SESSION } from './former-session.ts';
import { sessionCookie } from './stored-session.ts';

const VERIFIER = /-code-verifier$/;

/** What keeps a page's cookies: the document. */
type CookieJar = { cookie: string };

/** Removes the cookies that flows with a code (PKCE) keep their secrets in. */
export function dropCodeVerifiers(jar: CookieJar = document, name = sessionCookie): void {
  const names = jar.cookie.split(';').map((pair) => pair.split('=')[0]?.trim() ?? '');
  // A cookie with the prefix can only be changed with the attributes it was set with.
  const secure = name.startsWith('__Host-') ? '; secure' : '';
  for (const one of names)
    if (one.startsWith(`${name}-`) && VERIFIER.test(one)) jar.cookie = `${one}=; path=/; max-age=0${secure}`;
}

/**
 * What a client of the embedded backend sends with: once a session begins without a code, the verifiers that were kept for
 * one are of no use. The client itself removes them at sign-out alone, and they would stay for a year.
 */
export function droppingVerifiers(send: typeof fetch, jar?: CookieJar, name?: string): typeof fetch {
  return async (input, init) => {
    const answer = await send(input, init);
    if (answer.ok && BEGINS_SESSION.test(input instanceof Request ? input.url : String(input)))
      dropCodeVerifiers(jar, name);
    return answer;
  };
}
