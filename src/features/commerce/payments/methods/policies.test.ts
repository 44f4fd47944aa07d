import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { matrix, membersOfDemo } from '#tests/db/matrix.ts';
import { addPayment } from '#tests/db/payments.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let ids: Record<string, string>;
beforeAll(async () => {
  world = await openWorld();
  await addPayment(world.sql, world.demo);
  const [row] = await world.sql.query<Record<string, string>>(
    `select m.id as method, m.user_id as payer, s.id as setup from public.payment_methods m join public.payment_setups s on s.user_id = m.user_id`,
  );
  ids = row ?? {};
});
afterAll(() => world.close());

const nobody = { others: '42501' };
describe('who sees and writes payment methods', () => {
  matrix(
    () => world,
    [
      [
        'a payment method',
        'select last4, email, is_default from public.payment_methods where id = {method}',
        { student: 1, visitor: '42501', others: 0 },
      ],
      ['the reference of a payment method', 'select provider_reference from public.payment_methods', nobody],
      ['changes a payment method', `update public.payment_methods set last4 = '1' returning id`, nobody],
      ['removes a payment method', 'delete from public.payment_methods returning id', nobody],
      [
        'a method that was to be kept',
        'select status from public.payment_setups where id = {setup}',
        { student: 1, visitor: '42501', others: 0 },
      ],
      ['the page of one', 'select url from public.payment_setups', nobody],
      ['the reference of one', 'select provider_reference from public.payment_setups', nobody],
      [
        'adds one',
        `insert into public.payment_setups (account_id, user_id, provider, is_test) values ({demo}, {payer}, 'stripe', true) returning id`,
        nobody,
      ],
      ['changes one', `update public.payment_setups set status = 'succeeded' returning id`, nobody],
      ['deletes one', 'delete from public.payment_setups returning id', nobody],
      ['records one', `select private.record_setup({demo}, {setup}, '{}')`, nobody],
      [
        'keeps a method',
        `select private.keep_payment_method({demo}, {payer}, 'stripe', '{"reference": "pm_9"}')`,
        nobody,
      ],
      ['follows a method', 'select private.follow_payment_method({demo}, {method}, null)', nobody],
      // The demo has no provider that keeps any.
      [
        'begins to keep one',
        `select private.begin_setup({demo}, null, 'stripe')`,
        { ...membersOfDemo('provider_off'), visitor: '42501', others: 'not_found' },
      ],
      ['those of the caller', 'select * from private.own_setups({demo})', { student: 1, visitor: '42501', others: 0 }],
    ],
    () => ids,
  );
});

const state = {
  status: 'succeeded',
  method: { reference: 'pm_2', customer: 'cus_2', brand: 'visa', last4: '1111', exp_month: 1, exp_year: 2031 },
};

describe('a method that was to be kept', () => {
  const record = async (what: object) =>
    (
      await world.sql.query<{ status: string }>('select private.record_setup($1, $2, $3::jsonb) as status', [
        world.demo,
        ids.setup,
        JSON.stringify(what),
      ])
    )[0]?.status;
  test('is kept once, and stays so whatever is said later', async () => {
    expect(await record({ status: 'pending' })).toBe('pending');
    expect(await record(state)).toBe('succeeded');
    expect(await record({ status: 'cancelled' })).toBe('succeeded');
    expect(await record({ ...state, method: { ...state.method, reference: 'pm_3' } })).toBe('succeeded');
    const rows = await world.sql.query(
      `select last4, is_default from public.payment_methods where user_id = $1 order by created_at`,
      [ids.payer],
    );
    expect(rows).toEqual([
      { last4: '4242', is_default: true },
      { last4: '1111', is_default: false },
    ]);
  });

  test('goes with its owner, and its provider is asked to forget it', async () => {
    await world.sql.query('delete from public.payment_methods where id = $1', [ids.method]);
    const rows = await world.sql.query(`select last4, is_default from public.payment_methods where user_id = $1`, [
      ids.payer,
    ]);
    expect(rows).toEqual([{ last4: '1111', is_default: true }]);
    await world.sql.query('delete from public.payment_methods where user_id = $1', [ids.payer]);
    const jobs = await world.sql.query(
      `select payload ->> 'reference' as reference from private.outbox where queue = 'forget-payment-method' order by id`,
    );
    expect(jobs).toEqual([{ reference: 'pm_1' }, { reference: 'pm_2' }]);
  });
});
