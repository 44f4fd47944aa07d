import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { arrangeMadeUpKind, type MadeUp } from '#tests/db/made-up-kind.ts';
import { countOf, matrix, membersOfDemo } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let ids: MadeUp;
beforeAll(async () => {
  world = await openWorld();
  ids = await arrangeMadeUpKind(world);
});
afterAll(() => world.close());

/** Those who see a subject of the made-up kind. */
const seers = (count: number) => ({ owner: count, instructor: count, student: count, member: count, parent: count });
const moderators = { owner: 1, instructor: 1, parent: 1 };

describe('who sees', () => {
  matrix(
    () => world,
    [
      ['a thread of a subject', 'select title from public.threads where id = {thread}', { ...seers(1), others: 0 }],
      ['a thread of what is public', 'select title from public.threads where id = {open}', { others: 1 }],
      [
        'a post that is shown',
        'select content from public.thread_posts where id = {shown}',
        { ...seers(1), others: 0 },
      ],
      [
        'a post that waits',
        'select content from public.thread_posts where id = {waiting}',
        { ...moderators, member: 1, others: 0 },
      ],
      [
        'what a post was',
        'select content from public.thread_post_edits where post_id = {shown}',
        { ...moderators, member: 1, visitor: '42501', others: 0 },
      ],
      [
        'who reacted',
        'select member_id from public.thread_reactions where post_id = {shown}',
        { ...seers(1), visitor: '42501', others: 0 },
      ],
      [
        'whom a post mentions',
        'select slug from public.thread_mentions where post_id = {shown}',
        { ...seers(1), others: 0 },
      ],
      [
        'the files of a post',
        'select name from public.thread_attachments where post_id = {shown}',
        { ...seers(1), others: 0 },
      ],
      [
        'why a post was reported',
        'select reason from public.thread_reports where post_id = {shown}',
        { ...moderators, visitor: '42501', others: 0 },
      ],
      ['the kinds', 'select kind from private.thread_kinds', { others: '42501' }],
      [
        'what they may do in a thread',
        'select 1 where public.own_thread_level({thread}) is not null',
        { ...seers(1), visitor: '42501', others: 0 },
      ],
      [
        'that they may write in a thread of a kind that lists its members',
        `select 1 where public.own_thread_level({open}) in ('write', 'moderate')`,
        { owner: 1, instructor: 1, visitor: '42501', others: 0 },
      ],
    ],
    () => ids,
  );
});

describe('past the functions', () => {
  const tables: [name: string, columns: string, values: string][] = [
    ['threads', 'account_id, kind, subject_id', `{demo}, 'made_up', {subject}`],
    ['thread_posts', 'account_id, thread_id, author_name, content', `{demo}, {thread}, 'X', 'x'`],
    ['thread_post_edits', 'account_id, post_id, content', `{demo}, {shown}, 'x'`],
    ['thread_reactions', 'account_id, post_id, member_id, reaction', `{demo}, {shown}, {member}, 'love'`],
    ['thread_mentions', 'account_id, post_id, member_id, slug', `{demo}, {shown}, {member}, 'x'`],
    [
      'thread_attachments',
      'account_id, post_id, path, name, mime_type, size',
      `{demo}, {shown}, 'threads/00000000-0000-0000-0000-000000000000/x', 'x', 'x', 1`,
    ],
    ['thread_reports', 'account_id, post_id, member_id', `{demo}, {shown}, {student}`],
  ];
  matrix(
    () => world,
    tables.flatMap(([name, columns, values]) => [
      [
        `nobody writes ${name}`,
        `insert into public.${name} (${columns}) values (${values}) returning account_id`,
        { others: '42501' },
      ],
      [
        `nobody changes ${name}`,
        `update public.${name} set account_id = account_id returning account_id`,
        { others: '42501' },
      ],
      [`nobody deletes ${name}`, `delete from public.${name} returning account_id`, { others: '42501' }],
    ]),
    () => ids,
  );
});

