import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JobContext } from '#base/server/jobs.ts';
import { silentLog } from '#base/server/log.ts';
import { matrix } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import { generated } from '#tests/long.ts';
import { schedules } from './jobs.ts';

let world: World;
let ids: { transaction: string; entry: string };
beforeAll(async () => {
  world = await openWorld();
  const [transaction] = await post('a-fee', [entry('fees', 120), entry('cash:offline', -120)]);
  const [row] = await world.sql.query<{ id: string }>(
    'select id from public.ledger_entries where transaction_id = $1',
    [transaction?.id],
  );
  ids = { transaction: transaction?.id ?? '', entry: row?.id ?? '' };
});
afterAll(() => world.close());

type Entry = { code: string; currency: string; amount: number };
const entry = (code: string, amount: number, currency = 'EUR'): Entry => ({ code, currency, amount });
const post = (reference: string, entries: Entry[], kind = 'fee') =>
  world.sql.query<{ id: string | null }>('select private.post_transaction($1, $2, $3, $4, $5) as id', [
    world.demo,
    kind,
    'test:ledger',
    reference,
    JSON.stringify(entries),
  ]);
/** `posted`, or the code a refusal carries. */
const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'posted',
    (error: { code?: string; detail?: string }) => (error.code === 'P0001' ? error.detail : error.code),
  );

const noGrant = { others: '42501' };
describe('who sees and writes the ledger', () => {
  matrix(
    () => world,
    [
      [
        'a transaction',
        'select reference from public.ledger_transactions where id = {transaction}',
        { owner: 1, visitor: '42501', others: 0 },
      ],
      [
        'an entry',
        'select amount from public.ledger_entries where id = {entry}',
        { owner: 1, visitor: '42501', others: 0 },
      ],
      [
        'adds a transaction',
        `insert into public.ledger_transactions (account_id, kind, subject, reference, occurred_at) values ({demo}, 'fee', 'test:x', 'xyz', now()) returning id`,
        noGrant,
      ],
      [
        'adds an entry',
        `insert into public.ledger_entries (account_id, transaction_id, position, code, currency, amount) values ({demo}, {transaction}, 3, 'fees', 'EUR', 1) returning id`,
        noGrant,
      ],
      ['changes a transaction', `update public.ledger_transactions set memo = 'x' returning id`, noGrant],
      ['changes an entry', 'update public.ledger_entries set amount = 1 returning id', noGrant],
      ['removes a transaction', 'delete from public.ledger_transactions returning id', noGrant],
      ['removes an entry', 'delete from public.ledger_entries returning id', noGrant],
      ['posts', `select private.post_transaction({demo}, 'fee', 'test:x', 'xyz', '[]')`, noGrant],
    ],
    () => ids,
  );
});

