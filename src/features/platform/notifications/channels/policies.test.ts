import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '#base/server/database.ts';
import { matrix, membersOfDemo, sessionOf, userIdOf } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let student: string;
const endpoint = 'https://push.example/one';
const p256dh = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';
const auth = 'BTBZMqHH6r4Tts7J_aSIgg';

beforeAll(async () => {
  world = await openWorld();
  student = await userIdOf(world, 'student@demo.test');
  await world.sql.query('delete from public.notification_preferences');
  await world.sql.query('delete from public.push_subscriptions');
  // For every user in both accounts, whether or not they are members there.
  for (const account of [world.demo, world.atelier]) {
    await world.sql.query(
      'insert into public.notification_preferences (account_id, user_id) select $1, id from auth.users',
      [account],
    );
    await world.sql.query(
      `insert into public.push_subscriptions (account_id, user_id, endpoint, p256dh_key, auth_secret)
       select $1, id, 'https://push.example/' || id, $2, $3 from auth.users`,
      [account, p256dh, auth],
    );
  }
});
afterAll(() => world.close());

const preferencesTable = 'public.notification_preferences';
const browsers = 'public.push_subscriptions';

matrix(
  () => world,
  [
    [
      'reads wishes on demo',
      `select 1 from ${preferencesTable} where account_id = {demo}`,
      { ...membersOfDemo(1), visitor: '42501', others: 0 },
    ],
    [
      'reads the wishes of somebody else',
      `select 1 from ${preferencesTable} where user_id <> auth.uid()`,
      { visitor: '42501', others: 0 },
    ],
    [
      'changes the wishes on demo',
      `update ${preferencesTable} set no_email = array['sales'] where account_id = {demo} returning 1`,
      { ...membersOfDemo(1), visitor: '42501', others: 0 },
    ],
    [
      'says wishes for somebody else',
      `insert into ${preferencesTable} (account_id, user_id) values ({demo}, gen_random_uuid())`,
      { others: '42501' },
    ],
    [
      'hands wishes to somebody else',
      `update ${preferencesTable} set user_id = gen_random_uuid()`,
      { ...everyRowOwner('42501'), visitor: '42501', others: 0 },
    ],
    ['removes wishes', `delete from ${preferencesTable} where account_id = {demo}`, { others: '42501' }],
    [
      'sees browsers on demo',
      `select 1 from ${browsers} where account_id = {demo}`,
      { ...membersOfDemo(1), visitor: '42501', others: 0 },
    ],
    [
      'sees the browsers of somebody else',
      `select 1 from ${browsers} where user_id <> auth.uid()`,
      { visitor: '42501', others: 0 },
    ],
    ['reads the keys of browsers', `select p256dh_key, auth_secret from ${browsers}`, { others: '42501' }],
    [
      'adds a browser past the function',
      `insert into ${browsers} (account_id, user_id, endpoint, p256dh_key, auth_secret) values ({demo}, auth.uid(), 'https://x.example/', '${p256dh}', '${auth}')`,
      { others: '42501' },
    ],
    ['moves a browser', `update ${browsers} set endpoint = 'https://evil.example/'`, { others: '42501' }],
    [
      'silences browsers of demo',
      `delete from ${browsers} where account_id = {demo} returning 1`,
      { ...membersOfDemo(1), visitor: '42501', others: 0 },
    ],
    [
      'is told on demo by a browser',
      `select public.save_push_subscription({demo}, '${endpoint}', '${p256dh}', '${auth}', 'Firefox')`,
      { ...membersOfDemo(1), visitor: '42501', others: 'forbidden' },
    ],
    [
      'has seen what is on demo',
      `select from (select public.see_notifications({demo}) as seen) s where seen is not null`,
      { visitor: '42501', others: 1 },
    ],
    ['takes what is due', `select private.claim_mails()`, { others: '42501' }],
    ['reads what has to go out', `select 1 from private.notification_sends`, { others: '42501' }],
    ['reads the key of push', `select 1 from private.push_keys`, { others: '42501' }],
    ['makes the way out of a mail', `select private.unsubscribe_signature({demo}, auth.uid())`, { others: '42501' }],
  ],
);

