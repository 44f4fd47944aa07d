import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countOf, matrix, membersOfDemo, memberWith } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let post = '';
let quiet = '';
let shown = '';
let waiting = '';
beforeAll(async () => {
  world = await openWorld();
  const idOf = async (text: string, values: unknown[] = [world.demo]) =>
    (await world.sql.query<{ id: string }>(text, values))[0]?.id ?? '';
  post = await idOf(`select id from public.posts where account_id = $1 and slug = 'why-shade-is-blue'`);
  quiet = await idOf(
    `update public.posts set settings = '{"isQuiet": true}' where account_id = $1 and slug = 'a-prism-a-torch-and-a-bowl-of-milk' returning id`,
  );
  shown = await idOf(
    `select c.id from public.post_comments c join public.members m on m.id = c.member_id join auth.users u on u.id = m.user_id
      where c.account_id = $1 and u.email = 'student@demo.test' and c.status = 'shown' and c.parent_id is null`,
  );
  waiting = await idOf(`select id from public.post_comments where account_id = $1 and status = 'waiting'`);
});
afterAll(() => world.close());

matrix(
  () => world,
  [
    ['read a comment that is shown', 'select content from public.post_comments where id = {shown}', { others: 1 }],
    [
      'read a comment that waits',
      'select content from public.post_comments where id = {waiting}',
      { owner: 1, instructor: 1, member: 1, others: 0 },
    ],
    [
      'write a comment past the mask',
      `insert into public.post_comments (account_id, post_id, author_name, content) values ({demo}, {post}, 'X', 'x') returning id`,
      { others: '55000' },
    ],
    [
      'write a comment',
      `select from private.add_post_comment({post}, null, 'Thank you.', false)`,
      { ...membersOfDemo(1), visitor: '42501', others: 'not_found' },
    ],
    [
      'write where nobody may',
      `select from private.add_post_comment({quiet}, null, 'Thank you.', false)`,
      { ...membersOfDemo('comments_closed'), visitor: '42501', others: 'not_found' },
    ],
    [
      'change what another said',
      `update public.post_comments set content = 'x' where id = {shown} returning id`,
      { others: '55000' },
    ],
    [
      'show what waits past the functions',
      `update public.post_comments set status = 'shown' where id = {waiting} returning id`,
      { others: '55000' },
    ],
    [
      'show several comments at once',
      `select n from (select public.decide_post_comments(array[{shown}, {waiting}]::uuid[], 'shown') as n) x where (n ->> 'changed')::int > 0`,
      { owner: 1, instructor: 1, visitor: '42501', others: 0 },
    ],
    [
      'remove several comments at once',
      `select n from (select public.remove_post_comments(array[{shown}, {waiting}]::uuid[]) as n) x where (n ->> 'changed')::int = 2`,
      { owner: 1, instructor: 1, visitor: '42501', others: 0 },
    ],
    [
      'remove one’s own among several',
      `select n from (select public.remove_post_comments(array[{shown}, {waiting}]::uuid[]) as n) x where (n ->> 'changed')::int > 0`,
      { owner: 1, instructor: 1, member: 1, visitor: '42501', others: 0 },
    ],
    [
      'remove a comment past the functions',
      'delete from public.post_comments where id = {shown} returning id',
      { others: '55000' },
    ],
    [
      'remove a comment that others replied to',
      `select n from (select public.remove_post_comments(array[{shown}]::uuid[]) as n) x where (n ->> 'changed')::int > 0`,
      { owner: 1, instructor: 1, visitor: '42501', others: 0 },
    ],
    [
      'report a comment',
      `select public.report_post_comment({shown}, 'Rude')`,
      { ...membersOfDemo(1), student: 'not_found', visitor: '42501', others: 'not_found' },
    ],
    [
      'read what was reported',
      'select id from public.post_comment_reports where account_id = {demo}',
      { owner: 1, instructor: 1, parent: 1, visitor: '42501', others: 0 },
    ],
    [
      'report in another’s name',
      `insert into public.post_comment_reports (account_id, comment_id, member_id)
        select {demo}, {shown}, id from public.members limit 1 returning id`,
      { others: '55000' },
    ],
  ],
  () => ({ post, quiet, shown, waiting }),
);

const addComment = (person: 'owner' | 'student' | 'member' | 'parent', body: string, isMasked = false) =>
  world.attempt(person, 'select made.status from private.add_post_comment($1, null, $2, $3) made', [
    post,
    body,
    isMasked,
  ]);

