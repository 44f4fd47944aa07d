import { afterAll, beforeAll, expect, test } from 'vitest';
import { arrangeMadeUpKind, type MadeUp } from '#tests/db/made-up-kind.ts';
import { matrix } from '#tests/db/matrix.ts';
import { refused } from '#tests/db/shop.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';

let world: World;
let ids: MadeUp & { reply: string; other: string };
beforeAll(async () => {
  world = await openWorld();
  const kind = await arrangeMadeUpKind(world);
  await world.sql.query(`update private.thread_kinds set takes_answers = true where kind = 'made_up'`);
  const reply = async (content: string) =>
    (
      await world.sql.query<{ id: string }>(
        `insert into public.thread_posts (account_id, thread_id, parent_id, reply_to_id, member_id, author_name, content, status)
         values ($1, $2, $3, $3, $4, 'A parent', $5, 'shown') returning id`,
        [world.demo, kind.thread, kind.shown, kind.parent, content],
      )
    )[0]?.id ?? '';
  ids = { ...kind, reply: await reply('Like this.'), other: await reply('Or like that.') };
});
afterAll(() => world.close());

const accept = (person: Person, post: string, isAccepted = true) =>
  world.database.as(world.caller(person)).query('select public.accept_thread_answer($1, $2)', [post, isAccepted]);
const accepted = async () =>
  (await world.sql.query<{ id: string }>('select id from public.thread_posts where accepted_at is not null')).map(
    ({ id }) => id,
  );

// The member of demo wrote the post, the parent moderates its subject; the student may only read it.
matrix(
  () => world,
  [
    [
      'marks the answer to a post',
      'select public.accept_thread_answer({reply}, true)',
      { owner: 1, instructor: 1, parent: 1, member: 1, visitor: '42501', others: 'not_found' },
    ],
    [
      'marks a post that is no reply',
      'select public.accept_thread_answer({shown}, true)',
      { visitor: '42501', others: 'not_found' },
    ],
    [
      'marks past the function',
      'update public.thread_posts set accepted_at = now() where id = {reply} returning id',
      { others: '42501' },
    ],
  ],
  () => ids,
);

test('a post has one accepted answer, and none when the mark is taken back', async () => {
  await accept('member', ids.reply);
  await accept('parent', ids.other);
  expect(await accepted()).toEqual([ids.other]);
  await accept('member', ids.other, false);
  expect(await accepted()).toEqual([]);
});

test('where a kind takes no answers none is marked', async () => {
  await world.sql.query(`update private.thread_kinds set takes_answers = false where kind = 'made_up'`);
  expect(await refused(accept('member', ids.reply))).toBe('not_found');
  await world.sql.query(`update private.thread_kinds set takes_answers = true where kind = 'made_up'`);
});

test('an answer that is taken back leaves no mark behind', async () => {
  await accept('member', ids.reply);
  await world.sql.query('select private.clear_thread_post($1, $2)', [world.demo, ids.reply]);
  expect(await accepted()).toEqual([]);
});
