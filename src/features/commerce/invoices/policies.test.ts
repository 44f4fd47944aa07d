import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase } from '#base/server/database.ts';
import { matrix } from '#tests/db/matrix.ts';
import { openShop, refused, type Shop } from '#tests/db/shop.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';
import type { InvoiceDocument } from './schema.ts';

let world: World;
let shop: Shop;
let ids: { order: string; invoice: string; older: string };
beforeAll(async () => {
  world = await openWorld();
  shop = await openShop(world);
  const order = await buy();
  const older = await buy();
  await forget(older);
  ids = { order, invoice: (await invoicesOf(order))[0]?.id ?? '', older };
});
afterAll(() => world.close());

type Row = {
  id: string;
  number: string;
  kind: string;
  invoice_id: string | null;
  net: number;
  tax: number;
  total: number;
  document: InvoiceDocument;
};
const invoicesOf = (order: string) =>
  world.sql.query<Row>(
    'select id, number, kind, invoice_id, net::int, tax::int, total::int, document from public.order_invoices where order_id = $1 order by id',
    [order],
  );
const place = async (person: Person = 'student', quantity = 1) =>
  (await shop.place(person, { items: [{ product_id: shop.goods, quantity }] })).id ?? '';
const pay = (order: string, through = world.database) =>
  through.as(world.caller('owner')).query('select public.mark_paid($1)', [order]);
const refund = (order: string, amount: number | null = null) =>
  shop.as('owner').query('select public.refund_order($1, amount => $2)', [order, amount]);
async function buy(person: Person = 'student') {
  const order = await place(person);
  await pay(order);
  return order;
}
/** As an order is that was paid before there were invoices. */
const forget = (order: string) =>
  world.sql.transaction(async (tx) => {
    await tx.query('alter table public.order_invoices disable trigger order_invoices_stay');
    await tx.query('delete from public.order_invoices where order_id = $1', [order]);
    await tx.query('alter table public.order_invoices enable trigger order_invoices_stay');
  });
const number = (settings: object) =>
  shop.as('owner').query(
    `insert into public.invoice_settings (account_id, prefix, credit_note_prefix, has_year, digits)
     select $1, s.prefix, s.credit_note_prefix, s.has_year, s.digits from jsonb_to_record($2::jsonb) s(prefix text, credit_note_prefix text, has_year boolean, digits smallint)
     on conflict (account_id) do update set prefix = excluded.prefix, credit_note_prefix = excluded.credit_note_prefix, has_year = excluded.has_year, digits = excluded.digits`,
    [world.demo, JSON.stringify({ prefix: 'INV-', credit_note_prefix: 'CN-', has_year: true, digits: 4, ...settings })],
  );
const year = async () =>
  (await world.sql.query<{ year: string }>(`select to_char(private.clock_now() at time zone 'UTC', 'YYYY') as year`))[0]
    ?.year ?? '';

const noGrant = { others: '42501' };
describe('who sees and writes invoices', () => {
  matrix(
    () => world,
    [
      [
        'an invoice',
        'select number from public.order_invoices where id = {invoice}',
        { owner: 1, student: 1, visitor: '42501', others: 0 },
      ],
      [
        'adds one',
        `insert into public.order_invoices (account_id, number, kind, order_id, issued_at, locale, currency, net, tax, total, document) values ({demo}, 'X', 'invoice', {order}, now(), 'en', 'EUR', 1, 0, 1, '{}') returning id`,
        noGrant,
      ],
      ['changes one', 'update public.order_invoices set total = 1 returning id', noGrant],
      ['removes one', 'delete from public.order_invoices returning id', noGrant],
      ['the counters', 'select last_number from private.invoice_counters', noGrant],
      ['takes a number', `select private.next_order_invoice_number({demo}, 'invoice', now())`, noGrant],
      [
        'issues the invoice of an older order',
        'select public.invoice_order({older})',
        { owner: 1, visitor: '42501', others: 'not_found' },
      ],
      ['issues it past the function', 'select private.invoice_order(o) from public.orders o', noGrant],
      [
        'the numbering',
        'select prefix from public.invoice_settings where account_id = {demo}',
        { owner: 1, visitor: '42501', others: 0 },
      ],
      [
        'sets the numbering of a shop that has none',
        `insert into public.invoice_settings (account_id, prefix) values ({atelier}, 'A-') returning 1`,
        { atelierOwner: 1, others: '42501' },
      ],
      [
        'changes the numbering',
        `update public.invoice_settings set digits = 6 where account_id = {demo} returning 1`,
        { owner: 1, visitor: '42501', others: 0 },
      ],
      [
        'moves the numbering to another account',
        'update public.invoice_settings set account_id = {atelier} returning 1',
        noGrant,
      ],
      ['removes the numbering', 'delete from public.invoice_settings returning 1', noGrant],
    ],
    () => ids,
  );
});

