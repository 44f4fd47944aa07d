import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { payByProvider } from '#tests/db/disputes.ts';
import { matrix } from '#tests/db/matrix.ts';
import { openShop, type Shop } from '#tests/db/shop.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import { generated } from '#tests/long.ts';

let world: World;
let shop: Shop;
beforeAll(async () => {
  world = await openWorld();
  shop = await openShop(world);
});
afterAll(() => world.close());
beforeEach(forgetCredit);

const PRICE = 1_050;
const place = (quantity: number, provider = 'offline') =>
  shop.place('member', { items: [{ product_id: shop.goods, quantity }], provider });
const refund = (order: string, amount: number | null, kind: string) =>
  shop.as('owner').query('select public.refund_order($1, null, $2, kind => $3)', [order, amount, kind]);
const asOwner = (text: string, order: string) => shop.as('owner').query(text, [order]);

/** What the buyer has in euros, as they are told it. */
async function credit(): Promise<number> {
  const rows = await shop
    .as('member')
    .query<{ currency: string; amount: string }>('select * from public.own_credits($1)', [world.demo]);
  return Number(rows.find(({ currency }) => currency === 'EUR')?.amount ?? 0);
}

/** Each test begins without orders of the buyer, and so without credit. */
async function forgetCredit(): Promise<void> {
  await world.sql.query('update public.orders set user_id = null where account_id = $1 and user_id = $2', [
    world.demo,
    world.caller('member').claims.sub,
  ]);
}

/** Buys something and has its price credited. */
async function giveCredit(quantity: number): Promise<void> {
  const { id = '' } = await place(quantity);
  await asOwner('select public.mark_paid($1)', id);
  await refund(id, null, 'credit');
}

const orderOf = async (id: string) => {
  const [row] = await world.sql.query<{ status: string; credit: number }>(
    'select status, credit::float8 from public.orders where id = $1',
    [id],
  );
  return row;
};
const entriesOf = (reference: string) =>
  world.sql.query<{ code: string; amount: number }>(
    `select e.code, e.amount::float8 from public.ledger_entries e join public.ledger_transactions t on t.id = e.transaction_id
      where t.reference = $1 and (e.code like 'cash:%' or e.code = 'customer_credit') order by e.code`,
    [reference],
  );

describe('credit', () => {
  matrix(
    () => world,
    [
      [
        'reads what the shop owes them',
        'select * from public.own_credits({demo}) where amount > 0',
        { visitor: '42501', others: 0 },
      ],
      ['reads another’s', 'select private.credit_of({demo}, {demo}, {currency})', { others: '42501' }],
    ],
    () => ({ demo: world.demo, currency: 'EUR' }),
  );

  test('pays a part of the next order, and the ledger says what was money', async () => {
    await giveCredit(1);
    expect(await credit()).toBe(PRICE);
    const { id = '', status } = await place(3);
    expect([status, await orderOf(id), await credit()]).toEqual(['pending', { status: 'pending', credit: PRICE }, 0]);
    await asOwner('select public.mark_paid($1)', id);
    expect(await entriesOf(`order:${id}:paid`)).toEqual([
      { code: 'cash:offline', amount: 2 * PRICE },
      { code: 'customer_credit', amount: PRICE },
    ]);
  });

  test('that is enough pays the whole order at once', async () => {
    await giveCredit(3);
    const { id = '', status } = await place(2);
    expect([status, await orderOf(id), await credit()]).toEqual(['paid', { status: 'paid', credit: 2 * PRICE }, PRICE]);
  });

  test('comes back when its order is cancelled', async () => {
    await giveCredit(1);
    const { id = '' } = await place(2);
    await asOwner('select public.cancel_order($1)', id);
    expect(await credit()).toBe(PRICE);
  });

  test('is of one shop and one currency', async () => {
    await giveCredit(1);
    const [other] = await world.sql.query<{ amount: string }>(
      'select private.credit_of(a.account_id, $1, $2) as amount from public.accounts a where a.account_id <> $3 limit 1',
      [world.caller('member').claims.sub, 'EUR', world.demo],
    );
    const [dollars] = await world.sql.query<{ amount: string }>('select private.credit_of($1, $2, $3) as amount', [
      world.demo,
      world.caller('member').claims.sub,
      'USD',
    ]);
    expect([Number(other?.amount), Number(dollars?.amount)]).toEqual([0, 0]);
  });

  test('a provider is asked for the rest alone, and gives back no more than it got', async () => {
    await giveCredit(1);
    const { id = '' } = await place(2, 'stripe');
    const [asked] = await world.sql.query<{ amount: number }>(
      `select (private.order_to_pay($1, $2) ->> 'amount')::float8 as amount`,
      [world.demo, id],
    );
    expect(asked?.amount).toBe(PRICE);
    await payByProvider(world.sql, id);
    expect((await orderOf(id))?.status).toBe('paid');
    await refund(id, null, 'refund');
    const returned = await world.sql.query<{ amount: number }>(
      `select r.amount::float8 from public.payment_refunds r join public.payments p on p.id = r.payment_id where p.subject = 'order:' || $1`,
      [id],
    );
    expect([returned, await credit()]).toEqual([[{ amount: PRICE }], PRICE]);
  });

  test('twenty orders at once never take more than there is', async () => {
    await giveCredit(5);
    const orders = await Promise.all(Array.from({ length: 20 }, () => place(1)));
    const rows = await Promise.all(orders.map(({ id = '' }) => orderOf(id)));
    expect(rows.reduce((sum, row) => sum + (row?.credit ?? 0), 0)).toBe(5 * PRICE);
    expect(rows.filter((row) => row?.status === 'paid')).toHaveLength(5);
    expect(await credit()).toBe(0);
  });
});

