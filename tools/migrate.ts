import { openDatabase } from '#app/database/open-database.ts';
import { lockDataFolder } from '#base/server/data-folder.ts';
import { readEnvironment, StartError } from '#base/server/environment.ts';

/** `npm run db:migrate`: applies what is pending, without serving. */
try {
  const environment = readEnvironment(process.env);
  const lock = await lockDataFolder(environment.DATA_DIR);
  const open = await openDatabase(environment);
  process.stdout.write('The database is at the present version.\n');
  await open.close();
  await lock.release();
} catch (error) {
  process.stderr.write(`${error instanceof StartError ? error.message : (error as Error).stack}\n`);
  process.exit(1);
}
