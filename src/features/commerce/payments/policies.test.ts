import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { matrix } from '#tests/db/matrix.ts';
import { addPayment } from '#tests/db/payments.ts';
import { refused } from '#tests/db/shop.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let ids: Record<string, string>;
beforeAll(async () => {
  world = await openWorld();
  await addPayment(world.sql, world.demo);
  const [row] = await world.sql.query<Record<string, string>>(
    `select p.id as payment, m.id as method, r.id as refund, e.id as event, d.id as difference,
            gen_random_uuid() as other
       from public.payments p join public.payment_methods m on m.id = p.payment_method_id
       join public.payment_refunds r on r.payment_id = p.id join public.provider_events e on e.payment_id = p.id
       join public.payment_differences d on d.account_id = p.account_id where p.account_id = $1`,
    [world.demo],
  );
  ids = row ?? {};
});
afterAll(() => world.close());

const nobody = { others: '42501' };
describe('who sees and writes payments', () => {
  matrix(
    () => world,
    [
      [
        'the providers of a shop',
        `select provider from public.payment_providers where account_id = {demo}`,
        { owner: 1, visitor: '42501', others: 0 },
      ],
      ['the keys of a provider', 'select sealed_keys from public.payment_providers', nobody],
      ['the ways to pay', `select provider from public.payment_options where account_id = {demo}`, { others: 1 }],
      [
        'a payment',
        'select amount from public.payments where id = {payment}',
        { owner: 1, student: 1, visitor: '42501', others: 0 },
      ],
      ['the page of a payment', 'select url from public.payments where id = {payment}', nobody],
      [
        'a refund by a provider',
        'select amount from public.payment_refunds where id = {refund}',
        { owner: 1, visitor: '42501', others: 0 },
      ],
      [
        'a message of a provider',
        'select type from public.provider_events where id = {event}',
        { owner: 1, visitor: '42501', others: 0 },
      ],
      [
        'a difference',
        'select kind from public.payment_differences where id = {difference}',
        { owner: 1, visitor: '42501', others: 0 },
      ],
      [
        'adds a provider',
        `insert into public.payment_providers (account_id, provider, sealed_keys) values ({demo}, 'stripe', 'x') returning id`,
        nobody,
      ],
      ['switches a provider', 'update public.payment_providers set is_enabled = false returning id', nobody],
      ['removes a provider', 'delete from public.payment_providers returning id', nobody],
      [
        'adds a payment',
        `insert into public.payments (account_id, subject, provider, is_test, amount, currency) values ({demo}, 'order:' || {other}, 'stripe', true, 1, 'EUR') returning id`,
        nobody,
      ],
      ['changes a payment', `update public.payments set status = 'succeeded' returning id`, nobody],
      ['removes a payment', 'delete from public.payments returning id', nobody],
      ['changes a refund', `update public.payment_refunds set status = 'failed' returning id`, nobody],
      ['changes a message', `update public.provider_events set status = 'failed' returning id`, nobody],
      ['removes a difference', 'delete from public.payment_differences returning id', nobody],
      ['records a payment', `select private.record_payment({demo}, {payment}, '{}')`, nobody],
      ['stores a message', `select private.store_provider_event({demo}, 'stripe', 'e', 't', null)`, nobody],
      ['gives money back', `select private.request_refund({demo}, 'order:x', 1, 'some-key')`, nobody],
      ['charges a kept method', `select private.begin_charge({demo}, 'order:x', 'some-key', {other})`, nobody],
      [
        'reads the sealed keys',
        `select private.encrypted_payment_keys({demo}, 'stripe')`,
        { owner: 1, visitor: '42501', others: 'forbidden' },
      ],
      [
        'saves a provider',
        `select private.save_payment_provider({demo}, 'offline', false)`,
        { owner: 1, visitor: '42501', others: 'forbidden' },
      ],
      [
        'removes the keys of a provider',
        `select private.remove_payment_provider({demo}, 'stripe')`,
        { owner: 1, visitor: '42501', others: 'forbidden' },
      ],
      [
        'begins a payment of nothing',
        `select private.begin_payment({demo}, 'order:' || {other}, 'stripe')`,
        { visitor: '42501', others: 'not_found' },
      ],
    ],
    () => ids,
  );
});

