/** The router's manifest without the files of the screens, which are in a file of their own (tools/route-manifest.ts). */
type Manifest = { version: string; routes: Record<string, { imports?: string[] } | undefined> };
declare global {
  interface Window {
    __reactRouterManifest: Manifest;
  }
}
type ScreenFiles = { files: string[]; screens: Record<string, number[]> };

let loading: Promise<void> | undefined;

/** Adds the files of each screen to the router's manifest; only needed to prefetch them. */
export function loadScreenFiles(): Promise<void> {
  loading ??= read().catch((error: unknown) => {
    // The next call retries.
    loading = undefined;
    throw error;
  });
  return loading;
}

async function read(): Promise<void> {
  // In development the manifest is complete.
  if (import.meta.env.DEV) return;
  const { version, routes } = window.__reactRouterManifest;
  const response = await fetch(`/assets/screen-files-${version}.json`);
  if (!response.ok) throw new Error("The files of the screens can't be loaded.");
  const { files, screens } = (await response.json()) as ScreenFiles;
  for (const [id, indexes] of Object.entries(screens)) {
    const route = routes[id];
    if (route) route.imports = indexes.flatMap((index) => files[index] ?? []);
  }
}
