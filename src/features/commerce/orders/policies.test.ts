import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase } from '#base/server/database.ts';
import { openShop, refused, type Shop, type Wish } from '#tests/db/shop.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';

let world: World;
let shop: Shop;
beforeAll(async () => {
  world = await openWorld();
  shop = await openShop(world);
});
afterAll(() => world.close());

/** Lines as `price_lines` gives them, which of their products a coupon names, and a discount of at most their sum. */
const cartsWithDiscount = fc
  .array(fc.record({ amount: fc.integer({ min: 0, max: 1e9 }), quantity: fc.integer({ min: 1, max: 99 }) }), {
    minLength: 1,
    maxLength: 8,
  })
  .chain((prices) => {
    const lines = prices.map((price, at) => ({ ...price, at, product_id: crypto.randomUUID() }));
    const ids = lines.map(({ product_id }) => product_id);
    return fc.subarray(ids).chain((products) => {
      const eligible = lines.filter(({ product_id }) => products.length === 0 || products.includes(product_id));
      const whole = eligible.reduce((sum, { amount, quantity }) => sum + amount * quantity, 0);
      return fc.integer({ min: 0, max: whole }).map((total) => ({ total, lines, products }));
    });
  });

/** A cart with what may be ordered again and again. */
const goods = () => [{ product_id: shop.goods, quantity: 1 }];

