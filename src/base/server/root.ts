import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of package.json: SQL, locales and the built client are read from here, bundled or not. */
export const root = findRoot(import.meta.dirname);

/** The version in package.json. */
export function packageVersion(): string {
  return (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version;
}

function findRoot(from: string): string {
  if (existsSync(join(from, 'package.json')) && existsSync(join(from, 'src', 'main.ts'))) return from;
  const above = dirname(from);
  if (above === from) throw new Error('The folder of the project was not found above this file.');
  return findRoot(above);
}
