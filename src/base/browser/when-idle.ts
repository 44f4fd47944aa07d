import { firstInteraction, isSlowConnection } from './connection.ts';

/** Milliseconds; a page that never becomes idle is not waited for longer. */
const PATIENCE = 4_000;

let quiet: Promise<void> | undefined;

/**
 * Resolves once the page is idle: the document has loaded, `isBusy` reports no pending fetch, and the browser is idle.
 * Deferred work (realtime, remaining texts) starts then; on a slow connection not before somebody does something, so that it does not
 * share the connection with what they read. Resolved once per page; later calls resolve at once.
 */
export function whenIdle(): Promise<void> {
  quiet ??= becomeIdle();
  return quiet;
}

let isBusy: () => boolean = () => false;

/** Registers a check for pending work of the screen. */
export function registerBusyCheck(check: () => boolean): void {
  isBusy = check;
}

async function becomeIdle(): Promise<void> {
  const until = performance.now() + PATIENCE;
  if (document.readyState !== 'complete')
    await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }));
  if (isSlowConnection()) await firstInteraction();
  do await idleCallback();
  while (isBusy() && performance.now() < until);
}

/** Resolves when the browser is idle, and after a second at the latest. */
export function idleCallback(): Promise<unknown> {
  if (typeof requestIdleCallback === 'undefined') return new Promise((resolve) => setTimeout(resolve, 200));
  // Yield a task first: two idle callbacks in a row would count as one.
  return new Promise((resolve) => setTimeout(() => requestIdleCallback(resolve, { timeout: 1_000 }), 50));
}
