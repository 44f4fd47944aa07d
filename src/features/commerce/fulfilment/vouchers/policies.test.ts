import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase } from '#base/server/database.ts';
import { matrix } from '#tests/db/matrix.ts';
import { openShop, refused, type Shop } from '#tests/db/shop.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';

let world: World;
let shop: Shop;
beforeAll(async () => {
  world = await openWorld();
  shop = await openShop(world);
});
afterAll(() => world.close());

let count = 0;
let course: string;
let line: string;
let order: string;
/** A course of its own, sold as seats for two people a piece or as a gift, and paid by the student. */
async function sell(type: 'seats' | 'gift', quantity: number, seats = 2): Promise<void> {
  count += 1;
  const [row] = await world.sql.query<{ course: string; product: string }>(
    `with course as (insert into public.courses (account_id, title, slug, access, status) values ($1, $2, $2, 'paid', 'published') returning account_id, id),
       product as (insert into public.products (account_id, title, slug, type, status, seats)
         select account_id, 'For others', $2, $3, 'published', $4 from course returning account_id, id),
       opened as (insert into public.product_courses (account_id, product_id, course_id) select p.account_id, p.id, c.id from product p, course c returning id)
     select course.id as course, product.id as product from course, product, opened`,
    [world.demo, `shared-${count}`, type, type === 'seats' ? seats : null],
  );
  course = row?.course ?? '';
  await shop.setPrices(row?.product ?? '', [{ currency: 'EUR', amount: 5_000 }]);
  const placed = await shop.place('student', { items: [{ product_id: row?.product ?? '', quantity }] });
  order = placed.id ?? '';
  const [item] = await world.sql.query<{ id: string }>('select id from public.order_items where order_id = $1', [
    order,
  ]);
  line = item?.id ?? '';
}
const pay = () => shop.as('owner').query('select public.mark_paid($1)', [order]);
const refund = (quantity?: number) =>
  shop
    .as('owner')
    .query('select public.refund_order($1, lines => $2::jsonb)', [
      order,
      quantity ? JSON.stringify([{ order_item_id: line, quantity }]) : null,
    ]);
const assign = (emails: string[], person: Person = 'student', through = world.database) =>
  through
    .as(world.caller(person))
    .query<{ n: number }>('select public.assign_seats($1, $2::jsonb) as n', [
      line,
      JSON.stringify(emails.map((email) => ({ email }))),
    ]);
const vouchers = () =>
  world.sql.query<{ id: string; code: string; email: string; redeemed: boolean }>(
    'select id, code, email, redeemed_at is not null as redeemed from public.vouchers where order_item_id = $1 order by created_at, id',
    [line],
  );
const redeem = (person: Person, code: string, through = world.database) =>
  through
    .as(world.caller(person))
    .query<{ slug: string }>('select public.redeem_voucher($1, $2) as slug', [world.demo, code]);
const emailOf = async (person: Person) =>
  (
    await world.sql.query<{ email: string }>('select email from auth.users where id = $1', [
      world.caller(person).claims.sub,
    ])
  )[0]?.email ?? '';
const codeOf = async (at = 0) => (await vouchers())[at]?.code ?? '';