/** Callers with a row of their own in the account of their session; changing its owner must fail. */
function everyRowOwner(outcome: string) {
  return { ...membersOfDemo(outcome), atelierOwner: outcome, atelierStudent: outcome, both: outcome };
}

test('who has signed in as somebody neither says what they wish to hear nor listens in their place', async () => {
  const caller: Caller = await sessionOf(world, world.demo, student);
  await world.sql.query(
    `update private.session_accounts set actor_id = $2, expires_at = now() + interval '10 minutes' where session_id = $1`,
    [caller.claims.session_id, await userIdOf(world, 'owner@demo.test')],
  );
  const tried = [
    `update ${preferencesTable} set no_email = '{}' where account_id = '${world.demo}' returning 1`,
    `delete from ${browsers} where account_id = '${world.demo}' returning 1`,
    `select public.save_push_subscription('${world.demo}', '${endpoint}', '${p256dh}', '${auth}')`,
    `select from (select public.see_notifications('${world.demo}') as seen) s where seen > 0`,
  ];
  await world.sql.query('select private.notify($1, $2, $3)', [world.demo, student, 'Unseen']);
  const outcomes = [];
  for (const text of tried) outcomes.push(await world.attempt(caller, text));
  expect(outcomes.map((outcome) => ('rows' in outcome ? outcome.rows.length : outcome.refused))).toEqual([
    0,
    0,
    'acting',
    0,
  ]);
});

describe('a browser', () => {
  const save = (person: 'student' | 'member', address = endpoint) =>
    world.database
      .as(world.caller(person))
      .query('select public.save_push_subscription($1, $2, $3, $4, $5)', [
        world.demo,
        address,
        p256dh,
        auth,
        'Firefox',
      ]);
  const deliveries = (address = endpoint) =>
    world.sql.query(
      `select u.email from ${browsers} s join auth.users u on u.id = s.user_id where s.account_id = $1 and s.endpoint = $2`,
      [world.demo, address],
    );

  test('tells one person: whoever signs in on it next takes it over', async () => {
    await save('student');
    await save('student');
    expect(await deliveries()).toEqual([{ email: 'student@demo.test' }]);
    await save('member');
    expect(await deliveries()).toEqual([{ email: 'member@demo.test' }]);
  });

  test('beyond twenty the least recently used is deleted', async () => {
    await world.sql.query(`delete from ${browsers} where account_id = $1 and user_id = $2`, [world.demo, student]);
    for (let at = 0; at < 21; at++) await save('student', `https://push.example/many/${at}`);
    const rows = await world.sql.query<{ endpoint: string }>(
      `select endpoint from ${browsers} where account_id = $1 and user_id = $2 order by created_at`,
      [world.demo, student],
    );
    expect([rows.length, rows[0]?.endpoint]).toEqual([20, 'https://push.example/many/1']);
  });

  test.each([
    ['an address that is none', 'push.example', p256dh, auth],
    ['an address that is too long', `https://push.example/${'a'.repeat(1_000)}`, p256dh, auth],
    ['a key that is too short', endpoint, p256dh.slice(1), auth],
    ['a secret that is too long', endpoint, p256dh, `${auth}A`],
  ])('is refused for %s', async (_, address, key, secret) => {
    const outcome = await world.attempt('student', 'select public.save_push_subscription($1, $2, $3, $4)', [
      world.demo,
      address,
      key,
      secret,
    ]);
    expect(outcome).toMatchObject({ refused: '23514' });
  });
});

