/**
 * Whether a navigation was begun by the visitor, by a page of this host or by one of the platform's, as the browser says it
 * (Fetch Metadata, Referer). A link with a one-time code that any other page leads to would sign its visitors in as
 * somebody else. Programs that are no browser say nothing, and lead nobody.
 */
export function isRedirectedByUs(headers: Headers, own: { origin: string; baseDomain: string }): boolean {
  const site = headers.get('sec-fetch-site');
  const referer = headers.get('referer');
  if (site === 'same-origin' || site === 'none' || (site === null && referer === null)) return true;
  const from = URL.parse(referer ?? '');
  return from !== null && (from.hostname === own.baseDomain || from.hostname === URL.parse(own.origin)?.hostname);
}
