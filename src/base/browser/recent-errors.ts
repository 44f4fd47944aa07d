/** What failed on this page lately, newest last: sent along when somebody asks for help, and only then. */
const LIMIT = 5;
const MAX_LENGTH = 500;
const KEY = 'recent-errors';

function read(): string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((line): line is string => typeof line === 'string').slice(-LIMIT) : [];
  } catch {
    // A browser that keeps nothing has nothing to tell.
    return [];
  }
}

/** Keeps one more failure for as long as the tab is open. */
export function noteError(error: unknown): void {
  const words = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...read(), words.slice(0, MAX_LENGTH)].slice(-LIMIT)));
  } catch {
    // As above.
  }
}

export function recentErrors(): string[] {
  return read();
}

/** Listens for what nobody caught. */
export function watchErrors(target: Window): void {
  target.addEventListener('error', (event) => noteError(event.error ?? event.message));
  target.addEventListener('unhandledrejection', (event) => noteError(event.reason));
}
