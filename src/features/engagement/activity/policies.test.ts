import { afterAll, beforeAll, expect, test } from 'vitest';
import { matrix, membersOfDemo } from '#tests/db/matrix.ts';
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
  const [group] = await world.sql.query<{ id: string; thread: string }>(
    `with made as (insert into public.groups (account_id, slug, title, visibility) values ($1, 'news-room', 'News room', 'private') returning id)
     select id from made`,
    [world.demo],
  );
  ids.group = group?.id ?? '';
  const [thread] = await world.sql.query<{ id: string }>('select id from public.threads where subject_id = $1', [
    ids.group,
  ]);
  ids.thread = thread?.id ?? '';
  for (const person of ['student', 'member'])
    await world.sql.query(
      'insert into public.group_members (account_id, group_id, member_id, role) values ($1, $2, $3, $4)',
      [world.demo, ids.group, ids[person], person === 'student' ? 'owner' : 'member'],
    );
});
afterAll(() => world.close());

const as = (person: Person) => world.database.as(world.caller(person));
const post = async (person: Person, content: string) =>
  (
    await as(person).query<{ id: string }>('select id from private.add_thread_post($1, null, $2, false)', [
      ids.thread,
      content,
    ])
  )[0]?.id;
type Row = { position: string; kind: string; is_own: boolean; is_new: boolean; title: string; path: string };
/** What a person is shown of the group. */
const shown = async (person: Person, part = 'all') =>
  (await as(person).query<Row>('select * from public.list_activity($1, null, 100)', [part])).filter(
    ({ title }) => title === 'News room',
  );

test('a member sees who joins and writes in their groups, and what they wrote themselves; nobody outside does', async () => {
  const id = await post('student', 'Read all about it');
  const [first] = await shown('member');
  expect(first).toMatchObject({
    kind: 'post',
    is_own: false,
    is_new: true,
    path: `/dashboard/groups/news-room#comment-${id}`,
  });
  expect((await shown('student'))[0]).toMatchObject({ kind: 'post', is_own: true, is_new: false });
  expect((await shown('member')).map(({ kind }) => kind)).toContain('joined');
  for (const person of ['parent', 'instructor', 'atelierOwner', 'atelierStudent', 'blocked'] as const)
    expect([person, await shown(person)]).toEqual([person, []]);
});

test('a filter shows one’s own or that of the groups', async () => {
  expect((await shown('member', 'own')).every((row) => row.is_own)).toBe(true);
  expect((await shown('student', 'own')).length).toBeGreaterThan(0);
  expect((await shown('member', 'groups')).some((row) => !row.is_own)).toBe(true);
});

test('what was seen is not new any more, for the one who has seen it', async () => {
  await post('student', 'Second edition');
  const [first] = await shown('member');
  expect(first?.is_new).toBe(true);
  await as('member').query('select public.see_activity($1)', [first?.position]);
  expect((await shown('member')).filter((row) => row.is_new)).toEqual([]);
  await as('member').query('select public.see_activity(0)');
  expect((await shown('member')).filter((row) => row.is_new)).toEqual([]);
});

test('what is hidden, and a group one has left, is not listed', async () => {
  const id = await post('student', 'Correction');
  expect((await shown('member'))[0]?.path).toContain(id);
  await world.sql.query("update public.thread_posts set status = 'hidden' where id = $1", [id]);
  expect((await shown('member')).filter(({ path }) => path.includes(id ?? '-'))).toEqual([]);
  await as('member').query('select public.leave_group($1)', [ids.group]);
  expect(await shown('member')).toEqual([]);
});

test('courses completed are one’s own activity alone', async () => {
  const kinds = async (person: Person) =>
    (await as(person).query<Row>("select * from public.list_activity('all', null, 100)")).map(({ kind }) => kind);
  const events = await world.sql.query<{ n: number }>(
    `select count(*)::int as n from private.events where type in ('course.completed', 'certificate.issued', 'quiz.passed') and facts ->> 'member_id' = $1`,
    [ids.student],
  );
  const own = (await kinds('student')).filter((kind) => ['completed', 'certificate', 'passed'].includes(kind));
  expect(own.length).toBe(events[0]?.n);
});

test('badges and levels are one’s own activity, until they are deleted', async () => {
  const [badge] = await world.sql.query<{ id: string }>(
    "insert into public.badges (account_id, name) values ($1, 'Early bird') returning id",
    [world.demo],
  );
  await world.sql.query('select private.award_badge(b, $2, null) from public.badges b where b.id = $1', [
    badge?.id,
    ids.member,
  ]);
  const badges = async (person: Person) =>
    (await as(person).query<Row>("select * from public.list_activity('own', null, 100)"))
      .filter(({ title }) => title === 'Early bird')
      .map(({ kind, path }) => [kind, path]);
  expect(await badges('member')).toEqual([['badge', '/dashboard/leaderboard']]);
  expect(await badges('student')).toEqual([]);
  await world.sql.query('delete from public.badges where id = $1', [badge?.id]);
  expect(await badges('member')).toEqual([]);
});

matrix(
  () => world,
  [
    ['lists activity', 'select 1 from public.list_activity() limit 0', { visitor: '42501', others: 0 }],
    ['marks it as seen', 'select public.see_activity(1)', { visitor: '42501', others: 1 }],
    [
      'sees the mark of the student',
      'select 1 from public.activity_marks where member_id = {student}',
      { student: 1, visitor: '42501', others: 0 },
    ],
    [
      'moves a mark by hand',
      'update public.activity_marks set seen_position = 1 returning 1',
      { ...membersOfDemo('42501'), others: '42501' },
    ],
  ],
  () => ids,
);