describe('placing an order', () => {
  test('prices and coupon come from the tables', async () => {
    const items = [
      { product_id: shop.courseProduct, quantity: 1, amount: 1 },
      { product_id: shop.goods, quantity: 2 },
    ];
    expect(await shop.place('student', { items, coupon: 'WELCOME10' })).toMatchObject({
      status: 'pending',
      currency: 'EUR',
      subtotal: '14100',
      discount: '1410',
      total: '12690',
      coupon: 'WELCOME10',
    });
    expect(await shop.usesOf('WELCOME10')).toBe(1);
  });

  test.each([
    ['another total', { total: 1_889 }],
    ['another currency', { total: 1_890, currency: 'USD' }],
    ['the total without the coupon', { total: 2_100, currency: 'EUR' }],
  ])('at %s than the buyer was shown it is rejected, and takes no use of the coupon', async (_name, shown) => {
    const request = { coupon: 'WELCOME10', items: [{ product_id: shop.goods, quantity: 2 }] };
    const uses = await shop.usesOf('WELCOME10');
    expect(await refused(shop.place('student', { ...request, ...shown }))).toBe('total_changed');
    expect(await shop.usesOf('WELCOME10')).toBe(uses);
    expect(await shop.place('student', { ...request, total: 1_890, currency: 'EUR' })).toMatchObject({ total: '1890' });
  });

  test.each([
    ['EXPIRED', 'coupon_expired'],
    ['FUTURE', 'coupon_unavailable'],
    ['SOLDOUT', 'coupon_limit'],
    ['NOSUCH', 'coupon_unknown'],
    ['welcome10', 'coupon_unknown'],
  ])('%s is refused: %s', async (coupon, code) =>
    expect(await refused(shop.place('student', { coupon, items: goods() }))).toBe(code),
  );

  test('a coupon for some products reduces these alone, and is refused where none of them is in the cart', async () => {
    await shop.addCoupon('GOODS', { product_ids: [shop.goods] });
    const items = [
      { product_id: shop.courseProduct, quantity: 1 },
      { product_id: shop.goods, quantity: 2 },
    ];
    const order = await shop.place('instructor', { items, coupon: 'GOODS' });
    expect(order).toMatchObject({ subtotal: '14100', discount: '1000', total: '13100' });
    const lines = await world.sql.query(
      'select discount from public.order_items where order_id = $1 order by position',
      [order.id],
    );
    expect(lines).toEqual([{ discount: '0' }, { discount: '1000' }]);
    expect(await refused(shop.place('member', { coupon: 'GOODS' }))).toBe('coupon_not_for_cart');
    expect(await shop.usesOf('GOODS')).toBe(1);
  });

  test('during a sale its price is charged, and the price of before is refused', async () => {
    await world.database.as(world.caller('owner')).query(
      `select public.set_prices($1, jsonb_build_array(jsonb_build_object('currency', 'EUR', 'amount', 1050, 'sale_amount', 700,
           'sale_end', private.clock_now() + interval '1 hour')))`,
      [shop.goods],
    );
    const wish = { items: [{ product_id: shop.goods, quantity: 3 }] };
    expect(await refused(shop.place('parent', { ...wish, total: 3_150, currency: 'EUR' }))).toBe('total_changed');
    expect(await shop.place('parent', { ...wish, total: 2_100, currency: 'EUR' })).toMatchObject({ total: '2100' });
    await shop.setPrices(shop.goods, [{ currency: 'EUR', amount: 1_050 }]);
    expect(await shop.place('parent', wish)).toMatchObject({ total: '3150' });
  });

  test('the discount is shared among the lines it applies to, to the last cent', async () => {
    await world.sql.transaction(async (tx) => {
      for (const { total, lines, products } of fc.sample(cartsWithDiscount, 300)) {
        const rows = await tx.query<{ product_id: string; discount: string }>(
          'select product_id, discount from private.line_discounts($1::jsonb, $2, $3)',
          [JSON.stringify(lines), products, total],
        );
        const eligible = lines.filter(({ product_id }) => products.length === 0 || products.includes(product_id));
        const whole = eligible.reduce((sum, { amount, quantity }) => sum + BigInt(amount * quantity), 0n);
        expect(rows.reduce((sum, { discount }) => sum + BigInt(discount), 0n)).toBe(whole === 0n ? 0n : BigInt(total));
        // Where nothing costs anything there is no share to compare.
        for (const { product_id, discount } of whole === 0n ? [] : rows) {
          const line = eligible.find((one) => one.product_id === product_id);
          const exact = BigInt(total) * BigInt((line?.amount ?? 0) * (line?.quantity ?? 0));
          // Within one smallest unit of its exact share.
          expect(BigInt(discount) * whole - exact < whole && exact - BigInt(discount) * whole < whole).toBe(true);
        }
      }
    });
  });

  test.each<[Person, string]>([
    ['visitor', '42501'],
    ['blocked', 'forbidden'],
    ['atelierStudent', 'forbidden'],
    ['both', 'forbidden'],
    ['stolen', 'forbidden'],
    ['unbound', 'forbidden'],
  ])('%s is refused: %s', async (person, code) => expect(await refused(shop.place(person))).toBe(code));

  test('somebody the platform knows becomes a student by buying', async () => {
    await shop.place('fresh');
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
  ])('%s is refused', async (_name, request, code) => {
    const resolved = JSON.parse(
      JSON.stringify(request).replace('$course', shop.courseProduct).replace('$goods', shop.goods),
    ) as Wish;
    expect(await refused(shop.place('student', resolved))).toBe(code);
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
    expect(await refused(shop.place('student', { items: [{ product_id: rows[0]?.id, quantity: 1 }] }))).toBe(
      'not_on_sale',
    );
  });

  test('what the buyer has already for good is refused, and named with a course to go to', async () => {
    const ownedBy = async (person: Person, products: string[]) =>
      shop
        .as(person)
        .query<{ product_id: string; course_slug: string }>('select * from public.owned_products($1, $2)', [
          world.demo,
          products,
        ]);
    const [bundle] = await world.sql.query<{ id: string }>(
      `with made as (insert into public.products (account_id, title, slug, type, status) values ($1, 'Both', 'both', 'bundle', 'published') returning id),
            priced as (insert into public.prices (account_id, product_id, currency, amount) select $1, id, 'EUR', 100 from made)
       insert into public.product_courses (account_id, product_id, course_id) select $1, id, unnest($2::uuid[]) from made returning product_id as id`,
      [world.demo, [shop.course, shop.otherCourse]],
    );
    const products = [shop.courseProduct, shop.gift, shop.goods, bundle?.id ?? ''];
    const buy = (product_id: string) => refused(shop.place('parent', { items: [{ product_id, quantity: 1 }] }));
    expect(await ownedBy('parent', products)).toEqual([]);

    const key = crypto.randomUUID();
    await shop.place('parent', { items: [{ product_id: shop.gift, quantity: 1 }], key });
    expect(await ownedBy('parent', products)).toEqual([{ product_id: shop.gift, course_slug: 'other-course' }]);
    expect(await buy(shop.gift)).toBe('already_owned');
    // A retry returns the same order, and a bundle owned by half may be bought.
    expect(await shop.place('parent', { items: [{ product_id: shop.gift, quantity: 1 }], key })).toMatchObject({
      status: 'paid',
    });
    expect(await buy(bundle?.id ?? '')).toBe('accepted');
    expect(await ownedBy('student', products)).toEqual([]);
    expect(await refused(ownedBy('visitor', products))).toBe('42501');

    // A product with time-limited access may be bought for good.
    const setExpiry = (when: string | null) =>
      world.sql.query(
        'update public.enrolments set expires_at = $3 where account_id = $1 and course_id = $2 and member_id = (select id from public.members where account_id = $1 and user_id = $4)',
        [world.demo, shop.otherCourse, when, world.caller('parent').claims.sub],
      );
    await setExpiry('2999-01-01');
    expect(await ownedBy('parent', products)).toEqual([]);
    await setExpiry(null);
  });

  test('a course that waits for its payment is not ordered again, by the same buyer', async () => {
    const course = { product_id: shop.courseProduct, quantity: 1 };
    const [twin] = await world.sql.query<{ id: string }>(
      `with made as (insert into public.products (account_id, title, slug, type, status, course_id)
          values ($1, 'Twin', 'twin', 'course', 'published', $2) returning id),
            priced as (insert into public.prices (account_id, product_id, currency, amount) select $1, id, 'EUR', 100 from made)
       select id from made`,
      [world.demo, shop.course],
    );
    const attempts = await Promise.all(Array.from({ length: 4 }, () => refused(shop.place('owner'))));
    expect(attempts.sort()).toEqual(['accepted', 'order_waiting', 'order_waiting', 'order_waiting']);
    for (const items of [[...goods(), course], [{ product_id: twin?.id, quantity: 1 }]])
      expect(await refused(shop.place('owner', { items }))).toBe('order_waiting');
    expect(await refused(shop.place('owner', { items: goods() }))).toBe('accepted');
    expect(await refused(shop.place('owner', { items: goods() }))).toBe('accepted');
    const [waiting] = await shop
      .as('owner')
      .query<{ id: string; number: string }>(
        `select id, number from public.orders where user_id = $1 and status = 'pending' order by number limit 1`,
        [world.caller('owner').claims.sub],
      );
    await expect(shop.place('owner')).rejects.toThrow(`Your order #${waiting?.number} for this is awaiting payment`);
    await shop.as('owner').query('select public.cancel_order($1)', [waiting?.id]);
    expect(await refused(shop.place('owner'))).toBe('accepted');
  });

  test('where the site has terms, an order needs them accepted, once, and that is recorded', async () => {
    const setTerms = (url: string) =>
      world.sql.query(
        `update public.options set value = value || jsonb_build_object('terms_url', $2::text) where account_id = $1 and key = 'settings'`,
        [world.demo, url],
      );
    const acceptedBy = async (person: Person) =>
      (
        await world.sql.query<{ accepted: object | null }>(
          'select accepted from public.members where account_id = $1 and user_id = $2',
          [world.demo, world.caller(person).claims.sub],
        )
      )[0]?.accepted;
    await setTerms('/terms');
    try {
      for (const person of ['member', 'fresh'] as const) {
        expect(await refused(shop.place(person, { items: goods() }))).toBe('terms_not_accepted');
        expect(await acceptedBy(person)).toBeNull();
        expect(await refused(shop.place(person, { items: goods(), accepts: true }))).toBe('accepted');
        expect(await acceptedBy(person)).toMatchObject({ at: expect.any(String), terms: '/terms' });
        expect(await refused(shop.place(person, { items: goods() }))).toBe('accepted');
      }
    } finally {
      await setTerms('');
    }
  });

  test('the same key places one order, however often and however many at once', async () => {
    const key = crypto.randomUUID();
    const orders = await Promise.all(Array.from({ length: 8 }, () => shop.place('student', { key, items: goods() })));
    expect(new Set(orders.map(({ id }) => id)).size).toBe(1);
    expect(await refused(shop.place('student', { key, items: goods(), name: 'Somebody else' }))).toBe('conflict');
  });

  test('a total of 0 is paid at once, and opens what was bought', async () => {
    expect(await shop.place('member', { items: [{ product_id: shop.gift, quantity: 1 }] })).toMatchObject({
      status: 'paid',
      total: '0',
    });
    const rows = await shop
      .as('member')
      .query('select status from public.enrolments where course_id = $1', [shop.otherCourse]);
    expect(rows).toEqual([{ status: 'active' }]);
  });
});

