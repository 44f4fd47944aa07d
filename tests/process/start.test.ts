import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { startEmbeddedPostgres } from '#base/server/embedded-postgres.ts';
import { freePort } from '#tools/testing/free-port.ts';
import { copyPreparedFolder } from '#tools/testing/prepared-folder.ts';
import {
  closed,
  dataFolder,
  healthy,
  npmStart,
  type Product,
  processesNaming,
  removeFolder,
  serverOf,
} from './product.ts';

const products: Product[] = [];
async function start(variables: Record<string, string> = {}): Promise<Product> {
  const product = await npmStart({ SEED: 'none', ...variables });
  products.push(product);
  return product;
}
/** Where the product has been before. */
const startAgain = async () => start({ DATA_DIR: await copyPreparedFolder('none') });

afterEach(async () => {
  for (const product of products.splice(0)) {
    product.npm.kill('SIGTERM');
    await product.ended;
    removeFolder(product.folder);
  }
});

/** What a refused start prints after the steps it had begun: one sentence, and nothing of a stack. */
async function refusalOf(product: Product): Promise<string> {
  expect((await product.ended).code).toBe(1);
  const lines = product.output().trim().split('\n');
  const sentences = lines.filter((line) => !/ … (?:\d+\.\d s|failed)$/.test(line));
  expect(sentences).toHaveLength(1);
  return sentences[0] ?? '';
}

describe('a start that can not be', () => {
  test.each([
    ['PORT', 'eighty'],
    ['BASE_DOMAIN', 'Not A Domain'],
    ['DATABASE_URL', 'mysql://localhost/stoa'],
    ['JWT_SECRET', 'short'],
    ['JWT_FORMER_SECRETS', `${'long enough '.repeat(3)},short`],
    ['SEED', 'everything'],
    ['SMTP_URL', 'http://mail'],
  ])('names the wrong variable %s', async (name, value) => {
    expect(await refusalOf(await start({ [name]: value }))).toContain(name);
  });

  test('says that a backend needs its database', async () => {
    const product = await start({ BACKEND_URL: 'http://127.0.0.1:1', BACKEND_ANON_KEY: 'a', BACKEND_SERVICE_KEY: 'b' });
    expect(await refusalOf(product)).toContain('DATABASE_URL');
  });

  test('says that the port is in use, and leaves no PostgreSQL behind', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const address = other.address();
    const port = String(typeof address === 'object' && address ? address.port : 0);
    const product = await start({ PORT: port });
    expect(await refusalOf(product)).toContain(`port ${port}`);
    expect(await processesNaming(product.folder)).toEqual([]);
    other.close();
  });

  test('says that the database can not be reached', async () => {
    const url = `postgres://nobody@127.0.0.1:${await freePort()}/stoa`;
    expect(await refusalOf(await start({ DATABASE_URL: url }))).toContain('reached');
  });

  test('says that the data folder is of a newer PostgreSQL', async () => {
    const folder = dataFolder();
    mkdirSync(join(folder, 'postgres'));
    writeFileSync(join(folder, 'postgres', 'PG_VERSION'), '99\n');
    expect(await refusalOf(await start({ DATA_DIR: folder }))).toContain('PostgreSQL 99');
  });
});

