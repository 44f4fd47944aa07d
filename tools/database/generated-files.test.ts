import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type World } from '#tests/world.ts';
import { schemaPicture } from './picture.ts';
import { databaseTypes } from './type-text.ts';

const PICTURE = 'database/schema.sql';
let world: World;
let isEmbeddedVersion = false;
beforeAll(async () => {
  world = await openWorld();
  const [row] = await world.sql.query<{ version: number }>(
    "select current_setting('server_version_num')::int as version",
  );
  isEmbeddedVersion = (row?.version ?? 0) >= 180_000;
});
afterAll(() => world.close());

describe('what is generated from the database', () => {
  test('types: a table with its keys, what may be left out, and what it refers to', async () => {
    await world.sql.query(
      `create table public.samples (account_id uuid references public.accounts (account_id), id bigint generated always as identity,
         tags text[] not null, facts jsonb, size numeric not null default 1, primary key (account_id, id))`,
    );
    await world.sql.query(
      "create function public.sample(a uuid, b int default 1) returns setof public.samples language sql as 'select * from public.samples'",
    );
    const text = await databaseTypes(world.sql);
    const samples = text.slice(
      text.indexOf('      samples: {'),
      text.indexOf("foreignKeyName: 'samples_account_id_fkey'"),
    );
    expect(samples).toMatch(
      /Row: \{[^}]*account_id: string;[^}]*id: number;[^}]*tags: string\[\];[^}]*facts: Json \| null;[^}]*size: number;/,
    );
    expect(samples).toMatch(
      /Insert: \{[^}]*account_id: string;[^}]*id\?: never;[^}]*tags: string\[\];[^}]*facts\?: Json \| null;[^}]*size\?: number;/,
    );
    expect(text).toContain(
      "sample: { Args: { a: string; b?: number }; Returns: Database['public']['Tables']['samples']['Row'][] };",
    );
    await world.sql.query('drop function public.sample; drop table public.samples');
  });

  test.runIf(existsSync(PICTURE))('the types that are checked in are those of the schema', async () => {
    expect(readFileSync('src/base/shared/database-types.ts', 'utf8')).toBe(await databaseTypes(world.sql));
  });

  test.runIf(existsSync(PICTURE))('the picture that is checked in is that of the schema', async (context) => {
    if (!isEmbeddedVersion) context.skip('The picture is compared on the embedded version alone.');
    expect(readFileSync(PICTURE, 'utf8')).toBe(await schemaPicture(world.sql));
  });
});
