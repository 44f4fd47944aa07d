import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrateAt } from '#app/database/open-database.ts';
import { ensureClientLogin } from '#base/server/client-login.ts';
import { createDatabase } from '#base/server/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#base/server/embedded-postgres.ts';
import { arrangePeople } from './people.ts';
import { seedWorld, TEST_SECRET } from './seed-world.ts';

/** What a whole run needs at most, with room to spare. */
const MEMORY_BYTES = 4 * 1024 ** 3;
const TEMPLATE = `stoa_template_${process.pid}`;

/** One PostgreSQL for the whole run, one database migrated and seeded as the template every test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(fastFolder(), 'stoa-test-'));
  // Where root runs the tests, PostgreSQL runs as somebody else who must get through.
  chmodSync(folder, 0o755);
  const external = process.env.TEST_DATABASE_URL;
  let embedded: EmbeddedPostgres | undefined;
  if (!external) embedded = await startEmbeddedPostgres({ folder, password: 'stoa-test', volatile: true });
  try {
    project.provide('postgres', await makeTemplate(external ?? embedded?.urlOf('postgres') ?? '', folder));
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
  return async () => {
    if (external) await dropTemplates(external);
    await embedded?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

/** Databases are copied and dropped all the time, and none is kept: in memory where there is room for them. */
function fastFolder(): string {
  const memory = '/dev/shm';
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > MEMORY_BYTES ? memory : tmpdir();
}

async function at(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

async function makeTemplate(
  server: string,
  folder: string,
): Promise<{ ownerUrl: string; clientUrl: string; template: string }> {
  await at(server, `create database ${TEMPLATE}`);
  const ownerUrl = Object.assign(new URL(server), { pathname: `/${TEMPLATE}` }).href;
  await migrateAt(ownerUrl, true);
  const clientUrl = await ensureClientLogin(ownerUrl, TEST_SECRET);
  await seedWorld({ ownerUrl, clientUrl, folder });
  const database = createDatabase({ ownerUrl, clientUrl, poolSize: 1 });
  await arrangePeople(database.asService());
  // A test begins with nothing to dispatch.
  await database.asService().query('delete from private.event_deliveries');
  await database.close();
  return { ownerUrl, clientUrl, template: TEMPLATE };
}

/** The seeded one, and those that the fixtures of the services prepared. */
async function dropTemplates(server: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  const { rows } = await client.query<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1)',
    [TEMPLATE],
  );
  for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`);
  await client.end();
}
