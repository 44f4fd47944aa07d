import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '#base/server/database.ts';
import { countOf, matrix, membersOfDemo, memberWith, userIdOf } from '#tests/db/matrix.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';

let world: World;
const ids: Record<string, string> = {};
beforeAll(async () => {
  world = await openWorld();
  for (const name of ['owner', 'instructor', 'student', 'member', 'parent'])
    ids[name] = await userIdOf(world, `${name}@demo.test`);
  for (const kind of ['owner', 'student', 'instructor']) ids[`${kind}Role`] = await roleOf(world.demo, kind);
  ids.atelierRole = await roleOf(world.atelier, 'owner');
  ids.studentCard = await cardOf('student@demo.test');
  ids.memberCard = await cardOf('member@demo.test');
  ids.instructorCard = await cardOf('instructor@demo.test');
  ids.atelierCard = await cardOf('student@atelier.test');
});
afterAll(() => world.close());

async function roleOf(account: string, kind: string): Promise<string> {
  const [row] = await world.sql.query<{ role_id: string }>(
    'select role_id from public.roles where account_id = $1 and kind = $2',
    [account, kind],
  );
  return row?.role_id ?? '';
}

async function cardOf(email: string): Promise<string> {
  const [row] = await world.sql.query<{ id: string }>('select id from public.members where email = $1', [email]);
  return row?.id ?? '';
}

const ownRow = 'account_id = {demo} and user_id = auth.uid() returning 1';

describe('members', () => {
  matrix(
    () => world,
    [
      [
        'is told that they are blocked',
        'select where public.is_blocked({demo})',
        { blocked: 1, visitor: '42501', others: 0 },
      ],
      [
        'reads their own row',
        'select email from public.members where account_id = {demo} and user_id = auth.uid()',
        { ...membersOfDemo(1), visitor: '42501', others: 0 },
      ],
      [
        'reads anybody else of demo',
        'select email from public.members where account_id = {demo} and user_id <> auth.uid() limit 1',
        { owner: 1, instructor: 1, visitor: '42501', others: 0 },
      ],
      [
        'reads who is blocked',
        'select from public.members where account_id = {demo} and blocked_at is not null',
        { owner: 1, instructor: 1, visitor: '42501', others: 0 },
      ],
      [
        'changes their own card',
        `update public.members set name = 'Renamed', bio = 'New', is_public = true where ${ownRow}`,
        { ...membersOfDemo(1), visitor: '42501', others: 0 },
      ],
      [
        'changes the student’s card',
        `update public.members set name = 'Renamed' where user_id = {student} and account_id = {demo} returning 1`,
        { owner: 1, student: 1, visitor: '42501', others: 0 },
      ],
      [
        'makes themselves an owner',
        `update public.members set role_id = {ownerRole} where ${ownRow}`,
        // The owner is a member already: nothing changes.
        { ...membersOfDemo('forbidden'), owner: 1, visitor: '42501', others: 0 },
      ],
      [
        'makes themselves an instructor',
        `update public.members set role_id = {instructorRole} where ${ownRow}`,
        { ...membersOfDemo('forbidden'), instructor: 1, owner: 'owner_stays', visitor: '42501', others: 0 },
      ],
      [
        'makes the student an instructor',
        `update public.members set role_id = {instructorRole} where user_id = {student} and account_id = {demo} returning 1`,
        { owner: 1, student: 'forbidden', visitor: '42501', others: 0 },
      ],
      [
        'gives the student a role of another account',
        `update public.members set role_id = {atelierRole} where user_id = {student} and account_id = {demo} returning 1`,
        { owner: '23503', student: 'forbidden', visitor: '42501', others: 0 },
      ],
      [
        'blocks the student',
        `update public.members set blocked_at = now() where user_id = {student} and account_id = {demo} returning 1`,
        { owner: 1, student: 'forbidden', visitor: '42501', others: 0 },
      ],
      [
        'blocks the owner',
        `update public.members set blocked_at = now() where user_id = {owner} and account_id = {demo} returning 1`,
        { owner: 'owner_stays', visitor: '42501', others: 0 },
      ],
      [
        'lifts a block',
        'update public.members set blocked_at = null where account_id = {demo} and blocked_at is not null returning 1',
        { owner: 1, visitor: '42501', others: 0 },
      ],
      [
        'removes the student',
        'delete from public.members where user_id = {student} and account_id = {demo} returning 1',
        { owner: 1, visitor: '42501', others: 0 },
      ],
      [
        'removes the owner',
        'delete from public.members where user_id = {owner} and account_id = {demo} returning 1',
        { owner: 'owner_stays', visitor: '42501', others: 0 },
      ],
      [
        'makes somebody a member',
        `insert into public.members (account_id, user_id, role_id, name, slug) values ({demo}, auth.uid(), {studentRole}, 'X', 'x')`,
        { others: '42501' },
      ],
      [
        'makes a member by the product’s own function',
        `select private.make_member({demo}, auth.uid(), 'owner')`,
        { others: '42501' },
      ],
      [
        'changes their address here alone',
        `update public.members set email = 'x@x.test' where account_id = {demo}`,
        { others: '42501' },
      ],
      [
        'becomes somebody else',
        `update public.members set user_id = {owner} where account_id = {demo}`,
        { others: '42501' },
      ],
      ['moves to another account', `update public.members set account_id = {demo}`, { others: '42501' }],
    ],
    () => ids,
  );
});

