import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openShop, refused, type Shop } from '#tests/db/shop.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';

let world: World;
let shop: Shop;
beforeAll(async () => {
  world = await openWorld();
  shop = await openShop(world);
});
afterAll(() => world.close());

describe('what becomes of an order', () => {
  const jobsOf = async (id: string | undefined) =>
    (
      await world.sql.query<{ kind: string }>(
        `select payload ->> 'kind' as kind from private.outbox where queue = 'order-mail' and payload ->> 'order_id' = $1 order by id`,
        [id],
      )
    ).map(({ kind }) => kind);
  const notificationCount = async (person: Person, number: string | undefined) =>
    (
      await world.sql.query(
        'select from public.account_notifications where account_id = $1 and user_id = $2 and message like $3',
        [world.demo, world.caller(person).claims.sub, `%#${number}%`],
      )
    ).length;

  test('paid: access, one notification and one mail, exactly once', async () => {
    const order = await shop.place('member');
    expect(await shop.accessOf('member', shop.course)).toBeUndefined();
    expect(await notificationCount('owner', order.number)).toBe(1);
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, () => refused(shop.as('owner').query('select public.mark_paid($1)', [order.id]))),
    );
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'order_not_pending')).toHaveLength(5);
    expect(await shop.accessOf('member', shop.course)).toBe('active');
    expect(await jobsOf(order.id)).toEqual(['placed', 'paid']);
    expect(await notificationCount('member', order.number)).toBe(1);
  });

  test('refunded: access ends only with the last order that opens the course, and the coupon may be used again', async () => {
    await shop.addCoupon('BACK');
    const [bundle] = await world.sql.query<{ id: string }>(
      `with made as (insert into public.products (account_id, title, slug, type, status) values ($1, 'Box', 'box', 'bundle', 'published') returning id),
            priced as (insert into public.prices (account_id, product_id, currency, amount) select $1, id, 'EUR', 100 from made)
       insert into public.product_courses (account_id, product_id, course_id) select $1, id, $2 from made returning product_id as id`,
      [world.demo, shop.course],
    );
    const orders = [
      await shop.place('instructor', { coupon: 'BACK' }),
      await shop.place('instructor', { items: [{ product_id: bundle?.id, quantity: 1 }] }),
    ];
    for (const order of orders) await shop.as('owner').query('select public.mark_paid($1)', [order?.id]);
    expect(await shop.usesOf('BACK')).toBe(1);
    await shop.as('owner').query('select public.refund_order($1)', [orders[0]?.id]);
    expect(await shop.usesOf('BACK')).toBe(0);
    expect(await shop.accessOf('instructor', shop.course)).toBe('active');
    await shop.as('owner').query('select public.refund_order($1)', [orders[1]?.id]);
    expect(await shop.accessOf('instructor', shop.course)).toBe('ended');
    expect(await refused(shop.as('owner').query('select public.refund_order($1)', [orders[1]?.id]))).toBe(
      'order_not_paid',
    );
  });

  test('refunded: what the buyer had before stays open', async () => {
    const memberId = (
      await world.sql.query<{ id: string }>('select id from public.members where account_id = $1 and user_id = $2', [
        world.demo,
        world.caller('parent').claims.sub,
      ])
    )[0]?.id;
    const order = await shop.place('parent');
    await world.sql.query(`select private.enrol($1, $2, $3, 'manual')`, [world.demo, shop.course, memberId]);
    await shop.as('owner').query('select public.mark_paid($1)', [order.id]);
    await shop.as('owner').query('select public.refund_order($1)', [order.id]);
    expect(await shop.accessOf('parent', shop.course)).toBe('active');
  });

  test('cancelled: by the buyer, once; the coupon may be used again', async () => {
    await shop.addCoupon('AGAIN', { per_user_limit: 1, usage_limit: 1 });
    const items = [{ product_id: shop.goods, quantity: 1 }];
    const order = await shop.place('student', { coupon: 'AGAIN', items });
    expect(await refused(shop.place('student', { coupon: 'AGAIN', items }))).toBe('coupon_limit');
    await shop.as('student').query('select public.cancel_order($1)', [order.id]);
    expect(await refused(shop.as('student').query('select public.cancel_order($1)', [order.id]))).toBe(
      'order_not_pending',
    );
    expect(await refused(shop.as('owner').query('select public.mark_paid($1)', [order.id]))).toBe('order_not_pending');
    expect(await shop.usesOf('AGAIN')).toBe(0);
    expect(await refused(shop.place('student', { coupon: 'AGAIN', items }))).toBe('accepted');
  });

  test('a digital good: its files are the buyer’s from the payment to the refund', async () => {
    const path = `products/${shop.goods}/goods.zip`;
    await world.sql.query(
      `insert into public.product_files (account_id, product_id, name, path, size) values ($1, $2, 'Goods.zip', $3, 10)`,
      [world.demo, shop.goods, path],
    );
    await world.sql.query('insert into storage.objects (bucket_id, name, version) values ($1, $2, gen_random_uuid())', [
      `${world.demo}-private`,
      path,
    ]);
    const files = async (person: Person) => [
      (await shop.as(person).query('select id from public.product_files where path = $1', [path])).length,
      (await shop.as(person).query('select name from storage.objects where name = $1', [path])).length,
    ];
    const order = await shop.place('member', { items: [{ product_id: shop.goods, quantity: 1 }] });
    expect(await files('member')).toEqual([0, 0]);
    await shop.as('owner').query('select public.mark_paid($1)', [order.id]);
    expect(await files('member')).toEqual([1, 1]);
    expect(await files('parent')).toEqual([0, 0]);
    await shop.as('owner').query('select public.refund_order($1)', [order.id]);
    expect(await files('member')).toEqual([0, 0]);
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
      [world.demo, bundle, shop.otherCourse],
    );
    const forMembers = await world.sql.query<{ id: string }>(
      `insert into public.courses (account_id, title, slug, access, status, summary) values ($1, 'For members', 'for-members', 'members', 'published', 'x') returning id`,
      [world.demo],
    );
    await shop.place('fresh', {
      items: [
        { product_id: bundle, quantity: 1 },
        { product_id: membership, quantity: 1 },
      ],
    });
    expect(await shop.accessOf('fresh', shop.otherCourse)).toBe('active');
    expect(await shop.accessOf('fresh', forMembers[0]?.id ?? '')).toBe('active');
  });

  test('a month that is paid for opens for a month, and renewed early loses no day', async () => {
    const rows = await world.sql.query<{ id: string }>(
      `insert into public.products (account_id, title, slug, type, status) values ($1, 'Monthly', 'monthly', 'membership', 'published') returning id`,
      [world.demo],
    );
    const id = rows[0]?.id;
    await world.sql.query(
      `insert into public.prices (account_id, product_id, kind, currency, amount, frequency) values ($1, $2, 'subscription', 'EUR', 0, '{"value":1,"parameter":"month"}')`,
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
    placed.push((await shop.place('member', { items: [{ product_id: id, quantity: 1 }] })).id);
    expect(await monthsLeft()).toEqual({ one: true, two: false });
    // Who wants the next month early pays the order of it: a second one beside it would be paid twice.
    const again = shop.place('member', { items: [{ product_id: id, quantity: 1 }] });
    expect(await refused(again)).toBe('already_subscribed');
    const [next] = await world.sql.query<{ id: string }>(
      `select private.place_renewal(s, true), s.id from public.member_subscriptions s where s.product_id = $1`,
      [id],
    );
    expect(next).toBeDefined();
    expect(await monthsLeft()).toEqual({ one: false, two: true });
  });

  test('a course that joins later is open to who holds the membership or the bundle, until its refund', async () => {
    const rows = await world.sql.query<{ id: string }>(
      `insert into public.products (account_id, title, slug, type, status)
       values ($1, 'Late bundle', 'late-bundle', 'bundle', 'published'), ($1, 'Late club', 'late-club', 'membership', 'published') returning id`,
      [world.demo],
    );
    await world.sql.query(
      `insert into public.prices (account_id, product_id, currency, amount)
       select account_id, id, 'EUR', 0 from public.products where account_id = $1 and slug like 'late-%'`,
      [world.demo],
    );
    const items = rows.map(({ id }) => ({ product_id: id, quantity: 1 }));
    const order = await shop.place('student', { items });
    const add = async (slug: string, access: string) =>
      (
        await world.sql.query<{ id: string }>(
          `insert into public.courses (account_id, title, slug, access, status, summary) values ($1, $2, $2, $3, 'draft', 'x') returning id`,
          [world.demo, slug, access],
        )
      )[0]?.id ?? '';
    const [club, bundled] = [await add('late-club-course', 'members'), await add('late-bundle-course', 'paid')];
    expect(await shop.accessOf('student', club)).toBeUndefined();
    await world.sql.query(`update public.courses set lesson_count = 1, status = 'published' where id = $1`, [club]);
    await world.sql.query(
      'insert into public.product_courses (account_id, product_id, course_id) values ($1, $2, $3)',
      [world.demo, rows[0]?.id, bundled],
    );
    expect(await shop.accessOf('student', club)).toBe('active');
    expect(await shop.accessOf('student', bundled)).toBe('active');
    expect(await shop.accessOf('parent', club)).toBeUndefined();
    await shop.as('owner').query('select public.refund_order($1)', [order.id]);
    expect(await shop.accessOf('student', club)).toBe('ended');
    expect(await shop.accessOf('student', bundled)).toBe('ended');
  });

  test('many are marked paid in one call: each exactly once, and what was no longer open is left alone and counted', async () => {
    const goods = [{ product_id: shop.goods, quantity: 1 }];
    const orders = [await shop.place('parent', { items: goods }), await shop.place('fresh')];
    const done = await shop.place('member', { items: goods });
    await shop.as('owner').query('select public.mark_paid($1)', [done.id]);
    const ids = [...orders, done].map(({ id }) => id);
    const markAll = () =>
      shop
        .as('owner')
        .query<{ result: object }>('select public.mark_orders_paid($1) as result', [
          [...ids, orders[0]?.id, crypto.randomUUID()],
        ]);
    const expectedErrors = (count: number) => [
      {
        sentence: 'Only an order awaiting payment can be marked as paid.',
        code: 'order_not_pending',
        count,
      },
      { sentence: 'There is no such order.', code: 'not_found', count: 1 },
    ];
    const results = (await Promise.all([markAll(), markAll()])).map(([row]) => row?.result);
    expect(results).toContainEqual({ changed: 2, refused: expect.arrayContaining(expectedErrors(1)) });
    expect(results).toContainEqual({ changed: 0, refused: expect.arrayContaining(expectedErrors(3)) });
    for (const order of orders) expect(await jobsOf(order.id)).toEqual(['placed', 'paid']);
    expect(await notificationCount('parent', orders[0]?.number)).toBe(1);
    expect(await shop.accessOf('fresh', shop.course)).toBe('active');
  });

  test('many are cancelled in one call, and release their coupon once', async () => {
    await shop.addCoupon('MANY');
    const items = [{ product_id: shop.goods, quantity: 1 }];
    const ids = [
      (await shop.place('student', { items, coupon: 'MANY' })).id,
      (await shop.place('member', { items, coupon: 'MANY' })).id,
    ];
    const cancel = async (person: Person) =>
      (await shop.as(person).query<{ result: object }>('select public.cancel_orders($1) as result', [ids]))[0]?.result;
    // The rules of a single change apply: a buyer cancels only their own.
    expect(await cancel('student')).toMatchObject({ changed: 1, refused: [{ code: 'not_found', count: 1 }] });
    expect(await cancel('owner')).toMatchObject({ changed: 1, refused: [{ code: 'order_not_pending', count: 1 }] });
    expect(await shop.usesOf('MANY')).toBe(0);
    for (const id of ids) expect(await jobsOf(id)).toEqual(['placed', 'cancelled']);
  });

  test.each<[Person, string]>([
    ['visitor', '42501'],
    ['atelierOwner', 'nothing'],
    ['instructor', 'nothing'],
    ['blocked', 'nothing'],
    ['stolen', 'nothing'],
    ['unbound', 'nothing'],
  ])('%s changes nothing of many: %s', async (person, code) => {
    const order = await shop.place('student', { items: [{ product_id: shop.goods, quantity: 1 }] });
    for (const rpc of ['mark_orders_paid', 'cancel_orders']) {
      const attempt = shop.as(person).query<{ result: object }>(`select public.${rpc}($1) as result`, [[order.id]]);
      if (code === '42501') expect(await refused(attempt)).toBe(code);
      else expect((await attempt)[0]?.result).toMatchObject({ changed: 0, refused: [{ code: 'not_found', count: 1 }] });
    }
    expect(await jobsOf(order.id)).toEqual(['placed']);
  });
});
