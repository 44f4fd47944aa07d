import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { arrangeMadeUpKind, type MadeUp } from '#tests/db/made-up-kind.ts';
import { matrix } from '#tests/db/matrix.ts';
import { refused } from '#tests/db/shop.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';

let world: World;
let ids: MadeUp & Record<string, string>;
beforeAll(async () => {
  world = await openWorld();
  ids = await arrangeMadeUpKind(world);
});
afterAll(() => world.close());

/** Two topics, and a post in the first. */
beforeEach(async () => {
  await world.sql.query('delete from public.thread_topics where thread_id = $1', [ids.thread]);
  for (const [position, name] of ['Lenses', 'Light'].entries()) {
    const [row] = await world.sql.query<{ id: string }>(
      'insert into public.thread_topics (account_id, thread_id, name, position) values ($1, $2, $3, $4) returning id',
      [world.demo, ids.thread, name, position + 1],
    );
    ids[name] = row?.id ?? '';
  }
  await world.sql.query('update public.thread_posts set topic_id = $2 where id = $1', [ids.shown, ids.Lenses]);
});

const save = (person: Person, topics: unknown) =>
  world.database
    .as(world.caller(person))
    .query('select public.set_thread_topics($1, $2)', [ids.thread, JSON.stringify(topics)]);
const topics = () =>
  world.sql.query<{ id: string; name: string }>(
    'select id, name from public.thread_topics where thread_id = $1 order by position',
    [ids.thread],
  );

matrix(
  () => world,
  [
    [
      'see the topics of a thread',
      'select id from public.thread_topics where thread_id = {thread}',
      { owner: 2, instructor: 2, student: 2, member: 2, parent: 2, others: 0 },
    ],
    [
      'say which topics there are',
      `select public.set_thread_topics({thread}, '[{"name": "Prints"}]')`,
      { owner: 1, instructor: 1, parent: 1, visitor: '42501', others: 'not_found' },
    ],
    [
      'add a topic by hand',
      `insert into public.thread_topics (account_id, thread_id, name, position) values ({demo}, {thread}, 'X', 9)`,
      { others: '42501' },
    ],
    [
      'move a post of the member to another topic',
      'select public.set_post_topic({shown}, {Light})',
      { owner: 1, instructor: 1, parent: 1, member: 1, visitor: '42501', others: 'not_found' },
    ],
    ['rename a topic by hand', `update public.thread_topics set name = 'X' where id = {Light}`, { others: '42501' }],
    ['delete a topic by hand', 'delete from public.thread_topics where id = {Light}', { others: '42501' }],
    [
      'write in a topic',
      `select from private.add_thread_post({thread}, null, 'Look.', false, '{}', {Light})`,
      { owner: 1, instructor: 1, parent: 1, member: 1, visitor: '42501', others: 'not_found' },
    ],
  ],
  () => ids,
);

test('topics are renamed, put in another order and added in one go', async () => {
  await save('owner', [
    { name: ' Prints ' },
    { id: ids.Light, name: 'Light and shade' },
    { id: ids.Lenses, name: 'Lenses' },
  ]);
  expect((await topics()).map(({ name }) => name)).toEqual(['Prints', 'Light and shade', 'Lenses']);
  expect((await topics())[2]?.id).toBe(ids.Lenses);
});

test('a topic that is deleted leaves its posts where they are', async () => {
  await save('owner', [{ id: ids.Light, name: 'Light' }]);
  const [post] = await world.sql.query('select status, topic_id from public.thread_posts where id = $1', [ids.shown]);
  expect(post).toEqual({ status: 'shown', topic_id: null });
});

test('an author moves their post to another topic and to none, but to no topic of elsewhere, and no reply', async () => {
  const move = (topic: string | null | undefined, post = ids.own) =>
    world.database.as(world.caller('member')).query('select public.set_post_topic($1, $2)', [post, topic]);
  const [own] = await world.sql.query<{ id: string }>(
    `insert into public.thread_posts (account_id, thread_id, member_id, author_name, content, status)
     select account_id, $2, id, 'M', 'Mine', 'shown' from public.members where email = 'member@demo.test' and account_id = $1 returning id`,
    [world.demo, ids.thread],
  );
  ids.own = own?.id ?? '';
  const topicOf = async () =>
    (
      await world.sql.query<{ topic_id: string }>('select topic_id from public.thread_posts where id = $1', [ids.own])
    )[0]?.topic_id;
  await move(ids.Light);
  expect(await topicOf()).toBe(ids.Light);
  await move(null);
  expect(await topicOf()).toBeNull();
  expect(await refused(move(crypto.randomUUID()))).toBe('not_found');
  await world.sql.query('update public.thread_posts set parent_id = $1 where id = $2', [ids.shown, ids.own]);
  expect(await refused(move(ids.Light))).toBe('not_found');
  await world.sql.query('delete from public.thread_posts where id = $1', [ids.own]);
});

describe('refused', () => {
  const many = Array.from({ length: 31 }, (_, index) => ({ name: `Topic ${index}` }));
  test.each([
    ['an empty name', [{ name: ' ' }]],
    ['a name of 61 characters', [{ name: 'x'.repeat(61) }]],
    ['the same name twice', [{ name: 'Light' }, { name: 'light' }]],
    ['31 topics', many],
    ['no list', { name: 'Light' }],
  ])('%s', async (_what, list) => {
    expect(await refused(save('owner', list))).toBe('invalid');
    expect((await topics()).length).toBe(2);
  });

  test('a topic of another thread, and a topic for a reply', async () => {
    const write = (thread: string | undefined, reply: string | null | undefined) =>
      world.database
        .as(world.caller('owner'))
        .query("select from private.add_thread_post($1, $2, 'Here.', false, '{}', $3)", [thread, reply, ids.Light]);
    expect(await refused(write(ids.open, null))).toBe('not_found');
    expect(await refused(write(ids.thread, ids.shown))).toBe('not_found');
  });
});
