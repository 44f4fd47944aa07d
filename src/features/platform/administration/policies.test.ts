import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '#base/server/database.ts';
import { matrix, sessionOf, userIdOf } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let admin: Caller;
let adminOnDemo: Caller;
beforeAll(async () => {
  world = await openWorld();
  const person = await userIdOf(world, 'admin@stoa.test');
  admin = await sessionOf(world, world.platform, person);
  adminOnDemo = await sessionOf(world, world.demo, person);
});
afterAll(() => world.close());

const calls = {
  accounts: 'select public.list_accounts(null, null, null, null, null, true, 1, 25) as result',
  owners: 'select public.list_owners(null, null, false, 1, 25) as result',
  create: `select public.create_account('Harbour School', 'harbour', 'owner@demo.test') as result`,
  features: `select public.set_account_features({demo}, array['lms']) as result`,
  audit: 'select public.search_audit(null, null, null, null, null, null, 1, 25) as result',
  limits: `select public.set_account_limits({demo}, 'starter', jsonb_build_object('members', 5)) as result`,
  plans: 'select * from public.list_plans()',
  numbers: 'select public.platform_numbers() as result',
  choices: 'select public.audit_choices() as result',
} as const;
const withAccount = (statement: string) => statement.replace('{demo}', `'${world.demo}'`);

matrix(
  () => world,
  [
    ...Object.entries(calls).map(([name, statement]): [string, string, { visitor: string; others: string }] => [
      name,
      statement,
      { visitor: '42501', others: 'forbidden' },
    ]),
    ['locks an account', 'select private.account_to_change({demo})', { others: '42501' }],
  ],
);

describe('who runs the platform', () => {
  test.each(Object.entries(calls))('may do this on its host: %s', async (_, statement) => {
    expect(await world.attempt(admin, withAccount(statement))).toHaveProperty('rows');
  });
  test.each(Object.entries(calls))('and on an account’s host not: %s', async (_, statement) => {
    expect(await world.attempt(adminOnDemo, withAccount(statement))).toMatchObject({ refused: 'forbidden' });
  });
  test.each([['set_account_features', `, '{lms}'`]])(
    'does not %s the platform’s own account, nor one there is none of',
    async (name, more) => {
      for (const id of [world.platform, crypto.randomUUID()])
        expect(await world.attempt(admin, `select public.${name}('${id}'${more})`)).toMatchObject({
          refused: 'not_found',
        });
    },
  );
});

type Page<Row> = { count: number; rows: Row[] };
type AccountRow = { account_id: string; slug: string; members: number; courses: number; orders: number; bytes: number };
const resultOf = async <Result>(statement: string, values: unknown[] = []) =>
  (await world.database.as(admin).query<{ result: Result }>(statement, values))[0]?.result as Result;
const accounts = (
  search: string | null,
  status: string | null = null,
  sort = 'title',
  isDescending = false,
  page = 1,
  size = 25,
) =>
  resultOf<Page<AccountRow>>('select public.list_accounts($1, $2, null, null, $3, $4, $5, $6) as result', [
    search,
    status,
    sort,
    isDescending,
    page,
    size,
  ]);
const auditEntries = async (act: string) =>
  world.sql.query<{ account_id: string; actor_id: string; details: object }>(
    'select account_id, actor_id, details from public.audit_entries where act = $1 order by id',
    [act],
  );
const run = (statement: string, values: unknown[]) => world.database.as(admin).query(statement, values);

describe('the list of accounts', () => {
  test.each([
    [null, ['atelier', 'demo']],
    ['LUMEN', ['demo']],
    ['owner@atelier', ['atelier']],
    ['%', []],
    ['nobody', []],
  ])('finds by %j', async (search, slugs) => {
    const page = await accounts(search);
    expect(page.rows.map(({ slug }) => slug)).toEqual(slugs);
    expect(page.count).toBe(slugs.length);
  });

  test('sorts and pages on the server', async () => {
    expect((await accounts(null, null, 'members', true)).rows.map(({ slug }) => slug)).toEqual(['demo', 'atelier']);
    expect((await accounts(null, null, 'members', false)).rows.map(({ slug }) => slug)).toEqual(['atelier', 'demo']);
    const secondPage = await accounts(null, null, 'title', false, 2, 1);
    expect(secondPage).toMatchObject({ count: 2, rows: [{ slug: 'demo' }] });
  });

  test('lists usage counts of each account', async () => {
    for (const row of (await accounts(null)).rows) {
      const [expected] = await world.sql.query(
        `select (select count(*)::int from public.members where account_id = $1) as members,
                (select count(*)::int from public.courses where account_id = $1) as courses,
                (select count(*)::int from public.orders where account_id = $1) as orders,
                (select coalesce(sum((metadata ->> 'size')::bigint), 0)::int from storage.objects
                  where bucket_id in ($1::text, $1::text || '-private')) as bytes`,
        [row.account_id],
      );
      expect(row).toMatchObject(expected ?? {});
    }
  });
});

