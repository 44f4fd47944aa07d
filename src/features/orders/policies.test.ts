import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase } from '#base/server/database.ts';
import { openWorld, type Person, type World } from '#tests/world.ts';

let world: World;
let course: string;
let other: string;
let courseProduct: string;
let goods: string;
let free: string;

beforeAll(async () => {
  world = await openWorld();
  const { sql, demo } = world;
  const addCourse = async (slug: string) => {
    const rows = await sql.query<{ id: string }>(
      `insert into public.courses (account_id, title, slug, access) values ($1, $2, $2, 'paid') returning id`,
      [demo, slug],
    );
    return rows[0]?.id ?? '';
  };
  const addProduct = async (slug: string, type: string, amount: number, courseId: string | null, currency = 'EUR') => {
    const rows = await sql.query<{ id: string }>(
      `insert into public.products (account_id, title, slug, type, status, course_id) values ($1, $2, $2, $3, 'published', $4) returning id`,
      [demo, slug, type, courseId],
    );
    await sql.query('insert into public.prices (account_id, product_id, currency, amount) values ($1, $2, $3, $4)', [
      demo,
      rows[0]?.id,
      currency,
      amount,
    ]);
    return rows[0]?.id ?? '';
  };
  course = await addCourse('test-course');
  other = await addCourse('other-course');
  courseProduct = await addProduct('course-product', 'course', 12_000, course);
  goods = await addProduct('goods', 'digital', 1_050, null);
  free = await addProduct('gift', 'course', 0, other);
});
afterAll(() => world.close());

type Wish = { items?: object[]; coupon?: string | null; key?: string; account?: string; name?: string };

/** Places an order as a person and keeps it. */
async function place(person: Person, wish: Wish = {}, database = world.database) {
  const rows = await database
    .as(world.caller(person))
    .query<Record<string, string>>(
      'select id, number, status, subtotal, discount, total, coupon, currency from private.place_order($1, $2::jsonb, $3, $4, $5, $6, $7)',
      [
        wish.account ?? world.demo,
        JSON.stringify(wish.items ?? [{ product_id: courseProduct, quantity: 1 }]),
        wish.coupon ?? null,
        wish.name ?? 'A Buyer',
        '{"country":"PT"}',
        wish.key ?? crypto.randomUUID(),
        'en',
      ],
    );
  return rows[0] as Record<string, string>;
}
const refusalOf = (error: unknown) =>
  (error as { detail?: string; code?: string }).detail ?? (error as { code?: string }).code;
const refused = (work: Promise<unknown>) => work.then(() => 'accepted', refusalOf);
const as = (person: Person) => world.database.as(world.caller(person));
const usesOf = async (name: string) =>
  (
    await world.sql.query<{ usage_count: number }>(
      'select usage_count from public.coupons where account_id = $1 and name = $2',
      [world.demo, name],
    )
  )[0]?.usage_count;
const addCoupon = (name: string, more: { usage_limit?: number; per_user_limit?: number } = {}) =>
  world.sql.query(
    `insert into public.coupons (account_id, name, discount_type, coupon_amount, usage_limit, per_user_limit) values ($1, $2, 'flat', 10, $3, $4)`,
    [world.demo, name, more.usage_limit ?? 0, more.per_user_limit ?? 0],
  );

