import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dispatchEvents } from '#tests/db/dispatch-events.ts';
import { openShop, type Shop } from '#tests/db/shop.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let shop: Shop;
let course: string;
let monthly: string;
let forGood: string;
beforeAll(async () => {
  world = await openWorld();
  shop = await openShop(world);
});
afterAll(() => world.close());

// Each test has its own course, sold by the month and for good.
beforeEach(async () => {
  const slug = `c-${crypto.randomUUID()}`;
  [course, monthly, forGood] = (
    await world.sql.query<{ id: string }>(
      `with course as (insert into public.courses (account_id, title, slug, access) values ($1, $2, $2, 'paid') returning account_id, id),
         product as (insert into public.products (account_id, title, slug, type, status, course_id)
           select account_id, 'P', $2 || kind, 'course', 'published', course.id from course, unnest('{m,o}'::text[]) kind returning account_id, id, slug),
         price as (insert into public.prices (account_id, product_id, kind, currency, amount, frequency)
           select account_id, id, case when slug like '%m' then 'subscription' else 'once' end, 'EUR', 500, case when slug like '%m' then '{"value": 1, "parameter": "month"}'::jsonb end from product)
       select id, 1 as at from course union all select id, case when slug like '%m' then 2 else 3 end from product order by at`,
      [world.demo, slug],
    )
  ).map(({ id }) => id) as [string, string, string];
});

/** One month is one order, as it is where no later payment was agreed to. */
async function buy(product: string): Promise<string> {
  const { id = '' } = await shop.place('member', { items: [{ product_id: product, quantity: 1 }] });
  await world.sql.query('update public.order_items set renewal_amount = null where order_id = $1', [id]);
  await shop.as('owner').query('select public.mark_paid($1)', [id]);
  return id;
}
const refund = (order: string) => shop.as('owner').query('select public.refund_order($1)', [order]);

/** The status of the enrolment, and how many months after the payment of an order it ends; null for never. */
async function access(order?: string): Promise<{ status: string; months: number | null } | undefined> {
  const [row] = await world.sql.query<{ status: string; months: number | null }>(
    `select e.status, (extract(year from age(e.expires_at, o.paid_at)) * 12 + extract(month from age(e.expires_at, o.paid_at)))::float8 as months
       from public.enrolments e left join public.orders o on o.id = $2 where e.course_id = $1`,
    [course, order ?? null],
  );
  return row;
}

/** Moves the payment of an order and the enrolment it opened this many months into the past. */
async function ageBy(months: number, order: string): Promise<void> {
  await world.sql.query(`update public.orders set paid_at = paid_at - make_interval(months => $2::int) where id = $1`, [
    order,
    months,
  ]);
  await world.sql.query(
    `update public.enrolments set starts_at = starts_at - make_interval(months => $2::int), expires_at = expires_at - make_interval(months => $2::int)
      where course_id = $1`,
    [course, months],
  );
}

const endExpired = () => world.sql.query('select private.end_expired_enrolments()');

