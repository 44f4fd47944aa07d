import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '#base/server/database.ts';
import { confirmed, countOf, matrix, membersOfDemo, memberWith, userIdOf } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let writer: Caller;
let reader: Caller;
let suspended: Caller;
const ids = { published: '', hidden: '', later: '', owner: '', instructor: '', student: '' };
beforeAll(async () => {
  world = await openWorld();
  const idOf = async (text: string, values: unknown[]) =>
    (await world.sql.query<{ id: string }>(text, values))[0]?.id ?? '';
  const post = (slug: string) =>
    idOf('select id from public.posts where account_id = $1 and slug = $2', [world.demo, slug]);
  const member = async (name: string) =>
    idOf('select id from public.members where account_id = $1 and user_id = $2', [
      world.demo,
      await userIdOf(world, `${name}@demo.test`),
    ]);
  ids.published = await post('why-shade-is-blue');
  ids.hidden = await post('notes-on-moonlight');
  for (const name of ['owner', 'instructor', 'student'] as const) ids[name] = await member(name);
  writer = await memberWith(world, world.demo, ['edit_posts']);
  reader = await memberWith(world, world.demo, ['manage_stats']);
  suspended = await memberWith(world, world.demo, ['edit_posts']);
  await world.sql.query('update public.members set blocked_at = now() where user_id = $1', [suspended.claims.sub]);
  ids.later = await idOf(
    `insert into public.posts (account_id, title, slug, status, published_at, author_id)
     values ($1, 'Tomorrow', 'tomorrow', 'published', now() + interval '1 day', $2) returning id`,
    [world.demo, ids.owner],
  );
  await world.sql.query('insert into public.post_authors (account_id, post_id, author_id) values ($1, $2, $3)', [
    world.demo,
    ids.hidden,
    ids.owner,
  ]);
});
afterAll(() => world.close());

matrix(
  () => world,
  [
    [
      'read who a published post is by',
      'select id, author_id from public.post_authors where post_id = {published}',
      { others: 2 },
    ],
    [
      'read who a post being written is by',
      'select id from public.post_authors where post_id = {hidden}',
      { owner: 1, instructor: 1, others: 0 },
    ],
    [
      'read who a post of tomorrow is by',
      'select id from public.post_authors where post_id = {later}',
      { owner: 1, instructor: 1, others: 0 },
    ],
    [
      'add an author past the rules',
      `insert into public.post_authors (account_id, post_id, author_id) values ({demo}, {published}, {student}) returning id`,
      { others: '42501' },
    ],
    [
      'change an author past the rules',
      `update public.post_authors set author_id = {student} where post_id = {published} returning id`,
      { others: '42501' },
    ],
    [
      'take an author away past the rules',
      'delete from public.post_authors where post_id = {published} returning id',
      { others: '42501' },
    ],
    [
      'put another first past the rules',
      `update public.posts set author_id = {student} where id = {published} returning id`,
      { others: '42501' },
    ],
    [
      'name the authors of a post',
      'select public.set_post_authors({published}, array[{instructor}, {owner}]::uuid[])',
      { owner: 1, instructor: 1, visitor: '42501', others: 'not_found' },
    ],
    [
      'ask who may be an author',
      'select n from (select count(*) as n from public.possible_authors({demo})) x where n > 1',
      { owner: 1, instructor: 1, visitor: '42501', others: 0 },
    ],
    [
      'ask who may be an author elsewhere',
      'select id from public.possible_authors({atelier}) limit 1',
      { atelierOwner: 1, ...membersOfDemo(0), visitor: '42501', others: 0 },
    ],
  ],
  () => ids,
);

type State = { first: string | null; authors: string[] };

/** Runs a statement as a person, returns the post's authors afterwards, and rolls back. */
async function stateAfter(caller: Caller | null, ...steps: [text: string, values: unknown[]][]): Promise<State> {
  const undone = new Error('undone');
  let state: State | undefined;
  await world.sql
    .transaction(async (tx) => {
      if (caller) await tx.query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify(caller.claims)]);
      for (const [text, values] of steps) await tx.query(text, values);
      const [row] = await tx.query<State>(
        `select p.author_id as first, array(select a.author_id::text from public.post_authors a
            where (a.account_id, a.post_id) = (p.account_id, p.id) order by a.position, a.id) as authors
           from public.posts p where p.id = $1`,
        [ids.published],
      );
      state = row;
      throw undone;
    })
    .catch((error) => {
      if (error !== undone) throw error;
    });
  if (!state) throw new Error('The post is gone.');
  return state;
}

const setTo = (...authors: string[]): [string, unknown[]] => [
  'select public.set_post_authors($1, $2)',
  [ids.published, authors],
];
const remove = (userIds: string[], successor: string | null = null): [string, unknown[]] => [
  'select public.remove_members($1, $2, $3)',
  [world.demo, userIds, successor],
];

