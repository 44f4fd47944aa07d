import type { RouteConfigEntry } from '@react-router/dev/routes';
import type { ServerBuild } from 'react-router';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sessionCookies } from '#app/auth/session-cookies.ts';
import routes from '#app/routes.ts';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { openWorld, type World } from '#tests/db/world.ts';

/** Who asks: on demo's host its people and a stranger of another account; on the platform's, an owner and who runs it. */
const people = {
  visitor: ['demo', null],
  stranger: ['demo', 'owner@atelier.test'],
  student: ['demo', 'student@demo.test'],
  parent: ['demo', 'parent@demo.test'],
  instructor: ['demo', 'instructor@demo.test'],
  owner: ['demo', 'owner@demo.test'],
  guest: ['platform', null],
  accountOwner: ['platform', 'owner@demo.test'],
  superAdmin: ['platform', 'admin@stoa.test'],
} as const;
type Person = keyof typeof people;
type Room = readonly Person[];

const everybody: Room = ['stranger', 'student', 'parent', 'instructor', 'owner', 'accountOwner', 'superAdmin'];
/** Whoever has a session on an account's site; who is no member is asked there to join. */
const members: Room = ['stranger', 'student', 'parent', 'instructor', 'owner'];
const teachers: Room = ['instructor', 'owner'];
const managers: Room = ['owner'];
const writers: Room = ['owner', 'superAdmin'];
/** “Edit posts” is a right of instructors; the platform has posts of its own. */
const postWriters: Room = ['instructor', ...writers];
const platform: Room = ['accountOwner', 'superAdmin'];
const admins: Room = ['superAdmin'];

/** For whom each address of the dashboard is. A route that stands neither here nor below a branch fails. */
const rooms: Record<string, Room> = {
  '/dashboard': everybody,
  '/dashboard/notifications': everybody,
  '/dashboard/profile': everybody,
  '/dashboard/tickets': everybody,
  '/dashboard/tickets/new': everybody,
  '/dashboard/tickets/replies': everybody,
  '/dashboard/tickets/x': everybody,
  '/dashboard/badges': members,
  '/dashboard/certificates': members,
  '/dashboard/progress': members,
  '/dashboard/activity': members,
  '/dashboard/leaderboard': members,
  '/dashboard/groups': members,
  '/dashboard/groups/x/x': members,
  '/dashboard/messages': members,
  '/dashboard/messages/x': members,
  '/dashboard/messages/reports': managers,
  '/dashboard/courses': members,
  '/dashboard/courses/x': members,
  '/dashboard/courses/x/grades': members,
  '/dashboard/orders': members,
  '/dashboard/orders/invoices': members,
  '/dashboard/orders/subscriptions': members,
  '/dashboard/orders/payment-methods': members,
  '/dashboard/orders/items': members,
  '/dashboard/orders/redeem': members,
  '/dashboard/orders/recommend': members,
  '/dashboard/course/x': teachers,
  '/dashboard/course/x/students': teachers,
  '/dashboard/course/x/gradebook': teachers,
  '/dashboard/manage/elearning/reviews': teachers,
  '/dashboard/instructor': teachers,
  '/dashboard/instructor/new': teachers,
  '/dashboard/instructor/quizzes': teachers,
  '/dashboard/instructor/quizzes/bank': teachers,
  '/dashboard/instructor/quizzes/grading': teachers,
  '/dashboard/instructor/submissions': teachers,
  '/dashboard/instructor/quizzes/x': teachers,
  '/dashboard/instructor/quizzes/x/try': teachers,
  '/dashboard/pages': writers,
  '/dashboard/pages/x': writers,
  '/dashboard/posts': postWriters,
  '/dashboard/posts/comments': postWriters,
  '/dashboard/posts/x': postWriters,
  '/dashboard/post': postWriters,
  '/dashboard/docs': writers,
  '/dashboard/docs/x': writers,
  '/dashboard/media': managers,
  '/dashboard/billing': platform,
  '/dashboard/billing/invoices/x': platform,
  '/dashboard/app': platform,
  '/dashboard/setup': platform,
  '/dashboard/addons': platform,
  '/dashboard/accounts': admins,
  '/dashboard/accounts/owners': admins,
  '/dashboard/billing/customers': admins,
  '/dashboard/billing/subscriptions': admins,
  '/dashboard/billing/products': admins,
  '/dashboard/billing/orders': admins,
  '/dashboard/maintenance/crons': admins,
  '/dashboard/maintenance/health': admins,
  '/dashboard/maintenance/health/x': admins,
  '/dashboard/maintenance/events': admins,
  '/dashboard/maintenance/people': admins,
  '/dashboard/maintenance/sign-in': admins,
  '/dashboard/maintenance/audit': admins,
};

