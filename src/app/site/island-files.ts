import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '#base/server/root.ts';

type Chunk = { file: string; name?: string; imports?: string[] };

/** The addresses of what an island needs to be hydrated. */
export type IslandFiles = { modules: readonly string[]; texts: readonly string[] };

const WAKE = 'src/app/site/wake-island.tsx';
const folder = join(root, 'build', 'client', 'site');

/**
 * Finds the files of islands that are hydrated at once, so that the page preloads them: else each would be discovered by the one
 * before. Such an island has the name of its file. Without a build, as in development, there are none.
 */
export function createIslandFiles(): (name: string, locale: string, namespaces: readonly string[]) => IslandFiles {
  const manifest = join(folder, 'manifest.json');
  if (!existsSync(manifest)) return () => ({ modules: [], texts: [] });
  const chunks = JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, Chunk>;
  const files = readdirSync(folder);
  return (name, locale, namespaces) => {
    const texts = namespaces.flatMap(
      (namespace) => files.find((file) => file.startsWith(`${locale}-${namespace}-`) && file.endsWith('.json')) ?? [],
    );
    const address = (file: string) => `/site/${file}`;
    return { modules: [...closureOf(chunks, [WAKE, `${name}.tsx`])].map(address), texts: texts.map(address) };
  };
}

/** The files of some modules with all they import before they run. */
export function closureOf(chunks: Record<string, Chunk>, names: readonly string[]): Set<string> {
  // A module that stands in a file with others is found by the name of the file.
  const byName = new Map(Object.values(chunks).map((chunk) => [chunk.name, chunk]));
  const files = new Set<string>();
  const seen = new Set<string>();
  const add = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    const chunk = chunks[name] ?? byName.get(basename(name).replace(/\.tsx?$/, ''));
    if (!chunk) throw new Error(`The build has no ${name}.`);
    files.add(chunk.file);
    for (const one of chunk.imports ?? []) add(one);
  };
  for (const name of names) add(name);
  return files;
}
