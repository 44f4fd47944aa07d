import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '#tests/db/world.ts';
import { generated } from '#tests/long.ts';
import { linePayments, type RefundDraft, refundAmount, refundRequest } from './rules.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const draft: RefundDraft = {
  kind: 'credit',
  scope: 'all',
  quantities: {},
  amount: null,
  takesAccess: true,
  reason: ' Late. ',
};
const order = {
  subtotal: 15_150,
  discount: 1_000,
  prices_include_tax: false,
  total: 14_150,
  refunded: 1_000,
  order_items: [
    {
      id: 'course',
      position: 1,
      amount: 12_000,
      quantity: 1,
      discount: 792,
      tax: 0,
      refunded: 0,
      refunded_quantity: 0,
    },
    {
      id: 'goods',
      position: 2,
      amount: 1_050,
      quantity: 3,
      discount: 208,
      tax: 0,
      refunded: 980,
      refunded_quantity: 1,
    },
  ],
};

test.each<[string, Partial<RefundDraft>, number]>([
  ['all that is left', {}, 13_150],
  ['one of three', { scope: 'lines', quantities: { goods: 1, course: 0 } }, 981],
  ['the rest of three', { scope: 'lines', quantities: { goods: 2 } }, 1_962],
  ['no more than is left', { scope: 'lines', quantities: { goods: 2, course: 1 } }, 13_150],
  ['an amount', { scope: 'amount', amount: 5 }, 5],
  ['an amount that is not typed yet', { scope: 'amount' }, 0],
])('a refund comes to %s', (_name, changes, amount) => {
  expect(refundAmount(order, { ...draft, ...changes })).toBe(amount);
});

test('what is asked of the database is what was chosen and no more', () => {
  const chosen = { ...draft, amount: 7, quantities: { goods: 2, course: 0 } };
  expect(refundRequest(chosen)).toEqual({
    kind: 'credit',
    lines: null,
    amount: null,
    takes_access: false,
    reason: 'Late.',
  });
  expect(refundRequest({ ...chosen, scope: 'amount' })).toMatchObject({ amount: 7, lines: null, takes_access: true });
  expect(refundRequest({ ...chosen, scope: 'lines' })).toMatchObject({
    amount: null,
    lines: [{ order_item_id: 'goods', quantity: 2 }],
  });
});

test('what a line paid is the same in SQL and on the screen, and all lines add up to the total', async () => {
  const line = fc.record({
    amount: fc.integer({ min: 0, max: 10 ** 12 }),
    quantity: fc.integer({ min: 1, max: 99 }),
    part: fc.double({ min: 0, max: 1, noNaN: true }),
    rate: fc.constantFrom(0, 7, 19, 25.5),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { minLength: 1, maxLength: 8 }),
      // Of an order from before lines had a tax of their own.
      fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 10 ** 6 })),
      fc.boolean(),
      async (lines, unshared, isIncluded) => {
        const items = lines.map(({ amount, quantity, part, rate }, position) => ({
          id: crypto.randomUUID(),
          position,
          amount,
          quantity,
          discount: Math.floor(amount * quantity * part),
          tax: unshared === null ? Math.floor(((amount * quantity * (1 - part)) / (100 + rate)) * rate) : 0,
          refunded: 0,
          refunded_quantity: 0,
        }));
        const subtotal = items.reduce((sum, { amount, quantity }) => sum + amount * quantity, 0);
        const discount = items.reduce((sum, item) => sum + item.discount, 0);
        fc.pre(subtotal > discount);
        const tax = unshared ?? items.reduce((sum, item) => sum + item.tax, 0);
        const prices_include_tax = isIncluded && unshared === null;
        const total = subtotal - discount + (prices_include_tax ? 0 : tax);
        const payments = linePayments({
          subtotal,
          discount,
          prices_include_tax,
          total,
          refunded: 0,
          order_items: items,
        });
        const rows = await world.sql.transaction(async (tx) => {
          const [row] = await tx.query<{ id: string }>(
            `insert into public.orders (account_id, number, email, customer_name, currency, subtotal, discount, tax, total, prices_include_tax)
             values ($1, 900000, '', 'X', 'EUR', $2, $3, $4, $5, $6) returning id`,
            [world.demo, subtotal, discount, tax, total, prices_include_tax],
          );
          await tx.query(
            `insert into public.order_items (account_id, id, order_id, title, type, quantity, amount, discount, tax, position)
             select $1, i.id, $2, 'X', 'digital', i.quantity, i.amount, i.discount, i.tax, i.position
               from jsonb_to_recordset($3) i(id uuid, quantity int, amount bigint, discount bigint, tax bigint, position int)`,
            [world.demo, row?.id, JSON.stringify(items)],
          );
          const paid = await tx.query<{ id: string; paid: string }>(
            'select p.order_item_id as id, p.paid from public.orders o, private.line_payments(o) p where o.id = $1',
            [row?.id],
          );
          await tx.query('delete from public.orders where id = $1', [row?.id]);
          return paid;
        });
        expect(new Map(rows.map(({ id, paid }) => [id, Number(paid)]))).toEqual(payments);
        expect([...payments.values()].reduce((sum, paid) => sum + paid, 0)).toBe(total);
        // A line paid its price less its discount and the tax of its own, to the cent.
        if (unshared === null)
          for (const item of items)
            expect(payments.get(item.id)).toBe(
              item.amount * item.quantity - item.discount + (prices_include_tax ? 0 : item.tax),
            );
      },
    ),
    generated(500),
  );
});