describe('placing an order', () => {
  test('prices and coupon come from the tables', async () => {
    const items = [
      { product_id: courseProduct, quantity: 1, amount: 1 },
      { product_id: goods, quantity: 2 },
    ];
    expect(await place('student', { items, coupon: 'WELCOME10' })).toMatchObject({
      status: 'pending',
      currency: 'EUR',
      subtotal: '14100',
      discount: '1400',
      total: '12700',
      coupon: 'WELCOME10',
    });
    expect(await usesOf('WELCOME10')).toBe(1);
  });

  test.each([
    ['EXPIRED', 'coupon_expired'],
    ['FUTURE', 'coupon_unavailable'],
    ['SOLDOUT', 'coupon_limit'],
    ['NOSUCH', 'coupon_unknown'],
    ['welcome10', 'coupon_unknown'],
  ])('%s is refused: %s', async (coupon, code) => expect(await refused(place('student', { coupon }))).toBe(code));

  test.each<[Person, string]>([
    ['visitor', '42501'],
    ['blocked', 'forbidden'],
    ['atelierStudent', 'forbidden'],
    ['both', 'forbidden'],
    ['stolen', 'forbidden'],
    ['unbound', 'forbidden'],
  ])('%s is refused: %s', async (person, code) => expect(await refused(place(person))).toBe(code));

  test('somebody the platform knows becomes a student by buying', async () => {
    await place('fresh');
    const rows = await world.sql.query(
      `select r.kind from public.members m join public.roles r on (r.account_id, r.role_id) = (m.account_id, m.role_id)
        where m.account_id = $1 and m.user_id = $2`,
      [world.demo, world.caller('fresh').claims.sub],
    );
    expect(rows).toEqual([{ kind: 'student' }]);
  });

  test.each<[string, Wish, string]>([
    ['nothing', { items: [] }, 'invalid'],
    ['a course twice', { items: [{ product_id: '$course', quantity: 2 }] }, 'invalid'],
    ['a hundred', { items: [{ product_id: '$goods', quantity: 100 }] }, 'invalid'],
    ['less than nothing', { items: [{ product_id: '$goods', quantity: -1 }] }, 'invalid'],
    ['what is not sold', { items: [{ product_id: crypto.randomUUID(), quantity: 1 }] }, 'not_on_sale'],
  ])('%s is refused', async (_name, wish, code) => {
    const named = JSON.parse(JSON.stringify(wish).replace('$course', courseProduct).replace('$goods', goods)) as Wish;
    expect(await refused(place('student', named))).toBe(code);
  });

  test('a product of another account is not on sale here', async () => {
    const rows = await world.sql.query<{ id: string }>(
      `insert into public.products (account_id, title, slug, type, status) values ($1, 'x', 'foreign', 'digital', 'published') returning id`,
      [world.atelier],
    );
    await world.sql.query(
      `insert into public.prices (account_id, product_id, currency, amount) values ($1, $2, 'EUR', 1)`,
      [world.atelier, rows[0]?.id],
    );
    expect(await refused(place('student', { items: [{ product_id: rows[0]?.id, quantity: 1 }] }))).toBe('not_on_sale');
  });

  test('the same key places one order, however often and however many at once', async () => {
    const key = crypto.randomUUID();
    const orders = await Promise.all(Array.from({ length: 8 }, () => place('student', { key })));
    expect(new Set(orders.map(({ id }) => id)).size).toBe(1);
    expect(await refused(place('student', { key, name: 'Somebody else' }))).toBe('conflict');
  });

  test('a total of 0 is paid at once, and opens what was bought', async () => {
    expect(await place('member', { items: [{ product_id: free, quantity: 1 }] })).toMatchObject({
      status: 'paid',
      total: '0',
    });
    const rows = await as('member').query('select status from public.enrolments where course_id = $1', [other]);
    expect(rows).toEqual([{ status: 'active' }]);
  });
});

describe('many at once', () => {
  test('a hundred checkouts on a coupon with ten uses left give exactly ten', async () => {
    await addCoupon('TENLEFT', { usage_limit: 10 });
    const crowd = createDatabase({ ownerUrl: world.ownerUrl, clientUrl: world.clientUrl, poolSize: 25 });
    const people: Person[] = ['student', 'member', 'parent', 'instructor'];
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, at) => refused(place(people[at % 4] ?? 'student', { coupon: 'TENLEFT' }, crowd))),
    );
    await crowd.close();
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(10);
    expect(outcomes.filter((outcome) => outcome === 'coupon_limit')).toHaveLength(90);
    const rows = await world.sql.query<{ count: string }>(
      `select count(*) from public.orders o join public.coupon_redemptions r on (r.account_id, r.order_id) = (o.account_id, o.id)
        where o.account_id = $1 and o.coupon = 'TENLEFT'`,
      [world.demo],
    );
    expect(rows[0]?.count).toBe('10');
    expect(await usesOf('TENLEFT')).toBe(10);
  });

  test('one person at forty windows uses a coupon for one order once', async () => {
    await addCoupon('ONEEACH', { per_user_limit: 1 });
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, () => refused(place('parent', { coupon: 'ONEEACH' }))),
    );
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1);
    expect(await usesOf('ONEEACH')).toBe(1);
  });

  test('order numbers have no gap, whatever was refused between', async () => {
    const rows = await world.sql.query<{ first: number; last: number; count: string }>(
      'select min(number) as first, max(number) as last, count(*) from public.orders where account_id = $1',
      [world.demo],
    );
    expect(Number(rows[0]?.count)).toBe((rows[0]?.last ?? 0) - (rows[0]?.first ?? 0) + 1);
  });
});