describe('kinds of notifications', () => {
  const notify = (kind: string) =>
    world.sql.query("select private.notify($1, $2, 'Hello', kind => $3)", [world.demo, student, kind]);
  const save = `insert into public.notification_preferences (account_id, user_id, no_push) values ($1, auth.uid(), array[$2])
    on conflict (account_id, user_id) do update set no_push = excluded.no_push`;

  test('are those the features declare: in notifications and in preferences', async () => {
    await expect(notify('dances')).rejects.toMatchObject({ code: '23514' });
    expect(await world.attempt('student', save, [world.demo, 'dances'])).toMatchObject({ refused: '23514' });
    await notify('sales');
    expect(await world.attempt('student', save, [world.demo, 'sales'])).toMatchObject({ rows: [] });
  });

  test('grow with what is declared at the start, and lose none', async () => {
    const kinds = () => world.sql.query<{ kind: string }>('select kind from private.notification_kinds order by kind');
    const before = (await kinds()).map(({ kind }) => kind);
    await world.sql.query("select private.set_notification_kinds('{general,dances}')");
    expect((await kinds()).map(({ kind }) => kind)).toEqual([...before, 'dances'].sort());
    await notify('dances');
    expect(await world.attempt('student', save, [world.demo, 'dances'])).toMatchObject({ rows: [] });
    await world.sql.query("delete from private.notification_kinds where kind = 'dances'");
  });

  test.each(['visitor', 'student', 'owner'] as const)('are not for a %s to read or change', async (who) => {
    for (const sql of [
      'select * from private.notification_kinds',
      "insert into private.notification_kinds (kind) values ('dances')",
      "select private.set_notification_kinds('{dances}')",
    ])
      expect(await world.attempt(who, sql)).toMatchObject({ refused: '42501' });
  });
});

describe('what is due', () => {
  // New York is UTC-5 in winter and UTC-4 in summer; daylight saving time ended on 1 November 2026.
  const ny = 'America/New_York';
  test.each([
    ['a push goes at once', 'now', null, null, ny, '2026-11-21T15:00:00Z', '2026-11-21T15:00:00Z'],
    ['a mail after five minutes', 'soon', null, null, ny, '2026-11-21T15:00:00Z', '2026-11-21T15:05:00Z'],
    [
      'a push in the quiet of the night waits for the morning',
      'now',
      '22:00',
      '07:00',
      ny,
      '2026-11-22T04:00:00Z',
      '2026-11-22T12:00:00Z',
    ],
    ['after midnight too', 'now', '22:00', '07:00', ny, '2026-11-22T11:59:00Z', '2026-11-22T12:00:00Z'],
    ['at its end it is over', 'now', '22:00', '07:00', ny, '2026-11-22T12:00:00Z', '2026-11-22T12:00:00Z'],
    ['at its beginning it has begun', 'now', '22:00', '07:00', ny, '2026-11-22T03:00:00Z', '2026-11-22T12:00:00Z'],
    [
      'a mail that would go a minute into it waits',
      'soon',
      '22:00',
      '07:00',
      ny,
      '2026-11-22T02:56:00Z',
      '2026-11-22T12:00:00Z',
    ],
    ['quiet in the middle of the day', 'now', '12:00', '13:30', ny, '2026-11-21T17:15:00Z', '2026-11-21T18:30:00Z'],
    [
      'the night the clocks go back is an hour longer',
      'now',
      '22:00',
      '07:00',
      ny,
      '2026-11-01T03:00:00Z',
      '2026-11-01T12:00:00Z',
    ],
    ['the day’s mail goes at eight', 'daily', null, null, ny, '2026-11-21T15:00:00Z', '2026-11-22T13:00:00Z'],
    ['what comes before eight goes with it', 'daily', null, null, ny, '2026-11-21T12:55:00Z', '2026-11-21T13:00:00Z'],
    [
      'less than five minutes before it goes the next day',
      'daily',
      null,
      null,
      ny,
      '2026-11-21T12:56:00Z',
      '2026-11-22T13:00:00Z',
    ],
    ['the week’s mail goes on Monday', 'weekly', null, null, ny, '2026-11-21T15:00:00Z', '2026-11-23T13:00:00Z'],
    ['on Monday after eight it waits a week', 'weekly', null, null, ny, '2026-11-23T13:01:00Z', '2026-11-30T13:00:00Z'],
    [
      'and not in the quiet of the morning',
      'daily',
      '22:00',
      '09:30',
      ny,
      '2026-11-21T15:00:00Z',
      '2026-11-22T14:30:00Z',
    ],
    [
      'a zone nobody knows is taken for UTC',
      'daily',
      null,
      null,
      'Atlantis/Sunk',
      '2026-11-21T15:00:00Z',
      '2026-11-22T08:00:00Z',
    ],
  ])('%s', async (_, rhythm, from, until, zone, since, due) => {
    const [row] = await world.sql.query<{ due: Date }>('select private.send_due($1, $2, $3, $4, $5) as due', [
      rhythm,
      from,
      until,
      zone,
      since,
    ]);
    expect(row && new Date(row.due).toISOString()).toBe(new Date(due).toISOString());
  });
});