describe('an invoice', () => {
  test('is issued with the payment, once, with what the order says', async () => {
    const order = await place('student', 2);
    expect(await invoicesOf(order)).toEqual([]);
    await pay(order);
    const [invoice, ...more] = await invoicesOf(order);
    expect(more).toEqual([]);
    expect(invoice).toMatchObject({
      kind: 'invoice',
      net: 2_100,
      tax: 0,
      total: 2_100,
      document: {
        seller: { legal_name: 'Lumen Academy GmbH', country: 'DE', vat_number: 'DE136695976' },
        buyer: { name: 'A Buyer', country: 'PT' },
        lines: [{ title: 'goods', quantity: 2, net: 2_100, tax: 0, total: 2_100, tax_category: 'outside' }],
        taxes: [{ tax_category: 'outside', net: 2_100, tax: 0 }],
      },
    });
    await shop.as('owner').query('select public.invoice_order($1)', [order]);
    expect(await invoicesOf(order)).toHaveLength(1);
  });

  test('is not issued for what cost nothing', async () => {
    const { id = '' } = await shop.place('member', { items: [{ product_id: shop.gift, quantity: 1 }] });
    expect(await invoicesOf(id)).toEqual([]);
    expect(await refused(shop.as('owner').query('select public.invoice_order($1)', [id]))).toBe(
      'invoice_needs_payment',
    );
  });

  test('is not issued for what is not paid', async () => {
    const order = await place();
    expect(await refused(shop.as('owner').query('select public.invoice_order($1)', [order]))).toBe(
      'invoice_needs_payment',
    );
  });

  test('stays as it was issued, whatever becomes of the seller, the product and the buyer, even for the database itself', async () => {
    const order = await buy('parent');
    const before = await invoicesOf(order);
    await world.sql.transaction(async (tx) => {
      await tx.query(`update public.seller_details set legal_name = 'Another', vat_number = '' where account_id = $1`, [
        world.demo,
      ]);
      await tx.query(`update public.products set title = 'Another' where id = $1`, [shop.goods]);
      await tx.query(`update public.orders set customer_name = 'Another', billing_address = '{}' where id = $1`, [
        order,
      ]);
    });
    expect(await invoicesOf(order)).toEqual(before);
    for (const statement of ['update public.order_invoices set total = total', 'delete from public.order_invoices'])
      expect(await refused(world.sql.query(`${statement} where order_id = $1`, [order]))).toBe('invoice_immutable');
    await world.sql.query(`update public.seller_details set legal_name = 'Lumen Academy GmbH' where account_id = $1`, [
      world.demo,
    ]);
  });

  test('goes with its account', async () => {
    const countIn = async (tx: Pick<World['sql'], 'query'>) =>
      (
        await tx.query<{ count: number }>(
          'select count(*)::int as count from public.order_invoices where account_id = $1',
          [world.atelier],
        )
      )[0]?.count;
    expect(await countIn(world.sql)).toBeGreaterThan(0);
    const undone = new Error('undone');
    await expect(
      world.sql.transaction(async (tx) => {
        await tx.query('delete from public.accounts where account_id = $1', [world.atelier]);
        expect(await countIn(tx)).toBe(0);
        throw undone;
      }),
    ).rejects.toBe(undone);
  });

  test('of an order paid before there were invoices is issued by the owner, with the credit notes of its refunds', async () => {
    const order = await buy();
    await refund(order, 300);
    await forget(order);
    await refund(order, 50);
    expect(await invoicesOf(order)).toEqual([]);
    await shop.as('owner').query('select public.invoice_order($1)', [order]);
    const rows = await invoicesOf(order);
    expect(rows.map(({ kind, total }) => [kind, total])).toEqual([
      ['invoice', 1_050],
      ['credit_note', 300],
      ['credit_note', 50],
    ]);
  });

  test('is recorded as an event with its amounts', async () => {
    const order = await buy();
    const [invoice] = await invoicesOf(order);
    const rows = await world.sql.query(
      `select facts from private.events where type = 'invoice.issued' and subject = 'invoice:' || $1`,
      [invoice?.id],
    );
    expect(rows).toMatchObject([{ facts: { order_id: order, kind: 'invoice', total: 1_050, currency: 'EUR' } }]);
  });
});

