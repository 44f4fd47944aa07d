const GUARDED = new Set(['login', 'signup', 'dashboard', 'checkout']);

/**
 * Whether people sign in or pay at this path: no custom script of an account runs there, and it can't be framed.
 * Matches every form of the path that the router accepts, and everything below it.
 */
export function isGuardedPath(pathname: string): boolean {
  const first = decoded(pathname).split(/[/\\]/).find(Boolean) ?? '';
  return GUARDED.has(first.trim().toLowerCase());
}

/** Decoded repeatedly, so that double encoding does not bypass the check. */
function decoded(path: string): string {
  try {
    const plain = decodeURIComponent(path);
    return plain === path ? path : decoded(plain);
  } catch {
    return path;
  }
}
