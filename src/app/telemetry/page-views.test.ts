import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { type Listening, listening } from '#tests/db/listening.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import { smallSite } from '#tests/small-site.ts';

/** Visits as they are counted on the way through the server, over sockets: from the page cache and beside it. */
let world: World;
let app: AppWorld;
let socket: Listening;
beforeAll(async () => {
  world = await openWorld();
  app = await openApp(world, { TRUST_PROXY: '127.0.0.1' }, { build: smallSite().build });
  socket = await listening(app);
});
afterAll(async () => {
  await socket.close();
  await app.close();
  await world.close();
});
beforeEach(async () => {
  app.runtime.pages.clear();
  await app.runtime.pageViews.write();
  await world.sql.query('delete from public.visits');
});

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1';

function send(
  path: string,
  headers: Record<string, string> = {},
  { method = 'GET', host = 'demo', body = '' } = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = request(
      {
        port: socket.port,
        host: '127.0.0.1',
        path,
        method,
        headers: {
          host: `${host}.localhost:${socket.port}`,
          'user-agent': FIREFOX,
          'x-forwarded-for': '198.51.100.7',
          'content-length': Buffer.byteLength(body),
          ...headers,
        },
      },
      (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
      },
    );
    call.on('error', reject);
    call.end(body);
  });
}

type Visit = {
  account_id: string;
  views: number;
  entry_path: string;
  exit_path: string;
  source: string;
  medium: string;
  campaign: string;
  device: string;
  language: string;
  country: string;
};

async function counted(): Promise<Visit[]> {
  await app.runtime.pageViews.write();
  return world.sql.query<Visit>('select * from public.visits order by started_at, id');
}

describe('a visit', () => {
  test('is counted whether the page was made for it or kept', async () => {
    for (const path of ['/', '/', '/?lang=en', '/']) await send(path);
    const [visit, ...more] = await counted();
    expect(more).toEqual([]);
    expect(visit).toMatchObject({ account_id: world.demo, views: 4, entry_path: '/', device: 'desktop' });
  });

  test('says where it came from, on what, in which language, and from which country where a proxy tells', async () => {
    await send('/?utm_source=Letter&utm_medium=email&utm_campaign=winter', {
      'user-agent': PHONE,
      referer: 'https://mail.example.org/inbox/1',
      'accept-language': 'pt-BR,pt;q=0.9',
      'cf-ipcountry': 'PT',
    });
    expect(await counted()).toEqual([
      expect.objectContaining({
        source: 'letter',
        medium: 'email',
        campaign: 'winter',
        device: 'phone',
        language: 'pt',
        country: 'PT',
      }),
    ]);
  });

  test('goes on with the next page, whatever led there', async () => {
    await send('/', { referer: 'https://www.google.de/' });
    await counted();
    await send('/menus', { referer: `http://demo.localhost:${socket.port}/` });
    expect(await counted()).toEqual([
      expect.objectContaining({ source: 'google.com', views: 2, entry_path: '/', exit_path: '/menus' }),
    ]);
  });

  test('of another program or from another address is another', async () => {
    await send('/');
    await send('/', { 'user-agent': PHONE });
    await send('/', { 'x-forwarded-for': '198.51.100.8' });
    await send('/', {}, { host: 'atelier' });
    expect((await counted()).map(({ account_id }) => account_id).sort()).toEqual(
      [world.demo, world.demo, world.demo, world.atelier].sort(),
    );
  });
});

describe('not counted is', () => {
  test.each([
    ['a search engine', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }],
    ['a program', { 'user-agent': 'curl/8.5.0' }],
    ['a browser nobody sits before', { 'user-agent': `${FIREFOX} HeadlessChrome/140.0` }],
    ['who sends Do Not Track', { dnt: '1' }],
    ['who sends Global Privacy Control', { 'sec-gpc': '1' }],
    ['who declined', { cookie: 'cookie_preference=disabled' }],
    ['a page fetched ahead', { 'sec-purpose': 'prefetch' }],
    ['a page in a frame', { 'sec-fetch-dest': 'iframe' }],
  ])('%s, from the cache or beside it', async (_, headers) => {
    await send('/', headers);
    await send('/', headers);
    expect(await counted()).toEqual([]);
  });

  test('what is no page: a head, an error, what is not there', async () => {
    await send('/', {}, { method: 'HEAD' });
    await send('/broken');
    await send('/not-there-at-all');
    expect(await counted()).toEqual([]);
  });

  test('more than sixty pages of one address at a time', async () => {
    for (let count = 0; count < 70; count++) await send('/');
    expect((await counted()).map(({ views }) => views)).toEqual([60]);
  });
});

describe('a page that was fetched ahead and is looked at now', () => {
  const notify = (body: string, headers: Record<string, string> = {}) =>
    send('/api/visits', { 'sec-fetch-dest': 'empty', ...headers }, { method: 'POST', body });

  test('says so, and is counted then', async () => {
    await send('/', { 'sec-purpose': 'prefetch' });
    expect(await notify('/?utm_campaign=x')).toBe(204);
    expect(await counted()).toEqual([expect.objectContaining({ views: 1, entry_path: '/', source: '' })]);
  });

  test.each([
    ['a page there is not', '/not-there-at-all', {}],
    ['another site', 'https://elsewhere.test/', {}],
    ['an address beside this one', '//elsewhere.test/', {}],
    ['a whole book', `/?${'x'.repeat(5_000)}`, {}],
    ['nothing', '', {}],
    ['a page, from another site', '/', { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.test' }],
    ['a page, by a program', '/', { 'user-agent': 'curl/8.5.0' }],
  ])('not where it tells of %s', async (_, body, headers) => {
    expect(await notify(body, headers)).toBe(204);
    expect(await counted()).toEqual([]);
  });
});

test('of an address and a program nothing is kept', async () => {
  await send('/', { 'x-forwarded-for': '203.0.113.77', 'user-agent': `${FIREFOX} Marker/77` });
  await counted();
  const rows = await world.sql.query<{ text: string }>(
    `select to_jsonb(v)::text || coalesce((select string_agg(to_jsonb(p)::text, '') from public.visit_pages p where p.visit_id = v.id), '') as text from public.visits v`,
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.text).not.toMatch(/203\.0\.113|Marker|Firefox/);
});
