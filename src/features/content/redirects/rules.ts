/** What a line of the table says of an address. */
export type Line = { from_path: string; to_address: string; status: number };

/** The path of a request as redirects name it: decoded, in one form, without a slash at its end. */
export function plainPath(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
      .normalize('NFC')
      .replace(/(?<=.)\/+$/, '');
  } catch {
    return pathname;
  }
}

/** Every path a redirect may begin with that is for this one: itself, then what stands for all below a part of it. */
export function pathsFor(path: string): string[] {
  const parts = path.split('/').slice(1);
  return [path, ...parts.slice(1).map((_, index) => `/${parts.slice(0, parts.length - 1 - index).join('/')}/*`)];
}

/** Where the redirects lead from a path, one step: the exact one wins, then the longest. */
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

/** An address as it stands in a Location header. */
export function encodedAddress(address: string): string {
  return encodeURI(address).replace(/%25([0-9a-f]{2})/gi, '%$1');
}

/** How many redirects one file may hold. */
export const MOST_LINES = 1_000;

/**
 * The redirects of a CSV file: from, to and, where it is there, 301 or 302; with or without a head, divided by commas,
 * semicolons or tabs. Whole addresses of this site count as their paths.
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
