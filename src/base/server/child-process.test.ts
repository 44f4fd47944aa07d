import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { supervise } from './child-process.ts';
import { passwordFile, startEmbeddedPostgres } from './embedded-postgres.ts';

test('an embedded PostgreSQL that dies is started again at the same address, with its data', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stoa-kept-'));
  const server = await startEmbeddedPostgres({ folder, password: 'a password', volatile: true });
  const query = async (text: string) => {
    const client = new pg.Client({ connectionString: server.url });
    client.on('error', () => {});
    await client.connect();
    return await client.query(text).finally(() => client.end());
  };
  try {
    await query('create table kept (id int); insert into kept values (1)');
    await query('checkpoint');
    const [pid] = readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(pid), 'SIGKILL');
    await expect.poll(() => server.isUp(), { interval: 5 }).toBe(false);
    await expect.poll(() => server.isUp(), { timeout: 30_000 }).toBe(true);
    expect((await query('select id from kept')).rows).toEqual([{ id: 1 }]);
    const [next] = readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
    expect(next).not.toBe(pid);
  } finally {
    await server.stop();
    expect(server.isUp()).toBe(false);
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);

test('one that ends again and again is given up with a sentence', async () => {
  let spawned = 0;
  let prepared = 0;
  const supervised = supervise({
    spawn: () => {
      spawned++;
      return spawn(process.execPath, [
        '-e',
        spawned === 1 ? 'setTimeout(() => process.exit(3), 300)' : 'process.exit(3)',
      ]);
    },
    prepare: () => {
      prepared++;
    },
    waitUntilUp: async (ended) => {
      if (spawned > 1) throw new Error(await ended);
    },
    where: 'postgres.log',
  });
  await supervised.started;
  expect(await supervised.failed).toBe(
    'PostgreSQL ended by itself (exit 3): see postgres.log. It was started again 5 times within ten minutes, and is given up.',
  );
  expect([spawned, prepared, supervised.isUp()]).toEqual([6, 5, false]);
});

test('the password of initdb stands where nobody else can look or have put anything', () => {
  const first = passwordFile('secret', null);
  const second = passwordFile('secret', null);
  expect(readFileSync(first.file, 'utf8')).toBe('secret');
  expect(statSync(first.file).mode & 0o777).toBe(0o600);
  expect(statSync(dirname(first.file)).mode & 0o777).toBe(0o700);
  expect(dirname(first.file)).not.toBe(dirname(second.file));
  for (const { file, remove } of [first, second]) {
    remove();
    expect(() => statSync(dirname(file))).toThrow(/ENOENT/);
  }
});