describe('member_cards', () => {
  matrix(
    () => world,
    [
      [
        'sees who shows themselves to everyone',
        'select from public.member_cards where account_id = {demo} and user_id in ({owner}, {instructor})',
        { others: 2 },
      ],
      [
        'sees who does not',
        'select from public.member_cards where account_id = {demo} and user_id in ({student}, {member}, {parent})',
        { ...membersOfDemo(3), others: 0 },
      ],
      ['sees who is blocked', `select from public.member_cards where name = 'blocked'`, { others: 0 }],
      ['sees an e-mail address', 'select email from public.member_cards', { others: '42703' }],
      ['changes a card through the view', `update public.member_cards set name = 'X'`, { others: '55000' }],
    ],
    () => ids,
  );
});

describe('guardians', () => {
  const linkMembers = (parent: string, child: string) =>
    `insert into public.guardians (account_id, parent_id, child_id) values ({demo}, ${parent}, ${child}) returning 1`;
  matrix(
    () => world,
    [
      [
        'sees who follows whom',
        'select * from public.guardians where account_id = {demo}',
        { owner: 1, student: 1, parent: 1, visitor: '42501', others: 0 },
      ],
      ['makes a tie', linkMembers('{instructorCard}', '{memberCard}'), { owner: 1, others: '42501' }],
      [
        'makes a tie to another account',
        linkMembers('{instructorCard}', '{atelierCard}'),
        { owner: '23503', others: '42501' },
      ],
      ['follows themselves', linkMembers('{memberCard}', '{memberCard}'), { owner: '23514', others: '42501' }],
      [
        'ends a tie',
        'delete from public.guardians where account_id = {demo} returning 1',
        { owner: 1, student: 1, parent: 1, visitor: '42501', others: 0 },
      ],
      ['turns a tie round', 'update public.guardians set parent_id = child_id', { others: '42501' }],
    ],
    () => ids,
  );
});

describe('capabilities', () => {
  const staff = { owner: 1, instructor: 1 };
  const accountsWith = (capability: string) =>
    `select private.accounts_where('${capability}') intersect select {demo}::uuid`;
  matrix(
    () => world,
    [
      [
        'be seen in the room of those who write',
        `select 1 as one from realtime.topic_rights('editors:' || {demo}) r where (r ->> 'readPresence')::boolean and (r ->> 'writePresence')::boolean`,
        { owner: 1, others: 0 },
      ],
      [
        'say anything else there',
        `select 1 as one from realtime.topic_rights('editors:' || {demo}) r where (r ->> 'writeBroadcast')::boolean`,
        { others: 0 },
      ],
      ['is a member of demo', accountsWith('member'), { ...membersOfDemo(1), others: 0 }],
      ['is staff of demo', accountsWith('staff'), { ...staff, others: 0 }],
      ['manages demo', accountsWith('manage_options'), { owner: 1, others: 0 }],
      ['creates courses on demo', accountsWith('create_courses'), { ...staff, others: 0 }],
      ['sees demo’s figures', accountsWith('manage_stats'), { ...staff, others: 0 }],
      ['holds a capability there is not', accountsWith('everything'), { others: 0 }],
      [
        'has a member id on demo',
        'select from private.member_of({demo}) id where id is not null',
        { ...membersOfDemo(1), others: 0 },
      ],
    ],
    () => ids,
  );
});

