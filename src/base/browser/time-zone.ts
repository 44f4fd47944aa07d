/** Cookie in which a browser sends its time zone to the server, which then formats times as the browser does. */
export const ZONE_COOKIE = 'time-zone';

/** Sets the cookie for signed-in people, never for visitors. Updated when the time zone changes. */
export function storeTimeZone(): void {
  const cookie = `${ZONE_COOKIE}=${new Intl.DateTimeFormat().resolvedOptions().timeZone}`;
  if (document.cookie.split('; ').includes(cookie)) return;
  // biome-ignore lint/suspicious/noDocumentCookie: the server reads it with the next page, in every browser
  document.cookie = `${cookie}; path=/; max-age=31536000; samesite=lax`;
}
