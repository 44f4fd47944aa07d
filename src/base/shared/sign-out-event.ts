/** Told on `window` before somebody is signed out: what the server does not have yet is saved while it still takes it. */
const NAME = 'stoa:leaving';

type Detail = { waitFor: (work: Promise<unknown>) => void };

/** Answers what ends the listening. */
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
