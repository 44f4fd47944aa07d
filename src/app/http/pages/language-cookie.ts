import { localeCodes } from '#base/shared/locales.ts';

/** A `Set-Cookie` line that chooses the language of the pages of a host, as their footer does. */
export function languageCookie(locale: string): string {
  return `lang=${locale}; Path=/; Max-Age=31536000; SameSite=Lax`;
}

/** The language in an address that the browser's cookie has not: the next pages follow it, also without a script. */
export function newLanguageOf(query: URLSearchParams, cookies: string): string | null {
  const language = localeCodes.find((code) => code === query.get('lang'));
  return language && cookieIn(cookies, 'lang') !== language ? language : null;
}

export function cookieIn(cookies: string, name: string): string | null {
  return new RegExp(`(?:^|;\\s*)${name}=([^;]*)`).exec(cookies)?.[1] ?? null;
}
