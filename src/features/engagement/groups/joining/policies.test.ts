import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { matrix, membersOfDemo } from '#tests/db/matrix.ts';
import { refused } from '#tests/db/shop.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';

let world: World;
const ids: Record<string, string> = {};
beforeAll(async () => {
  world = await openWorld();
  const members = await world.sql.query<{ email: string; id: string }>(
    'select email, id from public.members where account_id = $1',
    [world.demo],
  );
  for (const { email, id } of members) ids[email.split('@')[0] ?? ''] = id;
});
afterAll(() => world.close());

const as = (person: Person) => world.database.as(world.caller(person));
const run = (person: Person, call: string, ...values: unknown[]) =>
  as(person).query<{ it: string }>(`select public.${call} as it`, values);
const join = async (person: Person, group = ids.group) => (await run(person, 'join_group($1)', group))[0]?.it;

/** The student's private group that takes requests. */
beforeEach(async () => {
  await world.sql.query("delete from public.groups where slug = 'quiet-room'");
  const [group] = await world.sql.query<{ id: string }>(
    `insert into public.groups (account_id, slug, title, description, visibility, join_by, welcome)
     values ($1, 'quiet-room', 'Quiet room', 'Who asks comes in', 'private', 'request', 'Sit down') returning id`,
    [world.demo],
  );
  ids.group = group?.id ?? '';
  await world.sql.query(
    "insert into public.group_members (account_id, group_id, member_id, role) values ($1, $2, $3, 'owner')",
    [world.demo, ids.group, ids.student],
  );
});

const roleOf = async (person: string) =>
  (
    await world.sql.query<{ role: string }>(
      'select role from public.group_members where group_id = $1 and member_id = $2',
      [ids.group, ids[person]],
    )
  )[0]?.role;

describe('who may', () => {
  const gone = { atelierOwner: 'not_found', atelierStudent: 'not_found', both: 'not_found', visitor: '42501' } as const;
  matrix(
    () => world,
    [
      ['ask to join', 'select public.join_group({group})', { ...membersOfDemo(1), ...gone, others: 'not_found' }],
      [
        'let somebody in',
        'select public.decide_group_request({group}, {member}, true)',
        { owner: 1, student: 1, visitor: '42501', others: 'not_found' },
      ],
      [
        'invite',
        'select public.invite_to_group({group}, {member})',
        { owner: 1, student: 1, visitor: '42501', others: 'not_found' },
      ],
      [
        'give a role',
        "select public.set_group_role({group}, {student}, 'owner')",
        { owner: 1, student: 1, visitor: '42501', others: 'not_found' },
      ],
      [
        'mute who is not there',
        'select public.mute_group_member({group}, {member}, true)',
        { visitor: '42501', others: 'not_found' },
      ],
      [
        'take out who is not there',
        'select public.remove_group_member({group}, {member})',
        { visitor: '42501', others: 'not_found' },
      ],
      [
        'see who is in it',
        "select 1 from public.list_group_people({group}) where role = 'owner'",
        { owner: 1, student: 1, visitor: '42501', others: 0 },
      ],
      [
        'see its conversation',
        'select 1 from public.threads where subject_id = {group}',
        { owner: 1, student: 1, others: 0 },
      ],
      ['see the group itself', 'select 1 from public.groups where id = {group}', { owner: 1, student: 1, others: 0 }],
      [
        'find it by search',
        "select 1 from public.search_records where kind = 'group' and id = {group}",
        { owner: 1, student: 1, others: 0 },
      ],
      [
        'see that it takes requests',
        'select 1 from public.list_groups() where id = {group}',
        { ...membersOfDemo(1), visitor: '42501', others: 0 },
      ],
    ],
    () => ids,
  );
});

test('a member asks once, is let in, and leaves', async () => {
  expect(await join('member')).toBe('requested');
  expect(await join('member')).toBe('requested');
  const bell = await world.sql.query(
    `select n.link from public.account_notifications n join public.members m on m.user_id = n.user_id
      where m.id = $1 and n.said ->> 'key' = 'groupRequest' and n.link = '/dashboard/groups/quiet-room/members'`,
    [ids.student],
  );
  expect(bell).toHaveLength(1);
  await run('student', 'decide_group_request($1, $2, true)', ids.group, ids.member);
  expect(await roleOf('member')).toBe('member');
  expect(await join('member')).toBe('joined');
  await run('member', 'leave_group($1)', ids.group);
  expect(await roleOf('member')).toBeUndefined();
});

test('who is refused is not in, and may ask again', async () => {
  await join('member');
  await run('student', 'decide_group_request($1, $2, false)', ids.group, ids.member);
  expect(await roleOf('member')).toBeUndefined();
  expect(await join('member')).toBe('requested');
});

test('a group by invitation is there for nobody but who is invited', async () => {
  await world.sql.query("update public.groups set join_by = 'invitation' where id = $1", [ids.group]);
  expect(await refused(join('member'))).toBe('not_found');
  expect(await as('member').query('select 1 from public.list_groups() where id = $1', [ids.group])).toEqual([]);
  await run('student', 'invite_to_group($1, $2)', ids.group, ids.member);
  expect(await join('member')).toBe('joined');
});

