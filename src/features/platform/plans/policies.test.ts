import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countOf, matrix, sessionOf, userIdOf } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await world.sql.query(
    `update public.accounts set plan_id = 'starter', grace_plan_id = null, grace_until = null where account_id = $1`,
    [world.atelier],
  );
});
afterAll(() => world.close());

matrix(
  () => world,
  [
    ['plans: reads', 'select id from public.plans', { others: 4 }],
    ['plans: changes a price', `update public.plans set pricing = '{}'`, { others: '42501' }],
    [
      'plans: adds one',
      `insert into public.plans (id, label, pricing) values ('mine', 'Mine', '{}')`,
      { others: '42501' },
    ],
    ['plans: removes one', 'delete from public.plans', { others: '42501' }],
    [
      'meters: reads demo',
      `select from public.usage_meters where account_id = {demo} and meter = 'members'`,
      { visitor: '42501', owner: 1, others: 0 },
    ],
    ['meters: sets one back', 'update public.usage_meters set used = 0', { others: '42501' }],
    [
      'meters: adds one',
      `insert into public.usage_meters (account_id, meter, period_start) values ({demo}, 'push', now())`,
      { others: '42501' },
    ],
    ['meters: removes one', 'delete from public.usage_meters', { others: '42501' }],
    ['meters: counts by hand', `select private.use_meter({demo}, 'emails', 1)`, { others: '42501' }],
    ['the ledger', 'select from private.meter_uses', { others: '42501' }],
    ['changes the plan by hand', `select private.set_plan({demo}, 'dedicated')`, { others: '42501' }],
    ['changes the plan in the row', `update public.accounts set plan_id = 'dedicated'`, { others: '42501' }],
    [
      'asks what demo uses',
      'select from public.account_usage({demo})',
      { visitor: '42501', owner: 14, others: 'forbidden' },
    ],
    [
      'asks what a meter of demo is made of',
      `select from public.meter_days({demo}, 'conferences')`,
      { visitor: '42501', owner: 0, others: 'forbidden' },
    ],
    [
      'asks what demo would lose by a smaller plan',
      `select public.lost_features({demo}, 'starter')`,
      { visitor: '42501', owner: 1, others: 'forbidden' },
    ],
    [
      'chooses add-ons on the account’s host',
      `select public.choose_addons({demo}, array['zoom'])`,
      { visitor: '42501', others: 'forbidden' },
    ],
  ],
);

test('the plans are those of the specification, to the number', async () => {
  const rows = await world.sql.query<{ id: string; prices: object; limits: object }>(
    `select id, pricing -> 'stripe' as prices, limits from public.plans where pricing -> 'stripe' = pricing -> 'offline' order by position`,
  );
  const at = (amount: number, iterations: number | null, trial_days = 0) => ({
    amount,
    price_id: null,
    iterations,
    trial_days,
  });
  expect(rows).toEqual([
    {
      id: 'starter',
      prices: { monthly: at(2900, 48, 30), annual: at(29900, 4, 30) },
      limits: { members: 10000, emails: 10000, chats: 100, ai_tokens: 1000, storage: 1024 },
    },
    {
      id: 'professional',
      prices: { monthly: at(9900, 24), annual: at(99900, 2) },
      limits: { members: 100000, emails: 100000, chats: 1000 },
    },
    { id: 'dedicated', prices: { monthly: at(4900, null), annual: at(49900, null) }, limits: { groups: 3 } },
    {
      id: 'lifetime',
      prices: { onetime: at(1900, 1) },
      limits: {
        ai_tokens: 500,
        mau: 5000,
        emails: 5000,
        chats: 50,
        courses: 10,
        groups: 3,
        funnels: 3,
        email_verify: 100,
        storage: 512,
      },
    },
  ]);
});

const countUse = (meter: string, n = 1, reference: string | null = null) =>
  world.sql.query<{ used: string }>('select private.use_meter($1, $2, $3, $4) as used', [
    world.atelier,
    meter,
    n,
    reference,
  ]);
const usedOf = async (meter: string) =>
  Number(
    (
      await world.sql.query<{ used: string }>(
        'select used from public.usage_meters where account_id = $1 and meter = $2 and period_start = private.period_of($2)',
        [world.atelier, meter],
      )
    )[0]?.used ?? 0,
  );
const grant = (limits: object) =>
  world.sql.query('update public.accounts set limit_overrides = $2 where account_id = $1', [
    world.atelier,
    JSON.stringify(limits),
  ]);
