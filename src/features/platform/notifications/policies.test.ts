import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { countOf, everyone, matrix, membersOfDemo, sessionOf, userIdOf } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await world.sql.query('delete from public.account_notifications');
  // One for every user in both accounts, whether or not they are members there.
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

  test('is not entered in the place of somebody one has signed in as', async () => {
    const student = await userIdOf(world, 'student@demo.test');
    const caller = await sessionOf(world, world.demo, student);
    await world.sql.query(
      `update private.session_accounts set actor_id = $2, expires_at = now() + interval '10 minutes' where session_id = $1`,
      [caller.claims.session_id, await userIdOf(world, 'owner@demo.test')],
    );
    expect(
      await world.attempt(caller, `select realtime.topic_rights('onlineUsers:' || $1) ->> 'writePresence' as may`, [
        world.demo,
      ]),
    ).toEqual({ rows: [{ may: 'false' }] });
  });

  test('receives the recipient of a notification, and not its message', async () => {
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

test('user text can’t become markup', async () => {
  const [row] = await world.sql.query<{ html: string }>('select private.escape_html($1) as html', [
    `<img src=x onerror="alert('&')">`,
  ]);
  expect(row?.html).toBe(`&lt;img src=x onerror=&quot;alert('&amp;')&quot;&gt;`);
});

test.each([
  ['a link that leaves the site', `select private.notify($1, $2, 'Hello', 2, 'https://elsewhere.test')`],
  ['a severity there is not', `select private.notify($1, $2, 'Hello', 9)`],
  ['words whose key is none', `select private.notify_localized($1, $2, 'two words', 'Hello')`],
  [
    'words that are too long',
    `select private.notify_localized($1, $2, 'longOne', 'Hello', jsonb_build_object('a', (select string_agg(md5(n::text), '') from generate_series(1, 400) n)))`,
  ],
  ...['7', '{}', '{"key": "orderPaid"}', '{"key": "orderPaid", "values": {}, "more": 1}'].map(
    (localized): [string, string] => [
      `${localized} for words`,
      `insert into public.account_notifications (account_id, user_id, message, said) values ($1, $2, 'Hello', '${localized}')`,
    ],
  ),
  ['an empty message', `select private.notify($1, $2, '')`],
])('%s is refused', async (_, text) => {
  const student = await userIdOf(world, 'student@demo.test');
  await expect(world.sql.query(text, [world.demo, student])).rejects.toMatchObject({ code: '23514' });
});

test('what is told by key keeps its values as they were written, and says them in English as HTML', async () => {
  const student = await userIdOf(world, 'student@demo.test');
  const values = { title: '<b>{{count}}</b>', count: 3, word: { key: 'meter.courses', values: {}, text: 'a & b' } };
  const [row] = await world.sql.query<{ id: string }>(
    `select private.notify_localized($1, $2, 'someKey', '{{title}}: {{count}} of {{word}}, {{count}}.', $3, 3, '/dashboard', 'learning') as id`,
    [world.demo, student, values],
  );
  expect(
    await world.database
      .as(world.caller('student'))
      .query('select message, said, severity, link, kind from public.account_notifications where id = $1', [row?.id]),
  ).toEqual([
    {
      message: '&lt;b&gt;&#123;&#123;count}}&lt;/b&gt;: 3 of a &amp; b, 3.',
      said: { key: 'someKey', values },
      severity: 3,
      link: '/dashboard',
      kind: 'learning',
    },
  ]);
});

test('a removed member cannot read their notifications', async () => {
  const outcome = await world.attempt('removed', 'select from public.account_notifications');
  expect(countOf(outcome)).toBe(0);
});

describe('a notification', () => {
  const preferencesTable = 'public.notification_preferences';
  const browsers = 'public.push_subscriptions';
  const p256dh = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';
  const auth = 'BTBZMqHH6r4Tts7J_aSIgg';
  const endpoint = 'https://push.example/one';
  let student: string;
  beforeAll(async () => {
    student = await userIdOf(world, 'student@demo.test');
  });
  beforeEach(async () => {
    await world.sql.query('delete from public.account_notifications');
    await world.sql.query('delete from public.notification_preferences');
    await world.sql.query('delete from public.push_subscriptions');
    await world.sql.query('delete from private.outbox');
    await world.sql.query('delete from realtime.messages');
    await world.sql.query('update public.members set time_zone = null where user_id = $1', [student]);
  });
  const notify = async (kind = 'general', message = 'Something') => {
    const [row] = await world.sql.query<{ id: string }>('select private.notify($1, $2, $3, 2, null, $4) as id', [
      world.demo,
      student,
      message,
      kind,
    ]);
    return row?.id ?? '';
  };
  const savePreferences = (columns: Record<string, unknown>) => {
    const names = Object.keys(columns);
    return world.sql.query(
      `insert into ${preferencesTable} (account_id, user_id, ${names.join(', ')}) values ($1, $2, ${names.map((_, at) => `$${at + 3}`).join(', ')})`,
      [world.demo, student, ...Object.values(columns)],
    );
  };
  const subscribe = (address = endpoint) =>
    world.sql.query(
      `insert into ${browsers} (account_id, user_id, endpoint, p256dh_key, auth_secret) values ($1, $2, $3, $4, $5)`,
      [world.demo, student, address, p256dh, auth],
    );
  const sends = async () =>
    (
      await world.sql.query<{ channel: string; wait: number }>(
        `select s.channel, extract(epoch from s.due_at - n.created_at)::float8 as wait
           from private.notification_sends s join public.account_notifications n on n.id = s.notification_id order by 1`,
      )
    ).map(({ channel, wait }) => [channel, wait]);
  const queued = (queue: string) =>
    world.sql.query<{ payload: { notification_ids?: string[] } }>(
      'select payload from private.outbox where queue = $1 order by id',
      [queue],
    );
  const later = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const claimMails = async (minutes: number) =>
    (await world.sql.query<{ count: number }>('select private.claim_mails($1) as count', [later(minutes)]))[0]?.count;

  test('is mailed five minutes later, once, however many ask', async () => {
    const id = await notify();
    expect(await sends()).toEqual([['email', 300]]);
    expect(await claimMails(4)).toBe(0);
    const counts = await Promise.all(Array.from({ length: 10 }, () => claimMails(6)));
    expect(counts.reduce<number>((sum, count) => sum + (count ?? 0), 0)).toBe(1);
    expect((await queued('notification-mail')).map(({ payload }) => payload.notification_ids)).toEqual([[id]]);
    expect(await claimMails(60)).toBe(0);
  });

  test.each([
    ['read', 'update public.account_notifications set read = true where account_id = $1'],
    ['seen in the list', 'select public.see_notifications($1)'],
  ])('that was %s is not mailed, nor pushed', async (_, statement) => {
    await subscribe();
    await savePreferences({ quiet_from: '00:00', quiet_until: '23:59' });
    await notify();
    await world.database.as(world.caller('student')).query(statement, [world.demo]);
    expect(await claimMails(3 * 24 * 60)).toBe(0);
    await world.sql.query('select private.claim_pushes($1)', [later(3 * 24 * 60)]);
    expect(await queued('push')).toEqual([]);
    const [row] = await world.sql.query<{ is_seen: boolean }>(
      'select seen_at is not null as is_seen from public.account_notifications',
    );
    expect(row?.is_seen).toBe(true);
  });

  test('that was seen stays unread until it is pressed', async () => {
    await notify();
    await world.database.as(world.caller('student')).query('select public.see_notifications($1)', [world.demo]);
    expect(await world.sql.query('select read from public.account_notifications')).toEqual([{ read: false }]);
  });

  test('is pushed at once to each browser, together with others of the same time', async () => {
    await subscribe();
    await subscribe('https://push.example/two');
    const ids = [await notify('general', 'One'), await notify('general', 'Two')];
    expect(await queued('notification-push')).toHaveLength(2);
    const [row] = await world.sql.query<{ count: number }>('select private.claim_pushes() as count');
    expect(row?.count).toBe(2);
    const deliveries = await world.sql.query<{ notification_ids: string[] }>(
      'select notification_ids from private.push_deliveries',
    );
    expect(deliveries.map(({ notification_ids }) => [...notification_ids].sort())).toEqual([
      [...ids].sort(),
      [...ids].sort(),
    ]);
    expect(await queued('push')).toHaveLength(2);
  });

  test('without a push subscription schedules no push', async () => {
    await notify();
    expect(await queued('notification-push')).toEqual([]);
  });

  test.each([
    ['by mail', { no_email: ['sales'] }, [['push', 0]]],
    ['by push', { no_push: ['sales'] }, [['email', 300]]],
    ['by neither', { no_email: ['sales'], no_push: ['sales'] }, []],
    [
      'of another kind',
      { no_email: ['forms'], no_push: ['general'] },
      [
        ['email', 300],
        ['push', 0],
      ],
    ],
  ])('of a kind that is off %s goes where it is on', async (_, off, expected) => {
    await subscribe();
    await savePreferences(off);
    await notify('sales');
    expect(await sends()).toEqual(expected);
  });

  test('whose feature mails by itself is not mailed again', async () => {
    await subscribe();
    for (const kind of ['orders', 'tickets', 'forms', 'webhooks']) await notify(kind);
    expect((await sends()).map(([channel]) => channel)).toEqual(['push', 'push', 'push', 'push']);
  });

  test('of a kind that is off in the product stands in the list as read, rings nobody, and is mailed all the same', async () => {
    await savePreferences({ no_app: ['learning'] });
    await notify('learning');
    expect(await world.sql.query('select read from public.account_notifications')).toEqual([{ read: true }]);
    expect(await world.sql.query('select from realtime.messages')).toEqual([]);
    expect(await sends()).toEqual([['email', 300]]);
    await notify('sales');
    expect(await world.sql.query('select from realtime.messages')).toHaveLength(1);
  });

  test('that waits follows what is wished meanwhile', async () => {
    await subscribe();
    await savePreferences({ email_rhythm: 'daily', quiet_from: '00:00', quiet_until: '23:59' });
    await notify();
    // The delay depends on the hour the test runs at.
    const before = await sends();
    expect(before.map(([channel]) => channel)).toEqual(['email', 'push']);
    expect(before).not.toContainEqual(['email', 300]);
    await world.database
      .as(world.caller('student'))
      .query(
        `update ${preferencesTable} set email_rhythm = 'soon', quiet_from = null, quiet_until = null, no_push = '{general}' where account_id = $1`,
        [world.demo],
      );
    expect(await sends()).toEqual([['email', 300]]);
  });

  test('waits by the clock of where the person lives now', async () => {
    await savePreferences({ email_rhythm: 'daily', time_zone: 'UTC' });
    await notify();
    const due = async () =>
      (
        await world.sql.query<{ due: string }>(
          `select to_char(due_at at time zone 'Asia/Tokyo', 'HH24:MI') as due from private.notification_sends`,
        )
      )[0]?.due;
    expect(await due()).toBe('17:00');
    await world.database
      .as(world.caller('student'))
      .query(`update public.members set time_zone = 'Asia/Tokyo' where user_id = auth.uid() and account_id = $1`, [
        world.demo,
      ]);
    expect(await due()).toBe('08:00');
  });

  test('stands in exactly one mail of the day', async () => {
    await savePreferences({ email_rhythm: 'daily' });
    const days = 24 * 60;
    const made: string[] = [];
    for (let day = 0; day < 3; day++) {
      made.push(await notify('general', `a${day}`), await notify('general', `b${day}`));
      for (let hour = 0; hour < 24; hour++) await claimMails(day * days + hour * 60);
      await claimMails((day + 1) * days + 5);
    }
    const mailed = (await queued('notification-mail')).flatMap(({ payload }) => payload.notification_ids ?? []);
    expect([...mailed].sort()).toEqual([...made].sort());
  });

  test('is pushed to nobody once the plan’s pushes are used up, and its owner hears of it', async () => {
    await subscribe();
    await world.sql.query(
      `update public.accounts set limit_overrides = limit_overrides || '{"push": 2}' where account_id = $1`,
      [world.demo],
    );
    await world.sql.query(`delete from public.usage_meters where account_id = $1 and meter = 'push'`, [world.demo]);
    await world.sql.query(`delete from private.meter_uses where account_id = $1 and meter = 'push'`, [world.demo]);
    for (const message of ['One', 'Two', 'Three']) {
      await notify('general', message);
      await world.sql.query('select private.claim_pushes()');
    }
    expect(await queued('push')).toHaveLength(2);
    await world.sql.query(
      "select private.settle_push(account_id, id, 'delivered') from private.push_deliveries where status = 'waiting'",
    );
    expect(
      await world.sql.query(`select used from public.usage_meters where account_id = $1 and meter = 'push'`, [
        world.demo,
      ]),
    ).toEqual([{ used: '2' }]);
    const notified = await world.sql.query(
      `select from public.account_notifications where kind = 'account' and message like '%push%'`,
    );
    expect(notified.length).toBeGreaterThan(0);
    await world.sql.query(
      `update public.accounts set limit_overrides = limit_overrides - 'push' where account_id = $1`,
      [world.demo],
    );
  });

  test('has a kind', async () => {
    await world.sql.query(
      `insert into public.account_notifications (account_id, user_id, type, message) values ($1, $2, 'chat', 'Hello')`,
      [world.demo, student],
    );
    expect(await world.sql.query('select kind from public.account_notifications')).toEqual([{ kind: 'messages' }]);
    await expect(notify('gossip')).rejects.toMatchObject({ code: '23514' });
  });
});