describe('seats', () => {
  beforeEach(() => sell('seats', 1));

  test('are given once the order is paid, and open the course to who has them and not to the buyer', async () => {
    expect(await refused(assign(['a@team.test']))).toBe('order_not_paid');
    await pay();
    expect(await shop.accessOf('student', course)).toBeUndefined();
    await assign(['a@team.test']);
    await redeem('member', await codeOf());
    expect(await shop.accessOf('member', course)).toBe('active');
    expect(await shop.accessOf('student', course)).toBeUndefined();
  });

  test('open at once to a member whose address is verified', async () => {
    await pay();
    const email = await emailOf('member');
    await world.sql.query(
      `update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now()) where lower(email) = lower($1)`,
      [email],
    );
    await world.sql.query(
      `do $$ begin if exists (select from information_schema.columns where table_schema = 'auth' and table_name = 'users' and column_name = 'email_proved_at')
         then execute 'update auth.users set email_proved_at = now()'; end if; end $$`,
    );
    await assign([email.toUpperCase()]);
    expect(await shop.accessOf('member', course)).toBe('active');
    expect(await vouchers()).toMatchObject([{ redeemed: true }]);
  });

  test('are no more than were bought, counted with the pieces; the list is taken whole or not at all', async () => {
    await pay();
    expect(await refused(assign(['a@team.test', 'b@team.test', 'c@team.test']))).toBe('seats_taken');
    expect(await vouchers()).toEqual([]);
    expect(await assign(['a@team.test', 'A@team.test', 'b@team.test'])).toEqual([{ n: 2 }]);
    expect(await refused(assign(['c@team.test']))).toBe('seats_taken');
  });

  test('can be freed: the course closes, and somebody else can have the seat', async () => {
    await pay();
    await assign(['a@team.test', 'b@team.test']);
    await redeem('member', await codeOf());
    const [seat] = await vouchers();
    await shop.as('student').query('select public.free_seat($1)', [seat?.id]);
    expect(await shop.accessOf('member', course)).toBe('ended');
    expect(await refused(redeem('member', seat?.code ?? ''))).toBe('not_found');
    expect(await assign(['c@team.test'])).toEqual([{ n: 1 }]);
  });

  test('a person has one', async () => {
    await pay();
    await assign(['a@team.test', 'b@team.test']);
    await redeem('member', await codeOf(0));
    expect(await refused(redeem('member', await codeOf(1)))).toBe('already_owned');
  });

  test('close with a refund of the order, also where they were not taken yet', async () => {
    await pay();
    await assign(['a@team.test', 'b@team.test']);
    await redeem('member', await codeOf());
    const [, open] = await vouchers();
    await refund();
    expect(await shop.accessOf('member', course)).toBe('ended');
    expect(await refused(redeem('parent', open?.code ?? ''))).toBe('not_found');
    expect(await refused(assign(['c@team.test']))).toBe('order_not_paid');
  });

  test('leave what a member has by an order of their own', async () => {
    await pay();
    await assign(['a@team.test']);
    await redeem('member', await codeOf());
    const [own] = await world.sql.query<{ id: string }>(
      `insert into public.products (account_id, title, slug, type, status, course_id) values ($1, 'Own', $2, 'course', 'published', $3) returning id`,
      [world.demo, `own-${count}`, course],
    );
    await shop.setPrices(own?.id ?? '', [{ currency: 'EUR', amount: 100 }]);
    await world.sql.query(`update public.enrolments set expires_at = now() + interval '1 day' where course_id = $1`, [
      course,
    ]);
    const { id } = await shop.place('member', { items: [{ product_id: own?.id ?? '', quantity: 1 }] });
    await shop.as('owner').query('select public.mark_paid($1)', [id]);
    await refund();
    expect(await shop.accessOf('member', course)).toBe('active');
    await shop.as('owner').query('select public.refund_order($1)', [id]);
    expect(await shop.accessOf('member', course)).toBe('ended');
  });

  test('open a course that is added later', async () => {
    await pay();
    await assign(['a@team.test']);
    await redeem('member', await codeOf());
    const [added] = await world.sql.query<{ id: string }>(
      `with course as (insert into public.courses (account_id, title, slug, access) values ($1, $2, $2, 'paid') returning account_id, id)
       insert into public.product_courses (account_id, product_id, course_id)
         select c.account_id, i.product_id, c.id from course c, public.order_items i where i.id = $3 returning course_id as id`,
      [world.demo, `added-${count}`, line],
    );
    expect(await shop.accessOf('member', added?.id ?? '')).toBe('active');
    expect(await shop.accessOf('student', added?.id ?? '')).toBeUndefined();
  });
});

test('of two pieces the refund of one frees the seats that nobody has taken first', async () => {
  await sell('seats', 2);
  await pay();
  await assign(['a@team.test', 'b@team.test', 'c@team.test', 'd@team.test']);
  await redeem('member', await codeOf(3));
  await refund(1);
  expect(await vouchers()).toMatchObject([
    { email: 'a@team.test', redeemed: false },
    { email: 'd@team.test', redeemed: true },
  ]);
  expect(await shop.accessOf('member', course)).toBe('active');
});

test('of a hundred people at once for fifty seats fifty get one', async () => {
  await sell('seats', 1, 50);
  await pay();
  const pool = createDatabase({ ownerUrl: world.ownerUrl, clientUrl: world.clientUrl, poolSize: 25 });
  const outcomes = await Promise.all(
    Array.from({ length: 100 }, (_, at) => refused(assign([`p${at}@team.test`], 'student', pool))),
  );
  await pool.close();
  expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(50);
  expect(outcomes.filter((outcome) => outcome === 'seats_taken')).toHaveLength(50);
  expect(await vouchers()).toHaveLength(50);
});

