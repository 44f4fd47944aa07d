import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { arrangeMadeUpKind, type MadeUp } from '#tests/db/made-up-kind.ts';
import { matrix, membersOfDemo } from '#tests/db/matrix.ts';
import { refused } from '#tests/db/shop.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';

let world: World;
let ids: MadeUp & Record<string, string>;
beforeAll(async () => {
  world = await openWorld();
  ids = await arrangeMadeUpKind(world);
  await world.sql.query("update private.thread_kinds set takes_polls = true where kind = 'made_up'");
});
afterAll(() => world.close());

const as = (person: Person) => world.database.as(world.caller(person));
const OPTIONS = ['Tea', 'Coffee', 'Water'];
type Shown = {
  voter_count: number;
  is_over: boolean;
  options: { label: string; votes: number | null; is_own: boolean }[];
};

/** A poll of the owner in the thread that some may see. */
async function arrange(poll: object): Promise<void> {
  await world.sql.query('delete from public.thread_posts where id = $1', [ids.post]);
  // The pace of a member is no matter of polls.
  await world.sql.query("update public.thread_posts set created_at = created_at - interval '1 hour'");
  const [post] = await as('owner').query<{ id: string }>(
    "select id from private.add_thread_post($1, null, 'What do we drink?', false, '{}', null, $2)",
    [ids.thread, JSON.stringify({ options: OPTIONS, ...poll })],
  );
  ids.post = post?.id ?? '';
  const rows = await world.sql.query<{ id: string; label: string; poll_id: string }>(
    'select o.id, o.label, o.poll_id from public.thread_poll_options o join public.thread_polls p on p.id = o.poll_id where p.post_id = $1',
    [ids.post],
  );
  for (const { id, label, poll_id } of rows) Object.assign(ids, { [label]: id, poll: poll_id });
}
beforeEach(() => arrange({}));

const vote = (person: Person, ...labels: string[]) =>
  as(person).query('select public.vote_in_poll($1, $2)', [ids.poll, labels.map((label) => ids[label])]);
const seen = async (person: Person) =>
  (await as(person).query<Shown>('select * from public.list_polls($1)', [[ids.post]]))[0];
const votes = async (person: Person) => (await seen(person))?.options.map((option) => option.votes);
const end = () =>
  world.sql.query("update public.thread_polls set ends_at = now() - interval '1 minute' where id = $1", [ids.poll]);

describe('who may', () => {
  matrix(
    () => world,
    [
      [
        'read a poll',
        'select 1 from public.list_polls(array[{post}]::uuid[])',
        { ...membersOfDemo(1), visitor: '42501', others: 0 },
      ],
      [
        'vote',
        'select public.vote_in_poll({poll}, array[{Tea}]::uuid[])',
        { owner: 1, instructor: 1, parent: 1, member: 1, visitor: '42501', others: 'not_found' },
      ],
      [
        'end a poll',
        'select public.end_poll({poll})',
        { owner: 1, instructor: 1, parent: 1, visitor: '42501', others: 'not_found' },
      ],
      [
        'read the options',
        'select 1 from public.thread_poll_options where poll_id = {poll}',
        { ...membersOfDemo(3), visitor: '42501', others: 0 },
      ],
      ['read the votes past the poll', 'select vote_count from public.thread_poll_options', { others: '42501' }],
      [
        'vote by hand',
        'insert into public.thread_poll_votes (account_id, poll_id, option_id, member_id) values ({demo}, {poll}, {Tea}, {member})',
        { others: '42501' },
      ],
      ['count by hand', 'update public.thread_polls set voter_count = 9 where id = {poll}', { others: '42501' }],
      ['delete a poll by hand', 'delete from public.thread_polls where id = {poll}', { others: '42501' }],
      ['change an option', `update public.thread_poll_options set label = 'X' where id = {Tea}`, { others: '42501' }],
    ],
    () => ids,
  );

  test('read the votes of others: nobody, but who voted for what where the poll names it', async () => {
    await vote('member', 'Tea');
    const rows = (person: Person) =>
      as(person).query('select 1 from public.thread_poll_votes where poll_id = $1', [ids.poll]);
    expect([(await rows('member')).length, (await rows('owner')).length]).toEqual([1, 0]);
    const voters = async (person: Person) =>
      (await as(person).query('select id from public.list_poll_voters($1)', [ids.Tea])).length;
    expect([await voters('student'), await voters('owner'), await voters('atelierStudent')]).toEqual([1, 1, 0]);
  });
});

test('a vote counts once, is changed and taken back until the end', async () => {
  await vote('member', 'Tea');
  await vote('member', 'Tea');
  await vote('parent', 'Tea');
  expect(await votes('owner')).toEqual([2, 0, 0]);
  await vote('member', 'Coffee');
  expect(await votes('owner')).toEqual([1, 1, 0]);
  await vote('parent');
  expect(await seen('member')).toMatchObject({ voter_count: 1, options: [{}, { label: 'Coffee', is_own: true }, {}] });
  await end();
  expect(await refused(vote('member', 'Tea'))).toBe('invalid');
  expect(await votes('owner')).toEqual([0, 1, 0]);
});