type Step =
  | { kind: 'place'; quantity: number }
  | { kind: 'pay' | 'cancel'; at: number }
  | { kind: 'refund' | 'credit'; at: number; amount: number };
type Bought = { id: string; status: string; total: number; credit: number; refunded: number; money: number };
const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('place' as const), quantity: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ kind: fc.constantFrom('pay' as const, 'cancel' as const), at: fc.nat(3) }),
  fc.record({
    kind: fc.constantFrom('refund' as const, 'credit' as const),
    at: fc.nat(3),
    amount: fc.integer({ min: 1, max: 2_000 }),
  }),
);

/** What one step does to the orders of a buyer; returns what it adds to their credit. */
async function take(
  step: typeof steps extends fc.Arbitrary<infer Step> ? Step : never,
  orders: Bought[],
  held: number,
) {
  if (step.kind === 'place') {
    const total = step.quantity * PRICE;
    const { id = '' } = await place(step.quantity);
    const used = Math.min(held, total);
    orders.push({ id, status: used === total ? 'paid' : 'pending', total, credit: used, refunded: 0, money: 0 });
    return -used;
  }
  const order = orders[step.at];
  if (!order) return 0;
  if (!('amount' in step)) {
    if (order.status !== 'pending') return 0;
    await asOwner(`select public.${step.kind === 'pay' ? 'mark_paid' : 'cancel_order'}($1)`, order.id);
    order.status = step.kind === 'pay' ? 'paid' : 'cancelled';
    return step.kind === 'pay' ? 0 : order.credit;
  }
  const amount = Math.min(step.amount, order.total - order.refunded);
  if (order.status !== 'paid' || amount === 0) return 0;
  await refund(order.id, amount, step.kind);
  order.refunded += amount;
  if (order.refunded === order.total) order.status = 'refunded';
  const money = step.kind === 'credit' ? 0 : Math.min(amount, order.total - order.credit - order.money);
  order.money += money;
  return amount - money;
}

test('whatever is ordered, paid, cancelled, refunded and credited, the credit is what a small model says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 3, maxLength: 12 }), async (sequence) => {
      await forgetCredit();
      const orders: Bought[] = [];
      let held = 0;
      for (const step of sequence) {
        held += await take(step, orders, held);
        expect(await credit()).toBe(held);
      }
      for (const order of orders)
        expect(await orderOf(order.id)).toEqual({ status: order.status, credit: order.credit });
      expect(await world.sql.query('select * from private.check_order_ledger()')).toEqual([]);
      expect(await world.sql.query('select * from private.check_ledger()')).toEqual([]);
    }),
    generated(400),
  );
});
