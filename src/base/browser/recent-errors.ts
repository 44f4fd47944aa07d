/** Recent errors of this page, newest last: sent with a support request, and only then. */
const LIMIT = 5;
const MAX_LENGTH = 500;
const KEY = 'recent-errors';

function read(): string[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((line): line is string => typeof line === 'string').slice(-LIMIT) : [];
  } catch {
    // Without storage there are no errors to report.
    return [];
  }
}

/** Stores one more error until the tab is closed. */
export function recordError(error: unknown): void {
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

/** Records uncaught errors and rejections. */
export function recordUncaughtErrors(target: Window): void {
  target.addEventListener('error', (event) => recordError(event.error ?? event.message));
  target.addEventListener('unhandledrejection', (event) => recordError(event.reason));
}
