import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import { FOREIGN_SCRIPT, INLINE_SCRIPT, type SmallSite, smallSite } from '#tests/small-site.ts';

let world: World;
let app: AppWorld;
let site: SmallSite;
beforeAll(async () => {
  world = await openWorld();
  site = smallSite();
  app = await openApp(world, {}, { build: site.build });
});
afterAll(async () => {
  await app.close();
  await world.close();
});
beforeEach(() => {
  app.runtime.pages.clear();
  site.renders.clear();
});

type Received = { path: string; query: string; locale: string; account: string; data: unknown };

async function visit(path: string, host = 'demo', headers: Record<string, string> = {}): Promise<Received> {
  const html = await (await app.call(path, { host, headers })).text();
  const text = /<script type="application\/json">(.*?)<\/script>/.exec(html)?.[1] ?? '{}';
  return Object.values(JSON.parse(text) as Record<string, Received>)[0] as Received;
}

const rendersOf = (path: string) => site.renders.get(path) ?? 0;
const saveOption = (account: string, key: string, value: object) =>
  world.sql.query('update public.options set value = $3 where account_id = $1 and key = $2', [
    account,
    key,
    JSON.stringify(value),
  ]);

describe('a page is rendered once', () => {
  test('for everyone who asks while it is being made', async () => {
    const open = site.hold();
    const waiting = Promise.all(Array.from({ length: 50 }, () => visit('/')));
    open();
    const received = await waiting;
    expect(rendersOf('/')).toBe(1);
    expect(new Set(received.map((item) => JSON.stringify(item))).size).toBe(1);
  });

  test('and kept for everyone after', async () => {
    for (let count = 0; count < 5; count++) await visit('/');
    expect(rendersOf('/')).toBe(1);
  });

  test.each([
    ['none', '', true],
    ['cross-site', '', true],
    ['same-site', '', true],
    ['same-origin', '', false],
    ['', '', false],
    ['anything', '', false],
    // A browser fetches the next page ahead from nowhere.
    ['none', 'prefetch;prerender', false],
  ])('who comes from %j (%j) has another page than who goes on within the site: %s', async (from, purpose, isWhole) => {
    await visit('/', 'demo', { 'sec-fetch-site': 'same-origin' });
    await visit('/', 'demo', { 'sec-fetch-site': from, 'sec-purpose': purpose });
    await visit('/', 'demo', { 'sec-fetch-site': from, 'sec-purpose': purpose });
    expect(app.runtime.pages.size).toBe(isWhole ? 2 : 1);
    // Of what is kept the other form is made without drawing it again.
    expect(rendersOf('/')).toBe(1);
  });

  test('for who arrives of what is kept only as long as that is true', async () => {
    await visit('/menus');
    await saveOption(world.demo, 'menus', { header: [{ title: 'Since then' }] });
    await app.runtime.cachesInvalidated();
    const received = await visit('/menus', 'demo', { 'sec-fetch-site': 'none' });
    expect(received.data).toEqual({ header: [{ title: 'Since then' }] });
    expect(rendersOf('/menus')).toBe(2);
  });

  test('both of which a change makes anew', async () => {
    const arrive = () => visit('/menus', 'demo', { 'sec-fetch-site': 'none' });
    await Promise.all([visit('/menus'), arrive()]);
    await saveOption(world.demo, 'menus', { header: [{ title: 'Both' }] });
    await app.runtime.cachesInvalidated();
    const received = await Promise.all([visit('/menus'), arrive()]);
    expect(received.map(({ data }) => data)).toEqual(Array(2).fill({ header: [{ title: 'Both' }] }));
  });

  test('an account’s page is not another’s', async () => {
    expect((await visit('/')).account).toBe('demo');
    expect((await visit('/', 'atelier')).account).toBe('atelier');
    expect((await visit('/')).account).toBe('demo');
    expect(rendersOf('/')).toBe(2);
  });

  test('whatever cookie a visitor has', async () => {
    await visit('/');
    await visit('/', 'demo', { cookie: 'sb-stoa-auth-token=base64-eyJhIjoxfQ; theme=dark' });
    expect(rendersOf('/')).toBe(1);
  });

  test('a failure is not kept', async () => {
    expect((await app.call('/broken')).status).toBe(500);
    expect(app.runtime.pages.size).toBe(0);
  });
});

