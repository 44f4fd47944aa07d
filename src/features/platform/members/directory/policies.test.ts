import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '#base/server/database.ts';
import { countOf, matrix, memberWith, userIdOf } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
/** A member with `manage_members` only. */
let registrar: Caller;
const MEMBER_COUNT = 1_200;
beforeAll(async () => {
  world = await openWorld();
  registrar = await memberWith(world, world.demo, ['manage_members']);
  await world.sql.query(
    `with people as (insert into auth.users (id, email, aud, role)
       select gen_random_uuid(), 'crowd' || i || '@many.test', 'authenticated', 'authenticated' from generate_series(1, ${MEMBER_COUNT}) i
       returning id, email)
     insert into public.members (account_id, user_id, role_id, name, slug, email, created_at)
     select $1, p.id, (select role_id from public.roles where account_id = $1 and kind = 'student'),
            -- Twelve share each name: only the id tells them apart.
            'Crowd ' || lpad((substr(split_part(p.email, '@', 1), 6)::int % 100)::text, 3, '0'),
            split_part(p.email, '@', 1), p.email, now() - interval '400 days'
       from people p`,
    [world.demo],
  );
  await world.sql.query(
    `update public.members set
       last_seen_at = case when n % 3 > 0 then now() - (n % 5) * interval '1 day' end,
       course_count = n % 4,
       blocked_at = case when n % 7 = 0 then now() end,
       role_id = case when n % 2 = 0 then role_id else (select role_id from public.roles r where r.account_id = $1 and r.kind = 'instructor') end
      from (select id as of_id, substr(split_part(email, '@', 1), 6)::int as n from public.members
             where account_id = $1 and email like 'crowd%') crowd
     where id = of_id`,
    [world.demo],
  );
});
afterAll(() => world.close());

type Page = {
  rows: {
    id: string;
    name: string;
    search_name: string;
    email: string;
    created_at: string;
    last_seen_at: string | null;
    course_count: number;
    role_id: string;
    blocked_at: string | null;
  }[];
  has_next: boolean;
  total: number | null;
};

async function page(
  caller: Caller,
  filter: object,
  options: { sort?: string; up?: boolean; after?: object; size?: number } = {},
) {
  const [row] = await world.database
    .as(caller)
    .query<{ page: Page }>('select public.member_page($1, $2, $3, $4, $5, $6) as page', [
      world.demo,
      JSON.stringify(filter),
      options.sort ?? 'name',
      options.up ?? true,
      options.after ? JSON.stringify(options.after) : null,
      options.size ?? 50,
    ]);
  const [counted] = await world.database
    .as(caller)
    .query<{ total: string }>('select public.member_count($1, $2) as total', [world.demo, JSON.stringify(filter)]);
  if (!row) throw new Error('No page came.');
  return { ...row.page, total: Number(counted?.total) };
}