test('where several may be chosen, each option counts and each voter once', async () => {
  expect(await refused(vote('member', 'Tea', 'Coffee'))).toBe('invalid');
  await arrange({ is_multiple: true });
  await vote('member', 'Tea', 'Coffee');
  expect([await votes('member'), (await seen('member'))?.voter_count]).toEqual([[1, 1, 0], 1]);
});

test('votes that are shown after voting are seen by who voted, and by everybody after the end', async () => {
  await arrange({ results: 'voted' });
  await vote('member', 'Water');
  const hidden = [null, null, null];
  expect([await votes('member'), await votes('owner'), await votes('student')]).toEqual([[0, 0, 1], hidden, hidden]);
  expect(await as('owner').query('select id from public.list_poll_voters($1)', [ids.Water])).toEqual([]);
  await vote('member');
  expect(await votes('member')).toEqual(hidden);
  await vote('member', 'Water');
  await end();
  expect([await votes('owner'), await votes('student')]).toEqual([
    [0, 0, 1],
    [0, 0, 1],
  ]);
});

test('a poll that is ended early by its author takes no vote more and shows what was voted', async () => {
  await arrange({ results: 'voted' });
  await world.sql.query(
    'update public.thread_posts set member_id = (select id from public.members where email = $1 and account_id = $2) where id = $3',
    ['member@demo.test', world.demo, ids.post],
  );
  await vote('parent', 'Tea');
  await as('member').query('select public.end_poll($1)', [ids.poll]);
  expect(await seen('owner')).toMatchObject({ is_over: true, options: [{ votes: 1 }, {}, {}] });
  expect(await refused(vote('owner', 'Tea'))).toBe('invalid');
  const ended = () => world.sql.query('select ends_at from public.thread_polls where id = $1', [ids.poll]);
  const first = await ended();
  await as('member').query('select public.end_poll($1)', [ids.poll]);
  expect(await ended()).toEqual(first);
});

test('nobody learns who voted in an anonymous poll', async () => {
  await arrange({ is_anonymous: true });
  await vote('member', 'Tea');
  for (const person of ['owner', 'member', 'student'] as const)
    expect(await as(person).query('select id from public.list_poll_voters($1)', [ids.Tea])).toEqual([]);
});

test('nobody votes in a locked thread, nor for an option of another poll', async () => {
  await as('owner').query('select public.lock_thread($1, true)', [ids.thread]);
  expect(await refused(vote('member', 'Tea'))).toBe('invalid');
  await as('owner').query('select public.lock_thread($1, false)', [ids.thread]);
  ids.Foreign = crypto.randomUUID();
  expect(await refused(vote('member', 'Foreign'))).toBe('not_found');
});

test('a member who goes takes their vote along, and a post that is withdrawn its poll', async () => {
  await vote('member', 'Tea');
  await vote('parent', 'Tea');
  await world.database
    .asService()
    .query(
      'delete from public.thread_poll_votes where member_id = (select id from public.members where email = $1 and account_id = $2)',
      ['member@demo.test', world.demo],
    );
  expect([await votes('owner'), (await seen('owner'))?.voter_count]).toEqual([[1, 0, 0], 1]);
  await world.sql.query(
    `insert into public.thread_posts (account_id, thread_id, parent_id, author_name, content, status) values ($1, $2, $3, 'Ada', 'Tea!', 'shown')`,
    [world.demo, ids.thread, ids.post],
  );
  await as('owner').query('select public.withdraw_thread_post($1)', [ids.post]);
  expect(await world.sql.query('select 1 from public.thread_polls where id = $1', [ids.poll])).toEqual([]);
});

describe('a poll is refused', () => {
  const write = (poll: object, reply: string | null = null, thread = ids.thread) =>
    as('owner').query("select from private.add_thread_post($1, $2, 'Which?', false, '{}', null, $3)", [
      thread,
      reply,
      JSON.stringify(poll),
    ]);
  test.each([
    ['with one option', { options: ['Tea'] }],
    ['with eleven', { options: Array.from({ length: 11 }, (_, index) => `Tea ${index}`) }],
    ['with an empty option', { options: ['Tea', ' '] }],
    ['with an option of 121 characters', { options: ['Tea', 'x'.repeat(121)] }],
    ['with the same option twice', { options: ['Tea', 'tea'] }],
    ['that has ended', { options: OPTIONS, ends_at: '2020-01-01T00:00:00Z' }],
    ['that ends in ten years', { options: OPTIONS, ends_at: '2099-01-01T00:00:00Z' }],
  ])('%s', async (_what, poll) => expect(await refused(write(poll))).toBe('invalid'));

  test('in a reply, and where a kind has none', async () => {
    expect(await refused(write({ options: OPTIONS }, ids.shown))).toBe('invalid');
    await world.sql.query("update private.thread_kinds set takes_polls = false where kind = 'made_up'");
    expect(await refused(write({ options: OPTIONS }))).toBe('invalid');
    await world.sql.query("update private.thread_kinds set takes_polls = true where kind = 'made_up'");
  });
});
