import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '#base/server/database.ts';
import { countOf, everyone, matrix, membersOfDemo, sessionOf, userIdOf } from '#tests/db/matrix.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

matrix(
  () => world,
  [
    [
      'accounts: reads demo',
      'select * from public.accounts where account_id = {demo}',
      { ...membersOfDemo(1), visitor: '42501', others: 0 },
    ],
    [
      'accounts: reads atelier',
      'select * from public.accounts where account_id = {atelier}',
      { visitor: '42501', atelierOwner: 1, atelierStudent: 1, both: 1, others: 0 },
    ],
    [
      'accounts: takes one over',
      'update public.accounts set owner_id = auth.uid() where account_id = {demo}',
      { others: '42501' },
    ],
    [
      'accounts: switches a feature on',
      `update public.accounts set features = array['single_session'] where account_id = {demo}`,
      { others: '42501' },
    ],
    ['accounts: makes one', `insert into public.accounts (slug) values ('mine')`, { others: '42501' }],
    ['accounts: removes one', 'delete from public.accounts where account_id = {demo}', { others: '42501' }],
    ['reads where sessions began', 'select * from private.session_accounts', { others: '42501' }],
    [
      'moves a session to demo',
      'update private.session_accounts set account_id = {demo} where user_id = auth.uid()',
      { others: '42501' },
    ],
    ['reads handoff codes', 'select * from private.handoff_codes', { others: '42501' }],
    ['reads who runs the platform', 'select * from private.super_admins', { others: '42501' }],
    [
      'names themselves to run the platform',
      `insert into private.super_admins values ('student@demo.test')`,
      { others: '42501' },
    ],
    ['reads links that set a login up', 'select * from private.admin_links', { others: '42501' }],
    ['makes such a link', `select private.make_admin_link('student@demo.test')`, { others: '42501' }],
    ['vouches for an address', `select private.vouch_for_admin('student@demo.test')`, { others: '42501' }],
    ['asks who somebody is by address', 'select private.proved_address(auth.uid())', { others: '42501' }],
    [
      'asks whether their own address is proved',
      'select public.own_address_is_proved()',
      { visitor: '42501', others: 1 },
    ],
    ['runs the platform', 'select from public.is_super_admin() it where it', { visitor: '42501', others: 0 }],
    ['tells a change that did not happen', 'select private.tell_change()', { others: '42501' }],
  ],
);

describe('a session is bound once and for good', () => {
  const onDemo: Person[] = ['owner', 'instructor', 'student', 'parent', 'member', 'blocked', 'removed', 'fresh'];
  test.each(everyone)('%s binds to demo', async (person) => {
    const outcome = await world.attempt(person, 'select public.bind_session($1) as is_bound', [world.demo]);
    if (person === 'visitor') expect(outcome).toMatchObject({ refused: '42501' });
    else expect(outcome).toEqual({ rows: [{ is_bound: person === 'unbound' || onDemo.includes(person) }] });
  });

  test('a taken token stays worth a visitor’s rights after it tried to bind itself', async () => {
    const permissions = await world.attempt(
      'stolen',
      `select bound, (select count(*)::int from private.accounts_where('member')) as accounts,
              private.session_account() = $2::uuid as is_atelier
         from (select public.bind_session($1) as bound offset 0) it`,
      [world.demo, world.atelier],
    );
    expect(permissions).toEqual({ rows: [{ bound: false, accounts: 0, is_atelier: true }] });
  });

  test('a missing account binds no session', async () => {
    const outcome = await world.attempt('unbound', 'select public.bind_session(gen_random_uuid()) as is_bound');
    expect(outcome).toEqual({ rows: [{ is_bound: null }] });
  });

  test('another user’s session is rejected', async () => {
    const { session_id } = world.caller('owner').claims;
    const forgedCaller: Caller = { role: 'authenticated', claims: { ...world.caller('student').claims, session_id } };
    expect(countOf(await world.attempt(forgedCaller, `select private.accounts_where('member')`))).toBe(0);
  });
});

describe('on the platform’s host', () => {
  const slugs = async (caller: Caller) => {
    const outcome = await world.attempt(caller, 'select slug from public.accounts order by slug');
    return 'rows' in outcome ? outcome.rows.map((row) => row.slug) : outcome.refused;
  };
  const at = async (email: string, account: string) => sessionOf(world, account, await userIdOf(world, email));

  test('an owner sees only their own accounts', async () => {
    expect(await slugs(await at('owner@demo.test', world.platform))).toEqual(['demo']);
    expect(await slugs(await at('owner@atelier.test', world.platform))).toEqual(['atelier']);
    expect(await slugs(await at('student@demo.test', world.platform))).toEqual([]);
  });

  test('who runs the platform sees every account there, and on an account’s host none', async () => {
    expect(await slugs(await at('admin@stoa.test', world.platform))).toEqual(['atelier', 'demo', 'platform']);
    const onDemo = await at('admin@stoa.test', world.demo);
    expect(await slugs(onDemo)).toEqual([]);
    expect(await world.attempt(onDemo, 'select public.is_super_admin() as it')).toEqual({ rows: [{ it: false }] });
  });

  test('an owner’s session there has a visitor’s access on their own account', async () => {
    const owner = await at('owner@demo.test', world.platform);
    expect(countOf(await world.attempt(owner, 'select from public.members'))).toBe(0);
    expect(
      countOf(
        await world.attempt(owner, `update public.options set key = key where account_id = $1 returning 1`, [
          world.demo,
        ]),
      ),
    ).toBe(0);
  });
});