describe('a refund takes back what its order gave', () => {
  test('also where another order for the course expired long ago', async () => {
    await ageBy(6, await buy(monthly));
    await endExpired();
    const order = await buy(forGood);
    expect(await access(order)).toEqual({ status: 'active', months: null });
    await refund(order);
    expect(await access()).toMatchObject({ status: 'ended' });
  });

  test('of a second month just that month, of the first the first, of both everything', async () => {
    const first = await buy(monthly);
    const second = await buy(monthly);
    expect(await access(first)).toEqual({ status: 'active', months: 2 });
    await refund(second);
    expect(await access(first)).toEqual({ status: 'active', months: 1 });
    const third = await buy(monthly);
    expect(await access(first)).toEqual({ status: 'active', months: 2 });
    await refund(first);
    expect(await access(third)).toEqual({ status: 'active', months: 1 });
    await refund(third);
    expect(await access()).toMatchObject({ status: 'ended' });
  });

  test('of a course for good: a month that is paid too stays a month', async () => {
    const month = await buy(monthly);
    const good = await buy(forGood);
    expect(await access(month)).toEqual({ status: 'active', months: null });
    await refund(good);
    expect(await access(month)).toEqual({ status: 'active', months: 1 });
  });

  test('and leaves what the school opened, before the order or after it, until its own day', async () => {
    const enrol = (expires: string | null) =>
      world.sql.query(
        `select private.enrol($1, $2, (select id from public.members where account_id = $1 and user_id = $3), 'manual', now() + $4::interval)`,
        [world.demo, course, world.caller('member').claims.sub, expires],
      );
    await enrol('3 months 1 hour');
    const order = await buy(monthly);
    expect(await access(order)).toEqual({ status: 'active', months: 4 });
    await refund(order);
    expect(await access(order)).toEqual({ status: 'active', months: 3 });
    const later = await buy(monthly);
    await enrol(null);
    await refund(later);
    expect(await access(later)).toEqual({ status: 'active', months: null });
  });

  test('what was closed by hand is not opened again by the refund of a later order', async () => {
    await buy(forGood);
    await world.sql.query(
      'select private.end_enrolment(account_id, course_id, member_id) from public.enrolments where course_id = $1',
      [course],
    );
    const order = await buy(monthly);
    expect(await access(order)).toEqual({ status: 'active', months: 1 });
    await refund(order);
    expect(await access()).toMatchObject({ status: 'ended' });
  });
});

describe('an enrolment whose time is over', () => {
  test('is ended with its count and its event, and opens again by paying or where the course is free', async () => {
    const courseCount = async () =>
      (
        await world.sql.query<{ course_count: number }>(
          'select course_count from public.members where account_id = $1 and user_id = $2',
          [world.demo, world.caller('member').claims.sub],
        )
      )[0]?.course_count ?? 0;
    await world.sql.query('delete from public.webhooks');
    await world.sql.query(
      `insert into public.webhooks (account_id, address, events) values ($1, 'https://all.example/', '{enrolment.ended}')`,
      [world.demo],
    );
    const order = await buy(monthly);
    const before = await courseCount();
    await endExpired();
    expect(await access(order)).toEqual({ status: 'active', months: 1 });
    await ageBy(2, order);
    await endExpired();
    await endExpired();
    expect(await access(order)).toEqual({ status: 'ended', months: 1 });
    expect(await courseCount()).toBe(before - 1);
    await dispatchEvents(world.sql);
    const events = await world.sql.query<{ body: string }>(
      `select body from public.webhook_deliveries where body like '%' || $1 || '%'`,
      [course],
    );
    expect(events.map(({ body }) => (JSON.parse(body) as { type: string }).type)).toEqual(['enrolment.ended']);

    const secondOrder = await buy(monthly);
    expect(await access(secondOrder)).toEqual({ status: 'active', months: 1 });
    expect(await courseCount()).toBe(before);
    await ageBy(2, secondOrder);
    await endExpired();
    await world.sql.query(
      `update public.courses set access = 'free', lesson_count = 1, summary = 'x', status = 'published' where id = $1`,
      [course],
    );
    await shop.as('member').query('select public.enrol_free($1)', [course]);
    expect(await access(secondOrder)).toEqual({ status: 'active', months: null });
  });
});

