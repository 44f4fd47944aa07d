import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '#base/shared/db-client.ts';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import { slugOfMovedCourse } from './moved-address.ts';

let world: World;
let app: AppWorld;
let visitor: Db;
beforeAll(async () => {
  world = await openWorld();
  app = await openApp(world);
  visitor = createClient('http://demo.localhost', app.runtime.keys.anon_key, {
    global: { fetch: (input, init) => app.app.fetch(new Request(input, init)) },
  }) as unknown as Db;
});
afterAll(async () => {
  await app.close();
  await world.close();
});

const move = (slug: string, next: string) =>
  world.sql.query('update public.courses set slug = $3 where account_id = $1 and slug = $2', [world.demo, slug, next]);
const currentSlugOf = (slug: string) => slugOfMovedCourse(visitor, world.demo, slug);

test('each former address of a course leads to where it is now', async () => {
  await move('light-and-exposure', 'light');
  await move('light', 'größer');
  for (const former of ['light-and-exposure', 'light']) expect(await currentSlugOf(former)).toBe('größer');
  expect(await currentSlugOf('größer')).toBe(null);
});

test('a course that was taken back or archived since is known by its former address too, one never published is not', async () => {
  await world.sql.query(
    `insert into public.courses (account_id, title, slug, status, published_at)
     values ($1, 'Once', 'once-open', 'draft', now()), ($1, 'Past', 'past', 'archived', now()), ($1, 'New', 'new', 'draft', null)`,
    [world.demo],
  );
  for (const slug of ['once-open', 'past', 'new']) await move(slug, `${slug}-moved`);
  expect(await currentSlugOf('once-open')).toBe('once-open-moved');
  expect(await currentSlugOf('past')).toBe('past-moved');
  expect(await currentSlugOf('new')).toBe(null);
});

test('a redirect to something else than a course is no course', async () => {
  await world.sql.query(
    `insert into public.redirects (account_id, from_path, to_address)
     values ($1, '/course/gone', '/course/category/all'), ($1, '/course/away', '/about')`,
    [world.demo],
  );
  expect(await currentSlugOf('gone')).toBe(null);
  expect(await currentSlugOf('away')).toBe(null);
});
