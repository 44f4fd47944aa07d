import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { arrangeMadeUpKind, type MadeUp } from '#tests/db/made-up-kind.ts';
import { matrix, membersOfDemo } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let ids: MadeUp;
let question = '';
beforeAll(async () => {
  world = await openWorld();
  ids = await arrangeMadeUpKind(world);
  const [row] = await world.sql.query<{ id: string }>(
    `select id from public.thread_posts where account_id = $1 and content like 'I set%'`,
    [world.demo],
  );
  question = row?.id ?? '';
});
afterAll(() => world.close());

const moderators = { owner: 1, instructor: 1, parent: 1 };
const changed = (call: string) => `select n from (select ${call} as n) x where (n ->> 'changed')::int = 1`;

matrix(
  () => world,
  [
    [
      'report a post',
      `select public.report_thread_post({question}, 'Rude')`,
      { ...membersOfDemo(1), student: 'not_found', visitor: '42501', others: 'not_found' },
    ],
    [
      'report in a thread that some may see',
      `select public.report_thread_post({shown}, 'Rude')`,
      { owner: 1, instructor: 1, student: 1, parent: 1, visitor: '42501', others: 'not_found' },
    ],
    ['report what waits', `select public.report_thread_post({waiting})`, { visitor: '42501', others: 'not_found' }],
    [
      'show a post',
      changed(`public.decide_thread_posts(array[{waiting}]::uuid[], 'shown')`),
      { ...moderators, visitor: '42501', others: 0 },
    ],
    [
      'hide a post',
      changed(`public.decide_thread_posts(array[{shown}]::uuid[], 'hidden')`),
      { ...moderators, visitor: '42501', others: 0 },
    ],
    [
      'decide something else',
      `select public.decide_thread_posts(array[{shown}]::uuid[], 'removed')`,
      { visitor: '42501', others: 'invalid' },
    ],
    [
      'remove a post, or their own that nobody replied to',
      changed(`public.remove_thread_posts(array[{shown}]::uuid[])`),
      { ...moderators, member: 1, visitor: '42501', others: 0 },
    ],
    [
      'lock a thread',
      'select public.lock_thread({thread}, true)',
      { ...moderators, visitor: '42501', others: 'not_found' },
    ],
    [
      'pin a post',
      'select public.pin_thread_post({shown}, true)',
      { ...moderators, visitor: '42501', others: 'not_found' },
    ],
    ['pin what waits', 'select public.pin_thread_post({waiting}, true)', { visitor: '42501', others: 'not_found' }],
    [
      'pin a thread',
      'select public.pin_thread({thread}, true)',
      { ...moderators, visitor: '42501', others: 'not_found' },
    ],
  ],
  () => ({ ...ids, question }),
);

describe('a locked thread', () => {
  test('takes no posts and no edits of anybody, until it is opened', async () => {
    const lock = (isLocked: boolean) =>
      world.database.as(world.caller('parent')).query('select public.lock_thread($1, $2)', [ids.thread, isLocked]);
    const write = (person: 'owner' | 'member') =>
      world.attempt(person, `select from private.add_thread_post($1, null, 'Hello.', false)`, [ids.thread]);
    const edit = () =>
      world.attempt('member', `select from private.edit_thread_post($1, 'Hello.', false)`, [ids.shown]);
    await lock(true);
    expect(await write('owner')).toMatchObject({ refused: 'comments_closed' });
    expect(await write('member')).toMatchObject({ refused: 'comments_closed' });
    expect(await edit()).toMatchObject({ refused: 'comments_closed' });
    await lock(false);
    expect(await write('member')).toMatchObject({ rows: [{}] });
    expect(await edit()).toMatchObject({ rows: [{}] });
  });

  test('is a fact that is recorded once each time', async () => {
    await world.sql.query(`delete from private.events where type like 'thread.%'`);
    for (const isLocked of [true, true, false])
      await world.database.as(world.caller('owner')).query('select public.lock_thread($1, $2)', [ids.thread, isLocked]);
    expect(
      await world.sql.query(
        `select type, facts from private.events where account_id = $1 and type in ('thread.locked', 'thread.unlocked') order by position`,
        [world.demo],
      ),
    ).toEqual(
      ['thread.locked', 'thread.unlocked'].map((type) => ({
        type,
        facts: { thread_id: ids.thread, subject_id: ids.subject },
      })),
    );
  });
});

test('what was taken back is not shown again by a moderator', async () => {
  await world.sql.query(`update public.thread_posts set status = 'removed' where id = $1`, [ids.waiting]);
  const [row] = await world.database
    .as(world.caller('owner'))
    .query<{ n: unknown }>(`select public.decide_thread_posts(array[$1::uuid], 'shown') as n`, [ids.waiting]);
  expect(row?.n).toEqual({ changed: 0, refused: [] });
  await world.sql.query(`update public.thread_posts set status = 'waiting' where id = $1`, [ids.waiting]);
});