test('a suspended account grants no permission', async () => {
  await world.sql.query(`update public.accounts set status = 'suspended' where account_id = $1`, [world.demo]);
  const permissions = await Promise.all(
    (['owner', 'instructor', 'student'] as const).map(async (person) =>
      countOf(await world.attempt(person, `select private.accounts_where('member')`)),
    ),
  );
  await world.sql.query(`update public.accounts set status = 'active' where account_id = $1`, [world.demo]);
  expect(permissions).toEqual([0, 0, 0]);
});

test('a new account can be used at once', async () => {
  const owner = await userIdOf(world, 'student@demo.test');
  const [account] = await world.sql.query<{ account_id: string }>(
    `insert into public.accounts (slug, owner_id) values ('new-school', $1) returning account_id`,
    [owner],
  );
  const id = account?.account_id ?? '';
  const caller = await sessionOf(world, id, owner);
  const exists = async (text: string) => {
    const outcome = await world.attempt(caller, text, text.includes('$1') ? [id] : []);
    return 'rows' in outcome ? outcome.rows.map((row) => Object.values(row)[0]) : outcome.refused;
  };
  expect(await exists(`select private.accounts_where('manage_options')`)).toEqual([id]);
  expect(await exists('select kind from public.roles where account_id = $1 order by kind')).toEqual([
    'instructor',
    'owner',
    'parent',
    'student',
  ]);
  expect(await exists('select key from public.options where account_id = $1 order by key')).toEqual(
    expect.arrayContaining(['menus', 'settings']),
  );
  const buckets = await world.sql.query('select id, public from storage.buckets where id like $1 order by id', [
    `${id}%`,
  ]);
  expect(buckets).toEqual([
    { id, public: true },
    { id: `${id}-private`, public: false },
  ]);
  await world.sql.query('delete from public.accounts where account_id = $1', [id]);
});

test.each([
  ['www', '23514'],
  ['Upper', '23514'],
  ['-edge', '23514'],
  ['demo', '23505'],
])('the slug %s is rejected', async (slug, code) => {
  await expect(world.sql.query('insert into public.accounts (slug) values ($1)', [slug])).rejects.toMatchObject({
    code,
  });
});

test('the log of sign-ins is forgotten after a year, sessions and their tokens 30 days after they are over', async () => {
  await world.sql
    .transaction(async (tx) => {
      const [person] = await tx.query<{ id: string }>(`select id from auth.users where email = 'student@demo.test'`);
      await tx.query(
        `insert into auth.audit_log_entries (payload, ip_address, created_at)
         values ('{"action": "old"}', '', now() - interval '366 days'), ('{"action": "young"}', '', now() - interval '364 days')`,
      );
      await tx.query(
        `insert into auth.sessions (user_id, user_agent, created_at, refreshed_at, not_after, idle_seconds)
         select $1, name, now() - age, now() - unused, now() - over, idle from (values
           ('over for long', interval '200 days', interval '40 days', interval '31 days', 2592000),
           ('over of late', '200 days', '40 days', '29 days', 2592000),
           ('unused for long', '100 days', '61 days', '-80 days', 2592000),
           ('unused of late', '100 days', '59 days', '-80 days', 2592000),
           ('without an end', '900 days', '800 days', null, null)) s (name, age, unused, over, idle)`,
        [person?.id],
      );
      await tx.query(
        `insert into auth.refresh_tokens (token, user_id, session_id) select user_agent, user_id, id from auth.sessions
          where user_id = $1 and user_agent is not null`,
        [person?.id],
      );
      await tx.query('select private.prune_sign_ins()');
      const remaining = async (text: string) => (await tx.query<{ name: string }>(text)).map(({ name }) => name);
      expect(
        await remaining(
          `select payload ->> 'action' as name from auth.audit_log_entries where payload ->> 'action' in ('old', 'young')`,
        ),
      ).toEqual(['young']);
      const activeSessions = ['over of late', 'unused of late', 'without an end'];
      expect(
        await remaining(
          `select user_agent as name from auth.sessions where user_agent ~ ' of late| for long|without' order by 1`,
        ),
      ).toEqual(activeSessions);
      expect(
        await remaining(
          `select token as name from auth.refresh_tokens where token ~ ' of late| for long|without' order by 1`,
        ),
      ).toEqual(activeSessions);
      throw new Error('undo');
    })
    .catch((error: Error) => {
      if (error.message !== 'undo') throw error;
    });
});
