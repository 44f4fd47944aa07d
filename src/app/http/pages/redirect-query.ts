/**
 * The target of a redirect with the query of the request added (campaign parameters); keys of the target win. `search` as of
 * a URL, with its question mark.
 */
export function withRequestQuery(location: string, search: string): string {
  const [, address = '', own = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(location) ?? [];
  const existing = new URLSearchParams(own);
  const added = search
    .slice(1)
    .split('&')
    .filter((part) => part !== '' && !existing.has(nameOf(part)))
    .join('&');
  if (added === '') return location;
  return `${address}${own.length > 1 ? `${own}&` : '?'}${added}${fragment}`;
}

function nameOf(part: string): string {
  return [...new URLSearchParams(part).keys()][0] ?? '';
}

/** A redirect is cached by its path alone, so the query is added for each request. */
export function isRedirect({ status }: { status: number }): boolean {
  return status >= 300 && status < 400;
}
