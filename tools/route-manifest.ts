import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The list of all screens is loaded and run by every page that hydrates, before anything else of it. Four fifths of the list
 * are the files each screen imports, which only fetching ahead asks for: they stand in a file of their own, fetched by who
 * fetches ahead (app/dashboard/prefetch/screen-files.ts). The server's list keeps them, for the screen it is asked for.
 */

type Manifest = { version: string; routes: Record<string, { imports?: string[] }> };

/** Every file once, and of each screen the places of its files among them. */
export type ScreenFiles = { files: string[]; screens: Record<string, number[]> };

const NAME = 'window.__reactRouterManifest=';

/** Divides the list of a finished build. */
export function divideManifest(client: string): void {
  const assets = join(client, 'assets');
  const name = readdirSync(assets).find((file) => /^manifest-[\w-]+\.js$/.test(file));
  if (!name) throw new Error('The build has no list of its screens.');
  const { version, list, files } = divided(readFileSync(join(assets, name), 'utf8'));
  writeFileSync(join(assets, name), list);
  writeFileSync(join(assets, `screen-files-${version}.json`), JSON.stringify(files));
}

export function divided(list: string): { version: string; list: string; files: ScreenFiles } {
  if (!list.startsWith(NAME))
    throw new Error("The list of all screens is not written as it was: see the router's build.");
  const manifest = JSON.parse(list.slice(NAME.length).replace(/;\s*$/, '')) as Manifest;
  const places = new Map<string, number>();
  const placeOf = (file: string) => places.get(file) ?? places.set(file, places.size).size - 1;
  const screens = Object.fromEntries(
    Object.entries(manifest.routes).map(([id, { imports = [] }]) => [id, imports.map(placeOf)]),
  );
  for (const route of Object.values(manifest.routes)) delete route.imports;
  return {
    version: manifest.version,
    list: `${NAME}${JSON.stringify(manifest)};`,
    files: { files: [...places.keys()], screens },
  };
}
