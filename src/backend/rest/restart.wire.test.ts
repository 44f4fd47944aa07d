import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureClientLogin } from '#base/server/client-login.ts';
import { type EmbeddedPostgres, removeCluster, startEmbeddedPostgres } from '#base/server/embedded-postgres.ts';
import { openWireOver, putLibraryInto, type Wire } from '#tests/db/rest-wire.ts';

let folder: string;
let postgres: EmbeddedPostgres;
let proxy: Server;
let db: Wire;
const sockets = new Set<Socket>();

/** A proxy with a fixed port for a server that restarts on another one. */
async function openDoor(): Promise<number> {
  proxy = createServer((near) => {
    const far = connect(Number(new URL(postgres.url).port), '127.0.0.1');
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = proxy.address();
  return typeof address === 'object' && address ? address.port : 0;
}

const start = () => startEmbeddedPostgres({ folder, password: 'stoa-test', volatile: true });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stoa-restart-'));
  // If root runs the tests, PostgreSQL runs as another user, who needs access.
  chmodSync(folder, 0o755);
  postgres = await start();
  const port = await openDoor();
  const through = (url: string) => Object.assign(new URL(url), { port: String(port) }).href;
  for (const role of ['anon', 'authenticated', 'service_role']) await createRole(role);
  const ownerUrl = through(postgres.url);
  await putLibraryInto(ownerUrl);
  const clientUrl = await ensureClientLogin(ownerUrl, 'a secret of the test');
  db = await openWireOver({ ownerUrl, clientUrl, drop: async () => {} });
}, 120_000);

afterAll(async () => {
  await db?.close();
  for (const socket of sockets) socket.destroy();
  proxy?.close();
  await postgres?.stop();
  removeCluster(folder);
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

async function createRole(role: string): Promise<void> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`create role ${role} nologin${role === 'service_role' ? ' bypassrls' : ''}`);
  await client.end();
}

test('PostgreSQL restarted under load: 503 with a time to come back at, then everything as before', async () => {
  const request = (path = '/books?select=id&order=id') => db.raw(path);
  expect([(await request()).status, await db.rest.isReady()]).toEqual([200, true]);
  const seen = new Map<number, number>();
  let isLoaded = true;
  const load = Array.from({ length: 8 }, async () => {
    while (isLoaded) {
      const response = await request();
      seen.set(response.status, (seen.get(response.status) ?? 0) + 1);
      if (response.status !== 200) {
        const { code } = (await response.json()) as { code: string };
        expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
        expect(code).toMatch(/^(PGRST00[0-2]|57P01|08\w{3})$/);
        // A client honours Retry-After.
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
  });
  await expect.poll(() => seen.get(200) ?? 0, { timeout: 20_000 }).toBeGreaterThan(50);
  await postgres.stop();
  await expect.poll(() => seen.get(503) ?? 0, { timeout: 20_000 }).toBeGreaterThan(5);
  // The load balancer's readiness check fails, and succeeds again afterwards.
  expect(await db.rest.isReady()).toBe(false);
  postgres = await start();
  const before = seen.get(200) ?? 0;
  await expect.poll(() => seen.get(200) ?? 0, { timeout: 30_000 }).toBeGreaterThan(before + 50);
  isLoaded = false;
  await Promise.all(load);
  expect(await db.rest.isReady()).toBe(true);
  expect([...seen.keys()].sort()).toEqual([200, 503]);
  // Notifications arrive again, too.
  await db.database.asService().query('create table public.after_all (id int primary key)');
  await db.database.asService().query('grant select on public.after_all to anon');
  await expect
    .poll(
      async () => {
        await db.database.asService().query("notify pgrst, 'reload schema'");
        return (await request('/after_all')).status;
      },
      { timeout: 30_000 },
    )
    .toBe(200);
}, 120_000);