const notices = async () =>
  (
    await world.sql.query<{ message: string; link: string }>(
      `select message, link from public.account_notifications where account_id = $1 and link = '/dashboard/upgrade' order by id`,
      [world.atelier],
    )
  ).map((row) => row.message);

test('the demo is seeded with no use that nobody made, and with the one add-on there is', async () => {
  const unexpected = await world.sql.query(
    `select meter from public.usage_meters where account_id = $1 and used > 0
        and meter in ('chats', 'conferences', 'ai_tokens', 'email_verify', 'funnels')`,
    [world.demo],
  );
  expect(unexpected).toEqual([]);
  const addons = await world.sql.query('select addons as it from public.accounts where cardinality(addons) > 0');
  expect(addons).toEqual([{ it: ['certificates'] }]);
});

describe('a meter', () => {
  test('holds at the cap, one above is refused with a sentence and where to change the plan', async () => {
    await grant({ chats: 3 });
    await countUse('chats', 3);
    await expect(countUse('chats')).rejects.toMatchObject({
      code: 'P0001',
      detail: 'limit_reached',
      hint: '/dashboard/upgrade',
      message: expect.stringContaining('the limit of its plan: 3 chats'),
    });
    expect(await usedOf('chats')).toBe(3);
  });

  test('is never over its cap when fifty ask at once, and the ledger comes to the same', async () => {
    await grant({ ai_tokens: 30 });
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => countUse('ai_tokens')));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(30);
    expect(await usedOf('ai_tokens')).toBe(30);
    const [ledger] = await world.sql.query<{ sum: number }>(
      `select sum(amount)::int as sum from private.meter_uses where account_id = $1 and meter = 'ai_tokens'`,
      [world.atelier],
    );
    expect(ledger?.sum).toBe(30);
  });

  test.each(['emails', 'chats', 'push', 'conferences', 'ai_tokens', 'active_users'])(
    'of %s is the sum of its days',
    async (meter) => {
      await world.sql.query(`select private.record_meter($1, $2, 7, 'of long ago')`, [world.demo, meter]);
      await world.sql.query(
        `update private.meter_uses set created_at = date_trunc('month', now(), 'UTC') where account_id = $1 and reference = 'of long ago'`,
        [world.demo],
      );
      await world.sql.query('select private.record_meter($1, $2, 3)', [world.demo, meter]);
      const [usage] = await world.database.as(world.caller('owner')).query<{ used: number; sum: number }>(
        `select u.used::int as used, (select sum(d.amount)::int from public.meter_days($1, $2) d) as sum
           from public.account_usage($1) u where u.meter = $2`,
        [world.demo, meter],
      );
      expect(usage?.sum).toBe(usage?.used);
      expect(usage?.sum).toBeGreaterThanOrEqual(10);
    },
  );

  test('counts a thing with a name once a month, however often and however many tell of it', async () => {
    await Promise.all(Array.from({ length: 20 }, () => countUse('push', 1, 'the same notice')));
    expect(await usedOf('push')).toBe(1);
  });

  test('tells the owner at 80 and at 100 %, once each', async () => {
    await grant({ conferences: 10 });
    const before = (await notices()).length;
    const counts: number[] = [];
    for (let n = 1; n <= 10; n++) {
      await countUse('conferences');
      counts.push((await notices()).length - before);
    }
    expect(counts).toEqual([0, 0, 0, 0, 0, 0, 0, 1, 1, 2]);
    expect((await notices()).slice(-2)).toEqual([
      expect.stringContaining('80% of 10 conferences'),
      expect.stringContaining('You reached your limit for conferences'),
    ]);
  });

  test('resets each month, unless it measures a stored amount', async () => {
    const rows = await world.sql.query<{ meter: string; start: string }>(
      `select m as meter, private.period_of(m)::text as start from unnest('{emails,members,storage}'::text[]) m`,
    );
    const month = `${new Date().toISOString().slice(0, 7)}-01`;
    expect(rows.map(({ start }) => start)).toEqual([month, '1970-01-01', '1970-01-01']);
  });
});

