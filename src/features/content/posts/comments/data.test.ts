import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '#base/shared/db-client.ts';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import { commentsOf } from './data.ts';

let world: World;
let app: AppWorld;
let db: Db;
let post = '';
beforeAll(async () => {
  world = await openWorld();
  app = await openApp(world);
  db = createClient('http://demo.localhost', app.runtime.keys.anon_key, {
    global: { fetch: (input, init) => app.app.fetch(new Request(input, init)) },
  }) as unknown as Db;
  const rows = await world.sql.query<{ id: string }>(
    `insert into public.posts (account_id, title, slug, status, published_at)
     values ($1, 'Much said', 'much-said', 'published', now()) returning id`,
    [world.demo],
  );
  post = rows[0]?.id ?? '';
  // Three per second, so that page boundaries fall between comments of the same time.
  await world.sql.query(
    `insert into public.post_comments (account_id, post_id, author_name, content, status, created_at)
     select $1, $2, 'Anna', 'Number ' || n, case when n % 400 = 0 then 'hidden' else 'shown' end,
            '2026-01-01'::timestamptz + (n / 3) * interval '1 second'
       from generate_series(1, 1203) n`,
    [world.demo, post],
  );
});
afterAll(async () => {
  await app.close();
  await world.close();
});

test('the newest comments are read first, and all older ones page by page, each once', async () => {
  const numbers = async (pages?: number) => {
    const { comments, older } = await commentsOf(db, world.demo, post, pages);
    return { said: comments.map(({ content }) => Number(content.split(' ')[1])), older };
  };
  const newest = await numbers();
  expect(newest.said).toHaveLength(500);
  expect(newest.said.slice(0, 3).sort()).toEqual([1201, 1202, 1203].sort());
  expect(newest.older).toBe(700);
  const two = await numbers(2);
  expect(new Set(two.said).size).toBe(1000);
  expect(two.older).toBe(200);
  for (const pages of [3, 9]) {
    const all = await numbers(pages);
    expect(all.older).toBe(0);
    expect(all.said.toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 1203 }, (_, index) => index + 1).filter((n) => n % 400 !== 0),
    );
  }
});