describe('the way out of a mail', () => {
  const token = async (account = world.demo) =>
    (
      await world.sql.query<{ token: string }>(
        `select replace($2::uuid::text, '-', '') || '-' || private.unsubscribe_signature($1, $2) as token`,
        [account, student],
      )
    )[0]?.token ?? '';
  const unsubscribe = (account: string, text: string) =>
    world.attempt('visitor', 'select private.unsubscribe_mails($1, $2)', [account, text]);

  test('switches off all notification mails of its person, and nothing else', async () => {
    await world.sql.query(`delete from ${preferencesTable} where user_id = $1`, [student]);
    await world.database
      .as(world.caller('visitor'))
      .query('select private.unsubscribe_mails($1, $2)', [world.demo, await token()]);
    const [row] = await world.sql.query<{ off: number; no_push: string[] }>(
      `select cardinality(no_email) as off, no_push from ${preferencesTable} where account_id = $1 and user_id = $2`,
      [world.demo, student],
    );
    expect(row).toEqual({ off: 13, no_push: [] });
  });

  test.each([
    ['of another site', async () => [world.atelier, await token()]],
    ['with another proof', async () => [world.demo, `${(await token()).slice(0, -1)}_`]],
    ['for another person', async () => [world.demo, `${'0'.repeat(32)}${(await token()).slice(32)}`]],
    ['that is none', async () => [world.demo, 'x'.repeat(65)]],
  ])('%s opens nothing', async (_, token) => {
    const [account = '', text = ''] = await token();
    expect(await unsubscribe(account, text)).toMatchObject({ refused: 'not_found' });
  });
});

describe('pushes and the plan', () => {
  const used = async () => {
    const [row] = await world.sql.query<{ used: string }>(
      `select coalesce(sum(used), 0) as used from public.usage_meters where account_id = $1 and meter = 'push'`,
      [world.demo],
    );
    return Number(row?.used);
  };
  const deliver = async () => {
    const [row] = await world.sql.query<{ id: string }>(
      `insert into private.push_deliveries (account_id, subscription_id, notification_ids)
       select account_id, id, array[private.uuid_v7()] from ${browsers} where account_id = $1 and user_id = $2 limit 1 returning id`,
      [world.demo, student],
    );
    return row?.id ?? '';
  };
  const settle = (delivery: string, outcome: string) =>
    world.sql.query('select private.settle_push($1, $2, $3)', [world.demo, delivery, outcome]);

  test('a push is counted once the push service accepted it, and never past the cap of the plan', async () => {
    await world.sql.query('delete from private.push_deliveries');
    const before = await used();
    const [accepted, refused] = [await deliver(), await deliver()];
    await settle(refused, 'refused');
    expect(await used()).toBe(before);
    for (let times = 0; times < 2; times++) await settle(accepted, 'delivered');
    expect(await used()).toBe(before + 1);

    await world.sql.query('update public.accounts set limit_overrides = $2 where account_id = $1', [
      world.demo,
      JSON.stringify({ push: before + 2 }),
    ]);
    // One that waits takes the last unit.
    const last = await deliver();
    await expect(deliver()).rejects.toMatchObject({ detail: 'limit_reached' });
    await settle(last, 'delivered');
    expect(await used()).toBe(before + 2);
    await expect(deliver()).rejects.toMatchObject({ detail: 'limit_reached' });
  });
});
