import { rmSync } from 'node:fs';
import { lockDataFolder } from '#base/server/data-folder.ts';
import { removeCluster } from '#base/server/embedded-postgres.ts';
import { readEnvironment, StartError } from '#base/server/environment.ts';

/** `npm run db:reset`: the data folder is emptied; the next start makes and seeds it anew. */
try {
  const environment = readEnvironment(process.env);
  if (environment.DATABASE_URL)
    throw new StartError('db:reset empties the embedded database only: DATABASE_URL names another one.');
  const lock = await lockDataFolder(environment.DATA_DIR);
  removeCluster(environment.DATA_DIR);
  rmSync(environment.DATA_DIR, { recursive: true, force: true });
  await lock.release();
  process.stdout.write(`Emptied ${environment.DATA_DIR}. The next start seeds it again.\n`);
} catch (error) {
  process.stderr.write(`${error instanceof StartError ? error.message : (error as Error).stack}\n`);
  process.exit(1);
}