describe('numbers', () => {
  test('follow the format of the owner; another prefix or a year begins a series of its own, and an earlier one goes on', async () => {
    const numberOf = async (settings: object) => {
      await number(settings);
      return (await invoicesOf(await buy()))[0]?.number;
    };
    const now = await year();
    const first = Number((await numberOf({}))?.slice(-4));
    expect(await numberOf({})).toBe(`INV-${now}-${String(first + 1).padStart(4, '0')}`);
    expect(await numberOf({ prefix: 'R/', has_year: false, digits: 2 })).toBe('R/01');
    expect(await numberOf({ prefix: 'R/', has_year: false, digits: 1 })).toBe('R/2');
    expect(await numberOf({ prefix: '', has_year: false, digits: 1 })).toBe('1');
    expect(await numberOf({ prefix: '', has_year: true, digits: 3 })).toBe(`${now}-001`);
    expect(await numberOf({ prefix: 'R/', has_year: false, digits: 6 })).toBe('R/000003');
    expect(await numberOf({})).toBe(`INV-${now}-${String(first + 2).padStart(4, '0')}`);
  });

  test('of credit notes are a series of their own, or one with invoices where the prefix is the same', async () => {
    await number({ prefix: 'D-', credit_note_prefix: 'D-', has_year: false });
    const order = await buy();
    await refund(order);
    expect((await invoicesOf(order)).map((row) => row.number)).toEqual(['D-0001', 'D-0002']);
    await number({ prefix: 'D-', credit_note_prefix: 'G-', has_year: false });
    const other = await buy();
    await refund(other);
    expect((await invoicesOf(other)).map((row) => row.number)).toEqual(['D-0003', 'G-0001']);
  });

  test('grow beyond their digits', async () => {
    await number({ prefix: 'X-', has_year: false, digits: 1 });
    await world.sql.query(`insert into private.invoice_counters values ($1, 'X-', 9)`, [world.demo]);
    expect((await invoicesOf(await buy()))[0]?.number).toBe('X-10');
  });

  test.each(['A1', 'Ä-', 'a b-', `${'x'.repeat(20)}-`])('the prefix %s is refused', async (prefix) =>
    expect(await refused(number({ prefix }))).toMatch(/invoice_settings_prefix_check|23514|value too long/),
  );

  test('have no gap and no duplicate where a hundred orders are paid at once and some of the payments fail', async () => {
    await number({ prefix: 'P-', has_year: false });
    const orders: string[] = [];
    for (const person of ['student', 'member', 'parent', 'instructor'] as const)
      for (let at = 0; at < 25; at++) orders.push(await place(person));
    const pool = createDatabase({ ownerUrl: world.ownerUrl, clientUrl: world.clientUrl, poolSize: 25 });
    const outcomes = await Promise.all(
      orders.map((order, at) =>
        refused(
          at % 5 === 4
            ? pool.as(world.caller('owner')).transaction(async (tx) => {
                await tx.query('select public.mark_paid($1)', [order]);
                // The invoice is written before the transaction fails.
                await tx.query('set constraints all immediate');
                throw Object.assign(new Error('The provider failed.'), { detail: 'failed' });
              })
            : pay(order, pool),
        ),
      ),
    );
    await pool.close();
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(80);
    expect(outcomes.filter((outcome) => outcome === 'failed')).toHaveLength(20);
    const rows = await world.sql.query<{ number: string }>(
      `select number from public.order_invoices where account_id = $1 and number like 'P-%' order by number`,
      [world.demo],
    );
    expect(rows.map((row) => row.number)).toEqual(
      Array.from({ length: 80 }, (_, at) => `P-${String(at + 1).padStart(4, '0')}`),
    );
  });
});