test('an account is found by its title and its owner’s name, whatever the accents', async () => {
  await world.sql.query(
    `update public.options set value = value || '{"sitetitle": "Écôle d’Été Łódź"}' where account_id = $1 and key = 'settings'`,
    [world.atelier],
  );
  await world.sql.query(
    `update auth.users set raw_user_meta_data = raw_user_meta_data || '{"display_name": "Jürgen Çelik"}' where email = 'owner@atelier.test'`,
  );
  for (const search of ["ecole d'ete", 'LODZ', 'jurgen celik'])
    expect((await accounts(search)).rows.map(({ slug }) => slug)).toEqual(['atelier']);
  const owners = await resultOf<Page<{ email: string }>>(
    `select public.list_owners('celik', 'name', false, 1, 25) as result`,
  );
  expect(owners.rows.map(({ email }) => email)).toEqual(['owner@atelier.test']);
});

test.each([
  ['title', 'row.title'],
  ['owner', 'row.owner'],
  ['status', 'row.status'],
  ['plan', '(select label from public.plans p where p.id = row.plan_id)'],
  ['bytes', 'row.bytes'],
  ['members', 'row.members'],
  ['created_at', 'row.created_at'],
])('by %s every account comes once, page by page, and those without come last', async (sort, key) => {
  await world.sql.query(
    `insert into public.accounts (slug, plan_id, status)
     select 'tie-' || n, case when n % 3 > 0 then (array['starter', 'professional'])[n % 3] end, case when n % 2 = 0 then 'suspended' else 'active' end
       from generate_series(1, 8) n`,
  );
  try {
    for (const isDescending of [false, true]) {
      const rows: AccountRow[] = [];
      for (let page = 1; page <= 4; page++)
        rows.push(...(await accounts(null, null, sort, isDescending, page, 3)).rows);
      expect(new Set(rows.map(({ slug }) => slug)).size).toBe(10);
      const keyRows = await world.sql.query<{ value: string | null }>(
        `select private.folded(${key}::text) as value from jsonb_to_recordset($1::jsonb)
           as row(title text, owner text, status text, plan_id text, bytes bigint, members int, created_at timestamptz)`,
        [JSON.stringify(rows)],
      );
      const values = keyRows.map(({ value }) =>
        value !== null && /^\d+$/.test(value) ? value.padStart(15, '0') : value,
      );
      const sorted = values.filter((value) => value !== null).sort();
      expect(values).toEqual([
        ...(isDescending ? sorted.reverse() : sorted),
        ...values.filter((value) => value === null),
      ]);
    }
  } finally {
    await world.sql.query(`delete from public.accounts where slug like 'tie-%'`);
  }
});

test('a page of a list holds as many rows as its file asks for', async () => {
  await world.sql.query(`insert into public.accounts (slug) select 'many-' || n from generate_series(1, 101) n`);
  const rowCount = `jsonb_array_length(public.list_accounts('many-', null, null, null, 'created_at', true, 1, 1000) -> 'rows')`;
  expect(await world.database.as(admin).query(`select ${rowCount} as rows`)).toEqual([{ rows: 101 }]);
  await world.sql.query(`delete from public.accounts where slug like 'many-%'`);
});

test('the list of owners counts their sites, and finds by name, address and site', async () => {
  const owners = (search: string | null) =>
    resultOf<Page<{ email: string; accounts: number; slugs: string[] }>>(
      'select public.list_owners($1, $2, true, 1, 25) as result',
      [search, 'accounts'],
    );
  expect(await owners(null)).toMatchObject({ count: 2 });
  for (const search of ['helena', 'owner@demo', 'demo'])
    expect((await owners(search)).rows).toMatchObject([{ email: 'owner@demo.test', accounts: 1, slugs: ['demo'] }]);
});

