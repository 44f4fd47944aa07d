import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Capability } from '#base/shared/capabilities.ts';
import type { Db } from '#base/shared/db-client.ts';
import type { Searcher } from '#base/shared/record-source.ts';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { userIdOf } from '#tests/db/matrix.ts';
import { signedInClient } from '#tests/db/official-client.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import { findRecords, sourcesFor, wordsOf } from './records.ts';

let world: World;
let app: AppWorld;
const clients = new Map<string, SupabaseClient>();
const emails = { owner: 'owner@demo.test', instructor: 'instructor@demo.test', student: 'student@demo.test' } as const;
type Who = keyof typeof emails;
const caps: Record<Who, Capability[]> = {
  owner: ['manage_options', 'create_courses', 'edit_posts'],
  instructor: ['create_courses', 'edit_posts'],
  student: [],
};
beforeAll(async () => {
  world = await openWorld();
  app = await openApp(world);
  for (const [who, email] of Object.entries(emails)) clients.set(who, await signedInClient(app, email));
});
afterAll(async () => {
  await app.close();
  await world.close();
});

async function find(who: Who, words: string, more: Partial<Searcher> = {}) {
  const seeker: Searcher = {
    kind: 'member',
    userId: await userIdOf(world, emails[who]),
    account_id: world.demo,
    caps: caps[who],
    features: ['lms'],
    ...more,
  };
  return findRecords(clients.get(who) as unknown as Db, seeker, words, new AbortController().signal);
}
const kindsOf = ({ records }: Awaited<ReturnType<typeof find>>) => [...new Set(records.map(({ kind }) => kind))].sort();

describe('records are found', () => {
  test.each([
    ['course', 'Light and'],
    ['page', 'Home'],
    ['member', 'student@demo'],
    ['coupon', 'WELCOME'],
    ['product', 'Light and'],
  ])('a %s by %s, for who manages the site, and each leads to its screen', async (kind, words) => {
    const { records, isComplete } = await find('owner', words);
    expect(isComplete).toBe(true);
    const matches = records.filter((record) => record.kind === kind);
    expect(matches.length).toBeGreaterThan(0);
    for (const { href, label } of matches) {
      expect(href).toMatch(/^\/dashboard\/.+/);
      expect(label).not.toBe('');
    }
  });

  test('every kind answers whoever is offered it, also where nothing is called so', async () => {
    for (const who of ['owner', 'instructor', 'student'] as const) {
      const response = await find(who, 'nothing is called this %_\\",() here');
      expect(response, who).toEqual({ records: [], isComplete: true });
    }
  });

  test('an order by its number, by those who manage orders and by its buyer alone', async () => {
    const me = await userIdOf(world, emails.student);
    const orders = await world.sql.query<{ number: number; user_id: string | null }>(
      'select number, user_id from public.orders where account_id = $1 order by number',
      [world.demo],
    );
    const own = orders.find(({ user_id }) => user_id === me);
    const another = orders.find(({ user_id }) => user_id !== me);
    if (!own || !another) throw new Error('The demo has an order of the student and one of somebody else.');
    const labels = async (who: Who, number: number) =>
      (await find(who, `#${number}`)).records.filter(({ kind }) => kind === 'order').map(({ label }) => label);
    expect((await labels('owner', another.number))[0]).toMatch(new RegExp(`^#${another.number} `));
    expect(await labels('student', own.number)).toEqual([`#${own.number}`]);
    expect(await labels('student', another.number)).toEqual([]);
  });

  test('of courses, those one is in; whoever makes courses finds their editor', async () => {
    const mine = (await find('student', 'light and')).records.filter(({ kind }) => kind === 'course');
    expect(mine.map(({ href }) => href)).toEqual(['/dashboard/courses/light-and-exposure']);
    const stored = await world.sql.query<{ slug: string }>(
      `select c.slug from public.courses c where c.account_id = $1 and c.status = 'published'
         and not exists (select from public.enrolments e join public.members m on m.id = e.member_id
                          where e.course_id = c.id and m.user_id = $2)`,
      [world.demo, await userIdOf(world, emails.student)],
    );
    const titles = await world.sql.query<{ title: string }>('select title from public.courses where slug = $1', [
      stored[0]?.slug,
    ]);
    expect((await find('student', titles[0]?.title ?? '')).records.filter(({ kind }) => kind === 'course')).toEqual([]);
    // Everybody sees what is published; an instructor writes in what they teach.
    await world.sql.query(
      `update public.courses set author_id = null where slug = 'seeing-cells' and account_id = $1`,
      [world.demo],
    );
    expect((await find('instructor', 'seeing cells')).records.filter(({ kind }) => kind === 'course')).toEqual([]);
    expect((await find('owner', 'seeing cells')).records.filter(({ kind }) => kind === 'course')).toHaveLength(1);
    const taught = (await find('instructor', 'light and')).records.filter(({ kind }) => kind === 'course');
    expect(taught.map(({ href }) => href)).toEqual(['/dashboard/course/light-and-exposure']);
  });

  test('nothing a role or a feature keeps from somebody, even if they say they may', async () => {
    expect(kindsOf(await find('student', 'light'))).not.toContain('product');
    const bold = await find('student', 'owner', { caps: caps.owner });
    expect(bold.records.filter(({ kind }) => kind === 'member')).toEqual([]);
    expect(kindsOf(await find('owner', 'light and', { features: [] }))).not.toContain('course');
  });

  test('a search that was called off answers nothing', async () => {
    const called = new AbortController();
    const seeker: Searcher = {
      kind: 'member',
      userId: '',
      account_id: world.demo,
      caps: caps.owner,
      features: ['lms'],
    };
    const requests = findRecords(clients.get('owner') as unknown as Db, seeker, 'light', called.signal);
    called.abort();
    await expect(requests).rejects.toThrow();
  });
});