describe('what becomes of an order', () => {
  const jobsOf = async (id: string | undefined) =>
    (
      await world.sql.query<{ kind: string }>(
        `select payload ->> 'kind' as kind from private.outbox where payload ->> 'order_id' = $1 order by id`,
        [id],
      )
    ).map(({ kind }) => kind);
  const bells = async (person: Person, number: string | undefined) =>
    (
      await world.sql.query(
        'select from public.account_notifications where account_id = $1 and user_id = $2 and message like $3',
        [world.demo, world.caller(person).claims.sub, `%#${number}%`],
      )
    ).length;
  const accessOf = async (person: Person, id: string) =>
    (
      await world.sql.query<{ status: string }>(
        `select e.status from public.enrolments e join public.members m on (m.account_id, m.id) = (e.account_id, e.member_id)
        where e.course_id = $1 and m.user_id = $2`,
        [id, world.caller(person).claims.sub],
      )
    )[0]?.status;

  test('paid: access, one notification and one mail, exactly once', async () => {
    const order = await place('member');
    expect(await accessOf('member', course)).toBeUndefined();
    expect(await bells('owner', order.number)).toBe(1);
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, () => refused(as('owner').query('select public.mark_paid($1)', [order.id]))),
    );
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'order_not_pending')).toHaveLength(5);
    expect(await accessOf('member', course)).toBe('active');
    expect(await jobsOf(order.id)).toEqual(['placed', 'paid']);
    expect(await bells('member', order.number)).toBe(1);
  });

  test('refunded: access ends only with the last order that opens the course, and the coupon may be used again', async () => {
    await addCoupon('BACK');
    const orders = [await place('instructor', { coupon: 'BACK' }), await place('instructor')];
    for (const order of orders) await as('owner').query('select public.mark_paid($1)', [order?.id]);
    expect(await usesOf('BACK')).toBe(1);
    await as('owner').query('select public.refund_order($1)', [orders[0]?.id]);
    expect(await usesOf('BACK')).toBe(0);
    expect(await accessOf('instructor', course)).toBe('active');
    await as('owner').query('select public.refund_order($1)', [orders[1]?.id]);
    expect(await accessOf('instructor', course)).toBe('ended');
    expect(await refused(as('owner').query('select public.refund_order($1)', [orders[1]?.id]))).toBe('order_not_paid');
  });

  test('refunded: what the buyer had before stays open', async () => {
    const memberId = (
      await world.sql.query<{ id: string }>('select id from public.members where account_id = $1 and user_id = $2', [
        world.demo,
        world.caller('parent').claims.sub,
      ])
    )[0]?.id;
    await world.sql.query(`select private.enrol($1, $2, $3, 'manual')`, [world.demo, course, memberId]);
    const order = await place('parent');
    await as('owner').query('select public.mark_paid($1)', [order.id]);
    await as('owner').query('select public.refund_order($1)', [order.id]);
    expect(await accessOf('parent', course)).toBe('active');
  });

  test('cancelled: by the buyer, once; the coupon may be used again', async () => {
    await addCoupon('AGAIN', { per_user_limit: 1, usage_limit: 1 });
    const order = await place('student', { coupon: 'AGAIN' });
    expect(await refused(place('student', { coupon: 'AGAIN' }))).toBe('coupon_limit');
    await as('student').query('select public.cancel_order($1)', [order.id]);
    expect(await refused(as('student').query('select public.cancel_order($1)', [order.id]))).toBe('order_not_pending');
    expect(await refused(as('owner').query('select public.mark_paid($1)', [order.id]))).toBe('order_not_pending');
    expect(await usesOf('AGAIN')).toBe(0);
    expect(await refused(place('student', { coupon: 'AGAIN' }))).toBe('accepted');
  });

  test('a bundle opens its courses, a membership those for members', async () => {
    const rows = await world.sql.query<{ id: string; type: string }>(
      `insert into public.products (account_id, title, slug, type, status)
       values ($1, 'B', 'b', 'bundle', 'published'), ($1, 'M', 'm', 'membership', 'published') returning id, type`,
      [world.demo],
    );
    const [bundle, membership] = rows.map(({ id }) => id);
    await world.sql.query(
      `insert into public.prices (account_id, product_id, currency, amount) values ($1, $2, 'EUR', 0), ($1, $3, 'EUR', 0)`,
      [world.demo, bundle, membership],
    );
    await world.sql.query(
      'insert into public.product_courses (account_id, product_id, course_id) values ($1, $2, $3)',
      [world.demo, bundle, other],
    );
    const forMembers = await world.sql.query<{ id: string }>(
      `insert into public.courses (account_id, title, slug, access, status, summary) values ($1, 'For members', 'for-members', 'members', 'published', 'x') returning id`,
      [world.demo],
    );
    await place('fresh', {
      items: [
        { product_id: bundle, quantity: 1 },
        { product_id: membership, quantity: 1 },
      ],
    });
    expect(await accessOf('fresh', other)).toBe('active');
    expect(await accessOf('fresh', forMembers[0]?.id ?? '')).toBe('active');
  });

  test('a month that is paid for opens for a month, and renewed early loses no day', async () => {
    const rows = await world.sql.query<{ id: string }>(
      `insert into public.products (account_id, title, slug, type, status) values ($1, 'Monthly', 'monthly', 'membership', 'published') returning id`,
      [world.demo],
    );
    const id = rows[0]?.id;
    await world.sql.query(
      `insert into public.prices (account_id, product_id, currency, amount, frequency) values ($1, $2, 'EUR', 0, '{"value":1,"parameter":"month"}')`,
      [world.demo, id],
    );
    const lesson = await world.sql.query<{ id: string }>(
      `insert into public.courses (account_id, title, slug, access) values ($1, 'Monthly course', 'monthly-course', 'paid') returning id`,
      [world.demo],
    );
    await world.sql.query(
      'insert into public.product_courses (account_id, product_id, course_id) values ($1, $2, $3)',
      [world.demo, id, lesson[0]?.id],
    );
    const monthsLeft = async () =>
      (
        await world.sql.query<{ one: boolean; two: boolean }>(
          `select expires_at = o.first + interval '1 month' as one, expires_at = o.first + interval '1 month' + interval '1 month' as two
             from public.enrolments e, (select min(paid_at) as first from public.orders where id = any($2)) o where e.course_id = $1`,
          [lesson[0]?.id, placed],
        )
      )[0];
    const placed: (string | undefined)[] = [];
    placed.push((await place('member', { items: [{ product_id: id, quantity: 1 }] })).id);
    expect(await monthsLeft()).toEqual({ one: true, two: false });
    placed.push((await place('member', { items: [{ product_id: id, quantity: 1 }] })).id);
    expect(await monthsLeft()).toEqual({ one: false, two: true });
  });
});