describe('a life', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    '%s to npm itself: requests in flight finish, PostgreSQL ends, exit 0',
    async (signal) => {
      const product = await startAgain();
      await healthy(product);
      const cluster = realpathSync(join(product.folder, 'postgres'));
      expect((await processesNaming(cluster)).length).toBeGreaterThan(0);
      const config = (await (await fetch(`${product.origin}/api/config`)).json()) as { anon_key: string };
      const inFlight = request(`${product.origin}/auth/v1/signup`, {
        agent: false,
        method: 'POST',
        headers: { apikey: config.anon_key, 'content-type': 'application/json', expect: '100-continue' },
      });
      inFlight.flushHeaders();
      // It is at the server, which waits for the rest of it.
      await once(inFlight, 'continue');
      const server = await serverOf(product);
      product.npm.kill(signal);
      await closed(product);
      // A terminal tells its whole group and npm passes on what it was told: the server hears of it again while it ends.
      process.kill(server, 'SIGTERM');
      process.kill(server, 'SIGINT');
      const answered = once(inFlight, 'response') as Promise<[IncomingMessage]>;
      inFlight.end(JSON.stringify({ email: 'last@stoa.test', password: 'a long enough password' }));
      const [answer] = await answered;
      expect(answer.statusCode).toBe(200);
      answer.resume();
      expect(await product.ended).toEqual({ code: 0, signal: null });
      expect(await processesNaming(cluster)).toEqual([]);
      await expect(fetch(`${product.origin}/healthz`)).rejects.toThrow();
    },
  );

  test('a second start on the same data folder is refused while the first runs', async () => {
    const first = await startAgain();
    await healthy(first);
    const second = await npmStart({ SEED: 'none', DATA_DIR: first.folder });
    expect((await second.ended).code).toBe(1);
    expect(second.output().trim().split('\n')).toHaveLength(1);
    expect(second.output()).toContain('already running');
    expect((await fetch(`${first.origin}/healthz`)).status).toBe(200);
  });

  test('after kill -9 of the server its PostgreSQL is taken over and nothing acknowledged is lost', async () => {
    const first = await startAgain();
    await healthy(first);
    const cluster = realpathSync(join(first.folder, 'postgres'));
    const { anon_key } = (await (await fetch(`${first.origin}/api/config`)).json()) as { anon_key: string };
    const signUp = await fetch(`${first.origin}/auth/v1/signup`, {
      method: 'POST',
      headers: { apikey: anon_key, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'kept@stoa.test', password: 'a long enough password' }),
    });
    expect(signUp.status).toBe(200);
    const before = await processesNaming(cluster);
    process.kill(await serverOf(first), 'SIGKILL');
    await first.ended;
    const second = await start({ DATA_DIR: first.folder });
    await healthy(second);
    expect((await processesNaming(cluster)).some((id) => before.includes(id))).toBe(false);
    const keys = JSON.parse(readFileSync(join(first.folder, 'keys.json'), 'utf8')) as { database_url: string };
    const client = new pg.Client({ connectionString: keys.database_url });
    await client.connect();
    expect((await client.query("select from auth.users where email = 'kept@stoa.test'")).rowCount).toBe(1);
    // A migration this version does not know: the data are of a newer one.
    await client.query(
      "insert into private.migrations (stamp, name, part, hash) values ('999912312359', '999912312359_from_the_future.sql', 'x', 'y')",
    );
    await client.end();
    second.npm.kill('SIGTERM');
    await second.ended;
    const third = await start({ DATA_DIR: first.folder });
    expect(await refusalOf(third)).toContain('newer version');
  });

  test('a data folder closed to the user PostgreSQL runs as still works, and the keys are private', async () => {
    const product = await start({ DATA_DIR: dataFolder(0o700) });
    await healthy(product);
    expect(statSync(join(product.folder, 'keys.json')).mode & 0o777).toBe(0o600);
    expect(statSync(join(product.folder, 'secrets.json')).mode & 0o777).toBe(0o600);
  });

  test('a data folder that was deleted begins anew at the same path', async () => {
    const folder = dataFolder(0o700);
    try {
      for (const password of ['the-first', 'the-second']) {
        const postgres = await startEmbeddedPostgres({ folder, password, volatile: true });
        const client = new pg.Client({ connectionString: postgres.url });
        await client.connect();
        const { rows } = await client.query("select to_regclass('public.kept') as kept");
        expect(rows).toEqual([{ kept: null }]);
        await client.query('create table public.kept ()');
        await client.end();
        await postgres.stop();
        if (password === 'the-first') {
          rmSync(folder, { recursive: true });
          mkdirSync(folder, { mode: 0o700 });
        }
      }
    } finally {
      removeFolder(folder);
    }
  });
});

test('a PostgreSQL of one’s own is migrated and used, and no other is started', async () => {
  const folder = dataFolder();
  const own = await startEmbeddedPostgres({ folder, password: 'stoa-own', volatile: true });
  try {
    const product = await npmStart({ DATABASE_URL: own.url });
    products.push(product);
    await healthy(product);
    expect(existsSync(join(product.folder, 'postgres'))).toBe(false);
    const client = new pg.Client({ connectionString: own.url });
    await client.connect();
    const { rows } = await client.query('select slug from public.accounts');
    await client.end();
    // Without a word of it nothing of the demo is put into a database of one's own.
    expect(rows).toEqual([{ slug: 'platform' }]);
    expect(JSON.parse(readFileSync(join(product.folder, 'keys.json'), 'utf8'))).not.toHaveProperty('database_url');
    product.npm.kill('SIGTERM');
    expect(await product.ended).toEqual({ code: 0, signal: null });
  } finally {
    await own.stop();
    removeFolder(folder);
  }
});
