import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { SqlPart } from '#base/server/migrations.ts';
import { root } from '#base/server/root.ts';
import { contents } from '#features/contents.ts';

const services = ['auth', 'storage', 'realtime', 'rest'];

/**
 * All SQL sources in the order of their dependencies. On a hosted backend the services' schemas exist already and are not
 * ours to change.
 */
export function migrationSources(options: { embeddedBackend: boolean }): SqlPart[] {
  const at = (...path: string[]) => join(root, 'src', ...path);
  return [
    { name: 'core', folder: at('base', 'server', 'core') },
    ...(options.embeddedBackend
      ? services.map((name) => ({ name: `backend/${name}`, folder: at('backend', name) }))
      : []),
    ...contents.flatMap((path) => featureParts(path.slice(path.indexOf('/') + 1), at('features', path))),
  ].filter((part) => existsSync(part.folder));
}

/** A feature's own SQL, then that of its sub-folders (`courses/lessons`). */
function featureParts(name: string, folder: string): SqlPart[] {
  return [
    { name, folder },
    ...subFolders(folder).map((sub) => ({ name: `${name}/${sub}`, folder: join(folder, sub) })),
  ];
}

function subFolders(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, 'policies.sql')))
    .map((entry) => entry.name)
    .sort();
}