describe('what a provider says of a payment', () => {
  const make = async () => {
    const [row] = await world.sql.query<{ id: string }>(
      `insert into public.payments (account_id, subject, provider, is_test, amount, currency) values ($1, 'gift:' || gen_random_uuid(), 'stripe', true, 500, 'EUR') returning id`,
      [world.demo],
    );
    return row?.id ?? '';
  };
  const record = async (id: string, status: string, more: object = {}) => {
    const state = { reference: `cs_${id}`, status, amount: 500, currency: 'EUR', refunds: [], ...more };
    const [row] = await world.sql.query<{ status: string }>('select private.record_payment($1, $2, $3) as status', [
      world.demo,
      id,
      JSON.stringify(state),
    ]);
    return row?.status;
  };

  test.each([
    [['pending', 'succeeded', 'pending', 'failed', 'cancelled'], 'succeeded'],
    [['cancelled', 'succeeded'], 'succeeded'],
    [['failed', 'pending', 'succeeded', 'succeeded'], 'succeeded'],
    [['pending', 'cancelled'], 'cancelled'],
    [['pending', 'failed'], 'failed'],
  ])('%j comes to %s', async (statuses, expected) => {
    const id = await make();
    let status: string | undefined;
    for (const next of statuses) status = await record(id, next);
    expect(status).toBe(expected);
  });

  test.each([
    ['another amount', { amount: 499 }],
    ['another currency', { currency: 'USD' }],
  ])('of %s settles nothing', async (_what, more) => {
    const id = await make();
    expect(await record(id, 'succeeded', more)).toBe('failed');
    const rows = await world.sql.query('select failure_code from public.payments where id = $1', [id]);
    expect(rows).toEqual([{ failure_code: 'amount_differs' }]);
  });

  test('of a charge is recorded once for its key, and never where nothing is due', async () => {
    const [kept] = await world.sql.query<{ id: string; user_id: string }>(
      'select id, user_id from public.payment_methods where account_id = $1',
      [world.demo],
    );
    await world.sql.query(
      `insert into public.payment_providers (account_id, provider, sealed_keys) values ($1, 'stripe', 'x') on conflict do nothing`,
      [world.demo],
    );
    const [order] = await world.sql.query<{ id: string }>(
      `insert into public.orders (account_id, number, user_id, email, customer_name, currency, subtotal, total)
       values ($1, 800000, $2, 'a@b.example', 'A', 'EUR', 900, 900) returning id`,
      [world.demo, kept?.user_id],
    );
    const begin = (key: string, method = kept?.id) =>
      world.sql.query<{ id: string | null }>(
        `select private.begin_charge($1, 'order:' || $2::text, $3, $4) ->> 'id' as id`,
        [world.demo, order?.id, key, method],
      );
    const begun = await Promise.all([begin('charge-one'), begin('charge-one'), begin('charge-one')]);
    expect(new Set(begun.map(([row]) => row?.id)).size).toBe(1);
    // Somebody else's method, or one that is gone.
    expect(await begin('charge-two', crypto.randomUUID())).toEqual([{ id: null }]);
    await world.sql.query(`update public.orders set status = 'cancelled', closed_at = now() where id = $1`, [
      order?.id,
    ]);
    expect(await begin('charge-one')).toEqual([{ id: null }]);
    const rows = await world.sql.query('select status from public.payments where idempotency_key = $1', ['charge-one']);
    expect(rows).toEqual([{ status: 'cancelled' }]);
  });
});

test('what a payer had kept is forgotten with them, and their amounts stay', async () => {
  const [row] = await world.sql.query<{ user_id: string }>('select user_id from public.payments where id = $1', [
    ids.payment,
  ]);
  await world.sql.transaction(async (tx) => {
    await tx.query('insert into private.erasures (account_id, user_id) values ($1, $2)', [world.demo, row?.user_id]);
    expect(await tx.query('select from public.payment_methods where user_id = $1', [row?.user_id])).toEqual([]);
    expect(await tx.query('select user_id, amount::int from public.payments where id = $1', [ids.payment])).toEqual([
      { user_id: null, amount: 2_500 },
    ]);
  });
});

test('a refund that the provider rejected is asked for again by a manager alone', async () => {
  await world.sql.query(`update public.payment_refunds set status = 'failed', origin = 'shop' where id = $1`, [
    ids.refund,
  ]);
  const retry = (person: 'owner' | 'student') =>
    refused(world.database.as(world.caller(person)).query('select public.retry_refund($1)', [ids.refund]));
  expect(await retry('student')).toBe('not_found');
  expect(await retry('owner')).toBe('accepted');
  expect(await retry('owner')).toBe('not_found');
});