describe('a change drops exactly what was made of it', () => {
  test.each([
    ['settings', { '/': 2, '/menus': 1, '/people': 1 }],
    ['menus', { '/': 1, '/menus': 2, '/people': 1 }],
    ['theme', { '/': 1, '/menus': 1, '/people': 1 }],
  ])('the option %s', async (key, expected) => {
    const visitAll = async () => {
      for (const path of ['/', '/menus', '/people']) await visit(path);
    };
    await visitAll();
    const value = { changed: `${key} ${Math.random()}`, defaultLanguage: 'en' };
    await saveOption(world.demo, key, value);
    await app.runtime.cachesInvalidated();
    await visitAll();
    // Made anew, a page is kept again.
    await visitAll();
    expect(Object.fromEntries(site.renders)).toEqual(expected);
    if (key === 'settings') expect((await visit('/')).data).toEqual(value);
  });

  test('of another account drops nothing here', async () => {
    await visit('/');
    await saveOption(world.atelier, 'settings', { sitetitle: 'Elsewhere', defaultLanguage: 'ar' });
    await app.runtime.cachesInvalidated();
    await visit('/');
    expect(rendersOf('/')).toBe(1);
  });

  test('that is rolled back drops nothing', async () => {
    await visit('/');
    await world.attempt('owner', `update public.options set value = '{}' where account_id = $1`, [world.demo]);
    await app.runtime.cachesInvalidated();
    await visit('/');
    expect(rendersOf('/')).toBe(1);
  });

  test('made while a page is being rendered leaves no old page behind', async () => {
    const open = site.hold();
    const early = visit('/');
    await expect.poll(() => rendersOf('/')).toBe(1);
    await saveOption(world.demo, 'settings', { sitetitle: 'Newer', defaultLanguage: 'en' });
    await app.runtime.cachesInvalidated();
    open();
    await early;
    expect((await visit('/')).data).toMatchObject({ sitetitle: 'Newer' });
  });

  test('through the wire is seen by the one who made it at their next request', async () => {
    await visit('/menus');
    const saved = await app.call(`/rest/v1/options?account_id=eq.${world.demo}&key=eq.menus`, {
      method: 'PATCH',
      as: 'owner',
      body: { value: { header: [], mobile: ['new'] } },
    });
    expect(saved.status).toBe(204);
    expect((await visit('/menus')).data).toEqual({ header: [], mobile: ['new'] });
  });

  test('in a list drops a page only where the list reads otherwise', async () => {
    const publish = (title: string, sort: number) =>
      world.sql.query(
        `insert into public.courses (account_id, title, slug, status, sort) values ($1, $2, $2, 'published', $3)`,
        [world.demo, title, sort],
      );
    await publish('top', 1_000);
    await app.runtime.cachesInvalidated();
    expect((await visit('/newest')).data).toEqual(['top']);
    await publish('below', 10);
    await app.runtime.cachesInvalidated();
    expect((await visit('/newest')).data).toEqual(['top']);
    expect(rendersOf('/newest')).toBe(1);
    await publish('above', 2_000);
    await app.runtime.cachesInvalidated();
    expect((await visit('/newest')).data).toEqual(['above']);
    expect(rendersOf('/newest')).toBe(2);
    await world.sql.query(`delete from public.courses where slug = any('{top,below,above}')`);
    await app.runtime.cachesInvalidated();
    const signedIn = { cookie: 'sb-stoa-auth-token=base64-eyJhIjoxfQ' };
    const waiting = await Promise.all(Array.from({ length: 20 }, () => visit('/newest', 'demo', signedIn)));
    expect(new Set(waiting.map(({ data }) => JSON.stringify(data))).size).toBe(1);
    expect(rendersOf('/newest')).toBe(3);
  });

  test('to a person’s card drops the pages it stands on, a sign-up none', async () => {
    const names = async () => (await visit('/people')).data as string[];
    expect(await names()).not.toContain('Renamed Card');
    const rename = (name: string) =>
      world.sql.query<{ was: string }>(
        `update public.members m set name = $2 from public.members old
          where m.account_id = $1 and old.id = m.id and m.is_public and m.id = (select id from public.member_cards where account_id = $1 limit 1)
        returning old.name as was`,
        [world.demo, name],
      );
    const [card] = await rename('Renamed Card');
    await app.runtime.cachesInvalidated();
    expect(await names()).toContain('Renamed Card');
    await rename(card?.was ?? '');
    await app.runtime.cachesInvalidated();
    await names();
    const rendered = rendersOf('/people');
    const signedUp = await app.call('/auth/v1/signup', {
      method: 'POST',
      headers: { apikey: app.runtime.keys.anon_key },
      body: { email: 'new@cards.test', password: 'a long pass phrase 7' },
    });
    expect(signedUp.status).toBe(200);
    await app.runtime.cachesInvalidated();
    await names();
    expect(rendersOf('/people')).toBe(rendered);
  });

  test.each(['%C3%BCber', '%25C3%25BCber'])('by hand drops a path with other letters, named as %s', async (path) => {
    await visit('/%C3%BCber');
    await app.call(`/api/site/revalidateCache?site=${world.demo}&path=${path}`, { as: 'owner' });
    await visit('/%C3%BCber');
    expect(Object.fromEntries(site.renders)).toEqual({ '/%C3%BCber': 2 });
  });

  test('by hand drops one path of one account', async () => {
    for (const [path, host] of [
      ['/', 'demo'],
      ['/menus', 'demo'],
      ['/menus', 'atelier'],
    ])
      await visit(path ?? '', host);
    const response = await app.call(`/api/site/revalidateCache?site=${world.demo}&path=menus`, { as: 'owner' });
    expect(await response.json()).toMatchObject({ revalidated: true });
    for (const [path, host] of [
      ['/', 'demo'],
      ['/menus', 'demo'],
      ['/menus', 'atelier'],
    ])
      await visit(path ?? '', host);
    expect(Object.fromEntries(site.renders)).toEqual({ '/': 1, '/menus': 3 });
  });
});