describe('the list', () => {
  matrix(
    () => world,
    [
      [
        'reads a page of demo',
        'select public.member_page({demo})',
        { owner: 1, instructor: 1, visitor: '42501', others: 'forbidden' },
      ],
      [
        'reads a page of atelier',
        'select public.member_page({atelier})',
        { atelierOwner: 1, visitor: '42501', others: 'forbidden' },
      ],
      [
        'removes nobody',
        `select public.remove_members({demo}, '{}')`,
        { owner: 1, visitor: '42501', others: 'forbidden' },
      ],
    ],
    () => ({}),
  );

  // Many rows share each value and some have null, which sorts last in either direction.
  test.each([
    ['name', true, 'search_name', 'search_name'],
    ['name', false, 'search_name', 'search_name'],
    ['email', true, 'email', 'email'],
    ['created_at', false, 'created_at', 'created_at'],
    ['last_seen_at', true, 'last_seen_at', 'last_seen_at'],
    ['last_seen_at', false, 'last_seen_at', 'last_seen_at'],
    ['course_count', true, 'course_count', 'course_count'],
    ['course_count', false, 'course_count', 'course_count'],
    ['status', true, 'blocked_at', 'blocked_at is not null'],
    ['status', false, 'blocked_at', 'blocked_at is not null'],
    ['role', true, 'role_id', `(select lower(name) from public.roles r where r.role_id = m.role_id)`],
    ['role', false, 'role_id', `(select lower(name) from public.roles r where r.role_id = m.role_id)`],
  ] as const)(
    'by %s, ascending %s: every member once, in order, from page to page',
    async (sort, isAscending, column, key) => {
      const rows: Page['rows'] = [];
      let after: object | undefined;
      let total = 0;
      for (let pages = 0; pages < 10; pages++) {
        const result = await page(registrar, { search: 'crowd' }, { sort, up: isAscending, after, size: 250 });
        total = result.total;
        rows.push(...result.rows);
        const last = result.rows.at(-1);
        if (!result.has_next || !last) break;
        after = { value: last[column], id: last.id };
      }
      expect(total).toBe(MEMBER_COUNT);
      expect(rows).toHaveLength(MEMBER_COUNT);
      expect(new Set(rows.map((row) => row.id)).size).toBe(MEMBER_COUNT);
      const direction = isAscending ? 'asc' : 'desc';
      const [sorted] = await world.sql.query<{ ids: string[] }>(
        `select array_agg(id order by ${key} ${direction} nulls last, id ${direction}) as ids from public.members m
          where account_id = $1 and email like 'crowd%'`,
        [world.demo],
      );
      expect(rows.map((row) => row.id)).toEqual(sorted?.ids);
      const [jumpedPage] = await world.database
        .as(registrar)
        .query<{ page: Page }>(`select public.member_page($1, '{"search": "crowd"}', $2, $3, null, 10, 700) as page`, [
          world.demo,
          sort,
          isAscending,
        ]);
      expect(jumpedPage?.page.rows.map((row) => row.id)).toEqual(sorted?.ids.slice(700, 710));
    },
  );

  test.each([
    ['part of a name', { search: 'MARA OK' }, `name ilike '%mara ok%' or email ilike '%mara ok%'`],
    ['part of an address', { search: 'udent@demo' }, `email like '%udent@demo%'`],
    ['two letters begin a word', { search: 'ok' }, `name ilike 'ok%' or name ilike '% ok%' or email like 'ok%'`],
    ['a percent sign is itself', { search: '100%' }, 'false'],
    ['a quote ends nothing', { search: `' or true --` }, 'false'],
    ['joined lately', { joined_within_days: '30' }, `created_at > now() - interval '30 days'`],
    ['blocked', { status: 'blocked' }, 'blocked_at is not null'],
    ['has a parent here', { has_parent: 'true' }, 'id in (select child_id from public.guardians)'],
    [
      'has none',
      { has_parent: 'false', search: 'okafor' },
      `name ilike '%okafor%' and id not in (select child_id from public.guardians)`,
    ],
  ])('%s', async (_, filter, condition) => {
    const [counted] = await world.sql.query<{ many: number }>(
      `select count(*)::int as many from public.members where account_id = $1 and (${condition})`,
      [world.demo],
    );
    expect((await page(registrar, filter)).total).toBe(counted?.many);
  });

  test('a role filters, and an invalid id is rejected', async () => {
    const [role] = await world.sql.query<{ role_id: string }>(
      `select role_id from public.roles where account_id = $1 and kind = 'parent'`,
      [world.demo],
    );
    const result = await page(registrar, { roles: [role?.role_id] });
    expect(result.rows.map((row) => row.email)).toEqual(['parent@demo.test']);
    await expect(page(registrar, { roles: ["x'} or true"] })).rejects.toMatchObject({ code: '22P02' });
  });
});

