import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { payByProvider, reportDispute } from '#tests/db/disputes.ts';
import { matrix } from '#tests/db/matrix.ts';
import { openShop, type Shop } from '#tests/db/shop.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let shop: Shop;
let order: string;
let dispute: string;
beforeAll(async () => {
  world = await openWorld();
  shop = await openShop(world);
  order = await bought();
  dispute = await report(order, 'dp_one', 'pending');
});
afterAll(() => world.close());

/** An order of the student that is paid by a provider. */
async function bought(): Promise<string> {
  const { id = '' } = await shop.place('student', { items: [{ product_id: shop.goods, quantity: 2 }] });
  await payByProvider(world.sql, id);
  return id;
}

/** What the provider says of a dispute about the order now; returns its id here. */
async function report(
  ...dispute: [order: string, reference: string, status: 'pending' | 'failed' | 'succeeded', amount?: number]
) {
  await reportDispute(world.sql, ...dispute);
  const [row] = await world.sql.query<{ id: string }>(
    `select d.id from public.order_disputes d join public.payment_refunds r on r.id = d.payment_refund_id where r.provider_reference = $1`,
    [dispute[1]],
  );
  return row?.id ?? '';
}

const state = async (id: string) =>
  (
    await world.sql.query(
      `select o.status, o.total - o.refunded as left, array(select d.status from public.order_disputes d where d.order_id = o.id order by d.id) as disputes
         from public.orders o where o.id = $1`,
      [id],
    )
  )[0];
const differences = () =>
  world.sql.query(
    'select subject from private.check_order_ledger() union all select currency from private.check_ledger()',
  );

const nobody = { others: '42501' };
describe('who sees and writes disputes', () => {
  matrix(
    () => world,
    [
      [
        'a dispute',
        'select amount, status from public.order_disputes where id = {dispute}',
        { owner: 1, student: 1, visitor: '42501', others: 0 },
      ],
      [
        'adds one',
        `insert into public.order_disputes (account_id, order_id, payment_refund_id, amount, currency, opened_at) values ({demo}, {order}, {dispute}, 1, 'EUR', now()) returning id`,
        nobody,
      ],
      ['changes one', `update public.order_disputes set status = 'won' returning id`, nobody],
      ['removes one', 'delete from public.order_disputes returning id', nobody],
      ['wins one', 'select private.win_dispute(o, d) from public.orders o, public.order_disputes d', nobody],
      ['marks an order disputed', `update public.orders set status = 'disputed' returning id`, nobody],
    ],
    () => ({ dispute, order }),
  );
});

test('a disputed order is neither paid again, cancelled nor refunded by a person', async () => {
  expect(await state(order)).toMatchObject({ status: 'disputed', disputes: ['open'] });
  for (const call of ['mark_paid', 'cancel_order', 'refund_order'])
    await expect(shop.as('owner').query(`select public.${call}($1)`, [order])).rejects.toMatchObject({
      detail: expect.stringMatching(/order_not_(?:pending|paid)/),
    });
});

test('who bought it and who manages the shop are told of a dispute once, and of how it ended', async () => {
  const notificationsOf = (key: string) =>
    world.sql.query(
      `select from public.account_notifications where said ->> 'key' = $1 and said #>> '{values,number}' =
      (select '#' || number from public.orders where id = $2)`,
      [key, order],
    );
  await report(order, 'dp_one', 'pending');
  expect(await notificationsOf('orderDisputed')).toHaveLength(1);
  expect(await notificationsOf('saleDisputed')).not.toHaveLength(0);
  await report(order, 'dp_one', 'failed');
  await report(order, 'dp_one', 'failed');
  expect(await notificationsOf('orderRestored')).toHaveLength(1);
  expect(await state(order)).toMatchObject({ status: 'paid', disputes: ['won'] });
  const rows = await shop.as('owner').query<{ kind: string }>('select kind from public.order_history($1)', [order]);
  expect(rows.map(({ kind }) => kind).filter((kind) => kind.startsWith('dispute'))).toEqual(['dispute', 'dispute_won']);
  expect(await differences()).toEqual([]);
});

test('two disputes of parts are decided one by one, and only the lost one is refunded', async () => {
  const id = await bought();
  await report(id, 'dp_two', 'pending', 100);
  await report(id, 'dp_three', 'pending', 150);
  expect(await state(id)).toMatchObject({ status: 'disputed', disputes: ['open', 'open'] });
  await report(id, 'dp_two', 'failed', 100);
  expect(await state(id)).toMatchObject({ status: 'disputed', disputes: ['won', 'open'] });
  await report(id, 'dp_three', 'succeeded', 150);
  expect(await state(id)).toMatchObject({ status: 'paid', disputes: ['won', 'lost'] });
  const refunds = await world.sql.query('select kind, amount::int from public.refunds where order_id = $1', [id]);
  expect(refunds).toEqual([{ kind: 'chargeback', amount: 150 }]);
  expect(await differences()).toEqual([]);
});

test('a dispute that was lost before it was heard of is a refund at once', async () => {
  const id = await bought();
  expect(await report(id, 'dp_four', 'succeeded')).toBe('');
  expect(await state(id)).toMatchObject({ status: 'refunded', disputes: [] });
  expect(await differences()).toEqual([]);
});
