/** The router's list of all screens, without their files: these are a file of their own (tools/route-manifest.ts). */
type Listed = { version: string; routes: Record<string, { imports?: string[] } | undefined> };
type ScreenFiles = { files: string[]; screens: Record<string, number[]> };

let known: Promise<void> | undefined;

/** Tells the router which files each screen is made of: asked by who fetches them ahead, and by nobody who only steps there. */
export function knowScreenFiles(): Promise<void> {
  known ??= read().catch((error: unknown) => {
    // Away from the network: the next who asks tries again.
    known = undefined;
    throw error;
  });
  return known;
}

async function read(): Promise<void> {
  // While developing nothing is built, and the list is whole.
  if (import.meta.env.DEV) return;
  const { version, routes } = (window as unknown as { __reactRouterManifest: Listed }).__reactRouterManifest;
  const answer = await fetch(`/assets/screen-files-${version}.json`);
  if (!answer.ok) throw new Error("The files of the screens can't be loaded.");
  const { files, screens } = (await answer.json()) as ScreenFiles;
  for (const [id, places] of Object.entries(screens)) {
    const route = routes[id];
    if (route) route.imports = places.flatMap((place) => files[place] ?? []);
  }
}