describe('a transaction', () => {
  test.each<[string, Entry[], string]>([
    ['of two entries that add up', [entry('bank', 500), entry('cash:stripe', -500)], 'posted'],
    ['of one entry', [entry('bank', 500)], 'ledger_unbalanced'],
    ['that does not add up', [entry('bank', 500), entry('cash:stripe', -499)], 'ledger_unbalanced'],
    [
      'that adds up only over its currencies',
      [entry('bank', 500), entry('cash:stripe', -500, 'USD')],
      'ledger_unbalanced',
    ],
    [
      'of two currencies that each add up',
      [entry('bank', 5), entry('fees', -5), entry('bank', 7, 'JPY'), entry('fees', -7, 'JPY')],
      'posted',
    ],
    ['with an unknown code', [entry('cash:shells', 500), entry('bank', -500)], '23502'],
    ['in no currency', [entry('bank', 500, 'euro'), entry('fees', -500, 'euro')], '23514'],
  ])('%s: %3$s', async (_name, entries, expected) => {
    expect(await outcomeOf(post(crypto.randomUUID(), entries))).toBe(expected);
  });

  test('leaves entries of 0 out, and is none where nothing remains', async () => {
    const [row] = await post('with-zero', [entry('bank', 0), entry('fees', 9), entry('cash:offline', -9)]);
    expect(
      await world.sql.query(
        'select code, kind, amount::int from public.ledger_entries where transaction_id = $1 order by position',
        [row?.id],
      ),
    ).toEqual([
      { code: 'fees', kind: 'expense', amount: 9 },
      { code: 'cash:offline', kind: 'asset', amount: -9 },
    ]);
    expect(await post('nothing', [entry('bank', 0), entry('fees', 0)])).toEqual([{ id: null }]);
  });

  test('of one reference is posted once, also by many at once, and never with other entries', async () => {
    const entries = [entry('bank', 700), entry('cash:offline', -700)];
    const posted = await Promise.all(Array.from({ length: 8 }, () => post('one-payout', entries, 'payout')));
    expect(new Set(posted.map(([row]) => row?.id)).size).toBe(1);
    expect(await outcomeOf(post('one-payout', [entry('bank', 701), entry('cash:offline', -701)], 'payout'))).toBe(
      'conflict',
    );
    expect(await outcomeOf(post('one-payout', entries, 'adjustment'))).toBe('conflict');
  });

  test('stays as it was posted, whoever asks, and goes with its account', async () => {
    for (const text of [
      'update public.ledger_entries set amount = 1 where id = $1',
      'delete from public.ledger_entries where id = $1',
    ])
      expect(await outcomeOf(world.sql.query(text, [ids.entry]))).toBe('ledger_immutable');
    for (const text of [
      `update public.ledger_transactions set memo = 'x' where id = $1`,
      'delete from public.ledger_transactions where id = $1',
    ])
      expect(await outcomeOf(world.sql.query(text, [ids.transaction]))).toBe('ledger_immutable');
    const other = await openWorld();
    try {
      expect(
        await other.sql.query('select from public.ledger_entries where account_id = $1', [other.atelier]),
      ).not.toEqual([]);
      await other.sql.query('delete from public.accounts where account_id = $1', [other.atelier]);
      expect(await other.sql.query('select from public.ledger_entries where account_id = $1', [other.atelier])).toEqual(
        [],
      );
    } finally {
      await other.close();
    }
  });

  test('whatever is posted, every account adds up to zero in every currency', async () => {
    const codes = [
      'cash:offline',
      'cash:stripe',
      'bank',
      'sales',
      'discounts',
      'tax',
      'refunds',
      'fees',
      'commissions',
    ];
    const currencies = ['EUR', 'JPY', 'KWD'];
    const anyEntry = fc.record({
      code: fc.constantFrom(...codes),
      currency: fc.constantFrom(...currencies),
      amount: fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }).map(Number),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(anyEntry, { minLength: 1, maxLength: 6 }), fc.boolean(), async (entries, isMended) => {
        // Half of them are balanced by an entry for each currency, the others mostly don't add up and are rejected.
        const mending = currencies.map((currency) => {
          const sum = entries.reduce((all, row) => all + (row.currency === currency ? row.amount : 0), 0);
          return entry('sales', -sum, currency);
        });
        const all = isMended ? [...entries, ...mending] : entries;
        const isBalanced = currencies.every(
          (currency) => all.reduce((sum, row) => sum + (row.currency === currency ? row.amount : 0), 0) === 0,
        );
        const outcome = await outcomeOf(post(crypto.randomUUID(), all));
        expect(outcome).toBe(isBalanced ? 'posted' : 'ledger_unbalanced');
        expect(await world.sql.query('select * from private.check_ledger()')).toEqual([]);
      }),
      generated(500),
    );
  });
});

describe('the nightly check', () => {
  const [check] = schedules;
  const run = () => check?.run({ sql: world.sql, log: silentLog } as JobContext);

  test('says that everything adds up, and fails naming the account that does not', async () => {
    expect(await run()).toMatch(/^The ledgers of \d+ accounts add up to zero in every currency\.$/);
    await world.sql.query('alter table public.ledger_entries disable trigger user');
    await world.sql.query('update public.ledger_entries set amount = amount + 1 where id = $1', [ids.entry]);
    await expect(run()).rejects.toThrow(`${world.demo} EUR 1`);
    await world.sql.query('update public.ledger_entries set amount = amount - 1 where id = $1', [ids.entry]);
    await world.sql.query('alter table public.ledger_entries enable trigger user');
  });
});