/** What whole branches are for: whoever manages the site, or may see its numbers; an owner's numbers over all sites. */
const branches: [string, Room][] = [
  ['/dashboard/manage/reports/letters', managers],
  ['/dashboard/manage/reports', teachers],
  ['/dashboard/manage', managers],
  ['/dashboard/reports', platform],
];
const roomOf = (path: string): Room | undefined =>
  rooms[path] ?? branches.find(([branch]) => `${path}/`.startsWith(`${branch}/`))?.[1];

const addresses = leaves(routes as RouteConfigEntry[], '')
  .filter((path) => path.startsWith('/dashboard') && !path.includes('*') && path !== '/dashboard/upgrade')
  .map((path) => path.replace(/:\w+\??/g, 'x'));

function leaves(entries: readonly RouteConfigEntry[], above: string): string[] {
  return entries.flatMap((entry) => {
    const path = `/${[above, entry.path].filter(Boolean).join('/')}`.replace(/^\/+/, '/');
    return entry.children ? leaves(entry.children, path) : [path];
  });
}

let world: World;
let app: AppWorld;
const cookies = new Map<Person, string>();
beforeAll(async () => {
  world = await openWorld();
  app = await openApp(world, {}, { build: bareBuild() });
  await world.sql.query(`insert into private.super_admins (email) values ('admin@stoa.test') on conflict do nothing`);
  for (const [person, [host, email]] of Object.entries(people)) {
    if (!email) continue;
    const session = await app.signIn(host, email);
    cookies.set(
      person as Person,
      sessionCookies(session, 'http://demo.localhost')
        .map((line) => line.split(';')[0])
        .join('; '),
    );
  }
});
afterAll(async () => {
  await app.close();
  await world.close();
});

const statusOf = async (person: Person, path: string) => {
  const cookie = cookies.get(person);
  const response = await app.call(path, { host: people[person][0], headers: cookie ? { cookie } : {} });
  return { status: response.status, location: response.headers.get('location') };
};

describe('every address of the dashboard', () => {
  test('is known here', () => {
    expect(addresses.length).toBeGreaterThan(60);
    expect(addresses.filter((path) => !roomOf(path))).toEqual([]);
    expect(Object.keys(rooms).filter((path) => !addresses.includes(path))).toEqual([]);
  });

  test.each(addresses)('%s is for whom it is for, and for nobody else', async (path) => {
    const room = roomOf(path) ?? [];
    for (const person of Object.keys(people) as Person[]) {
      const { status, location } = await statusOf(person, path);
      if (!cookies.has(person)) {
        expect([person, status]).toEqual([person, 302]);
        expect(location).toBe(`/login?redirectedFrom=${encodeURIComponent(path)}`);
      } else expect([person, status]).toEqual([person, room.includes(person) ? 200 : 403]);
    }
  });

  test.each([
    ['manage_members', '/dashboard/manage/users', '/dashboard/manage/ecommerce'],
    ['manage_shop', '/dashboard/manage/ecommerce/orders', '/dashboard/manage/users/roles'],
  ])('a role of one area (%s) opens that one: %s, not %s', async (capability, open, closed) => {
    await world.sql.query(`update public.roles set caps = array[$2] where account_id = $1 and kind = 'parent'`, [
      world.demo,
      capability,
    ]);
    expect((await statusOf('parent', open)).status).toBe(200);
    expect((await statusOf('parent', closed)).status).toBe(403);
    await world.sql.query(`update public.roles set caps = '{}' where account_id = $1 and kind = 'parent'`, [
      world.demo,
    ]);
  });

  test('a session that ended, was made up or is another site’s says nothing', async () => {
    const path = '/dashboard/manage/users';
    const created = { access_token: 'made.up.token', refresh_token: 'x' };
    const cookie = sessionCookies(created, 'http://demo.localhost')
      .map((line) => line.split(';')[0])
      .join('; ');
    // The browser finds out whether it can be renewed; the answer holds nothing but the empty shell.
    expect((await app.call(path, { headers: { cookie } })).status).toBe(200);
    const elsewhere = await app.call('/dashboard/accounts', {
      host: 'demo',
      headers: { cookie: cookies.get('superAdmin') ?? '' },
    });
    expect(elsewhere.status).toBe(403);
  });
});

/** The product's own addresses with nothing on them, guarded as they are. */
function bareBuild(): ServerBuild {
  const entries = addresses.map((path, position) => [
    `route-${position}`,
    {
      id: `route-${position}`,
      parentId: 'root',
      path: path.slice(1),
      module: { default: () => null, handle: { isGuarded: true } },
    },
  ]);
  return {
    entry: {
      module: {
        default: (_: Request, status: number, headers: Headers) => new Response('<p>Shell</p>', { status, headers }),
        handleError: () => {},
        streamTimeout: 1_000,
      },
    },
    routes: Object.fromEntries([['root', { id: 'root', path: '', module: { default: () => null } }], ...entries]),
    assets: { entry: { imports: [], module: '/entry.js' }, routes: {}, url: '/manifest.js', version: '1' },
    publicPath: '/',
    assetsBuildDirectory: 'build/client',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
  } as unknown as ServerBuild;
}
