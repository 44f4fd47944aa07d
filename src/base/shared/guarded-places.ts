const GUARDED = new Set(['login', 'signup', 'dashboard', 'checkout']);

/**
 * Whether people prove who they are or pay at this path: no script of an account runs there, and nobody frames it. Every
 * form of the path that the router takes for one of these places counts, and whatever is below them.
 */
export function isGuardedPath(pathname: string): boolean {
  const first = decoded(pathname).split(/[/\\]/).find(Boolean) ?? '';
  return GUARDED.has(first.trim().toLowerCase());
}

/** Taken apart until nothing is left to take apart: what is encoded twice is no way around either. */
function decoded(path: string): string {
  try {
    const plain = decodeURIComponent(path);
    return plain === path ? path : decoded(plain);
  } catch {
    return path;
  }
}