describe('segments', () => {
  beforeAll(() =>
    world.sql.query(
      `insert into public.member_segments (account_id, name, filter) values ($1, 'With a parent', '{"has_parent": "true"}')`,
      [world.demo],
    ),
  );

  matrix(
    () => world,
    [
      [
        'sees the saved filters of demo',
        'select from public.member_segments where account_id = {demo}',
        { owner: 2, instructor: 2, visitor: '42501', others: 0 },
      ],
      [
        'counts by a filter',
        'select public.member_count({demo})',
        { owner: 1, instructor: 1, visitor: '42501', others: 'forbidden' },
      ],
      [
        'saves one',
        `insert into public.member_segments (account_id, name, filter) values ({demo}, 'New', '{}') returning 1`,
        { owner: 1, others: '42501' },
      ],
      [
        'renames them',
        `update public.member_segments set name = name || '.' where account_id = {demo} returning 1`,
        { owner: 2, visitor: '42501', others: 0 },
      ],
      [
        'removes them',
        'delete from public.member_segments where account_id = {demo} returning 1',
        { owner: 2, visitor: '42501', others: 0 },
      ],
    ],
    () => ({}),
  );

  test('at most fifty, and none that can’t be asked', async () => {
    const add = (count: number, filter: string) =>
      world.attempt(
        registrar,
        `insert into public.member_segments (account_id, name, filter) select $1, 'Segment ' || i, $3 from generate_series(1, $2::int) i returning 1`,
        [world.demo, count, filter],
      );
    expect(countOf(await add(48, '{}'))).toBe(48);
    expect(countOf(await add(49, '{}'))).toBe('conflict');
    expect(countOf(await add(1, '{"roles": ["nobody"]}'))).toBe('22P02');
  });

  test('fifty at once, with one place left, are fifty and no more', async () => {
    const add = (_: unknown, at: number) =>
      world.database
        .as(registrar)
        .query('insert into public.member_segments (account_id, name, filter) values ($1, $2, $3)', [
          world.demo,
          `At once ${at}`,
          {},
        ]);
    await world.sql.query(
      `insert into public.member_segments (account_id, name, filter)
       select $1, 'At once before ' || i, '{}' from generate_series(1, 49 - (select count(*)::int from public.member_segments where account_id = $1)) i`,
      [world.demo],
    );
    await Promise.allSettled(Array.from({ length: 50 }, add));
    expect(
      await world.sql.query('select from public.member_segments where account_id = $1', [world.demo]),
    ).toHaveLength(50);
    await world.sql.query(`delete from public.member_segments where name like 'At once %'`);
  });
});

describe('removal', () => {
  test('what they wrote goes to whom it was given, or stays without a name', async () => {
    const instructor = await userIdOf(world, 'instructor@demo.test');
    const idOf = async (user: string) =>
      (
        await world.sql.query<{ id: string }>('select id from public.members where account_id = $1 and user_id = $2', [
          world.demo,
          user,
        ])
      )[0]?.id;
    const leaving = await idOf(instructor);
    const heir = await idOf(await userIdOf(world, 'owner@demo.test'));
    const counts = `select (select count(*)::int from public.courses where author_id = $1) as courses,
      (select count(*)::int from public.courses where author_id is null) as nameless`;
    const outcome = async (to: string | null) => {
      const rollback = new Error('undone');
      let observed: unknown;
      await world.sql
        .transaction(async (tx) => {
          const before = await tx.query<{ courses: number; nameless: number }>(counts, [leaving]);
          const heirBefore = await tx.query<{ courses: number }>(counts, [heir]);
          await tx.query(`select set_config('request.jwt.claims', $1, true)`, [
            JSON.stringify(world.caller('owner').claims),
          ]);
          await tx.query('select public.remove_members($1, array[$2::uuid], $3)', [world.demo, leaving, to]);
          const after = await tx.query<{ courses: number; nameless: number }>(counts, [heir]);
          observed = {
            theirs: before[0]?.courses,
            inherited: Number(after[0]?.courses) - Number(heirBefore[0]?.courses),
            nameless: Number(after[0]?.nameless) - Number(before[0]?.nameless),
          };
          throw rollback;
        })
        .catch((error) => {
          if (error !== rollback) throw error;
        });
      return observed as { theirs: number; inherited: number; nameless: number };
    };
    const reassigned = await outcome(heir ?? '');
    expect(reassigned.theirs).toBeGreaterThan(0);
    expect(reassigned).toMatchObject({ inherited: reassigned.theirs, nameless: 0 });
    expect(await outcome(null)).toEqual({ theirs: reassigned.theirs, inherited: 0, nameless: reassigned.theirs });
  });

  test('neither the owner, nor more than 500, nor with an heir who is removed too', async () => {
    const [owner] = await world.sql.query<{ id: string }>(
      `select id from public.members where account_id = $1 and email = 'owner@demo.test'`,
      [world.demo],
    );
    const removeMembers = (ids: string, heir = 'null') =>
      world.attempt(registrar, `select public.remove_members($1, ${ids}, ${heir})`, [world.demo]);
    expect(countOf(await removeMembers(`array['${owner?.id}'::uuid]`))).toBe('owner_stays');
    expect(countOf(await removeMembers(`array(select gen_random_uuid() from generate_series(1, 500))`))).toBe(1);
    expect(countOf(await removeMembers(`array(select gen_random_uuid() from generate_series(1, 501))`))).toBe(
      'invalid',
    );
    expect(countOf(await removeMembers(`array['${owner?.id}'::uuid]`, `'${owner?.id}'`))).toBe('invalid');
  });
});

