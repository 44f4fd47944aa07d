/**
 * Whether a navigation was started by the visitor, by a page of this host or by one of the platform's, according to
 * Fetch Metadata and Referer. A one-time sign-in link followed from any other page would be login CSRF: it would sign
 * its visitors in as somebody else. Clients other than browsers send neither header and have no visitors to mislead.
 */
export function isTrustedNavigation(headers: Headers, own: { origin: string; baseDomain: string }): boolean {
  const site = headers.get('sec-fetch-site');
  const referer = headers.get('referer');
  if (site === 'same-origin' || site === 'none' || (site === null && referer === null)) return true;
  const from = URL.parse(referer ?? '');
  return from !== null && (from.hostname === own.baseDomain || from.hostname === URL.parse(own.origin)?.hostname);
}
