import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '#base/server/environment.ts';

/** The keys file of a data folder, as a start writes it. */
export function readKeys(folder: string): { anon_key: string; service_role_key: string; database_url?: string } {
  const file = join(folder, 'keys.json');
  if (!existsSync(file)) throw new StartError(`There is no ${file} yet: start Stoa once.`);
  return JSON.parse(readFileSync(file, 'utf8'));
}
