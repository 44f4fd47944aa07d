import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateAt } from '#app/open-database.ts';
import { createDatabase } from '#base/server/database.ts';
import { startEmbeddedPostgres } from '#base/server/embedded-postgres.ts';
import { schemaPicture } from './database/picture.ts';
import { databaseTypes } from './database/type-text.ts';

// From an empty database of the embedded version that is gone afterwards: what is written follows from the tree alone.
const folder = mkdtempSync(join(tmpdir(), 'stoa-types-'));
// Where root runs this, PostgreSQL runs as somebody else who must get through.
chmodSync(folder, 0o755);
const postgres = await startEmbeddedPostgres({ folder, password: 'stoa-types', volatile: true });
try {
  const ownerUrl = postgres.urlOf('postgres');
  await migrateAt(ownerUrl, true);
  const database = createDatabase({ ownerUrl, clientUrl: ownerUrl, poolSize: 1 });
  mkdirSync('database', { recursive: true });
  writeFileSync('src/base/shared/database-types.ts', await databaseTypes(database.asService()));
  writeFileSync('database/schema.sql', await schemaPicture(database.asService()));
  await database.close();
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
