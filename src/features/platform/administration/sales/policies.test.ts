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
  subscriptions: 'select public.list_subscriptions(null, null, null, 1, 25) as result',
  invoices: 'select public.list_invoices(null, null, null, 1, 25) as result',
  customers: 'select public.list_customers(null, 1, 25) as result',
  'marks many paid': 'select public.mark_invoices_paid(array[gen_random_uuid()]) as result',
} as const;

matrix(
  () => world,
  Object.entries(calls).map(([name, statement]) => [name, statement, { visitor: '42501', others: 'forbidden' }]),
);

describe('who runs the platform', () => {
  test.each(Object.entries(calls))('may do this on its host: %s', async (_, statement) => {
    expect(await world.attempt(admin, statement)).toHaveProperty('rows');
  });
  test.each(Object.entries(calls))('and on an account’s host not: %s', async (_, statement) => {
    expect(await world.attempt(adminOnDemo, statement)).toMatchObject({ refused: 'forbidden' });
  });
});

type Page<Row> = { count: number; rows: Row[] };
const resultOf = async <Result>(statement: string, values: unknown[] = []) =>
  (await world.database.as(admin).query<{ result: Result }>(statement, values))[0]?.result as Result;
const run = (statement: string, values: unknown[]) => world.database.as(admin).query(statement, values);
const countRows = async (statement: string) => Number((await world.sql.query<{ n: string }>(statement))[0]?.n);
const auditEntries = (act: string) =>
  world.sql.query<{ account_id: string; details: object }>(
    'select account_id, details from public.audit_entries where act = $1 order by id',
    [act],
  );