describe('who manages members but not the site', () => {
  const student = `account_id = $1 and email = 'student@demo.test' returning 1`;
  test.each([
    ['blocks a student', `update public.members set blocked_at = now() where ${student}`, 1],
    ['removes a student', `delete from public.members where ${student}`, 1],
    [
      'makes a student a parent',
      `update public.members set role_id = (select role_id from public.roles where account_id = $1 and kind = 'parent') where ${student}`,
      1,
    ],
    [
      'makes nobody an instructor, who may do more than they',
      `update public.members set role_id = (select role_id from public.roles where account_id = $1 and kind = 'instructor') where ${student}`,
      'forbidden',
    ],
    [
      'blocks no instructor',
      `update public.members set blocked_at = now() where account_id = $1 and email = 'instructor@demo.test'`,
      'forbidden',
    ],
    [
      'renames no instructor',
      `update public.members set name = 'X' where account_id = $1 and email = 'instructor@demo.test'`,
      'forbidden',
    ],
    [
      'removes no instructor',
      `delete from public.members where account_id = $1 and email = 'instructor@demo.test'`,
      'forbidden',
    ],
    [
      'changes no role',
      `update public.roles set caps = '{manage_options}' where account_id = $1 and kind = 'student' returning 1`,
      0,
    ],
    ['sees no log', 'select from public.audit_entries where account_id = $1', 0],
  ])('%s', async (_, text, expected) => {
    expect(countOf(await world.attempt(registrar, text, [world.demo]))).toBe(expected);
  });
});

describe('the last owner', () => {
  const ownerRow = `account_id = $1 and email = 'owner@demo.test'`;
  test.each([
    ['is not removed', `delete from public.members where ${ownerRow}`],
    ['is not blocked', `update public.members set blocked_at = now() where ${ownerRow}`],
    [
      'keeps the role',
      `update public.members set role_id = (select role_id from public.roles where account_id = $1 and kind = 'student') where ${ownerRow}`,
    ],
  ])('%s, not even by the owner of the tables', async (_, text) => {
    await expect(world.sql.query(text, [world.demo])).rejects.toMatchObject({ detail: 'owner_stays' });
  });

  test('of two who leave at once, one stays', async () => {
    const [created] = await world.sql.query<{ account_id: string }>(
      `insert into public.accounts (slug, owner_id) select 'two-owners', id from auth.users where email = 'student@atelier.test' returning account_id`,
    );
    const account = created?.account_id;
    await world.sql.query(
      `select private.make_member($1, (select id from auth.users where email = 'student@demo.test'), 'owner')`,
      [account],
    );
    const leaveAccount = (email: string) =>
      world.sql.query('delete from public.members where account_id = $1 and email = $2', [account, email]);
    const outcomes = await Promise.allSettled([
      leaveAccount('student@atelier.test'),
      leaveAccount('student@demo.test'),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await world.sql.query('delete from public.accounts where account_id = $1', [account]);
  });
});
