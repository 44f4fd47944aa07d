let load: (() => Promise<void>) | undefined;

/** Says how all texts of the page's language are loaded: the first screen's alone are in its document. */
export function loadTextsBy(loadAll: () => Promise<void>): void {
  load = loadAll;
}

/**
 * Resolves when every text of the language is loaded; at once on the server. A navigation waits for it. Offline it resolves
 * too, and the next missing text retries.
 */
export async function allTexts(): Promise<void> {
  await load?.().catch(() => {});
}

/**
 * Code that is loaded after its screen, once its texts are there too: without them it would hydrate differently from what the
 * server rendered.
 */
export async function withTexts<Part>(loading: Promise<Part>): Promise<Part> {
  const [part] = await Promise.all([loading, allTexts()]);
  return part;
}