describe('many at once', () => {
  test('a hundred checkouts on a coupon with ten uses left give exactly ten', async () => {
    await shop.addCoupon('TENLEFT', { usage_limit: 10 });
    const pool = createDatabase({ ownerUrl: world.ownerUrl, clientUrl: world.clientUrl, poolSize: 25 });
    const people: Person[] = ['student', 'member', 'parent', 'instructor'];
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        refused(shop.place(people[at % 4] ?? 'student', { coupon: 'TENLEFT', items: goods() }, pool)),
      ),
    );
    await pool.close();
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(10);
    expect(outcomes.filter((outcome) => outcome === 'coupon_limit')).toHaveLength(90);
    const rows = await world.sql.query<{ count: string }>(
      `select count(*) from public.orders o join public.coupon_redemptions r on (r.account_id, r.order_id) = (o.account_id, o.id)
        where o.account_id = $1 and o.coupon = 'TENLEFT'`,
      [world.demo],
    );
    expect(rows[0]?.count).toBe('10');
    expect(await shop.usesOf('TENLEFT')).toBe(10);
  });

  test('one person at forty windows uses a coupon for one order once', async () => {
    await shop.addCoupon('ONEEACH', { per_user_limit: 1 });
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, () => refused(shop.place('parent', { coupon: 'ONEEACH', items: goods() }))),
    );
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1);
    expect(await shop.usesOf('ONEEACH')).toBe(1);
  });

  test('order numbers have no gap, also after rejected orders', async () => {
    const rows = await world.sql.query<{ first: number; last: number; count: string }>(
      'select min(number) as first, max(number) as last, count(*) from public.orders where account_id = $1',
      [world.demo],
    );
    expect(Number(rows[0]?.count)).toBe((rows[0]?.last ?? 0) - (rows[0]?.first ?? 0) + 1);
  });
});

