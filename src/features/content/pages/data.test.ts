import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Db } from '#base/shared/db-client.ts';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import { addPage, listPages, removePages, unpublishPages } from './data.ts';

let world: World;
let app: AppWorld;
let owner: Db;
beforeAll(async () => {
  world = await openWorld();
  app = await openApp(world);
  const { access_token } = await app.signIn('demo', 'owner@demo.test');
  owner = createClient('http://demo.localhost', app.runtime.keys.anon_key, {
    accessToken: async () => access_token,
    global: { fetch: (input, init) => app.app.fetch(new Request(input, init)) },
  }) as unknown as Db;
});
afterAll(async () => {
  await app.close();
  await world.close();
});

describe('several pages at once', () => {
  const idOf = async (search: string) => {
    const filters = { search, kind: 'page', state: undefined, sort: 'slug', isDescending: false } as const;
    return (await listPages(owner, world.demo, { ...filters, page: 1, pageSize: 25 })).rows[0]?.id ?? '';
  };

  test('each for itself: the home page stays and says why, the others are changed', async () => {
    const draft = (await addPage(owner, world.demo, { title: 'Not yet', slug: 'not-yet' })).id;
    const [about, home] = [await idOf('about'), await idOf('home')];
    const stays = (sentence: string) => [{ code: 'home_stays', sentence, count: 1 }];
    // Unpublishing a draft changes nothing and is no error.
    expect(await unpublishPages(owner, [about, draft, home])).toEqual({
      changed: 1,
      refused: stays('The home page can’t be moved or unpublished.'),
    });
    expect(await removePages(owner, [home, about, draft])).toEqual({
      changed: 2,
      refused: stays('Every site needs a home page. Edit it instead of deleting it.'),
    });
  });

  test('is found by its title and its address, whatever the case and the accents', async () => {
    const { id } = await addPage(owner, world.demo, { title: 'Séjour à Łódź', slug: 'in-poland' });
    for (const typed of ['sejour a lodz', 'ŁÓDŹ', 'In-Pol', 'séjour']) expect(await idOf(typed)).toBe(id);
    for (const typed of ['%', '"', ')']) expect(await idOf(`sejour${typed}lodz`)).toBe('');
  });

  test('one call takes one to two hundred of them', async () => {
    const call = async (ids: string[]) => (await owner.rpc('remove_pages', { ids })).error?.details;
    expect(await call([])).toBe('invalid');
    expect(await call(new Array(201).fill(crypto.randomUUID()))).toBe('invalid');
  });
});
