import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '#base/shared/db-client.ts';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import { mainThread, postsOf } from './data.ts';

let world: World;
let app: AppWorld;
let db: Db;
let thread = '';
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
  thread = (await mainThread(db, world.demo, 'post', rows[0]?.id ?? ''))?.id ?? '';
  // Three per second, so that page boundaries fall between posts of the same time.
  await world.sql.query(
    `insert into public.thread_posts (account_id, thread_id, author_name, content, status, created_at)
     select $1, $2, 'Anna', 'Number ' || n, case when n % 400 = 0 then 'hidden' else 'shown' end,
            '2026-01-01'::timestamptz + (n / 3) * interval '1 second'
       from generate_series(1, 1203) n`,
    [world.demo, thread],
  );
});
afterAll(async () => {
  await app.close();
  await world.close();
});

test('the newest posts are read first, and all older ones page by page, each once', async () => {
  const numbers = async (pages?: number) => {
    const { posts, older } = await postsOf(db, world.demo, thread, pages);
    return { numbers: posts.map(({ content }) => Number(content.split(' ')[1])), older };
  };
  const newest = await numbers();
  expect(newest.numbers).toHaveLength(500);
  expect(newest.numbers.slice(0, 3).sort()).toEqual([1201, 1202, 1203].sort());
  expect(newest.older).toBe(700);
  const two = await numbers(2);
  expect(new Set(two.numbers).size).toBe(1000);
  expect(two.older).toBe(200);
  for (const pages of [3, 9]) {
    const all = await numbers(pages);
    expect(all.older).toBe(0);
    expect(all.numbers.toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 1203 }, (_, index) => index + 1).filter((n) => n % 400 !== 0),
    );
  }
});
