const parts = new Set<() => Promise<unknown>>();

/** Code that no screen needs before somebody asks for it: loaded once, and tried again where it could not be had. */
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

/** Loads what has been left for later, one after another: once the page has nothing better to do. */
export async function preloadImports(): Promise<void> {
  // Away from the network it is loaded when it is asked for.
  for (const part of parts) await part().catch(() => {});
}