describe('who sees and moves an order of the student', () => {
  let id: string | undefined;
  beforeAll(async () => {
    id = (await place('student', { coupon: 'WELCOME10' })).id;
  });
  const rows: [Person, boolean, string][] = [
    ['visitor', false, '42501'],
    ['owner', true, 'accepted'],
    ['instructor', false, 'not_found'],
    ['student', true, 'not_found'],
    ['parent', false, 'not_found'],
    ['member', false, 'not_found'],
    ['atelierOwner', false, 'not_found'],
    ['atelierStudent', false, 'not_found'],
    ['both', false, 'not_found'],
    ['blocked', false, 'not_found'],
    ['removed', false, 'not_found'],
    ['fresh', false, 'not_found'],
    ['stolen', false, 'not_found'],
    ['unbound', false, 'not_found'],
  ];
  const outcomeOf = async (person: Person, text: string) => {
    const outcome = await world.attempt(person, text, [id]);
    return 'rows' in outcome ? outcome.rows.length : outcome.refused;
  };

  test.each(rows)('%s', async (person, isSeen, moves) => {
    const none = person === 'visitor' ? '42501' : isSeen ? 1 : 0;
    expect(await outcomeOf(person, 'select email from public.orders where id = $1')).toBe(none);
    expect(await outcomeOf(person, 'select title from public.order_items where order_id = $1')).toBe(none);
    expect(await outcomeOf(person, 'select coupon_id from public.coupon_redemptions where order_id = $1')).toBe(
      person === 'visitor' ? '42501' : person === 'owner' ? 1 : 0,
    );
    expect(await outcomeOf(person, 'select idempotency_key from public.orders where id = $1')).toBe('42501');
    expect(await outcomeOf(person, `update public.orders set status = 'paid' where id = $1`)).toBe('42501');
    expect(await outcomeOf(person, 'delete from public.orders where id = $1')).toBe('42501');
    expect(await outcomeOf(person, 'update public.order_items set amount = 0 where order_id = $1')).toBe('42501');
    expect(await outcomeOf(person, 'delete from public.coupon_redemptions where order_id = $1')).toBe('42501');
    const marked = await outcomeOf(person, 'select public.mark_paid($1)');
    expect(marked === 1 ? 'accepted' : marked).toBe(moves);
    const cancelled = await outcomeOf(person, 'select public.cancel_order($1)');
    expect(cancelled === 1 ? 'accepted' : cancelled).toBe(person === 'student' ? 'accepted' : moves);
    expect(
      await outcomeOf(person, 'select private.settle_order(account_id, id) from public.orders where id = $1'),
    ).toBe('42501');
  });
});
