/** Where a reader's browser tells the server its time zone: with it the server says times as they do. */
export const ZONE_COOKIE = 'time-zone';

/** Tells it; called for people who are signed in, never for visitors. Says it anew where somebody has travelled. */
export function storeTimeZone(): void {
  const told = `${ZONE_COOKIE}=${new Intl.DateTimeFormat().resolvedOptions().timeZone}`;
  if (document.cookie.split('; ').includes(told)) return;
  // biome-ignore lint/suspicious/noDocumentCookie: the server reads it with the next page, in every browser
  document.cookie = `${told}; path=/; max-age=31536000; samesite=lax`;
}
