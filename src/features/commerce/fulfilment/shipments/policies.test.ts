import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { matrix } from '#tests/db/matrix.ts';
import { openShop, refused, type Shop } from '#tests/db/shop.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let shop: Shop;
let ids: { line: string; unpaid: string; download: string };
beforeAll(async () => {
  world = await openWorld();
  shop = await openShop(world);
  const [row] = await world.sql.query<{ id: string }>(
    `insert into public.products (account_id, title, slug, type, status) values ($1, 'A print', 'a-print', 'physical', 'published') returning id`,
    [world.demo],
  );
  await shop.setPrices(row?.id ?? '', [{ currency: 'EUR', amount: 2_000 }]);
  const buy = async (product_id: string, isPaid: boolean) => {
    const address = { country: 'PT', street: 'Rua do Sol 4', city: 'Lisboa' };
    const { id } = await shop.place('student', { address, items: [{ product_id, quantity: 1 }] });
    if (isPaid) await shop.as('owner').query('select public.mark_paid($1)', [id]);
    const [item] = await world.sql.query<{ id: string }>('select id from public.order_items where order_id = $1', [id]);
    return item?.id ?? '';
  };
  ids = {
    line: await buy(row?.id ?? '', true),
    unpaid: await buy(row?.id ?? '', false),
    download: await buy(shop.goods, true),
  };
});
afterAll(() => world.close());

const ship = (line: string, note = '') => shop.as('owner').query('select public.ship_line($1, $2)', [line, note]);

test('a paid line is sent once, with a note that can be changed, and the buyer is told', async () => {
  await ship(ids.line, 'CTT 123');
  await ship(ids.line, 'CTT 124');
  const rows = await shop.as('student').query('select note from public.shipments where order_item_id = $1', [ids.line]);
  expect(rows).toEqual([{ note: 'CTT 124' }]);
  const notifications = await world.sql.query(
    `select from public.account_notifications where account_id = $1 and said ->> 'key' = 'orderShipped'`,
    [world.demo],
  );
  expect(notifications).toHaveLength(2);
  const mails = await world.sql.query(`select from private.outbox where queue = 'shipment-mail'`);
  expect(mails).toHaveLength(2);
});

test('what is not paid or is no thing is not sent', async () => {
  expect(await refused(ship(ids.unpaid))).toBe('order_not_paid');
  expect(await refused(ship(ids.download))).toBe('not_found');
});

describe('who sends', () => {
  matrix(
    () => world,
    [
      ['by the function', 'select public.ship_line({line})', { owner: 1, visitor: '42501', others: 'not_found' }],
      [
        'sees it',
        'select note from public.shipments where order_item_id = {line}',
        { owner: 1, student: 1, visitor: '42501', others: 0 },
      ],
      [
        'adds one',
        `insert into public.shipments (account_id, order_item_id) values ({demo}, {line}) returning id`,
        { others: '42501' },
      ],
      ['changes one', `update public.shipments set note = 'x' returning id`, { others: '42501' }],
      ['removes one', 'delete from public.shipments returning id', { others: '42501' }],
    ],
    () => ids,
  );
});