test('another member is asked for by the same function', async () => {
  const may = async (member: string | undefined) =>
    (
      await world.sql.query<{ may: boolean }>('select private.may_see_thread($1, $2, $3) as may', [
        world.demo,
        ids.thread,
        member,
      ])
    )[0]?.may;
  expect(await may(ids.student)).toBe(true);
  expect(await may(ids.instructor)).toBe(true);
  const [stranger] = await world.sql.query<{ id: string }>(
    `select m.id from public.members m join auth.users u on u.id = m.user_id where m.account_id = $1 and u.email = 'both@world.test'`,
    [world.demo],
  );
  expect(await may(stranger?.id)).toBe(false);
});

test('a subject that is no longer public takes its thread along, and staff keeps it', async () => {
  const change = (status: string) =>
    world.sql.query(`update public.posts set status = $2 where account_id = $1 and slug = 'why-shade-is-blue'`, [
      world.demo,
      status,
    ]);
  const [post] = await world.sql.query<{ title: string }>(
    `select title from public.posts where account_id = $1 and slug = 'why-shade-is-blue'`,
    [world.demo],
  );
  expect(post?.title).toBeTruthy();
  const titled = async (person: 'visitor' | 'student' | 'owner') =>
    countOf(await world.attempt(person, 'select from public.threads where title = $1', [post?.title]));
  expect([await titled('visitor'), await titled('student'), await titled('owner')]).toEqual([1, 1, 1]);
  await change('draft');
  expect([await titled('visitor'), await titled('student'), await titled('owner')]).toEqual([0, 0, 1]);
  await change('published');
  expect(await titled('visitor')).toBe(1);
});

test('a thread counts the posts it shows, and when the last of them was written', async () => {
  const state = async () =>
    (
      await world.sql.query<{ post_count: number; last: boolean }>(
        `select t.post_count, t.last_post_at is not distinct from (select max(p.created_at) from public.thread_posts p where p.thread_id = t.id and p.status = 'shown') as last
           from public.threads t where t.id = $1`,
        [ids.thread],
      )
    )[0];
  expect(await state()).toEqual({ post_count: 1, last: true });
  await world.sql.query(`update public.thread_posts set status = 'shown' where id = $1`, [ids.waiting]);
  expect(await state()).toEqual({ post_count: 2, last: true });
  await world.sql.query(`update public.thread_posts set status = 'waiting' where id = $1`, [ids.waiting]);
  expect(await state()).toEqual({ post_count: 1, last: true });
});

test('reactions at the same moment are all counted', async () => {
  const people = ['member', 'parent', 'owner', 'instructor'] as const;
  await Promise.all(
    people.map((person) =>
      world.database
        .as(world.caller(person))
        .query(`select public.react_to_thread_post($1, 'love', true)`, [ids.shown]),
    ),
  );
  const [row] = await world.sql.query<{ reactions: unknown }>(
    'select reactions from public.thread_posts where id = $1',
    [ids.shown],
  );
  expect(row?.reactions).toEqual({ like: 1, love: 4 });
});

matrix(
  () => world,
  [
    [
      'what a kind calls is no client’s to call',
      `select private.delete_threads('made_up', {demo}, {subject})`,
      { others: '42501' },
    ],
    [
      'nor what makes a thread',
      `select private.save_main_thread('made_up', {demo}, {subject}, 'x', '/x', null, true)`,
      { others: '42501' },
    ],
    [
      'nor whether somebody else sees one',
      `select private.may_see_thread({demo}, {thread}, {student})`,
      { others: '42501' },
    ],
    [
      'what the moderator moderates',
      'select id from public.moderated_threads where id = {thread}',
      { ...moderators, visitor: '42501', others: 0 },
    ],
    [
      'a folder for files of posts',
      `insert into storage.objects (bucket_id, name) values ({demo} || '-private', 'threads/' || auth.uid() || '/plan.pdf') returning id`,
      { ...membersOfDemo(1), others: '42501' },
    ],
    [
      'the folder of somebody else',
      `insert into storage.objects (bucket_id, name) values ({demo} || '-private', 'threads/' || gen_random_uuid() || '/plan.pdf') returning id`,
      { others: '42501' },
    ],
  ],
  () => ids,
);