describe('creating an account', () => {
  test.each([
    ['X', 'harbour', 'owner@demo.test', 'invalid'],
    ['Harbour', 'no', 'owner@demo.test', 'invalid'],
    ['Harbour', 'admin', 'owner@demo.test', 'invalid'],
    ['Harbour', 'demo', 'owner@demo.test', 'conflict'],
    ['Harbour', 'harbour', 'nobody@nowhere.test', 'invalid'],
  ])('not as %j at %s for %s', async (title, slug, email, code) => {
    expect(await world.attempt(admin, 'select public.create_account($1, $2, $3)', [title, slug, email])).toMatchObject({
      refused: code,
    });
  });

  test('with its owner, roles and settings, and an audit entry', async () => {
    const created = await resultOf<string>('select public.create_account($1, $2, $3) as result', [
      'Harbour School',
      'Harbour',
      'Owner@Demo.test',
    ]);
    const [row] = await world.sql.query(
      `select a.slug, a.status, u.email, o.value ->> 'sitetitle' as title,
              (select count(*)::int from public.roles r where r.account_id = a.account_id) as roles,
              exists (select from public.members m where m.account_id = a.account_id and m.user_id = a.owner_id) as is_member
         from public.accounts a join auth.users u on u.id = a.owner_id
         join public.options o on o.account_id = a.account_id and o.key = 'settings' where a.account_id = $1`,
      [created],
    );
    expect(row).toEqual({
      slug: 'harbour',
      status: 'active',
      email: 'owner@demo.test',
      title: 'Harbour School',
      roles: 4,
      is_member: true,
    });
    expect(await auditEntries('account.created')).toEqual([
      { account_id: created, actor_id: admin.claims.sub, details: { slug: 'harbour', owner: 'owner@demo.test' } },
    ]);
    await world.sql.query('delete from public.accounts where account_id = $1', [created]);
  });
});

test('features are switched, and only a change is logged', async () => {
  const setFeatures = (features: string[]) =>
    run('select public.set_account_features($1, $2)', [world.atelier, features]);
  await setFeatures(['lms']);
  await setFeatures(['single_session', 'lms', 'lms']);
  await setFeatures(['lms', 'single_session']);
  const [row] = await world.sql.query('select features from public.accounts where account_id = $1', [world.atelier]);
  expect(row).toEqual({ features: ['lms', 'single_session'] });
  const changes = await auditEntries('account.features_changed');
  expect(changes.at(-1)).toMatchObject({ details: { added: ['single_session'], taken: [] } });
  expect(changes.filter(({ details }) => JSON.stringify(details).includes('single_session'))).toHaveLength(1);
  expect(
    await world.attempt(admin, 'select public.set_account_features($1, $2)', [world.atelier, ['everything']]),
  ).toMatchObject({ refused: 'invalid' });
});

describe('limits of an account', () => {
  const setLimits = (plan: string, limits: object) =>
    world.attempt(admin, 'select public.set_account_limits($1, $2, $3)', [world.atelier, plan, JSON.stringify(limits)]);
  test.each([
    ['nothing', {}],
    ['starter', { wishes: 3 }],
    ['starter', { members: -1 }],
    ['starter', { members: 1.5 }],
    ['starter', { members: 1_000_000_001 }],
    ['starter', { members: 'many' }],
    ['starter', []],
  ])('are rejected as %s with %j', async (plan, limits) => {
    expect(await setLimits(plan, limits)).toMatchObject({ refused: 'invalid' });
  });

  test('win over those of the plan, and both changes stand in the log', async () => {
    const cap = async () =>
      Number(
        (await world.sql.query<{ n: string }>(`select private.cap_of($1, 'members') as n`, [world.atelier]))[0]?.n,
      );
    await run('select public.set_account_limits($1, $2, $3)', [world.atelier, 'professional', '{}']);
    const [row] = await world.sql.query('select plan_id from public.accounts where account_id = $1', [world.atelier]);
    expect(row).toEqual({ plan_id: 'professional' });
    await run('select public.set_account_limits($1, $2, $3)', [world.atelier, 'professional', '{"members": 7}']);
    await run('select public.set_account_limits($1, $2, $3)', [world.atelier, 'professional', '{"members": 7}']);
    expect(await cap()).toBe(7);
    expect(await auditEntries('account.plan_changed')).toMatchObject([{ details: { to: 'professional' } }]);
    expect(await auditEntries('account.limits_changed')).toMatchObject([{ details: { from: {}, to: { members: 7 } } }]);
  });
});

