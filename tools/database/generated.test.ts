import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '#base/server/root.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import { rulesFiles, untold } from './rules-files.ts';
import { schemaFile } from './schema-file.ts';
import { typesFile } from './types-file.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const read = (path: string) => readFileSync(join(root, path), 'utf8');

test('the types of the wire are those of the database (else: npm run db:types)', async () => {
  expect(read('src/base/shared/database-types.ts')).toBe(await typesFile(world.sql));
});

// Another version of PostgreSQL words its catalogue differently: the picture is of the embedded one.
test.runIf(!process.env.TEST_DATABASE_URL)(
  'the picture of the schema is the database (else: npm run db:types)',
  async () => {
    expect(read('database/schema.sql')).toBe(await schemaFile(world.sql));
  },
);

describe.runIf(!process.env.TEST_DATABASE_URL)('docs/rules.md and the pages it lists', () => {
  test('are what the database says today (else: npm run db:types)', async () => {
    const files = await rulesFiles(world.sql);
    for (const [path, text] of files) expect([path, read(path)]).toEqual([path, text]);
    const pages = readdirSync(join(root, 'docs/rules')).map((name) => `docs/rules/${name}`);
    expect([...files.keys()].sort()).toEqual([...pages, 'docs/rules.md'].sort());
  });

  test('tell of every table and of every call of a client', async () => {
    expect(await untold(world.sql)).toEqual([]);
  });

  test('say of every table and call in a sentence what it is for', async () => {
    for (const [path, text] of await rulesFiles(world.sql)) {
      const dumb = [...text.matchAll(/^### (\S+)\n\n(?=- |\n|$)|^- `(\w+)` \(.*no sentence$/gm)].map(
        ([, table, name]) => table ?? name,
      );
      expect([path, dumb]).toEqual([path, []]);
    }
  });

  test('follow the database: what is changed there changes them', async () => {
    const before = await rulesFiles(world.sql);
    await world.sql
      .transaction(async (sql) => {
        await sql.query('alter table public.coupons add constraint longer check (length(name) >= 3)');
        await sql.query('grant update (name) on public.members to anon');
        await sql.query('create policy "Anybody reads" on public.orders for select to anon using (true)');
        const after = await rulesFiles(sql);
        expect(after.get('docs/rules/coupons.md')).toContain('(length(name) >= 3)');
        expect(after.get('docs/rules/members.md')).toContain('visitors change `name`');
        expect(after.get('docs/rules/orders.md')).toContain('read: Anybody reads (visitors)');
        throw new Error('undone');
      })
      .catch((error: Error) => expect(error.message).toBe('undone'));
    expect(await rulesFiles(world.sql)).toEqual(before);
  });
});
