import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type ServerBuild, UNSAFE_withComponentProps } from 'react-router';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sessionCookies } from '#app/auth/session-cookies.ts';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import type { DehydratedState } from './dehydrated-state.tsx';

const people = {
  owner: ['demo', 'owner@demo.test'],
  student: ['demo', 'student@demo.test'],
  stranger: ['demo', 'owner@atelier.test'],
  accountOwner: ['platform', 'owner@demo.test'],
} as const;
type Person = keyof typeof people;

let world: World;
let app: AppWorld;
const sessions = new Map<Person, { access_token: string; user: { id: string } }>();
beforeAll(async () => {
  world = await openWorld();
  app = await openApp(world, {}, { build: await buildOfHome() });
  for (const [person, [host, email]] of Object.entries(people))
    sessions.set(person as Person, await app.signIn(host, email));
});
afterAll(async () => {
  await app.close();
  await world.close();
});

const MOST_ROUNDS = 5;

const cookieOf = (session: object) =>
  sessionCookies(session, 'http://demo.localhost')
    .map((line) => line.split(';')[0])
    .join('; ');

async function request(cookie: string, host = 'demo', headers: Record<string, string> = {}): Promise<Response> {
  return app.call('/dashboard', { host, headers: { cookie, ...headers } });
}

const readsIn = (html: string) => {
  const text = /<script type="application\/json" id="handed-over">([^<]*)<\/script>/.exec(html)?.[1];
  return text === undefined ? null : (JSON.parse(text) as DehydratedState);
};
const htmlFor = async (person: Person, more = '') =>
  (await request(cookieOf(sessions.get(person) ?? {}) + more, people[person][0])).text();
const answerTo = (handed: DehydratedState | null, name: string) => handed?.reads.find(([key]) => key[0] === name)?.[1];

