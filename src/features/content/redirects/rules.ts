/** A row of `redirects`. */
export type Line = { from_path: string; to_address: string; status: number };

/** Request path in the form redirects store: decoded, normalised, without trailing slash. */
export function plainPath(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
      .normalize('NFC')
      .replace(/(?<=.)\/+$/, '');
  } catch {
    return pathname;
  }
}

/** All `from` paths that match a path: itself, then its wildcards, longest first. */
export function pathsFor(path: string): string[] {
  const parts = path.split('/').slice(1);
  return [path, ...parts.slice(1).map((_, index) => `/${parts.slice(0, parts.length - 1 - index).join('/')}/*`)];
}

/** Redirect target of a path, one step: an exact match wins, then the longest wildcard. */
export function wayFrom(path: string, ways: readonly Line[]): { to: string; status: number } | null {
  for (const from of pathsFor(path)) {
    const way = ways.find((one) => one.from_path === from);
    if (!way) continue;
    const rest = from === path ? '' : path.slice(from.length - 1);
    const to = way.to_address.endsWith('/*') ? way.to_address.slice(0, -1) + rest : way.to_address;
    return { to, status: way.status };
  }
  return null;
}

/** Percent-encodes a URL for a `Location` header. */
export function encodedAddress(address: string): string {
  return encodeURI(address).replace(/%25([0-9a-f]{2})/gi, '%$1');
}

/** Maximum rows of an imported file. */
export const MOST_LINES = 1_000;

/**
 * Parses redirects from CSV: from, to and optionally 301 or 302; header optional, separated by commas, semicolons or
 * tabs. Absolute URLs of this site become paths.
 */
export function linesOfCsv(text: string, origin: string): Line[] {
  const plain = text.replace(/^\uFEFF/, '');
  const first = plain.split('\n', 1)[0] ?? '';
  const divider = [',', ';', '\t'].reduce((best, one) =>
    first.split(one).length > first.split(best).length ? one : best,
  );
  const rows = cellsOf(plain, divider).filter((row) => row.some(Boolean));
  const hasHead = rows[0] !== undefined && !/^(?:\/|https?:)/.test(rows[0][0] ?? '');
  return rows.slice(hasHead ? 1 : 0).map(([from = '', to = '', status = '']) => ({
    from_path: plainPath(ownPath(from, origin)),
    to_address: ownPath(to, origin),
    status: Number(status) || 301,
  }));
}

function ownPath(address: string, origin: string): string {
  if (address === origin) return '/';
  return address.startsWith(`${origin}/`) ? address.slice(origin.length) : address;
}

function cellsOf(text: string, divider: string): string[][] {
  const rows: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  const endCell = () => {
    rows.at(-1)?.push(cell.trim());
    cell = '';
  };
  for (let index = 0; index < text.length; index++) {
    const sign = text[index] ?? '';
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (text[index + 1] === '"') cell += text[++index];
      else isQuoted = false;
    } else if (sign === '"' && cell.trim() === '') {
      cell = '';
      isQuoted = true;
    } else if (sign === divider) endCell();
    else if (sign === '\n') {
      endCell();
      rows.push([]);
    } else if (sign !== '\r') cell += sign;
  }
  endCell();
  return rows;
}
