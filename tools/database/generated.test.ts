import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest';
import { root } from '#base/server/root.ts';
import type { ColumnShapes, FunctionShapes } from '#base/shared/database-shapes.ts';
import type { Database, Row } from '#base/shared/database-types.ts';
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

describe('the types of rows', () => {
  test('carry check constraints: one of a list, and a list of some', async () => {
    await world.sql
      .transaction(async (sql) => {
        const before = await typesFile(sql);
        await sql.query("alter table public.coupons add column mood text check (mood in ('glad', 'sad'))");
        await sql.query(
          "alter table public.coupons add column moods text[] not null default '{}' check (moods <@ '{glad,sad}')",
        );
        await sql.query('alter table public.coupons add column step smallint check (step in (1, 2))');
        const after = await typesFile(sql);
        expect(before).not.toContain('mood');
        expect(after).toContain("mood: 'glad' | 'sad' | null;");
        expect(after).toContain("moods: ('glad' | 'sad')[];");
        expect(after).toContain('step: 1 | 2 | null;');
        throw new Error('undone');
      })
      .catch((error: Error) => expect(error.message).toBe('undone'));
  });

  test('carry what a function takes and returns: its table, what may be null, what is a field of a row', async () => {
    await world.sql
      .transaction(async (sql) => {
        await sql.query(
          `create function public.planted(a uuid, b text default null) returns table (c integer, d text[])
             language sql as $$ select 1, '{}'::text[] $$`,
        );
        await sql.query(
          'create function public.shout(coupon public.coupons) returns text language sql as $$ select coupon.name $$',
        );
        const types = await typesFile(sql);
        expect(types).toContain(
          "planted: { Args: ArgumentShapes<'planted', { a: string; b?: string | null }>; Returns: RowShape<'planted', { c: number; d: string[] }>[] };",
        );
        expect(types).toContain("shout: ColumnShape<'coupons', 'shout', string | null>;");
        expect(types).not.toContain('shout: { Args');
        throw new Error('undone');
      })
      .catch((error: Error) => expect(error.message).toBe('undone'));
  });

  test('have the shapes that features declare, of tables, columns and functions that exist', () => {
    type Rows = { [Name in keyof Database['public']['Tables']]: Database['public']['Tables'][Name]['Row'] } & {
      [Name in keyof Database['public']['Views']]: Database['public']['Views'][Name]['Row'];
    };
    type Unknown = {
      [Name in keyof ColumnShapes]: Name extends keyof Rows
        ? Exclude<keyof ColumnShapes[Name], keyof Rows[Name]>
        : Name;
    }[keyof ColumnShapes];
    expectTypeOf<Unknown>().toBeNever();
    expectTypeOf<Exclude<keyof FunctionShapes, keyof Database['public']['Functions']>>().toBeNever();
    expectTypeOf<Row<'coupons'>['discount_type']>().toEqualTypeOf<'flat' | 'percentage'>();
    expectTypeOf<Row<'courses'>['outcomes']>().toEqualTypeOf<string[]>();
  });
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