test.each([
  [
    'superAdmin',
    'admin@stoa.test',
    'Lumen',
    [{ kind: 'account', label: 'Lumen Academy', href: '/dashboard/accounts?q=demo' }],
  ],
  [
    'superAdmin',
    'admin@stoa.test',
    'owner@atelier',
    [
      { kind: 'account', label: 'Atelier', href: '/dashboard/accounts?q=atelier' },
      { kind: 'owner', label: expect.any(String), href: '/dashboard/accounts/owners?q=owner%40atelier.test' },
    ],
  ],
  ['superAdmin', 'admin@stoa.test', 'Pricing', [{ kind: 'page', label: 'Pricing', href: '/dashboard/pages/pricing' }]],
  ['owner', 'owner@demo.test', 'lumen acad', [{ kind: 'account', label: 'Lumen Academy' }]],
  ['owner', 'owner@demo.test', 'atelier', []],
] as const)('on the platform %s (%s) finds by %j', async (kind, email, words, expected) => {
  const client = await signedInClient(app, email, 'platform');
  const seeker: Searcher = {
    kind,
    userId: await userIdOf(world, email),
    account_id: world.platform,
    caps: [],
    features: [],
  };
  const response = await findRecords(client as unknown as Db, seeker, words, new AbortController().signal);
  expect(response.isComplete).toBe(true);
  const named = response.records.filter((record) => record.kind !== 'ticket');
  expect(named).toMatchObject(expected);
  expect(named).toHaveLength(expected.length);
});

test.each([
  ['owner', ['account', 'ticket']],
  ['superAdmin', ['account', 'doc', 'owner', 'page', 'post', 'ticket']],
] as const)('on the platform %s is offered %j', (kind, kinds) => {
  const seeker: Searcher = { kind, userId: '', account_id: '', caps: [], features: [] };
  expect(
    sourcesFor(seeker)
      .map((source) => source.kind)
      .sort(),
  ).toEqual(kinds);
});

test.each([
  ['  light   and ', 'light and'],
  ['l', null],
  ['', null],
  ['7', '7'],
  ['#7', '#7'],
  ['x'.repeat(300), 'x'.repeat(100)],
])('%j is looked for as %j', (typed, words) => expect(wordsOf(typed)).toBe(words));