describe('what is kept is counted by its rows', () => {
  test.each([
    ['members', 'select count(*) from public.members where account_id = $1'],
    ['courses', 'select count(*) from public.courses where account_id = $1'],
    ['groups', 'select count(*) from public.groups where account_id = $1'],
    [
      'storage',
      `select sum((metadata ->> 'size')::bigint) from storage.objects where bucket_id in ($1::text, $1 || '-private')`,
    ],
    [
      'cdn_images',
      `select count(*) from storage.objects where bucket_id in ($1::text, $1 || '-private') and metadata ->> 'mimetype' like 'image/%'`,
    ],
    [
      'videos',
      `select count(*) from storage.objects where bucket_id in ($1::text, $1 || '-private') and metadata ->> 'mimetype' like 'video/%'`,
    ],
  ])('%s', async (meter, derived) => {
    const [stored] = await world.sql.query<{ used: string }>(
      'select used::text from public.usage_meters where account_id = $1::uuid and meter = $2',
      [world.demo, meter],
    );
    const [expected] = await world.sql.query<Record<string, string>>(
      `select (${derived.replaceAll('$1', `'${world.demo}'`)})::text as it`,
    );
    expect(Number(stored?.used)).toBe(Number(expected?.it));
    expect(Number(expected?.it)).toBeGreaterThan(0);
  });

  test('members: one over the cap cannot join, one who leaves makes room', async () => {
    await grant({ members: (await usedOf('members')) + 1 });
    const person = async () =>
      (
        await world.sql.query<{ id: string }>(
          `insert into auth.users (id, email, aud, role) values (gen_random_uuid(), gen_random_uuid() || '@world.test', 'authenticated', 'authenticated') returning id`,
        )
      )[0]?.id;
    const join = async (id: string | undefined) =>
      world.sql.query(`select private.make_member($1, $2, 'student')`, [world.atelier, id]);
    const [first, second] = [await person(), await person()];
    await join(first);
    await expect(join(second)).rejects.toMatchObject({ detail: 'limit_reached' });
    await world.sql.query('delete from public.members where user_id = $1', [first]);
    await join(second);
    await grant({});
  });
});

describe('features by plan and account', () => {
  const features = async (account: string) =>
    (await world.sql.query<{ f: string[] }>('select private.features_of($1) as f', [account]))[0]?.f;

  test('what is switched on counts only where the plan has it', async () => {
    await world.sql.query(`update public.accounts set features = '{lms,groups,single_session}' where account_id = $1`, [
      world.atelier,
    ]);
    expect(await features(world.atelier)).toEqual(['lms', 'single_session']);
    await expect(
      world.sql.query(`insert into public.groups (account_id, slug, title) values ($1, 'no', 'No')`, [world.atelier]),
    ).rejects.toMatchObject({ detail: 'feature_off', hint: '/dashboard/upgrade' });
  });

  test('groups and courses go out of sight with their feature, and come back whole', async () => {
    const count = async (table: string) =>
      countOf(await world.attempt('owner', `select from public.${table} where account_id = $1`, [world.demo]));
    const allVisible = [await count('groups'), await count('courses'), await count('lessons')];
    expect(allVisible.every((count) => Number(count) > 0)).toBe(true);
    await world.sql.query(`update public.accounts set features = '{}' where account_id = $1`, [world.demo]);
    expect([await count('groups'), await count('courses'), await count('lessons')]).toEqual([0, 0, 0]);
    expect(
      countOf(await world.attempt('visitor', 'select from public.courses where account_id = $1', [world.demo])),
    ).toBe(0);
    await world.sql.query(`update public.accounts set features = '{lms,groups,appointments}' where account_id = $1`, [
      world.demo,
    ]);
    expect([await count('groups'), await count('courses'), await count('lessons')]).toEqual(allVisible);
  });
});

