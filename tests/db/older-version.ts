import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrationSources } from '#app/database/migration-sources.ts';
import { createDatabase, type Sql } from '#base/server/database.ts';
import { migrate, type SqlPart } from '#base/server/migrations.ts';
import { createEmpty } from './postgres.ts';

export type OlderVersion = {
  sql: Sql;
  /** Brings the database to the version of today. */
  upgrade(): Promise<void>;
  close(): Promise<void>;
};

/**
 * A database as a former version made it: the migrations before `firstStamp`, and of that version's policies those of one
 * part that the later migrations meet.
 */
export async function openOlderVersion(
  firstStamp: string,
  part: { name: string; policies: string },
): Promise<OlderVersion> {
  const folder = mkdtempSync(join(tmpdir(), 'stoa-older-'));
  const own = await createEmpty();
  const database = createDatabase({ ownerUrl: own.ownerUrl, clientUrl: own.ownerUrl, poolSize: 2 });
  const sql = database.asService();
  const sources = migrationSources({ embeddedBackend: true });
  const older = sources.map(({ name, folder: source }, index): SqlPart => {
    const target = join(folder, String(index));
    const migrations = join(source, 'migrations');
    if (existsSync(migrations))
      for (const file of readdirSync(migrations).filter((one) => one < firstStamp))
        cpSync(join(migrations, file), join(target, 'migrations', file));
    if (name === part.name) {
      mkdirSync(target, { recursive: true });
      writeFileSync(join(target, 'policies.sql'), part.policies);
    }
    return { name, folder: target };
  });
  await migrate(sql, older);
  return {
    sql,
    upgrade: async () => void (await migrate(sql, sources)),
    close: async () => {
      await database.close();
      await own.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