describe('the role a session holds', () => {
  const heldBy = async (email: string) =>
    (
      await world.sql.query<{ role_id: string | null }>(
        `select distinct s.role_id from private.session_accounts s join auth.users u on u.id = s.user_id
          where u.email = $1 and s.account_id = $2`,
        [email, world.demo],
      )
    ).map(({ role_id }) => role_id);
  const bindSession = `insert into private.session_accounts (session_id, account_id, user_id) values (gen_random_uuid(), $1, $2) returning role_id`;

  test('is its member’s from the beginning, through every change, and none when there is no member', async () => {
    const [card] = await world.sql.query<{ id: string; role_id: string; user_id: string }>(
      'select id, role_id, user_id from public.members where email = $1 and account_id = $2',
      ['member@demo.test', world.demo],
    );
    await world.sql.query(bindSession, [world.demo, card?.user_id]);
    expect(await heldBy('member@demo.test')).toEqual([card?.role_id]);
    await world.sql.query('update public.members set role_id = $2 where id = $1', [card?.id, ids.instructorRole]);
    expect(await heldBy('member@demo.test')).toEqual([ids.instructorRole]);
    await world.sql.query('update public.members set blocked_at = now() where id = $1', [card?.id]);
    expect(await heldBy('member@demo.test')).toEqual([null]);
    await world.sql.query('update public.members set blocked_at = null, role_id = $2 where id = $1', [
      card?.id,
      card?.role_id,
    ]);
    expect(await heldBy('member@demo.test')).toEqual([card?.role_id]);
    await expect(
      world.sql.transaction(async (tx) => {
        await tx.query('delete from public.members where id = $1', [card?.id]);
        expect(
          await tx.query('select from private.session_accounts where user_id = $1 and role_id is not null', [
            card?.user_id,
          ]),
        ).toEqual([]);
        throw new Error('never mind');
      }),
    ).rejects.toThrow('never mind');
  });

  test('is not the old one where a member is blocked while they sign in', async () => {
    const [card] = await world.sql.query<{ id: string; user_id: string }>(
      'select id, user_id from public.members where email = $1 and account_id = $2',
      ['parent@demo.test', world.demo],
    );
    let blocking: Promise<unknown> = Promise.resolve();
    await world.sql.transaction(async (tx) => {
      expect(await tx.query(bindSession, [world.demo, card?.user_id])).toMatchObject([{ role_id: expect.any(String) }]);
      blocking = world.sql.query('update public.members set blocked_at = now() where id = $1', [card?.id]);
      await expect
        .poll(() => world.sql.query('select from pg_locks where not granted and locktype = $1', ['transactionid']))
        .toHaveLength(1);
    });
    await blocking;
    expect(await heldBy('parent@demo.test')).toEqual([null]);
    await world.sql.query('update public.members set blocked_at = null where id = $1', [card?.id]);
  });

  test('is looked up if the session has no role', async () => {
    await world.sql.query('update private.session_accounts set role_id = null where account_id = $1', [world.demo]);
    expect(countOf(await world.attempt('owner', `select private.accounts_where('manage_options')`))).toBe(1);
    expect(countOf(await world.attempt('student', `select private.accounts_where('manage_options')`))).toBe(0);
    expect(countOf(await world.attempt('student', `select private.accounts_where('member')`))).toBe(1);
  });
});

describe('joining', () => {
  const join = (person: Person, account: string) =>
    world.attempt(person, 'select public.join_account($1) is not null as is_member', [account]);
  test.each([
    ['fresh', { rows: [{ is_member: true }] }],
    ['removed', { rows: [{ is_member: true }] }],
    ['student', { rows: [{ is_member: true }] }],
    // A blocked member stays blocked.
    ['blocked', { rows: [{ is_member: false }] }],
    ['stolen', { refused: 'forbidden' }],
    ['unbound', { refused: 'forbidden' }],
    ['both', { refused: 'forbidden' }],
    ['atelierStudent', { refused: 'forbidden' }],
    ['visitor', { refused: '42501' }],
  ] as const)('%s joins demo', async (person, expected) => {
    expect(await join(person, world.demo)).toMatchObject(expected);
  });

  test('makes a student and no more, once', async () => {
    const newcomer = world.caller('fresh');
    const join = () => world.database.as(newcomer).query('select public.join_account($1)', [world.demo]);
    await join();
    await join();
    const members = await world.sql.query(
      `select r.kind from public.members m join public.roles r using (account_id, role_id) where m.user_id = $1`,
      [newcomer.claims.sub],
    );
    await world.sql.query('delete from public.members where user_id = $1', [newcomer.claims.sub]);
    expect(members).toEqual([{ kind: 'student' }]);
  });
});

describe('a manager who is not the owner', () => {
  let deputy: Caller;
  beforeAll(async () => {
    deputy = await memberWith(world, world.demo, ['manage_options']);
  });
  const memberRow = (name: string) => `account_id = $1 and user_id = '${ids[name]}' returning 1`;

  test.each([
    ['blocks a student', () => `update public.members set blocked_at = now() where ${memberRow('student')}`, 1],
    [
      'makes a student an instructor',
      () => `update public.members set role_id = '${ids.instructorRole}' where ${memberRow('student')}`,
      1,
    ],
    ['removes a student', () => `delete from public.members where ${memberRow('student')}`, 1],
    [
      'doesn’t block the owner',
      () => `update public.members set blocked_at = now() where ${memberRow('owner')}`,
      'owner_stays',
    ],
    [
      'doesn’t take the owner’s role',
      () => `update public.members set role_id = '${ids.studentRole}' where ${memberRow('owner')}`,
      'owner_stays',
    ],
    ['doesn’t remove the owner', () => `delete from public.members where ${memberRow('owner')}`, 'owner_stays'],
    [
      'doesn’t make themselves an owner',
      () =>
        `update public.members set role_id = '${ids.ownerRole}' where account_id = $1 and user_id = auth.uid() returning 1`,
      'forbidden',
    ],
    [
      'doesn’t make a friend an owner',
      () => `update public.members set role_id = '${ids.ownerRole}' where ${memberRow('student')}`,
      'forbidden',
    ],
  ] as const)('%s', async (_, text, expected) => {
    expect(countOf(await world.attempt(deputy, text(), [world.demo]))).toBe(expected);
  });
});

test('the owner may name another one', async () => {
  const text = 'update public.members set role_id = $2 where account_id = $1 and user_id = $3 returning 1';
  expect(countOf(await world.attempt('owner', text, [world.demo, ids.ownerRole, ids.student]))).toBe(1);
});
