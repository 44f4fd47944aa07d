import { readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { serverUser } from '#base/server/postgres-binaries.ts';
import { cloneIntoClosedHome } from './clone.ts';
import { healthy, npmStart, removeFolder } from './product.ts';

/** Root, where the tests run as root, may also be somebody else; anybody else is an ordinary user already. */
const ordinary = serverUser() ?? undefined;

describe('from a clone in a home folder that is closed to others', () => {
  test.each([
    ['an ordinary user', ordinary],
    ['whoever runs this, root included', undefined],
  ])('%s has PostgreSQL 18 with its data in DATA_DIR', async (_, user) => {
    const clone = cloneIntoClosedHome(user);
    const product = await npmStart(
      { SEED: 'none', HOME: clone.home, DATA_DIR: join(clone.folder, '.data') },
      { folder: clone.folder, user },
    );
    try {
      await healthy(product);
      expect(readFileSync(join(product.folder, 'postgres', 'PG_VERSION'), 'utf8').trim()).toBe('18');
      const keys = JSON.parse(readFileSync(join(product.folder, 'keys.json'), 'utf8')) as { database_url: string };
      const client = new pg.Client({ connectionString: keys.database_url });
      await client.connect();
      const { rows } = await client.query('show data_directory');
      expect(rows).toEqual([{ data_directory: realpathSync(join(product.folder, 'postgres')) }]);
      expect(statSync(realpathSync(join(product.folder, 'postgres'))).uid).not.toBe(0);
      await client.end();
      product.npm.kill('SIGTERM');
      expect(await product.ended).toEqual({ code: 0, signal: null });
    } finally {
      product.npm.kill('SIGTERM');
      await product.ended;
      removeFolder(product.folder);
      rmSync(clone.home, { recursive: true, force: true });
    }
  });
});
