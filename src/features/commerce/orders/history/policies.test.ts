import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { matrix } from '#tests/db/matrix.ts';
import { openShop, refused, type Shop } from '#tests/db/shop.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';

let world: World;
let shop: Shop;
let ids: { order: string; note: string };
beforeAll(async () => {
  world = await openWorld();
  shop = await openShop(world);
  const order = await place('student');
  ids = { order, note: await note(order, 'Paid by their company') };
});
afterAll(() => world.close());

const place = async (person: Person) =>
  (await shop.place(person, { items: [{ product_id: shop.goods, quantity: 1 }] })).id ?? '';
const note = async (order: string, text: string, person: Person = 'owner') =>
  (await shop.as(person).query<{ id: string }>('select public.add_order_note($1, $2) as id', [order, text]))[0]?.id ??
  '';
const userOf = (person: Person) => String(world.caller(person).claims.sub);
type Entry = { kind: string; note: string; facts: Record<string, unknown>; actor: string | null };
const historyOf = (order: string, person: Person = 'owner') =>
  shop.as(person).query<Entry>('select kind, note, facts, actor from public.order_history($1)', [order]);

const noGrant = { others: '42501' };
describe('who sees and writes the history of an order', () => {
  matrix(
    () => world,
    [
      ['the entries themselves', 'select kind from private.order_entries', noGrant],
      [
        'adds an entry past the function',
        `insert into private.order_entries (account_id, order_id, kind) values ({demo}, {order}, 'paid') returning id`,
        noGrant,
      ],
      ['changes an entry', 'update private.order_entries set note = note returning id', noGrant],
      ['removes an entry', 'delete from private.order_entries returning id', noGrant],
      [
        'reads the history',
        `select kind from public.order_history({order}) where kind = 'note'`,
        { owner: 1, visitor: '42501', others: 0 },
      ],
      [
        'adds a note',
        `select public.add_order_note({order}, 'Called them')`,
        { owner: 1, visitor: '42501', others: 'not_found' },
      ],
      ['removes a note', 'select where public.remove_order_note({note})', { owner: 1, visitor: '42501', others: 0 }],
      [
        'has the mail sent again',
        'select public.resend_order_mail({order})',
        { owner: 1, visitor: '42501', others: 'not_found' },
      ],
    ],
    () => ids,
  );
});

describe('the history of an order', () => {
  test('tells what happened, by whom, in order', async () => {
    const order = await place('member');
    await shop.as('owner').query('select public.mark_paid($1)', [order]);
    await shop.as('owner').query(`select public.refund_order($1, amount => 100, reason => 'Late')`, [order]);
    await shop.as('owner').query('select public.refund_order($1)', [order]);
    const entries = await historyOf(order);
    expect(entries.map(({ kind }) => kind)).toEqual(['placed', 'paid', 'refund', 'refund']);
    expect(entries[2]?.facts).toEqual({ amount: 100, reason: 'Late' });
    const [buyer, owner] = await world.sql.query<{ name: string }>(
      `select m.name from public.members m join auth.users u on u.id = m.user_id
        where m.account_id = $1 and m.user_id in ($2, $3) order by m.user_id = $3`,
      [world.demo, userOf('member'), userOf('owner')],
    );
    expect([entries[0]?.actor, entries[1]?.actor]).toEqual([buyer?.name, owner?.name]);
  });

  test('of a cancelled order ends there', async () => {
    const order = await place('parent');
    await shop.as('owner').query('select public.cancel_order($1)', [order]);
    expect((await historyOf(order)).map(({ kind }) => kind)).toEqual(['placed', 'cancelled']);
  });

  test('keeps no name of who was erased', async () => {
    const order = await place('instructor');
    const erase = async (person: string) =>
      world.sql.query('update private.order_entries set created_by = $2 where order_id = $1 returning created_by', [
        order,
        person,
      ]);
    await erase(userOf('instructor'));
    await world.sql.query('insert into private.erasures (account_id, user_id) values ($1, $2)', [
      world.demo,
      userOf('instructor'),
    ]);
    expect((await historyOf(order)).map(({ actor }) => actor)).toEqual([null]);
  });
});

describe('a note', () => {
  test.each([
    ['nothing', '  '],
    ['2,001 characters', 'x'.repeat(2001)],
  ])('is not %s', async (_, text) => {
    expect(await refused(note(ids.order, text))).toBe('invalid');
  });

  test('is one of at most 200', async () => {
    const order = await place('parent');
    await world.sql.query(
      `insert into private.order_entries (account_id, order_id, kind, note) select $1, $2, 'note', 'x' from generate_series(1, 200)`,
      [world.demo, order],
    );
    expect(await refused(note(order, 'one more'))).toBe('too_many_notes');
  });

  test('alone can be removed', async () => {
    const order = await place('parent');
    const added = await note(order, 'Wrong order');
    const [placed] = await world.sql.query<{ id: string }>(
      'select id from private.order_entries where order_id = $1 and kind = $2',
      [order, 'placed'],
    );
    const remove = (id?: string) =>
      shop.as('owner').query<{ gone: boolean }>('select public.remove_order_note($1) as gone', [id]);
    expect([(await remove(placed?.id))[0]?.gone, (await remove(added))[0]?.gone]).toEqual([false, true]);
    expect((await historyOf(order)).map(({ kind }) => kind)).toEqual(['placed']);
  });
});

describe('the mail of an order', () => {
  const queued = (order: string) =>
    world.sql.query<{ kind: string; resent_by: string | null }>(
      `select payload ->> 'kind' as kind, payload ->> 'resent_by' as resent_by from private.outbox
        where payload ->> 'order_id' = $1 and payload ? 'resent_by'`,
      [order],
    );

  test('is sent again by the present status', async () => {
    const order = await place('parent');
    const resend = () =>
      shop.as('owner').query<{ kind: string }>('select public.resend_order_mail($1) as kind', [order]);
    expect((await resend())[0]?.kind).toBe('placed');
    await shop.as('owner').query('select public.mark_paid($1)', [order]);
    expect((await resend())[0]?.kind).toBe('paid');
    expect(await queued(order)).toEqual([
      { kind: 'placed', resent_by: userOf('owner') },
      { kind: 'paid', resent_by: userOf('owner') },
    ]);
  });

  test('is not sent again within a minute, nor to nobody', async () => {
    const order = await place('parent');
    await world.sql.query(`select private.record_order_entry($1, $2, 'mail', '{"mail": "placed", "resent": true}')`, [
      world.demo,
      order,
    ]);
    const resend = () => shop.as('owner').query('select public.resend_order_mail($1)', [order]);
    expect(await refused(resend())).toBe('mail_sent_recently');
    await world.sql.query(`update public.orders set email = '' where id = $1`, [order]);
    expect(await refused(resend())).toBe('order_without_email');
  });
});
