/**
 * Where a redirect leads whoever came with a query of their own: what campaigns and links added travels along, and what the
 * target says itself wins. `search` as of a URL, with its question mark.
 */
export function withRequestQuery(location: string, search: string): string {
  const [, address = '', own = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(location) ?? [];
  const said = new URLSearchParams(own);
  const added = search
    .slice(1)
    .split('&')
    .filter((part) => part !== '' && !said.has(nameOf(part)))
    .join('&');
  if (added === '') return location;
  return `${address}${own.length > 1 ? `${own}&` : '?'}${added}${fragment}`;
}

function nameOf(part: string): string {
  return [...new URLSearchParams(part).keys()][0] ?? '';
}

/** A redirect is kept by its path alone, so its answer to a query is made for each who asks. */
export function isRedirect({ status }: { status: number }): boolean {
  return status >= 300 && status < 400;
}