test('who is banned neither joins nor reads, and learns nothing of it, until invited again', async () => {
  await world.sql.query("update public.groups set visibility = 'public' where id = $1", [ids.group]);
  expect(await join('member')).toBe('joined');
  await run('student', 'remove_group_member($1, $2, true)', ids.group, ids.member);
  expect(await refused(join('member'))).toBe('not_found');
  expect(await as('member').query('select 1 from public.threads where subject_id = $1', [ids.group])).toEqual([]);
  expect(await as('member').query('select 1 from public.list_groups() where id = $1', [ids.group])).toEqual([]);
  expect(await as('member').query('select 1 from public.group_requests where group_id = $1', [ids.group])).toEqual([]);
  await run('student', 'invite_to_group($1, $2)', ids.group, ids.member);
  expect(await join('member')).toBe('joined');
});

test('a moderator takes out members and not owners; roles are the owners alone', async () => {
  for (const person of ['member', 'parent'] as const) {
    await join(person);
    await run('student', 'decide_group_request($1, $2, true)', ids.group, ids[person]);
  }
  await run('student', "set_group_role($1, $2, 'moderator')", ids.group, ids.member);
  expect(await refused(run('member', 'remove_group_member($1, $2)', ids.group, ids.student))).toBe('not_found');
  expect(await refused(run('member', "set_group_role($1, $2, 'owner')", ids.group, ids.member))).toBe('not_found');
  await run('member', 'remove_group_member($1, $2)', ids.group, ids.parent);
  expect(await roleOf('parent')).toBeUndefined();
});

test('the last owner makes somebody else owner before they leave', async () => {
  await join('member');
  await run('student', 'decide_group_request($1, $2, true)', ids.group, ids.member);
  expect(await refused(run('student', 'leave_group($1)', ids.group))).toBe('invalid');
  expect(await refused(run('student', "set_group_role($1, $2, 'member')", ids.group, ids.student))).toBe('invalid');
  await run('student', "set_group_role($1, $2, 'owner')", ids.group, ids.member);
  await run('student', 'leave_group($1)', ids.group);
  expect(await roleOf('member')).toBe('owner');
});

test('members write, the muted read, and outsiders neither', async () => {
  await join('member');
  await run('student', 'decide_group_request($1, $2, true)', ids.group, ids.member);
  const [thread] = await world.sql.query<{ id: string }>('select id from public.threads where subject_id = $1', [
    ids.group,
  ]);
  const write = (person: Person) =>
    as(person).query('select id from private.add_thread_post($1, null, $2, false)', [thread?.id, 'Good evening']);
  const level = async (person: Person) => (await run(person, 'own_thread_level($1)', thread?.id))[0]?.it;
  await write('member');
  await run('student', 'mute_group_member($1, $2, true)', ids.group, ids.member);
  expect(await level('member')).toBe('read');
  expect(await refused(write('member'))).toBe('not_found');
  expect(await refused(write('parent'))).toBe('not_found');
  expect(await level('parent')).toBeNull();
  expect(await level('student')).toBe('moderate');
});

test('posts, mentions and files of a private group are read, fetched and searched by nobody outside', async () => {
  const [thread] = await world.sql.query<{ id: string }>('select id from public.threads where subject_id = $1', [
    ids.group,
  ]);
  const [post] = await as('student').query<{ id: string }>(
    "select id from private.add_thread_post($1, null, 'Only here', false)",
    [thread?.id],
  );
  const path = `threads/${crypto.randomUUID()}/plan.pdf`;
  await world.sql.query(
    `insert into public.thread_attachments (account_id, post_id, path, name, mime_type, size) values ($1, $2, $3, 'plan.pdf', 'application/pdf', 4)`,
    [world.demo, post?.id, path],
  );
  await world.sql.query('insert into storage.objects (bucket_id, name) values ($1, $2)', [
    `${world.demo}-private`,
    path,
  ]);
  const visible = (person: Person) =>
    as(person).query<{ what: string }>(
      `select 'post' as what from public.thread_posts where id = $1
       union all select 'file' from public.thread_attachments where post_id = $1
       union all select 'object' from storage.objects where name = $2
       union all select 'search' from public.search_records where kind = 'group' and id = $3
       order by 1`,
      [post?.id, path, ids.group],
    );
  const all = ['file', 'object', 'post', 'search'].map((what) => ({ what }));
  expect([await visible('student'), await visible('owner')]).toEqual([all, all]);
  for (const person of ['visitor', 'member', 'instructor', 'atelierOwner', 'blocked'] as const)
    expect([person, await visible(person)]).toEqual([person, []]);
  await world.sql.query('delete from storage.objects where name = $1', [path]);
});

test('everybody in the account reads a public group, who is in it writes, and no visitor or neighbour reads it', async () => {
  await world.sql.query("update public.groups set visibility = 'public' where id = $1", [ids.group]);
  const level = async (person: Person) =>
    (
      await as(person).query<{ it: string | null }>(
        'select public.own_thread_level(t.id) as it from public.threads t where t.subject_id = $1',
        [ids.group],
      )
    )[0]?.it;
  expect([await level('member'), await level('student'), await level('atelierOwner')]).toEqual([
    'read',
    'moderate',
    undefined,
  ]);
  const visitor = await world.attempt('visitor', 'select 1 from public.threads where subject_id = $1', [ids.group]);
  expect(visitor).toEqual({ rows: [] });
});

test('whoever creates a group is its first owner', async () => {
  await as('owner').query("insert into public.groups (account_id, slug, title) values ($1, 'morning', 'Morning')", [
    world.demo,
  ]);
  const owners = await world.sql.query(
    `select m.member_id from public.group_members m join public.groups g on g.id = m.group_id where g.slug = 'morning' and m.role = 'owner'`,
  );
  expect(owners).toEqual([{ member_id: ids.owner }]);
  await world.sql.query("delete from public.groups where slug = 'morning'");
});