describe('what accounts pay the platform', () => {
  const countRows = async (text: string) => Number((await world.sql.query<{ n: string }>(text))[0]?.n);

  test('plans list their number of accounts', async () => {
    const plans = await world.database
      .as(admin)
      .query<{ id: string; accounts: string; subscriptions: string }>(
        'select id, accounts, subscriptions from public.list_plans()',
      );
    expect(plans.map(({ id }) => id)).toEqual(['starter', 'professional', 'dedicated', 'lifetime']);
    for (const { id, accounts: accountCount, subscriptions } of plans) {
      expect(Number(accountCount)).toBe(
        await countRows(`select count(*) as n from public.accounts where plan_id = '${id}' and not is_platform`),
      );
      expect(Number(subscriptions)).toBe(
        await countRows(`select count(*) as n from public.subscriptions where plan_id = '${id}' and status <> 'ended'`),
      );
    }
  });

  test('the numbers of the platform are those of its lists', async () => {
    type Numbers = {
      accounts: { all: number; suspended: number };
      owners: number;
      members: number;
      subscriptions: Record<string, number>;
      revenue: { currency: string; amount: number }[];
      months: { accounts: number }[];
    };
    const numbers = await resultOf<Numbers>(calls.numbers);
    expect(numbers.accounts.all).toBe((await accounts(null)).count);
    expect(numbers.accounts.suspended).toBe((await accounts(null, 'suspended')).count);
    expect(numbers.owners).toBe((await resultOf<Page<object>>(calls.owners)).count);
    expect(numbers.members).toBe(await countRows('select count(*) as n from public.members'));
    for (const status of ['trialing', 'active', 'past_due'])
      expect(numbers.subscriptions[status]).toBe(
        await countRows(`select count(*) as n from public.subscriptions where status = '${status}'`),
      );
    expect(numbers.revenue.find(({ currency }) => currency === 'USD')?.amount).toBe(
      await countRows(
        `select sum(amount) as n from public.invoices where status = 'paid' and currency = 'USD' and paid_at >= now() - interval '30 days'`,
      ),
    );
    expect(numbers.months).toHaveLength(12);
  });
});

describe('the log', () => {
  const search = (
    filters: Partial<Record<'account' | 'actor' | 'act' | 'since' | 'until' | 'search', string>>,
    page = 1,
    size = 25,
  ) =>
    resultOf<Page<{ act: string; slug: string; actor: string }>>(
      'select public.search_audit($1, $2, $3, $4, $5, $6, $7, $8) as result',
      [filters.account, filters.actor, filters.act, filters.since, filters.until, filters.search, page, size],
    );
  beforeAll(async () => {
    await world.sql.query(
      `insert into public.audit_entries (account_id, actor_id, act, details, created_at) values
         ($1, $3, 'test.first', '{"reason": "A 50% discount"}', '2026-01-01T10:00:00Z'),
         ($1, $3, 'test.second', '{}', '2026-01-02T10:00:00Z'),
         ($2, null, 'test.second', '{}', '2026-01-03T10:00:00Z')`,
      [world.demo, world.atelier, world.caller('owner').claims.sub],
    );
  });

  test.each([
    [{ act: 'test.second' }, 2],
    [{ act: 'test.second', actor: 'owner@demo' }, 1],
    [{ search: 'test.' }, 3],
    [{ search: '50%' }, 1],
    [{ search: 'test.', since: '2026-01-02T00:00:00Z' }, 2],
    [{ search: 'test.', since: '2026-01-02T00:00:00Z', until: '2026-01-03T10:00:00Z' }, 1],
    [{ actor: 'nobody' }, 0],
  ])('answers %o with %d entries', async (filters, count) => {
    const page = await search(filters);
    expect(page.count).toBe(count);
    expect(page.rows).toHaveLength(count);
  });

  test('is filtered by account, the newest first, and paged', async () => {
    const page = await search({ account: world.demo, search: 'test.' });
    expect(page.rows.map(({ act }) => act)).toEqual(['test.second', 'test.first']);
    expect((await search({ search: 'test.' }, 2, 2)).rows).toMatchObject([{ act: 'test.first' }]);
  });

  test('counts all entries', async () => {
    const [row] = await world.sql.query<{ n: number }>('select count(*)::int as n from public.audit_entries');
    expect((await search({})).count).toBe(row?.n);
    const choices = await resultOf<{ acts: string[]; accounts: { slug: string }[] }>(calls.choices);
    expect(choices.acts).toContain('test.first');
    expect(choices.accounts.map(({ slug }) => slug)).toEqual(expect.arrayContaining(['atelier', 'demo']));
  });
});