describe('until when a buyer has paid', () => {
  const paidUntil = (person: 'member' | 'student', products: string[]) =>
    shop
      .as(person)
      .query<{ product_id: string; until: Date }>('select product_id, until from public.paid_until($1, $2)', [
        world.demo,
        products,
      ]);
  const end = async () =>
    (
      await world.sql.query<{ expires_at: Date }>(
        'select expires_at from public.enrolments where account_id = $1 and course_id = $2',
        [world.demo, course],
      )
    )[0]?.expires_at;

  test('is the end of what their paid orders opened, and moves with the next month; nobody else sees it', async () => {
    expect(await paidUntil('member', [monthly, forGood])).toEqual([]);
    const first = await buy(monthly);
    const afterFirst = await end();
    expect(await paidUntil('member', [monthly, forGood])).toEqual([{ product_id: monthly, until: afterFirst }]);
    expect(await paidUntil('student', [monthly])).toEqual([]);
    await buy(monthly);
    const afterSecond = await end();
    expect(afterSecond?.getTime()).toBeGreaterThan(afterFirst?.getTime() ?? 0);
    expect(await paidUntil('member', [monthly])).toEqual([{ product_id: monthly, until: afterSecond }]);
    await refund(first);
    expect((await paidUntil('member', [monthly]))[0]?.until).toEqual(await end());
  });

  test('is nothing once they have the course for good', async () => {
    await buy(monthly);
    await buy(forGood);
    expect(await paidUntil('member', [monthly, forGood])).toEqual([]);
  });
});

describe('the end of a period that was paid', () => {
  type Notice = { message: string; key: string; title: string; until: string | null; link: string; kind: string };
  const notices = async (): Promise<Notice[]> => {
    await world.sql.query('select private.notify_access_ends()');
    return world.sql.query<Notice>(
      `select message, said ->> 'key' as key, said #>> '{values,title}' as title, said #>> '{values,until,values,at}' as until, link, kind
         from public.account_notifications where account_id = $1 and user_id = $2 and said ->> 'key' like 'accessEnd%' order by created_at, id`,
      [world.demo, world.caller('member').claims.sub],
    );
  };
  /** Moves the end of the access to this far from now. */
  const endIn = async (span: string) =>
    world.sql.query(
      `update public.enrolments set starts_at = now() - interval '1 year', expires_at = now() + $2::interval where course_id = $1`,
      [course, span],
    );
  beforeEach(async () => {
    await world.sql.query('select private.notify_access_ends()');
    await world.sql.query('delete from public.account_notifications');
    await world.sql.query(
      `update public.courses set lesson_count = 1, summary = 'x', status = 'published' where id = $1`,
      [course],
    );
  });

  test('is announced three days before and when it comes, once each, with the way to order again', async () => {
    await buy(monthly);
    expect(await notices()).toEqual([]);
    await endIn('2 days 23 hours');
    const until = expect.stringMatching(/^\d{13}$/) as string;
    const message = expect.stringMatching(/^Your access to <b>P<\/b> (ends on \w+ \d+, 20\d\d|has ended)\./) as string;
    const soon = {
      message,
      key: 'accessEndsSoon',
      title: 'P',
      until,
      link: `/checkout?add=${monthly}`,
      kind: 'orders',
    };
    expect(await notices()).toEqual([soon]);
    expect(await notices()).toEqual([soon]);
    await endIn('-1 minute');
    const ended = { ...soon, key: 'accessEnded', until: null };
    expect(await notices()).toEqual([soon, ended]);
    await endExpired();
    expect(await notices()).toEqual([soon, ended]);
  });

  test('is announced anew for the next period', async () => {
    await buy(monthly);
    await endIn('1 day');
    expect(await notices()).toHaveLength(1);
    await buy(monthly);
    expect(await notices()).toHaveLength(1);
    await endIn('2 days');
    expect(await notices()).toHaveLength(2);
  });

  test('leads to the page of the course where the product is not sold any more', async () => {
    await buy(monthly);
    await world.sql.query(`update public.products set status = 'archived' where id = $1`, [monthly]);
    await endIn('-1 day');
    expect((await notices()).map(({ link }) => link)).toEqual([expect.stringMatching(/^\/course\/c-/)]);
  });

  test.each([
    ['nobody who has it for good', async () => void (await buy(forGood))],
    [
      'nobody whose order was refunded',
      async () => {
        const order = await buy(monthly);
        await endIn('2 days');
        await refund(order);
      },
    ],
    [
      'nobody in advance whose period is no longer than three days',
      async () => {
        await world.sql.query(
          `update public.prices set frequency = '{"value": 2, "parameter": "day"}' where product_id = $1`,
          [monthly],
        );
        await buy(monthly);
      },
    ],
    [
      'nobody whose access ended more than 90 days ago',
      async () => {
        await buy(monthly);
        await endIn('-91 days');
      },
    ],
  ])('is announced to %s', async (_, prepare) => {
    await prepare();
    expect(await notices()).toEqual([]);
  });

  test('is announced once for all that a membership opened', async () => {
    const [membership] = await world.sql.query<{ id: string }>(
      `with product as (insert into public.products (account_id, title, slug, type, status)
           values ($1, 'All', $2, 'bundle', 'published') returning account_id, id),
         price as (insert into public.prices (account_id, product_id, kind, currency, amount, frequency)
           select account_id, id, 'subscription', 'EUR', 500, '{"value": 1, "parameter": "month"}'::jsonb from product),
         content as (insert into public.product_courses (account_id, product_id, course_id)
           select p.account_id, p.id, c.id from product p join lateral (select id from public.courses
             where account_id = p.account_id and (id = $3 or access = 'paid') order by id = $3 desc limit 3) c on true)
       select id from product`,
      [world.demo, `all-${course}`, course],
    );
    const order = await buy(membership?.id ?? '');
    await world.sql.query(
      `update public.enrolments e set starts_at = now() - interval '1 year', expires_at = date_trunc('minute', now()) + interval '2 days'
        where (e.account_id, e.course_id) in (select account_id, course_id from private.order_access where order_id = $1)`,
      [order],
    );
    expect(await notices()).toMatchObject([{ title: 'All', link: `/checkout?add=${membership?.id}` }]);
  });
});