describe('a comment that its author takes back', () => {
  async function threadOf(replier: 'student' | 'member'): Promise<string> {
    const rows = await world.sql.query<{ id: string }>(
      `with people as (select u.email, m.id, m.name from public.members m join auth.users u on u.id = m.user_id where m.account_id = $1),
         parent as (insert into public.thread_posts (account_id, thread_id, member_id, author_name, content, status)
           select $1, t.id, people.id, name, 'A question', 'shown' from people, public.threads t
            where email = 'student@demo.test' and t.subject_id = $2 returning account_id, thread_id, id)
       insert into public.thread_posts (account_id, thread_id, parent_id, reply_to_id, member_id, author_name, content, status)
         select $1, thread_id, parent.id, parent.id, people.id, name, 'A reply', 'shown' from people, parent where email = $3 returning parent_id as id`,
      [world.demo, post, `${replier}@demo.test`],
    );
    return rows[0]?.id ?? '';
  }
  const withdraw = (person: 'student' | 'parent', id: string) =>
    world.database.as(world.caller(person)).query('select public.withdraw_post_comment($1)', [id]);
  const threadNow = (id: string) =>
    world.sql.query(
      'select author_name, content from public.post_comments where id = $1 or parent_id = $1 order by parent_id nulls first',
      [id],
    );

  test('loses its words and its name, and keeps what others replied', async () => {
    const id = await threadOf('member');
    const direct = await world.attempt(
      'student',
      `select public.remove_post_comments(array[$1::uuid]) ->> 'changed' as n`,
      [id],
    );
    expect(direct).toEqual({ rows: [{ n: '0' }] });
    await expect(withdraw('parent', id)).rejects.toMatchObject({ detail: 'not_found' });
    await withdraw('student', id);
    const [comment, reply] = await threadNow(id);
    expect(comment).toEqual({ author_name: '—', content: '—' });
    expect(reply).toMatchObject({ content: 'A reply' });
  });

  test('goes with its own replies where nobody else replied', async () => {
    const id = await threadOf('student');
    await withdraw('student', id);
    expect(await threadNow(id)).toEqual([]);
  });
});

describe('what is said', () => {
  test.each([
    ['by somebody new waits', 'parent', 'Good.', false, 'waiting'],
    ['by somebody who was shown before is shown', 'student', 'Good.', false, 'shown'],
    ['with a link waits', 'student', 'See https://example.org', false, 'waiting'],
    ['with a masked word waits', 'student', '**** good.', true, 'waiting'],
    ['by those who run the site is shown', 'owner', 'See https://example.org', false, 'shown'],
  ] as const)('%s', async (_, person, words, isMasked, status) => {
    expect(await addComment(person, words, isMasked)).toEqual({ rows: [{ status }] });
  });

  test('six times within ten minutes is refused the sixth time', async () => {
    const outcome = world.database.as(world.caller('parent')).transaction(async (tx) => {
      for (let count = 0; count < 6; count++)
        await tx.query('select from private.add_post_comment($1, null, $2, false)', [post, `Number ${count}`]);
    });
    await expect(outcome).rejects.toMatchObject({ detail: 'too_many_comments' });
  });

  test('in answer to an answer stands under the same comment', async () => {
    const outcome = await world.attempt(
      'student',
      `select made.parent_id from public.post_comments c, private.add_post_comment($1, c.id, 'And then?', false) made
        where c.parent_id = $2 and c.status = 'shown' limit 1`,
      [post, shown],
    );
    expect(outcome).toEqual({ rows: [{ parent_id: shown }] });
  });

  test('and reported by three people waits for those who run the site, who begin anew by showing it', async () => {
    for (const person of ['owner', 'member'] as const)
      await world.database.as(world.caller(person)).query('select public.report_post_comment($1)', [shown]);
    const state = async () =>
      world.sql.query(
        `select c.status, (select count(*)::int from public.post_comment_reports r where r.comment_id = c.id) as reports
           from public.post_comments c where c.id = $1`,
        [shown],
      );
    expect(await state()).toEqual([{ status: 'waiting', reports: 3 }]);
    expect(countOf(await world.attempt('visitor', 'select from public.post_comments where id = $1', [shown]))).toBe(0);
    await world.database
      .as(world.caller('owner'))
      .query(`select public.decide_post_comments(array[$1::uuid], 'shown')`, [shown]);
    expect(await state()).toEqual([{ status: 'shown', reports: 0 }]);
  });

  test('reported by fifty at the same moment waits too, with three reports and no more', async () => {
    const people = await Promise.all(Array.from({ length: 50 }, () => memberWith(world, world.demo, [])));
    // Each transaction stays open after its report, so that concurrent ones count before it is committed.
    const report = 'select pg_sleep(0.02) from public.report_post_comment($1)';
    const outcomes = await Promise.allSettled(people.map((person) => world.database.as(person).query(report, [shown])));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ detail: 'not_found' });
    expect(await world.sql.query('select status from public.post_comments where id = $1', [shown])).toEqual([
      { status: 'waiting' },
    ]);
    await world.sql.query(`update public.thread_posts set status = 'shown' where id = $1`, [shown]);
  });

  test('stays without a name when its author is removed by those who run the site', async () => {
    const [stored] = await world.sql.query<{ content: string }>(
      'select content from public.post_comments where id = $1',
      [shown],
    );
    await world.sql.query(
      `delete from public.members m using public.post_comments c where c.id = $1 and (m.account_id, m.id) = (c.account_id, c.member_id)`,
      [shown],
    );
    expect(
      await world.sql.query('select author_name, content, member_id from public.post_comments where id = $1', [shown]),
    ).toEqual([{ author_name: '—', content: stored?.content, member_id: null }]);
  });
});