describe('a document of the dashboard holds', () => {
  test('who is asked for it, their role and what their first screen reads', async () => {
    for (const person of ['owner', 'student'] as const) {
      const handed = readsIn(await htmlFor(person));
      const { user } = sessions.get(person) ?? {};
      expect(handed?.user_id).toBe(user?.id);
      expect(answerTo(handed, 'members')).toMatchObject({ user_id: user?.id, account_id: world.demo });
      expect(answerTo(handed, 'roles')).toHaveProperty('caps');
      expect(handed?.reads.map(([key]) => key[0])).toContain(person === 'owner' ? 'reports' : 'my-courses');
    }
    expect(answerTo(readsIn(await htmlFor('student')), 'reports')).toBeUndefined();
  });

  test('an ear for what is pressed before it is alive, ahead of all that can be pressed', async () => {
    const html = await htmlFor('owner');
    expect(html.indexOf('window.earlyPresses=')).toBeGreaterThan(0);
    expect(html.indexOf('window.earlyPresses=')).toBeLessThan(html.indexOf('<body'));
  });

  test('exactly what the data service answers them', async () => {
    const { access_token, user } = sessions.get('owner') ?? { access_token: '', user: { id: '' } };
    const handed = readsIn(await htmlFor('owner'));
    const requests = (path: string, init = {}) =>
      app.call(`/rest/v1/${path}`, { token: access_token, headers: { apikey: app.runtime.keys.anon_key }, ...init });
    const [member] = (await (
      await requests(`members?select=*&account_id=eq.${world.demo}&user_id=eq.${user.id}`)
    ).json()) as Record<string, unknown>[];
    expect(member).toMatchObject(answerTo(handed, 'members') as object);
    const numbers = await requests('rpc/site_numbers', { method: 'POST', body: { account_id: world.demo, days: 30 } });
    expect(answerTo(handed, 'reports')).toEqual(await numbers.json());
  });

  test.each([
    ['a stranger of another account', () => cookieOf(sessions.get('stranger') ?? {})],
    ['a cookie that says nothing', () => 'sb-stoa-auth-token=anything'],
    ['a token that was made up', () => cookieOf({ access_token: 'made.up.token', user: { id: world.demo } })],
    [
      'a token that is not the named person’s',
      () => cookieOf({ ...sessions.get('student'), user: sessions.get('owner')?.user }),
    ],
    [
      'a session that owes its second step',
      () => {
        const session = sessions.get('owner');
        return cookieOf({ ...session, user: { ...session?.user, factors: [{ status: 'verified' }] } });
      },
    ],
    ['a session of the platform’s host', () => cookieOf(sessions.get('accountOwner') ?? {})],
  ])('nothing for %s', async (_, cookie) => {
    const html = await (await request(cookie())).text();
    expect(readsIn(html)).toBeNull();
    // The empty frame: the browser finds out the rest.
    expect(html).toContain('class="sk');
    expect(html).not.toContain('stat-number');
    expect((await request(cookie(), 'demo', { accept: 'application/json' })).status).toBe(204);
  });

  test('nobody’s answers but theirs, however many ask at once', async () => {
    const requests = Array.from({ length: 6 }, (_, at) => (at % 2 === 0 ? 'owner' : 'student') as Person);
    const hasReports = requests.map((person) => person === 'owner');
    let displayed: boolean[] = [];
    // On a busy machine what comes late is left to the browser: then they ask again.
    for (let round = 0; round < MOST_ROUNDS && !displayed.some(Boolean); round++) {
      const documents = await Promise.all(requests.map(async (person) => readsIn(await htmlFor(person))));
      expect(documents.map((handed) => handed?.user_id)).toEqual(
        requests.map((person) => sessions.get(person)?.user.id),
      );
      displayed = documents.map((handed) => answerTo(handed, 'reports') !== undefined);
      expect(displayed.filter((_, at) => !hasReports[at])).toEqual([false, false, false]);
      if (displayed.some((is, at) => is !== hasReports[at])) displayed = [];
    }
    expect(displayed).toEqual(hasReports);
  });

  test('rows with markup in them as text', async () => {
    const name = '</script><script>alert(1)</script>';
    const { user } = sessions.get('student') ?? { user: { id: '' } };
    await world.sql.query('update public.members set name = $2 where user_id = $1 and account_id = $3', [
      user.id,
      name,
      world.demo,
    ]);
    const html = await htmlFor('student');
    expect(html).not.toContain('<script>alert(1)');
    expect(answerTo(readsIn(html), 'members')).toMatchObject({ name });
  });
});

describe('the language of the dashboard', () => {
  const signedIn = (more = '', path = '/dashboard') => {
    const session = sessions.get('student');
    return app.call(path, { headers: { cookie: cookieOf({ ...session, user: germanUser(session?.user) }) + more } });
  };
  const germanUser = (user: object | undefined) => ({ ...user, user_metadata: { locale: 'de' } });
  const languageOf = async (response: Response) => /<html lang="(\w+)"/.exec(await response.text())?.[1];

  test('is the one of the profile, in a browser that has no choice of its own and in one that has another', async () => {
    expect(await languageOf(await signedIn())).toBe('de');
    expect(await languageOf(await signedIn('; lang=ar'))).toBe('de');
    expect(await languageOf(await signedIn('', '/dashboard?lang=fr'))).toBe('fr');
  });

  test('is the browser’s for who chose none, and for who is signed in as somebody else', async () => {
    expect(await languageOf(await request(`${cookieOf(sessions.get('student') ?? {})}; lang=ar`))).toBe('ar');
    expect(await languageOf(await signedIn('; lang=ar; stoa-acting=17.A'))).toBe('ar');
  });

  test('is handed to the public site of a browser where none was chosen yet', async () => {
    expect((await signedIn()).headers.get('set-cookie')).toBe('lang=de; Path=/; Max-Age=31536000; SameSite=Lax');
    expect((await signedIn('; lang=ar')).headers.get('set-cookie')).toBeNull();
  });
});

