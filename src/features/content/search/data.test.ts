import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Db } from '#base/shared/db-client.ts';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import { searchSite } from './data.ts';

let world: World;
let app: AppWorld;
let db: Db;
const titles = ['为什么影子是蓝色的', '写真の現像', 'ทำไมเงาจึงเป็นสีน้ำเงิน', 'छाया नीली क्यों है', 'Developing 用iPhone'];
beforeAll(async () => {
  world = await openWorld();
  app = await openApp(world);
  db = createClient('http://demo.localhost', app.runtime.keys.anon_key, {
    global: { fetch: (input, init) => app.app.fetch(new Request(input, init)) },
  }) as unknown as Db;
  for (const [index, title] of titles.entries())
    for (const table of ['posts', 'pages'])
      await world.sql.query(
        `insert into public.${table} (account_id, slug, title, status, published_at) values ($1, $2, $3, 'published', now())`,
        [world.demo, `of-search-${index}`, title],
      );
});
afterAll(async () => {
  await app.close();
  await world.close();
});

describe('a search of the site', () => {
  test.each([
    ['影子', 0],
    ['蓝色的', 0],
    ['現像', 1],
    ['น้ำเงิน', 2],
    ['क्यों', 3],
    ['नी+छाया', 3],
    ['devel+用iPh', 4],
  ])('for “%s” finds the post and the page', async (term, index) => {
    const results = await searchSite(db, { account_id: world.demo, features: [] }, term, 'all');
    expect(results.map(({ kind, title }) => [kind, title])).toEqual([
      ['post', titles[index]],
      ['page', titles[index]],
    ]);
  });
  test.each(['子影', 'veloping', '%', '影%球'])('for “%s” finds nothing', async (term) => {
    expect(await searchSite(db, { account_id: world.demo, features: [] }, term, 'all')).toEqual([]);
  });
});