describe('what accounts pay the platform', () => {
  test('subscriptions, invoices and customers are counted, found and filtered', async () => {
    await world.sql.query(
      `insert into public.invoices (account_id, number, provider, plan_id, period, currency, amount, status, period_start, due_at, paid_at) values
         ($1, 'T-1', 'offline', 'starter', 'monthly', 'USD', 2900, 'paid', now(), now(), now()),
         ($1, 'T-2', 'offline', 'starter', 'monthly', 'USD', 2900, 'open', now(), now() - interval '1 day', null)`,
      [world.demo],
    );
    const subscriptions = await resultOf<Page<{ slug: string }>>(calls.subscriptions);
    expect(subscriptions.count).toBe(await countRows('select count(*) as n from public.subscriptions'));
    const invoices = (search: string | null, status: string | null) =>
      resultOf<Page<{ number: string; is_overdue: boolean }>>(
        'select public.list_invoices($1, $2, $3, 1, 25) as result',
        [search, status, world.demo],
      );
    expect((await invoices(null, null)).count).toBe(
      await countRows(`select count(*) as n from public.invoices where account_id = '${world.demo}'`),
    );
    expect((await invoices('T-', 'open')).rows).toMatchObject([{ number: 'T-2', is_overdue: true }]);
    const customers = await resultOf<Page<{ email: string; sums: { currency: string; paid: number; open: number }[] }>>(
      calls.customers,
    );
    const demo = customers.rows.find(({ email }) => email === 'owner@demo.test');
    const sum = (status: string) =>
      countRows(
        `select coalesce(sum(amount), 0) as n from public.invoices where account_id = '${world.demo}' and status = '${status}' and currency = 'USD'`,
      );
    expect(demo?.sums).toContainEqual({ currency: 'USD', paid: await sum('paid'), open: await sum('open') });
  });

  test('marking an invoice as paid is logged', async () => {
    const [invoice] = await world.sql.query<{ id: string }>(`select id from public.invoices where number = 'T-2'`);
    await run('select public.mark_invoice_paid($1, $2)', [world.demo, invoice?.id]);
    expect(await auditEntries('invoice.marked_paid')).toMatchObject([
      { account_id: world.demo, details: { number: 'T-2' } },
    ]);
  });

  test('many are said to be paid in one call; what was paid before, or is no transfer, is left alone and counted', async () => {
    await world.sql.query(
      `insert into public.invoices (account_id, number, provider, plan_id, period, currency, amount, status, period_start, due_at) values
         ($1, 'M-1', 'offline', 'starter', 'monthly', 'EUR', 500, 'open', now(), now()),
         ($2, 'M-2', 'offline', 'starter', 'monthly', 'USD', 700, 'open', now(), now() + interval '1 day'),
         ($1, 'M-3', 'stripe', 'starter', 'monthly', 'USD', 600, 'open', now(), now() + interval '2 days')`,
      [world.demo, world.atelier],
    );
    const invoices = await world.sql.query<{ id: string }>(`select id from public.invoices where number ~ '^(M-|T-1)'`);
    const before = (await auditEntries('invoice.marked_paid')).length;
    expect(
      await resultOf('select public.mark_invoices_paid($1) as result', [
        [...invoices.map(({ id }) => id), crypto.randomUUID()],
      ]),
    ).toEqual({
      changed: 2,
      refused: [{ sentence: 'Only an open invoice can be marked as paid.', code: 'conflict', count: 3 }],
    });
    expect(await auditEntries('invoice.marked_paid')).toHaveLength(before + 2);
  });

  test.each([
    ['number', ['M-1', 'M-2', 'M-3']],
    ['account', ['M-2', 'M-1', 'M-3']],
    ['owner', ['M-2', 'M-1', 'M-3']],
    ['status', ['M-3', 'M-1', 'M-2']],
    ['due', ['M-1', 'M-2', 'M-3']],
    // Amounts are sorted within their currency.
    ['amount', ['M-1', 'M-3', 'M-2']],
  ])('invoices are sorted by %s, and the other way round', async (sort, numbers) => {
    const sorted = async (isDescending: boolean) => {
      const page = await resultOf<Page<{ number: string }>>(
        `select public.list_invoices('M-', null, null, 1, 25, $1, $2) as result`,
        [sort, isDescending],
      );
      expect(Object.keys(page.rows[0] ?? {})).not.toContain('rank');
      return page.rows.map(({ number }) => number);
    };
    expect(new Set(await sorted(false))).toEqual(new Set(numbers));
    const first = numbers[0];
    if (sort === 'number' || sort === 'due' || sort === 'amount') {
      expect(await sorted(false)).toEqual(numbers);
      expect(await sorted(true)).toEqual([...numbers].reverse());
    } else {
      expect((await sorted(false))[0]).toBe(first);
      expect((await sorted(true))[2]).toBe(first);
    }
  });

  test('the second page of a sorted list continues after the first', async () => {
    const page = async (number: number) =>
      (
        await resultOf<Page<{ number: string }>>(
          `select public.list_invoices('M-', null, null, $1, 2, 'number', false) as result`,
          [number],
        )
      ).rows.map((row) => row.number);
    expect([await page(1), await page(2)]).toEqual([['M-1', 'M-2'], ['M-3']]);
  });

  test('subscriptions and customers are sorted too', async () => {
    const slugs = async (sort: string, isDescending: boolean) =>
      (
        await resultOf<Page<{ slug: string }>>(
          'select public.list_subscriptions(null, null, null, 1, 100, $1, $2) as result',
          [sort, isDescending],
        )
      ).rows.map(({ slug }) => slug);
    const ascending = await slugs('account', false);
    expect(ascending).toEqual([...ascending].sort());
    expect(await slugs('account', true)).toEqual([...ascending].reverse());
    const emails = async (isDescending: boolean) =>
      (
        await resultOf<Page<{ email: string }>>(`select public.list_customers(null, 1, 100, 'email', $1) as result`, [
          isDescending,
        ])
      ).rows.map(({ email }) => email);
    const byEmail = await emails(false);
    expect(byEmail.length).toBeGreaterThan(1);
    expect(byEmail).toEqual([...byEmail].sort());
    expect(await emails(true)).toEqual([...byEmail].reverse());
  });
});
