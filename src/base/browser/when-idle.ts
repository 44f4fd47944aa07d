/** Milliseconds; a page that never comes to rest is not waited for longer. */
const PATIENCE = 4_000;

let quiet: Promise<void> | undefined;

/**
 * Once the screen one came for is there: the document has loaded, nothing is being fetched by `isBusy`, and the browser has
 * nothing else to do. What nobody waits for (sockets, the rest of the texts) begins then, and takes nothing from what
 * somebody does. One moment a page: later askers are answered at once.
 */
export function whenIdle(): Promise<void> {
  quiet ??= waited();
  return quiet;
}

let isBusy: () => boolean = () => false;

/** Who knows what the screen still waits for says so here. */
export function busyDuring(asked: () => boolean): void {
  isBusy = asked;
}

async function waited(): Promise<void> {
  const until = performance.now() + PATIENCE;
  if (document.readyState !== 'complete')
    await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }));
  do await idleCallback();
  while (isBusy() && performance.now() < until);
}

/** When the browser has nothing else to do, and at the latest after a second. */
export function idleCallback(): Promise<unknown> {
  if (typeof requestIdleCallback === 'undefined') return new Promise((resolve) => setTimeout(resolve, 200));
  // A turn of the clock first: two idle moments in a row are one moment.
  return new Promise((resolve) => setTimeout(() => requestIdleCallback(resolve, { timeout: 1_000 }), 50));
}