describe('the query', () => {
  test.each([
    ['/people?utm_source=mail&redirectedFrom=%2F&fbclid=1', '', 1],
    ['/people?sort=name', '?sort=name', 2],
    ['/people?sort=name&utm_campaign=x', '?sort=name', 2],
    ['/people?page=2&sort=name', '?sort=name&page=2', 2],
  ])('%s', async (address, visible, renders) => {
    await visit('/people');
    expect((await visit(address)).query).toBe(visible);
    await visit(address);
    expect(rendersOf('/people')).toBe(renders);
  });

  test('a page that names no keys has one form, whatever is asked', async () => {
    for (const query of ['', '?a=1', '?a=2', '?sort=name']) expect((await visit(`/${query}`)).query).toBe('');
    expect(rendersOf('/')).toBe(1);
  });
});

test('a redirect is kept by its path, and each visitor’s own query arrives with them', async () => {
  const ledTo = async (query: string) => {
    const response = await app.call(`/moved${query}`, { redirect: 'manual' });
    return [response.status, response.headers.get('location')];
  };
  const plain = [301, '/menus?utm_medium=ours#top'];
  expect(await ledTo('')).toEqual(plain);
  expect(await ledTo('?utm_source=a&utm_medium=theirs')).toEqual([301, '/menus?utm_medium=ours&utm_source=a#top']);
  expect(await ledTo('?utm_source=b')).toEqual([301, '/menus?utm_medium=ours&utm_source=b#top']);
  expect(await ledTo('')).toEqual(plain);
  expect(rendersOf('/moved')).toBe(1);
});