describe('a limited coupon', () => {
  test('is held by an unpaid order for seven days, and counts again when that order is paid late', async () => {
    await shop.addCoupon('HELD', { usage_limit: 1 });
    const order = await shop.place('student', { coupon: 'HELD', items: [{ product_id: shop.goods, quantity: 1 }] });
    const release = () => world.sql.query('select private.release_unpaid_coupons()');
    await release();
    expect(await shop.usesOf('HELD')).toBe(1);
    expect(
      await refused(shop.place('member', { coupon: 'HELD', items: [{ product_id: shop.goods, quantity: 1 }] })),
    ).toBe('coupon_limit');
    await world.sql.query(`update public.orders set placed_at = placed_at - interval '7 days 1 second' where id = $1`, [
      order.id,
    ]);
    await release();
    await release();
    expect(await shop.usesOf('HELD')).toBe(0);
    expect(
      await refused(shop.place('member', { coupon: 'HELD', items: [{ product_id: shop.goods, quantity: 1 }] })),
    ).toBe('accepted');
    await shop.as('owner').query('select public.mark_paid($1)', [order.id]);
    expect(await shop.usesOf('HELD')).toBe(2);
    expect(
      await refused(shop.place('parent', { coupon: 'HELD', items: [{ product_id: shop.goods, quantity: 1 }] })),
    ).toBe('coupon_limit');
  });
});

describe('who sees and moves an order of the student', () => {
  let id: string | undefined;
  beforeAll(async () => {
    id = (await shop.place('student', { coupon: 'WELCOME10', items: goods() })).id;
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
    const expected = person === 'visitor' ? '42501' : isSeen ? 1 : 0;
    expect(await outcomeOf(person, 'select * from public.orders where id = $1')).toBe(expected);
    expect(await outcomeOf(person, 'select title from public.order_items where order_id = $1')).toBe(expected);
    expect(await outcomeOf(person, 'select coupon_id from public.coupon_redemptions where order_id = $1')).toBe(
      person === 'visitor' ? '42501' : person === 'owner' ? 1 : 0,
    );
    expect(await outcomeOf(person, 'select idempotency_key from private.order_requests where order_id = $1')).toBe(
      '42501',
    );
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
