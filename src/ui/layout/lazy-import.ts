const parts = new Set<() => Promise<unknown>>();

/** Code loaded on demand: once, and again after a failed load. */
export function lazyImport<Part>(load: () => Promise<Part>): () => Promise<Part> {
  let loading: Promise<Part> | undefined;
  const once = () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  parts.add(once);
  return once;
}

/** Preloads all lazy imports one after another, once the page is idle. */
export async function preloadImports(): Promise<void> {
  // Offline: it is loaded when it is needed.
  for (const part of parts) await part().catch(() => {});
}