describe('the language', () => {
  test.each([
    ['demo', '/menus', {}, 'en'],
    ['atelier', '/menus', {}, 'ar'],
    ['demo', '/menus?lang=ar', {}, 'ar'],
    ['demo', '/menus', { cookie: 'lang=ar' }, 'ar'],
    ['demo', '/menus?lang=en', { cookie: 'lang=ar' }, 'en'],
    ['demo', '/menus?lang=xx', {}, 'en'],
    ['demo', '/menus', { cookie: 'slang=ar' }, 'en'],
  ])('%s %s %o', async (host, path, headers, locale) => {
    const response = await app.call(path, { host, headers: headers as Record<string, string> });
    expect(response.headers.get('content-language')).toBe(locale);
    expect((await visit(path, host, headers as Record<string, string>)).locale).toBe(locale);
  });
});

describe('how a page is sent', () => {
  test.each(['br', 'gzip', ''])('as %s', async (encoding) => {
    const plain = await (await app.call('/')).text();
    const response = await app.call('/', { headers: encoding ? { 'accept-encoding': encoding } : {} });
    expect(response.headers.get('content-encoding')).toBe(encoding || null);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(Number(response.headers.get('content-length'))).toBe(bytes.length);
    const { brotliDecompressSync, gunzipSync } = await import('node:zlib');
    const unpacked = encoding === 'br' ? brotliDecompressSync(bytes) : encoding ? gunzipSync(bytes) : bytes;
    expect(unpacked.toString()).toBe(plain);
    expect(response.headers.get('vary')).toBe('Accept-Encoding, Cookie, Sec-Fetch-Site');
  });

  test('HEAD has the headers of GET and no body', async () => {
    const [get, head] = [await app.call('/'), await app.call('/', { method: 'HEAD' })];
    expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(get.headers));
    expect(await head.text()).toBe('');
  });

  test('a form of a page that no script has sent comes back to its page; of another site it leads nowhere', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const post = (origin: string) =>
      app.call('/people?page=2', { method: 'POST', headers: { ...headers, origin }, body: 'password=secret' });
    const own = 'http://demo.localhost';
    const back = await post(own);
    expect([back.status, back.headers.get('location')]).toEqual([303, `${own}/people?page=2`]);
    expect((await post('http://evil.test')).status).toBe(404);
  });

  test('its policy allows the inline scripts of ours that stand in it, and no other', async () => {
    const response = await app.call('/');
    const policy = response.headers.get('content-security-policy') ?? '';
    const html = await response.text();
    const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? '';
    const inline = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map((match) => match[1] ?? '');
    expect(inline).toEqual([INLINE_SCRIPT, FOREIGN_SCRIPT]);
    const sourceOf = (body: string) => `'sha256-${createHash('sha256').update(body).digest('base64')}'`;
    expect(scripts).toContain(sourceOf(INLINE_SCRIPT));
    expect(scripts).not.toContain(sourceOf(FOREIGN_SCRIPT));
    expect(scripts).not.toContain('unsafe');
    for (const part of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'self'"])
      expect(policy).toContain(part);
  });

  test('a page whose address is a secret holds no script of the account, and its policy lets none run', async () => {
    for (const [path, count] of [
      ['/scripted', 1],
      [`/preview/${'a1'.repeat(32)}`, 0],
    ] as const) {
      const response = await app.call(path);
      expect(response.status).toBe(200);
      expect((await response.text()).split('id="account-scripts"').length - 1).toBe(count);
      const isAllowed = response.headers.get('content-security-policy')?.includes('https://scripts.example');
      expect([path, isAllowed]).toEqual([path, count === 1]);
    }
  });

  test('a page of the dashboard is for one person, and has a nonce of its own each time', async () => {
    const request = () => app.call('/dashboard', { headers: { cookie: 'sb-stoa-auth-token=base64-eyJhIjoxfQ' } });
    const policies = [await request(), await request()].map((response) => {
      expect(response.headers.get('cache-control')).toBe('private, no-store');
      return /'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '')?.[1];
    });
    expect(policies[0]).toBeTruthy();
    expect(policies[0]).not.toBe(policies[1]);
    expect(rendersOf('/dashboard')).toBe(2);
  });

  test('a page of the dashboard sends who is not signed in to sign in, and back', async () => {
    const response = await app.call('/dashboard/courses?tab=mine');
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe('/login?redirectedFrom=%2Fdashboard%2Fcourses%3Ftab%3Dmine');
  });
});
