import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrateAt } from '#app/open-database.ts';
import { ensureClientLogin } from '#base/server/client-login.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#base/server/embedded-postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: { ownerUrl: string; clientUrl: string; template: string };
  }
}

/** One PostgreSQL for the whole run, one database migrated and seeded as the template every test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'stoa-test-'));
  // Where root runs the tests, PostgreSQL runs as somebody else who must get through.
  chmodSync(folder, 0o755);
  const external = process.env.TEST_DATABASE_URL;
  let embedded: EmbeddedPostgres | undefined;
  if (!external) embedded = await startEmbeddedPostgres({ folder, password: 'stoa-test', volatile: true });
  const server = external ?? embedded?.urlOf('postgres') ?? '';
  const template = `stoa_template_${process.pid}`;
  await at(server, `create database ${template}`);
  const ownerUrl = Object.assign(new URL(server), { pathname: `/${template}` }).href;
  await migrateAt(ownerUrl, true);
  const clientUrl = await ensureClientLogin(ownerUrl, 'stoa-test');
  await seedTemplate(ownerUrl, clientUrl, folder);
  project.provide('postgres', { ownerUrl, clientUrl, template });
  return async () => {
    if (external) await at(server, `drop database if exists ${template} with (force)`);
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

async function seedTemplate(ownerUrl: string, clientUrl: string, folder: string): Promise<void> {
  const { seedWorld } = await import('./seed-world.ts');
  await seedWorld({ ownerUrl, clientUrl, folder });
}