describe('a lesson that is open to who has a product', () => {
  const isOpen = async (product: string, person: 'member' | 'student' = 'member') => {
    const [row] = await world.sql.query<{ met: boolean }>(
      `select (private.check_conditions(m.account_id, m.id, now(), now(), jsonb_build_object('kind', 'product', 'product', $3::uuid)) ->> 'met')::boolean as met
         from public.members m where m.account_id = $1 and m.user_id = $2`,
      [world.demo, world.caller(person).claims.sub, product],
    );
    return row?.met;
  };

  test('opens with the payment, for the one who bought it, and closes with the refund', async () => {
    const { id = '' } = await shop.place('member', { items: [{ product_id: forGood, quantity: 1 }] });
    expect(await isOpen(forGood)).toBe(false);
    await shop.as('owner').query('select public.mark_paid($1)', [id]);
    expect([await isOpen(forGood), await isOpen(forGood, 'student'), await isOpen(monthly)]).toEqual([
      true,
      false,
      false,
    ]);
    await refund(id);
    expect(await isOpen(forGood)).toBe(false);
  });

  test('is open for the month that was paid, and no longer', async () => {
    const order = await buy(monthly);
    expect(await isOpen(monthly)).toBe(true);
    await ageBy(2, order);
    expect(await isOpen(monthly)).toBe(false);
  });

  test('follows a subscription: through the grace of an unpaid period, and not beyond it', async () => {
    const { id = '' } = await shop.place('member', { items: [{ product_id: monthly, quantity: 1 }] });
    await shop.as('owner').query('select public.mark_paid($1)', [id]);
    const endedDaysAgo = (days: number) =>
      world.sql.query(
        `with line as (update public.order_items set access_until = now() - make_interval(days => $2::int) where order_id = $1 returning access_until)
         update public.member_subscriptions s set status = 'past_due', period_start = least(s.period_start, line.access_until), period_end = line.access_until
           from line where s.order_id = $1`,
        [id, days],
      );
    const states = [await isOpen(monthly)];
    for (const days of [1, 90]) {
      await endedDaysAgo(days);
      states.push(await isOpen(monthly));
    }
    expect(states).toEqual([true, true, false]);
  });
});