describe('gifts', () => {
  beforeEach(() => sell('gift', 2));
  const give = (id = '', send_at: string | null = null) =>
    shop
      .as('student')
      .query('select public.send_gift($1, $2, $3, $4, $5)', [id, 'Friend@home.test', 'Ana', 'Enjoy', send_at]);
  const mails = async (id = '') =>
    (
      await world.sql.query(
        `select from private.outbox where queue = 'voucher-mail' and payload ->> 'voucher_id' = $1`,
        [id],
      )
    ).length;

  test('are one for each piece once the order is paid, and open the course once', async () => {
    expect(await vouchers()).toEqual([]);
    await pay();
    expect(await vouchers()).toHaveLength(2);
    const code = await codeOf();
    expect(await redeem('member', code)).toEqual([{ slug: `shared-${count}` }]);
    expect(await redeem('member', code)).toEqual([{ slug: `shared-${count}` }]);
    expect(await refused(redeem('parent', code))).toBe('voucher_redeemed');
    expect(await shop.accessOf('member', course)).toBe('active');
    expect(await shop.accessOf('parent', course)).toBeUndefined();
    expect(await shop.accessOf('student', course)).toBeUndefined();
  });

  test('of twenty people with one code one gets it', async () => {
    await pay();
    const code = await codeOf();
    const people: Person[] = ['member', 'parent', 'instructor', 'student'];
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, async (_, at) => {
        const person = people[at % 4] ?? 'member';
        return [person, await refused(redeem(person, code))] as const;
      }),
    );
    expect(new Set(outcomes.filter(([, outcome]) => outcome === 'accepted').map(([person]) => person)).size).toBe(1);
  });

  test('are not spent by who has everything in them', async () => {
    await pay();
    await redeem('member', await codeOf(0));
    expect(await refused(redeem('member', await codeOf(1)))).toBe('already_owned');
    expect(await redeem('parent', await codeOf(1))).toHaveLength(1);
  });

  test('are mailed at once, or on their day', async () => {
    await pay();
    const [first, second] = await vouchers();
    await give(first?.id);
    expect(await mails(first?.id)).toBe(1);
    await give(second?.id, new Date(Date.now() + 86_400_000).toISOString());
    await world.sql.query('select private.send_due_gifts()');
    expect(await mails(second?.id)).toBe(0);
    await world.sql.query(`update public.vouchers set send_at = now() - interval '1 minute' where id = $1`, [
      second?.id,
    ]);
    await world.sql.query('select private.send_due_gifts()');
    await world.sql.query('select private.send_due_gifts()');
    expect(await mails(second?.id)).toBe(1);
  });

  test('are mailed five times at most, and not after they were redeemed', async () => {
    await pay();
    const [gift] = await vouchers();
    for (let at = 0; at < 5; at += 1) await give(gift?.id);
    expect(await refused(give(gift?.id))).toBe('mail_limit');
    await redeem('member', gift?.code ?? '');
    expect(await refused(give(gift?.id))).toBe('voucher_redeemed');
  });

  test('are withdrawn by a refund: what was redeemed closes, what was not opens nothing', async () => {
    await pay();
    const [first, second] = await vouchers();
    await redeem('member', first?.code ?? '');
    await refund();
    expect(await shop.accessOf('member', course)).toBe('ended');
    expect(await refused(redeem('parent', second?.code ?? ''))).toBe('not_found');
  });

  test('are read by who has the code, on their own site', async () => {
    await pay();
    const [gift] = await vouchers();
    await give(gift?.id);
    const read = (person: Person, account: string, code = gift?.code ?? '') =>
      world.attempt(person, 'select public.read_voucher($1, $2) as voucher', [account, code]);
    expect(await read('member', world.demo)).toMatchObject({
      rows: [{ voucher: { title: 'For others', name: 'Ana', message: 'Enjoy', is_redeemed: false } }],
    });
    expect(await read('atelierOwner', world.atelier)).toMatchObject({ rows: [{ voucher: null }] });
    expect(await read('member', world.demo, '0'.repeat(20))).toMatchObject({ rows: [{ voucher: null }] });
  });
});

describe('who sees and writes vouchers', () => {
  let ids: { seat: string; gift: string; line: string };
  beforeAll(async () => {
    await sell('gift', 1);
    await pay();
    const gift = (await vouchers())[0]?.id ?? '';
    await sell('seats', 1);
    await pay();
    await assign(['a@team.test']);
    ids = { gift, seat: (await vouchers())[0]?.id ?? '', line };
  });
  const own = { owner: 1, student: 1, visitor: '42501', others: 'not_found' };
  matrix(
    () => world,
    [
      [
        'sees a seat',
        'select code from public.vouchers where id = {seat}',
        { owner: 1, student: 1, visitor: '42501', others: 0 },
      ],
      ['assigns a seat', `select public.assign_seats({line}, '[{"email": "x@team.test"}]')`, own],
      ['frees a seat', 'select public.free_seat({seat})', own],
      ['sends a gift', `select public.send_gift({gift}, 'x@home.test')`, own],
      [
        'adds one',
        `insert into public.vouchers (account_id, order_item_id, kind, code) values ({demo}, {line}, 'seat', 'x') returning id`,
        { others: '42501' },
      ],
      ['changes one', `update public.vouchers set email = '' returning id`, { others: '42501' }],
      ['removes one', 'delete from public.vouchers returning id', { others: '42501' }],
      ['runs the schedule', 'select private.send_due_gifts()', { others: '42501' }],
    ],
    () => ids,
  );
});
