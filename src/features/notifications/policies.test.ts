import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countOf, everyone, matrix, membersOfDemo, userIdOf } from '#tests/matrix.ts';
import { openWorld, type World } from '#tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await world.sql.query('delete from public.account_notifications');
  // One for everybody there is, in both accounts, whether or not they are members there.
  for (const account of [world.demo, world.atelier])
    await world.sql.query(
      `select private.notify($1, id, '<p>For ' || private.escape_html(email) || '</p>', 3, '/dashboard') from auth.users`,
      [account],
    );
});
afterAll(() => world.close());

matrix(
  () => world,
  [
    [
      'reads what is waiting on demo',
      'select * from public.account_notifications where account_id = {demo}',
      { ...membersOfDemo(1), visitor: '42501', others: 0 },
    ],
    [
      'reads what is waiting on atelier',
      'select * from public.account_notifications where account_id = {atelier}',
      { visitor: '42501', atelierOwner: 1, atelierStudent: 1, both: 1, others: 0 },
    ],
    [
      'reads what waits for somebody else',
      'select * from public.account_notifications where user_id <> auth.uid()',
      { visitor: '42501', others: 0 },
    ],
    [
      'marks all of demo as read',
      'update public.account_notifications set read = true where account_id = {demo} returning 1',
      { ...membersOfDemo(1), visitor: '42501', others: 0 },
    ],
    [
      'rewrites a message',
      `update public.account_notifications set message = 'Pay here' where account_id = {demo}`,
      { others: '42501' },
    ],
    [
      'hands theirs to somebody else',
      'update public.account_notifications set user_id = gen_random_uuid() where account_id = {demo}',
      { others: '42501' },
    ],
    [
      'writes one to everybody',
      `insert into public.account_notifications (account_id, user_id, message) values ({demo}, auth.uid(), 'Hello')`,
      { others: '42501' },
    ],
    ['removes one', 'delete from public.account_notifications where account_id = {demo}', { others: '42501' }],
    [
      'notifies by the product’s own function',
      `select private.notify({demo}, auth.uid(), 'Hello')`,
      { others: '42501' },
    ],
    [
      'rings the bell of demo’s room',
      `insert into realtime.messages (topic, extension, event, private) values ('onlineUsers:' || {demo}, 'broadcast', 'notification', true)`,
      { others: '42501' },
    ],
  ],
);

describe('the room of an account', () => {
  test.each(everyone)('%s asks to enter demo’s', async (person) => {
    const outcome = await world.attempt(person, `select realtime.topic_rights('onlineUsers:' || $1) as rights`, [
      world.demo,
    ]);
    const isMember = person in membersOfDemo(1);
    expect(outcome).toEqual({
      rows: [
        { rights: { readBroadcast: isMember, readPresence: isMember, writeBroadcast: false, writePresence: isMember } },
      ],
    });
  });

  test('hears for whom something waits, and not what', async () => {
    const student = await userIdOf(world, 'student@demo.test');
    await world.sql.query('delete from realtime.messages');
    await world.sql.query(`select private.notify($1, $2, '<p>Your order is paid.</p>')`, [world.demo, student]);
    expect(await world.sql.query('select topic, event, private, payload from realtime.messages')).toEqual([
      {
        topic: `onlineUsers:${world.demo}`,
        event: 'notification',
        private: true,
        payload: expect.objectContaining({ type: 'other', data: { user_id: student } }),
      },
    ]);
    const [row] = await world.sql.query<{ payload: object }>('select payload from realtime.messages');
    expect(JSON.stringify(row)).not.toContain('paid');
  });
});

test('what people wrote can’t become markup', async () => {
  const [row] = await world.sql.query<{ html: string }>('select private.escape_html($1) as html', [
    `<img src=x onerror="alert('&')">`,
  ]);
  expect(row?.html).toBe(`&lt;img src=x onerror=&quot;alert('&amp;')&quot;&gt;`);
});

test.each([
  ['a link that leaves the site', `select private.notify($1, $2, 'Hello', 2, 'https://elsewhere.test')`],
  ['a severity there is not', `select private.notify($1, $2, 'Hello', 9)`],
  ['an empty message', `select private.notify($1, $2, '')`],
])('%s is refused', async (_, text) => {
  const student = await userIdOf(world, 'student@demo.test');
  await expect(world.sql.query(text, [world.demo, student])).rejects.toMatchObject({ code: '23514' });
});

test('a message to a reader who has left is not in sight', async () => {
  const outcome = await world.attempt('removed', 'select from public.account_notifications');
  expect(countOf(outcome)).toBe(0);
});
