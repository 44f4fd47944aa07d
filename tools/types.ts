import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#app/database/open-database.ts';
import { root } from '#base/server/root.ts';
import { rulesFiles } from './database/rules-files.ts';
import { schemaFile } from './database/schema-file.ts';
import { typesFile } from './database/types-file.ts';

/** `npm run db:types`: writes the types and the picture of the schema, from a database made by the migrations alone. */
const folder = mkdtempSync(join(tmpdir(), 'stoa-types-'));
chmodSync(folder, 0o755);
const open = await openDatabase({ DATA_DIR: folder, embeddedBackend: true } as Parameters<typeof openDatabase>[0], {
  volatile: true,
});
try {
  const sql = open.database.asService();
  writeFileSync(join(root, 'src/base/shared/database-types.ts'), await typesFile(sql));
  writeFileSync(join(root, 'database/schema.sql'), await schemaFile(sql));
  rmSync(join(root, 'docs/rules'), { recursive: true, force: true });
  mkdirSync(join(root, 'docs/rules'));
  for (const [path, text] of await rulesFiles(sql)) writeFileSync(join(root, path), text);
  process.stdout.write(
    'Wrote src/base/shared/database-types.ts, database/schema.sql, docs/rules.md and docs/rules/.\n',
  );
} finally {
  await open.close();
  rmSync(folder, { recursive: true, force: true });
}
