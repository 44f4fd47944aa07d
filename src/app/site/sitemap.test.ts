import { createClient } from '@supabase/supabase-js';
import { RouterContextProvider } from 'react-router';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#base/shared/database-types.ts';
import { dbContext, siteContext } from '#base/shared/site.ts';
import { loader } from '#features/content/search/screens/public-sitemap.ts';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let app: AppWorld;
beforeAll(async () => {
  world = await openWorld();
  app = await openApp(world);
});
afterAll(async () => {
  await app.close();
  await world.close();
});

const origin = 'https://demo.test';

async function send(query = ''): Promise<string[]> {
  const context = new RouterContextProvider();
  const account = {
    account_id: world.demo,
    slug: 'demo',
    domain: null,
    is_platform: false,
    features: ['groups', 'lms'],
  };
  context.set(siteContext, { account, origin, locale: 'en' } as never);
  context.set(
    dbContext,
    createClient<Database>('http://demo.localhost', app.runtime.keys.anon_key, {
      global: { fetch: async (input, init) => app.app.fetch(new Request(input, init)) },
    }),
  );
  const request = new Request(`${origin}/sitemap.xml${query}`);
  const response = await loader({ context, request, params: {} } as never);
  const text = await response.text();
  return [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map((match) => (match[1] ?? '').replace(origin, ''));
}

describe('the map of a site', () => {
  test('names what everyone may open, once, and nothing that is hidden, a copy or being written', async () => {
    await world.sql.query(
      `insert into public.pages (account_id, title, slug, status, published_at, settings) values
         ($1, 'Hidden', 'hidden-page', 'published', now(), '{"isHidden": true}'),
         ($1, 'Copy', 'copied-page', 'published', now(), '{"canonical": "https://elsewhere.test/a"}'),
         ($1, 'Own', 'own-page', 'published', now(), '{"canonical": "", "isHidden": false}'),
         ($1, 'Draft', 'draft-page', 'draft', null, '{}')`,
      [world.demo],
    );
    await world.sql.query(
      `insert into public.posts (account_id, title, slug, status, published_at, settings) values
         ($1, 'Hidden', 'hidden-post', 'published', now(), '{"isHidden": true}'),
         ($1, 'Copy', 'copied-post', 'published', now(), '{"canonical": "https://elsewhere.test/a"}'),
         ($1, 'Unfollowed', 'own-post', 'published', now(), '{"canonical": "", "isHidden": false, "isUnfollowed": true}')`,
      [world.demo],
    );
    const matches = await send();
    expect(new Set(matches).size).toBe(matches.length);
    expect(matches).toEqual(
      expect.arrayContaining([
        '/',
        '/about',
        '/own-page',
        '/blog',
        '/blog/why-shade-is-blue',
        '/blog/own-post',
        '/course/light-and-exposure',
        '/docs',
      ]),
    );
    for (const path of [
      '/hidden-page',
      '/copied-page',
      '/draft-page',
      '/home',
      '/blog/notes-on-moonlight',
      '/blog/hidden-post',
      '/blog/copied-post',
    ])
      expect(matches).not.toContain(path);
  });

  test('of a large site is a list of files which together name every address once', async () => {
    await world.sql.query(
      `insert into public.posts (account_id, title, slug, status, published_at)
       select $1, 'Post ' || n, 'many-' || n, 'published', now() from generate_series(1, 1100) n`,
      [world.demo],
    );
    const files = await send();
    expect(files).toContain('/sitemap.xml?part=posts&#38;page=2');
    const addresses = (
      await Promise.all(files.map((file) => send(file.replace('/sitemap.xml', '').replace('&#38;', '&'))))
    ).flat();
    expect(new Set(addresses).size).toBe(addresses.length);
    const [{ many = 0 } = {}] = await world.sql.query<{ many: number }>(
      `select count(*)::int as many from public.posts where account_id = $1 and status = 'published' and published_at <= now() and slug not in ('hidden-post', 'copied-post')`,
      [world.demo],
    );
    expect(addresses.filter((path) => path.startsWith('/blog/'))).toHaveLength(many);
    expect(addresses).toContain('/blog/many-1100');
    await expect(send('?part=posts&page=9')).rejects.toMatchObject({ init: { status: 404 } });
  });
});