test('where the reader’s time zone is known the first screen is drawn, else the frame around it', async () => {
  expect(await htmlFor('owner', '; time-zone=Asia/Tokyo')).toContain('stat-number');
  for (const zone of ['', '; time-zone=Nowhere/At-all']) {
    const html = await htmlFor('owner', zone);
    expect(html).not.toContain('stat-number');
    expect(html).toContain('href="/dashboard/manage/users"');
  }
});

test('it is kept nowhere, and sent as small as it gets', async () => {
  const cookie = cookieOf(sessions.get('owner') ?? {});
  const plain = await request(cookie);
  expect(plain.headers.get('cache-control')).toBe('private, no-store');
  const length = (await plain.arrayBuffer()).byteLength;
  for (const [encoding, unpack] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const response = await request(cookie, 'demo', { 'accept-encoding': encoding });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    const sent = Buffer.from(await response.arrayBuffer());
    expect(sent.length).toBeLessThan(length / 2);
    expect(readsIn(unpack(sent).toString())?.user_id).toBe(sessions.get('owner')?.user.id);
  }
});

test('a page for everyone is the same however it is asked for', async () => {
  const response = await app.call('/', { headers: { accept: 'application/json' } });
  expect(response.status).toBe(200);
  expect(await response.text()).toContain('</html>');
});

test('the same is answered as JSON to who is about to go there', async () => {
  const response = await request(cookieOf(sessions.get('owner') ?? {}), 'demo', { accept: 'application/json' });
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(response.headers.get('cache-control')).toBe('private, no-store');
  const handed = (await response.json()) as DehydratedState;
  expect(handed.user_id).toBe(sessions.get('owner')?.user.id);
  expect(answerTo(handed, 'reports')).toHaveProperty('series');
});

test('that JSON is read by nothing that says somebody was here', async () => {
  const visible = () =>
    world.sql.query(
      `select (select count(*) from public.visits) as visits, (select count(*) from public.audit_entries) as audit,
         (select max(updated_at) from public.members) as members, (select count(*) from private.outbox) as outbox,
         (select count(*) from public.account_notifications where seen_at is not null) as notifications,
         (select max(updated_at) from auth.sessions) as sessions`,
    );
  const before = await visible();
  const cookie = cookieOf(sessions.get('owner') ?? {});
  expect((await request(cookie, 'demo', { accept: 'application/json' })).status).toBe(200);
  await app.runtime.pageViews.write();
  expect(await visible()).toEqual(before);
});

/** The frame of the dashboard and its first screen, as they are; nothing around them is needed to draw them. */
async function buildOfHome(): Promise<ServerBuild> {
  const routes = [
    { id: 'root', path: '', module: await import('../root.tsx') },
    {
      id: 'public',
      parentId: 'root',
      index: true,
      module: { default: () => 'Welcome', loader: () => 'a page', handle: { isPublic: true, hydrates: true } },
    },
    {
      id: 'frame',
      parentId: 'root',
      path: 'dashboard',
      module: await import('../dashboard/shell/dashboard-layout.tsx'),
    },
    { id: 'home', parentId: 'frame', index: true, module: await import('../dashboard/home/dashboard-home.tsx') },
  ];
  // As the build does: a screen gets what its loader answered.
  const full = routes.map(({ module, ...route }) => {
    const component = UNSAFE_withComponentProps(module.default as never);
    return [route.id, { ...route, module: { ...module, default: component } }];
  });
  const assets = routes.map(({ id, module, ...place }) => [
    id,
    { id, ...place, module: `/${id}.js`, imports: [], css: [], hasLoader: 'loader' in module },
  ]);
  return {
    entry: { module: await import('../entry.server.tsx') },
    routes: Object.fromEntries(full),
    assets: {
      entry: { imports: [], module: '/entry.js' },
      routes: Object.fromEntries(assets),
      url: '/manifest.js',
      version: '1',
    },
    publicPath: '/',
    assetsBuildDirectory: 'build/client',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
  } as unknown as ServerBuild;
}
