/** Dispatched on `window` before signing out: unsaved changes are saved while the session is still valid. */
const NAME = 'stoa:leaving';

type Detail = { waitFor: (work: Promise<unknown>) => void };

/** Returns a function that removes the listener. */
export function onBeforeSignOut(save: () => Promise<unknown>): () => void {
  const listen = (event: Event) => (event as CustomEvent<Detail>).detail.waitFor(save());
  window.addEventListener(NAME, listen);
  return () => window.removeEventListener(NAME, listen);
}

/** Resolves when everything is saved, has failed, or `milliseconds` are over. */
export async function saveBeforeSignOut(milliseconds: number): Promise<void> {
  const works: Promise<unknown>[] = [];
  window.dispatchEvent(new CustomEvent<Detail>(NAME, { detail: { waitFor: (work) => works.push(work) } }));
  if (works.length === 0) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isOver = new Promise((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([Promise.allSettled(works), isOver]);
  clearTimeout(timer);
}
