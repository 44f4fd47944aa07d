import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrateAt } from '#app/open-database.ts';
import { ensureClientLogin } from '#base/server/client-login.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#base/server/embedded-postgres.ts';
import { seedWorld, TEST_SECRET } from './seed-world.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: { ownerUrl: string; clientUrl: string; template: string };
  }
}

const TEMPLATE = `stoa_template_${process.pid}`;

/** One PostgreSQL for the whole run, one database migrated and seeded as the template every test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'stoa-test-'));
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
    if (external) await at(external, `drop database if exists ${TEMPLATE} with (force)`);
    await embedded?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
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
  return { ownerUrl, clientUrl, template: TEMPLATE };
}