describe('the authors of a post', () => {
  test('stand in the order they are named, the first on the post itself', async () => {
    const owner = world.caller('owner');
    const { owner: mara, instructor } = ids;
    expect(await stateAfter(owner)).toEqual({ first: mara, authors: [mara, instructor] });
    expect(await stateAfter(owner, setTo(instructor, mara))).toEqual({
      first: instructor,
      authors: [instructor, mara],
    });
    expect(await stateAfter(owner, setTo(instructor))).toEqual({ first: instructor, authors: [instructor] });
    expect(await stateAfter(owner, setTo())).toEqual({ first: null, authors: [] });
    expect(await stateAfter(owner, setTo(), setTo(mara))).toEqual({ first: mara, authors: [mara] });
  });

  test('begin with whoever begins it', async () => {
    const [row] = await world.database
      .as(world.caller('owner'))
      .query<{ id: string }>(
        `insert into public.posts (account_id, title, slug) values ($1, 'Begun', 'begun') returning id`,
        [world.demo],
      );
    expect(
      await world.sql.query('select author_id, position from public.post_authors where post_id = $1', [row?.id]),
    ).toEqual([{ author_id: ids.owner, position: 1 }]);
    await world.sql.query('delete from public.posts where id = $1', [row?.id]);
  });

  test('are people who may write posts, whatever their role is called', async () => {
    const attempt = async (user: unknown) =>
      countOf(
        await world.attempt(
          'owner',
          `select public.set_post_authors($1, array(select id from public.members where account_id = $2 and user_id = $3))`,
          [ids.published, world.demo, user],
        ),
      );
    expect(await attempt(writer.claims.sub)).toBe(1);
    expect(await attempt(reader.claims.sub)).toBe('invalid');
    expect(await attempt(suspended.claims.sub)).toBe('invalid');
  });

  test('stay named who may write no more, and are not named anew', async () => {
    const [row] = await world.sql.query<{ id: string }>(
      'insert into public.post_authors (account_id, post_id, author_id, position) values ($1, $2, $3, 3) returning id',
      [world.demo, ids.published, ids.student],
    );
    const state = await stateAfter(world.caller('owner'), setTo(ids.student, ids.owner));
    expect(state).toEqual({ first: ids.student, authors: [ids.student, ids.owner] });
    await world.sql.query('delete from public.post_authors where id = $1', [row?.id]);
    expect(countOf(await world.attempt('owner', ...setTo(ids.owner, ids.student)))).toBe('invalid');
  });

  test.each([
    ['named twice', () => [ids.owner, ids.owner]],
    ['nobody', () => [ids.owner, null]],
    ['of another account', () => [ids.owner, crypto.randomUUID()]],
    ['more than ten', () => Array.from({ length: 11 }, () => crypto.randomUUID())],
  ])('are never %s', async (_, authors) => {
    expect(
      countOf(await world.attempt('owner', 'select public.set_post_authors($1, $2)', [ids.published, authors()])),
    ).toBe('invalid');
  });

  test('are told as a change of the post, that what was made of it is made anew', async () => {
    const previous = await world.sql.query('select updated_at from public.posts where id = $1', [ids.published]);
    await world.database.as(world.caller('owner')).transaction((tx) => tx.query(...setTo(ids.owner)));
    const since = await world.sql.query('select updated_at from public.posts where id = $1', [ids.published]);
    expect(since).not.toEqual(previous);
    await world.database.as(world.caller('owner')).transaction((tx) => tx.query(...setTo(ids.owner, ids.instructor)));
  });
});

describe('who leaves', () => {
  test('is no longer named, and the post stays with the next', async () => {
    const owner = world.caller('owner');
    expect(await stateAfter(owner, setTo(ids.instructor, ids.owner), remove([ids.instructor]))).toEqual({
      first: ids.owner,
      authors: [ids.owner],
    });
    expect(await stateAfter(owner, setTo(ids.instructor), remove([ids.instructor]))).toEqual({
      first: null,
      authors: [],
    });
  });

  test('together with the other author leaves the post without a name', async () => {
    const moreAuthors: [string, unknown[]] = [
      'insert into public.post_authors (account_id, post_id, author_id, position) values ($1, $2, $3, 3)',
      [world.demo, ids.published, ids.student],
    ];
    const both = [ids.instructor, ids.student];
    expect(await stateAfter(world.caller('owner'), setTo(ids.instructor), moreAuthors, remove(both))).toEqual({
      first: null,
      authors: [],
    });
  });

  test('is followed by an heir, who is named once', async () => {
    const owner = world.caller('owner');
    expect(await stateAfter(owner, setTo(ids.instructor), remove([ids.instructor], ids.owner))).toEqual({
      first: ids.owner,
      authors: [ids.owner],
    });
    for (const order of [
      [ids.instructor, ids.owner],
      [ids.owner, ids.instructor],
    ])
      expect(await stateAfter(owner, setTo(...order), remove([ids.instructor], ids.owner))).toEqual({
        first: ids.owner,
        authors: [ids.owner],
      });
  });

  test('by being forgotten is no longer named either', async () => {
    const instructor = await confirmed(world, world.caller('instructor'));
    expect(await stateAfter(instructor, ['select public.erase_own_data()', []])).toEqual({
      first: ids.owner,
      authors: [ids.owner],
    });
  });

  test('takes a copy along of every post they are named by', async () => {
    const [row] = await world.database
      .as(world.caller('instructor'))
      .query<{ copy: Record<string, { post_id?: string; id: string }[]> }>('select public.export_own_data() as copy');
    expect(row?.copy['post_authors.author_id']?.map(({ post_id }) => post_id)).toContain(ids.published);
    expect(row?.copy['posts.author_id']?.length).toBeGreaterThan(0);
  });
});
