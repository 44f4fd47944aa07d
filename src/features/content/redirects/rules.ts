import { readCsv } from '#base/shared/csv.ts';

/** A row of `redirects`. */
export type RedirectRow = { from_path: string; to_address: string; status: 301 | 302 };
/** A line of a file: any status, until the import has checked it. */
export type ImportedRow = Omit<RedirectRow, 'status'> & { status: number };

/** Request path in the form redirects store: decoded, normalised, without trailing slash. */
export function normalizePath(pathname: string): string {
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
export function matchRedirect(path: string, redirects: readonly RedirectRow[]): { to: string; status: number } | null {
  for (const from of pathsFor(path)) {
    const redirect = redirects.find((candidate) => candidate.from_path === from);
    if (!redirect) continue;
    const rest = from === path ? '' : path.slice(from.length - 1);
    const to = redirect.to_address.endsWith('/*') ? redirect.to_address.slice(0, -1) + rest : redirect.to_address;
    return { to, status: redirect.status };
  }
  return null;
}

/** Percent-encodes a URL for a `Location` header. */
export function encodedAddress(address: string): string {
  return encodeURI(address).replace(/%25([0-9a-f]{2})/gi, '%$1');
}

/** Maximum rows of an imported file. */
export const MAX_ROWS = 1_000;

/**
 * Parses redirects from CSV: from, to and optionally 301 or 302; header optional, separated by commas, semicolons or
 * tabs. Absolute URLs of this site become paths.
 */
export function linesOfCsv(text: string, origin: string): ImportedRow[] {
  const rows = readCsv(text).map(({ cells }) => cells);
  const hasHead = rows[0] !== undefined && !/^(?:\/|https?:)/.test(rows[0][0] ?? '');
  return rows.slice(hasHead ? 1 : 0).map(([from = '', to = '', status = '']) => ({
    from_path: normalizePath(ownPath(from, origin)),
    to_address: ownPath(to, origin),
    status: Number(status) || 301,
  }));
}

function ownPath(address: string, origin: string): string {
  if (address === origin) return '/';
  return address.startsWith(`${origin}/`) ? address.slice(origin.length) : address;
}