describe('a smaller plan', () => {
  test.each([
    ['starter', ['appointments', 'groups']],
    ['lifetime', ['appointments']],
    ['dedicated', []],
    ['professional', []],
  ])('says before it is taken which features go: by %s %j', async (plan, lost) => {
    await world.sql.query(
      `update public.accounts set features = '{lms,groups,appointments,single_session}' where account_id = $1`,
      [world.demo],
    );
    const attempt = await world.attempt('owner', 'select public.lost_features($1, $2) as it', [world.demo, plan]);
    expect(attempt).toEqual({ rows: [{ it: lost }] });
    // A feature that is already off is not lost with any plan.
    await world.sql.query(`update public.accounts set features = '{lms}' where account_id = $1`, [world.demo]);
    expect(await world.attempt('owner', 'select public.lost_features($1, $2) as it', [world.demo, plan])).toEqual({
      rows: [{ it: [] }],
    });
    await world.sql.query(`update public.accounts set features = '{lms,groups,appointments}' where account_id = $1`, [
      world.demo,
    ]);
  });

  const cap = async (meter: string) =>
    (await world.sql.query<{ cap: string | null }>('select private.cap_of($1, $2) as cap', [world.demo, meter]))[0]
      ?.cap;

  test('leaves caps and features of the larger one for fourteen days, says what is over, and deletes nothing', async () => {
    const owner = await sessionOf(world, world.platform, await userIdOf(world, 'owner@demo.test'));
    const [groups] = await world.sql.query<{ n: number }>(
      'select count(*)::int as n from public.groups where account_id = $1',
      [world.demo],
    );
    await world.sql.query(
      `update public.plans set limits = limits || '{"groups": 1, "courses": 1}' where id = 'lifetime'`,
    );
    const over = await world.attempt(owner, `select meter, used::int, cap::int from public.over_plan($1, 'lifetime')`, [
      world.demo,
    ]);
    expect(over).toMatchObject({
      rows: expect.arrayContaining([{ meter: 'groups', used: groups?.n, cap: 1 }]),
    });
    await world.sql.query(`select private.set_plan($1, 'lifetime')`, [world.demo]);
    expect(await cap('groups')).toBeNull();
    await world.sql.query(`update public.accounts set grace_until = now() where account_id = $1`, [world.demo]);
    expect(await cap('groups')).toBe('1');
    await expect(
      world.sql.query(`insert into public.groups (account_id, slug, title) values ($1, 'more', 'More')`, [world.demo]),
    ).rejects.toMatchObject({ detail: 'limit_reached' });
    expect((await world.sql.query('select from public.groups where account_id = $1', [world.demo])).length).toBe(
      groups?.n,
    );
    await world.sql.query(`select private.set_plan($1, 'professional')`, [world.demo]);
    expect(await cap('groups')).toBeNull();
  });

  test('no plan at all leaves nothing to use, and everything that was made', async () => {
    await world.sql.query('select private.set_plan($1, null)', [world.demo]);
    expect(await cap('emails')).toBe('100000');
    await world.sql.query('update public.accounts set grace_until = now() where account_id = $1', [world.demo]);
    expect(await cap('emails')).toBe('0');
    await world.sql.query(`select private.set_plan($1, 'professional')`, [world.demo]);
  });
});

test('an owner switches features on the platform’s host: only those in the plan take effect', async () => {
  const owner = await sessionOf(world, world.platform, await userIdOf(world, 'owner@demo.test'));
  const choose = (account: string, features: string[]) =>
    world.attempt(owner, 'select public.choose_features($1, $2) as it', [account, features]);
  expect(await choose(world.demo, ['lms', 'single_session'])).toEqual({
    rows: [{ it: ['lms', 'single_session', 'certificates'] }],
  });
  await world.sql.query(`update public.plans set features = '{lms}' where id = 'professional'`);
  expect(await choose(world.demo, ['lms', 'groups'])).toEqual({ rows: [{ it: ['lms', 'certificates'] }] });
  await world.sql.query(
    `update public.plans set features = '{lms,groups,appointments,single_session}' where id = 'professional'`,
  );
  expect(await choose(world.demo, ['gold'])).toMatchObject({ refused: 'invalid' });
  expect(await choose(world.atelier, ['lms'])).toMatchObject({ refused: 'forbidden' });
  expect(await world.attempt('owner', `select public.choose_features($1, '{lms}')`, [world.demo])).toMatchObject({
    refused: 'forbidden',
  });
});

test('an owner chooses the add-ons of their own account from the platform’s host', async () => {
  const owner = await sessionOf(world, world.platform, await userIdOf(world, 'owner@demo.test'));
  const both = await world.attempt(owner, `select public.choose_addons($1, '{zoom,certificates}') as it`, [world.demo]);
  expect(both).toEqual({ rows: [{ it: ['certificates', 'zoom'] }] });
  expect(await world.attempt(owner, `select public.choose_addons($1, '{gold}') as it`, [world.demo])).toMatchObject({
    refused: 'invalid',
  });
  expect(await world.attempt(owner, `select public.choose_addons($1, '{zoom}') as it`, [world.atelier])).toMatchObject({
    refused: 'forbidden',
  });
  expect(
    await world.attempt(
      owner,
      `select public.plan_limit($1, 'chats')::int as chats, public.plan_limit($1, 'storage')::int as storage`,
      [world.demo],
    ),
  ).toEqual({ rows: [{ chats: 1000, storage: 0 }] });
});
