import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openAffiliates } from '#tests/db/affiliates.ts';
import { openAssignmentRoom } from '#tests/db/assignment-room.ts';
import { dispatchEvents } from '#tests/db/dispatch-events.ts';
import { payByProvider, reportDispute } from '#tests/db/disputes.ts';
import { openQuizRoom } from '#tests/db/quiz-room.ts';
import { openShop, refused, type Shop } from '#tests/db/shop.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import { eventCatalogue, offeredTypes } from '#tests/events.ts';
import { exampleMessage } from './rules.ts';

let world: World;
let shop: Shop;
beforeAll(async () => {
  world = await openWorld();
  shop = await openShop(world);
  await world.sql.query('delete from public.webhooks');
  await world.sql.query(
    `insert into public.webhooks (account_id, address, events) values ($1, 'https://all.example/', $2)`,
    [world.demo, [...offeredTypes]],
  );
  await world.sql.query(
    `insert into public.webhooks (account_id, address, events) values ($1, 'https://other.example/', $2)`,
    [world.atelier, [...offeredTypes]],
  );
});
const bodies = new Map<string, unknown>();
beforeEach(() => world.sql.query('delete from public.webhook_deliveries'));
afterAll(() => world.close());

type Event = { type: string; timestamp: string; data: Record<string, unknown> };

/** Events delivered to demo since the test began; fails if any other account received one. */
async function deliveredEvents(): Promise<Event[]> {
  await dispatchEvents(world.sql);
  const rows = await world.sql.query<{ account_id: string; body: string }>(
    'select account_id, body from public.webhook_deliveries order by id',
  );
  for (const { account_id } of rows) expect(account_id).toBe(world.demo);
  const events = rows.map(({ body }) => JSON.parse(body) as Event);
  for (const event of events) bodies.set(event.type, event);
  return events;
}
const types = async () => (await deliveredEvents()).map(({ type }) => type).sort();

describe('what happens in an account is told', () => {
  test('of an order: placed with its lines, paid, and refunded, with what it opened and closed', async () => {
    const order = await shop.place('student', { items: [{ product_id: shop.courseProduct, quantity: 1 }] });
    const [orderPlaced] = await deliveredEvents();
    expect(orderPlaced).toMatchObject({
      type: 'order.placed',
      data: {
        id: order.id,
        total: 12_000,
        currency: 'EUR',
        status: 'pending',
        customer: { email: 'student@demo.test' },
      },
    });
    expect(orderPlaced?.data.items).toMatchObject([{ product_id: shop.courseProduct, quantity: 1, amount: 12_000 }]);
    expect(Date.parse(orderPlaced?.timestamp ?? '')).not.toBeNaN();
    await shop.as('owner').query('select public.mark_paid($1)', [order.id]);
    expect(await types()).toEqual(['enrolment.created', 'invoice.issued', 'order.paid', 'order.placed']);
    expect(await refused(shop.as('owner').query('select public.mark_paid($1)', [order.id]))).not.toBe('accepted');
    await shop.as('owner').query('select public.refund_order($1)', [order.id]);
    expect(await types()).toEqual([
      'enrolment.created',
      'enrolment.ended',
      'invoice.issued',
      'invoice.issued',
      'order.paid',
      'order.placed',
      'order.refunded',
    ]);
  });

  test('of a disputed order, and of its end', async () => {
    const { id = '' } = await shop.place('student', { items: [{ product_id: shop.goods, quantity: 1 }] });
    await payByProvider(world.sql, id);
    await reportDispute(world.sql, id, 'dp_one', 'pending');
    await reportDispute(world.sql, id, 'dp_one', 'failed');
    expect((await types()).filter((type) => type.startsWith('order.'))).toEqual([
      'order.dispute_closed',
      'order.disputed',
      'order.paid',
      'order.placed',
    ]);
  });

  test('of a cancelled order, and of a free one that is paid at once', async () => {
    const order = await shop.place('student');
    await shop.as('owner').query('select public.cancel_order($1)', [order.id]);
    expect(await types()).toEqual(['order.cancelled', 'order.placed']);
    await world.sql.query('delete from public.webhook_deliveries');
    await shop.place('parent', { items: [{ product_id: shop.gift, quantity: 1 }] });
    expect(await types()).toEqual(['enrolment.created', 'order.paid', 'order.placed']);
  });

  test('of nothing that was rolled back', async () => {
    const outcome = await world.attempt('fresh', 'select public.join_account($1)', [world.demo]);
    expect(outcome).toMatchObject({ rows: [{}] });
    expect(await deliveredEvents()).toEqual([]);
  });

  test('of a member who joins, and one who is removed', async () => {
    await shop.as('fresh').query('select public.join_account($1)', [world.demo]);
    const [joined] = await deliveredEvents();
    expect(joined).toMatchObject({ type: 'member.joined', data: { email: 'fresh@world.test', role: 'student' } });
    await shop
      .as('owner')
      .query('delete from public.members where account_id = $1 and id = $2', [world.demo, joined?.data.id]);
    expect(await types()).toEqual(['member.joined', 'member.removed']);
  });

  test('of lessons done and the course with its last one, which brings its certificate and a review', async () => {
    const [course] = await world.sql.query<{ id: string; slug: string }>(
      `insert into public.courses (account_id, title, slug, access, status, summary) values ($1, 'Knots', 'knots', 'free', 'draft', 'Tie.') returning id, slug`,
      [world.demo],
    );
    const [section] = await world.sql.query<{ id: string }>(
      `insert into public.sections (account_id, course_id, title, position) values ($1, $2, 'One', 1) returning id`,
      [world.demo, course?.id],
    );
    const [lesson] = await world.sql.query<{ id: string }>(
      `insert into public.lessons (account_id, course_id, section_id, title, slug, kind, position) values ($1, $2, $3, 'Bowline', 'bowline', 'text', 1) returning id`,
      [world.demo, course?.id, section?.id],
    );
    await world.sql.query(`update public.courses set status = 'published' where id = $1`, [course?.id]);
    await shop.as('student').query('select public.enrol_free($1)', [course?.id]);
    await shop.as('student').query('select public.complete_lesson($1)', [lesson?.id]);
    await shop.as('student').query('select public.complete_lesson($1)', [lesson?.id]);
    await shop.as('student').query(`select private.save_review($1, 5, 'It holds.', false)`, [course?.id]);
    expect(await types()).toEqual([
      'certificate.issued',
      'course.completed',
      'course.reviewed',
      'enrolment.created',
      'lesson.completed',
    ]);
    for (const { data } of await deliveredEvents())
      expect(data).toMatchObject({ course: { slug: 'knots' }, member: { email: 'student@demo.test' } });
  });

  test('of work that is handed in and graded, without a name where names are hidden', async () => {
    const work = await openAssignmentRoom(world);
    const clear = async () => {
      await dispatchEvents(world.sql);
      await world.sql.query('delete from public.webhook_deliveries');
    };
    await clear();
    await work.set({ is_anonymous: true });
    const submission = await work.handIn();
    await work.grade(submission, 70);
    const ofWork = async () => (await deliveredEvents()).filter(({ type }) => type.startsWith('assignment.'));
    expect((await ofWork()).map(({ data }) => data.member)).toEqual([null, null]);
    await work.set({ is_anonymous: false });
    await clear();
    await work.handIn('Again');
    await work.grade(submission, 80);
    expect((await ofWork()).map(({ data }) => data.member)).toMatchObject([
      { email: 'student@demo.test' },
      { email: 'student@demo.test' },
    ]);
  });

  test('of a quiz that is passed or failed, and not of an author who tries it', async () => {
    const quizRoom = await openQuizRoom(world);
    await dispatchEvents(world.sql);
    await world.sql.query('delete from public.webhook_deliveries');
    const first = await quizRoom.start();
    await quizRoom.submit(first.attempt.id);
    expect(await types()).toEqual(['quiz.failed']);
    const second = await quizRoom.start();
    for (const [n, expected] of [
      [1, 'a'],
      [2, ['a', 'b']],
      [3, true],
      [4, 'Secretword'],
    ] as const)
      await quizRoom.save(second.attempt.id, n, expected as string);
    await quizRoom.submit(second.attempt.id);
    const events = await deliveredEvents();
    expect(events.find(({ type }) => type === 'quiz.passed')?.data).toMatchObject({
      score: 10,
      points: 10,
      member: { email: 'student@demo.test' },
    });
    const trial = await quizRoom.start('instructor');
    await quizRoom.as('instructor', 'submit_attempt($1)', [trial.attempt.id]);
    expect((await types()).filter((type) => type.startsWith('quiz.'))).toEqual(['quiz.failed', 'quiz.passed']);
  });

  test('of a published post, once', async () => {
    const [post] = await world.sql.query<{ id: string }>(
      `select id from public.posts where account_id = $1 and status = 'published' limit 1`,
      [world.demo],
    );
    await world.sql.query(`update public.posts set title = 'Another title' where id = $1`, [post?.id]);
    expect(await deliveredEvents()).toEqual([]);
    await world.sql.query(`update public.posts set status = 'draft' where id = $1`, [post?.id]);
    await world.sql.query(`update public.posts set status = 'published' where id = $1`, [post?.id]);
    expect(await deliveredEvents()).toMatchObject([
      { type: 'post.published', data: { id: post?.id, title: 'Another title' } },
    ]);
  });

  test('of a conversation: what is written there, approved, hidden, edited, reported and deleted', async () => {
    const [thread] = await world.sql.query<{ id: string; title: string; path: string }>(
      `select id, title, path from public.threads where account_id = $1 and takes_posts and public_from is not null limit 1`,
      [world.demo],
    );
    const owner = shop.as('owner');
    const [post] = await owner.query<{ id: string }>(
      `select (private.add_thread_post($1, null, 'First words', false)).id as id`,
      [thread?.id],
    );
    const [added] = await deliveredEvents();
    expect(added).toMatchObject({
      type: 'thread.post_added',
      data: {
        post_id: post?.id,
        parent_id: null,
        content: 'First words',
        member: { email: 'owner@demo.test' },
        thread,
      },
    });
    expect(Object.keys(added?.data ?? {})).not.toContain('member_id');
    await owner.query(`select private.edit_thread_post($1, 'Second words', false)`, [post?.id]);
    await shop.as('student').query(`select public.report_thread_post($1, 'Rude')`, [post?.id]);
    for (const status of ['hidden', 'shown'])
      await owner.query('select public.decide_thread_posts(array[$1::uuid], $2)', [post?.id, status]);
    expect((await types()).slice(1)).toEqual([
      'thread.post_edited',
      'thread.post_hidden',
      'thread.post_reported',
      'thread.post_shown',
    ]);
    await owner.query('select public.withdraw_thread_post($1)', [post?.id]);
    const removed = (await deliveredEvents()).find(({ type }) => type === 'thread.post_removed');
    expect(removed?.data).toMatchObject({ post_id: post?.id, content: null });
    await world.sql.query('delete from public.webhook_deliveries');
    for (const isLocked of [true, false])
      await owner.query('select public.lock_thread($1, $2)', [thread?.id, isLocked]);
    expect(await deliveredEvents()).toEqual([]);
  });

  test('of a subscription: begun, changed, paused, resumed, cancelled, due, renewed and ended, with its member and product', async () => {
    const { sql } = world;
    const monthly = { kind: 'subscription', currency: 'EUR', frequency: { value: 1, parameter: 'month' } };
    const [, more] = await shop.setPrices(shop.gift, [
      { ...monthly, amount: 1_200 },
      { ...monthly, amount: 2_000 },
    ]);
    const { id: order } = await shop.place('instructor', { items: [{ product_id: shop.gift, quantity: 1 }] });
    const owner = shop.as('owner');
    await owner.query('select public.mark_paid($1)', [order]);
    const [subscription] = await sql.query<{ id: string }>(
      'select id from public.member_subscriptions where order_id = $1',
      [order],
    );
    for (const step of ['pause', 'resume', 'cancel', 'keep'])
      await shop.as('instructor').query(`select public.${step}_subscription($1)`, [subscription?.id]);
    const [changed] = await shop
      .as('instructor')
      .query<{ order: string }>(`select public.change_subscription($1, $2, 800) ->> 'order_id' as order`, [
        subscription?.id,
        more,
      ]);
    await owner.query('select public.mark_paid($1)', [changed?.order]);
    await sql.query(
      `update public.member_subscriptions set anchor_at = anchor_at - d, period_start = period_start - d, period_end = period_end - d
         from make_interval(days => 33) d where id = $1`,
      [subscription?.id],
    );
    await sql.query('select private.run_subscriptions()');
    await owner.query(
      `select public.mark_paid(o.id) from public.orders o
         join public.subscription_periods p on p.order_id = o.id where p.subscription_id = $1 and o.status = 'pending'`,
      [subscription?.id],
    );
    await owner.query('select public.cancel_subscription($1, true)', [subscription?.id]);
    expect((await types()).filter((type) => !/^(order|enrolment|invoice)\./.test(type))).toEqual([
      'subscription.begun',
      'subscription.cancelled',
      'subscription.changed',
      'subscription.ended',
      'subscription.past_due',
      'subscription.paused',
      'subscription.renewed',
      'subscription.renewed',
      'subscription.resumed',
      'subscription.resumed',
    ]);
    const begun = (await deliveredEvents()).find(({ type }) => type === 'subscription.begun');
    expect(begun?.data).toMatchObject({
      subscription_id: subscription?.id,
      member: { name: expect.any(String) },
      product: { title: expect.any(String) },
    });
    expect(begun?.data).not.toHaveProperty('user_id');
  });

  test('of an affiliate who is approved, what they earn, what a refund takes back of it, and what they are paid', async () => {
    const affiliates = openAffiliates(world, shop);
    const id = await affiliates.join('parent', await affiliates.addProgramme(), 'TOLD');
    const order = await affiliates.buy('student', {
      items: [{ product_id: shop.goods, quantity: 1 }],
      referrals: [await affiliates.click('TOLD')],
    });
    await shop.as('owner').query(`select public.pay_affiliate($1, 'EUR', 105)`, [id]);
    await affiliates.refund(order);
    const events = (await deliveredEvents()).filter(({ type }) => /^(affiliate|commission|payout)\./.test(type));
    expect(events.map(({ type }) => type).sort()).toEqual([
      'affiliate.approved',
      'commission.created',
      'commission.reversed',
      'payout.paid',
    ]);
    for (const { data } of events) {
      expect(data).toMatchObject({ affiliate_id: id, member: { email: 'parent@demo.test' } });
      expect(data).not.toHaveProperty('user_id');
    }
  });
});

/** The keys of a value and of what is in it, without the values. */
function keysOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(keysOf);
  if (typeof value !== 'object' || value === null) return null;
  return Object.fromEntries(Object.entries(value).map(([key, inside]) => [key, keysOf(inside)]));
}

// After the stories above, which cause every event that is offered.
describe('what the catalogue publishes', () => {
  test('is what the product records: the facts of each event have the published shape and version', async () => {
    await shop.as('student').query('select public.ask_family($1, $2, true)', [world.demo, 'member@demo.test']);
    const codeOf = 'select public.create_family_code($1) as made';
    const [row] = await shop.as('student').query<{ made: { code: string } }>(codeOf, [world.demo]);
    await shop.as('parent').query('select public.use_family_code($1, $2)', [world.demo, row?.made.code]);
    const addressee = `select id from public.members where account_id = $1 and email = 'instructor@demo.test'`;
    const [teacher] = await world.sql.query<{ id: string }>(addressee, [world.demo]);
    await shop
      .as('student')
      .query(`select public.send_message(public.start_conversation(array[$1::uuid]), gen_random_uuid(), 'Hello')`, [
        teacher?.id,
      ]);
    // What is undone: each once.
    for (const undo of [
      'update public.lesson_progress set completed_at = null where id = (select id from public.lesson_progress where account_id = $1 and completed_at is not null limit 1)',
      'update public.enrolments set completed_at = null where id = (select id from public.enrolments where account_id = $1 and completed_at is not null limit 1)',
      'update public.attempts set passed = false where id = (select id from public.attempts where account_id = $1 and passed and not is_trial limit 1)',
      'delete from public.group_members where id = (select id from public.group_members where account_id = $1 limit 1)',
      'delete from public.thread_reactions where account_id = $1',
    ])
      await world.sql.query(undo, [world.demo]);
    const rows = await world.sql.query<{ type: string; version: number; subject: string; facts: object }>(
      'select type, version, subject, facts from private.events where erased_at is null order by position',
    );
    const seen = [...new Set(rows.map(({ type }) => type))];
    expect(seen.sort()).toEqual(eventCatalogue.map(({ type }) => type).sort());
    for (const { type, version, subject, facts } of rows) {
      const published = eventCatalogue.find((one) => one.type === type);
      expect([type, version]).toEqual([type, published?.version]);
      expect(subject.replace(/:[0-9a-f-]{36}$/, '')).toBe(published?.subject);
      expect([type, published?.facts.safeParse(facts).error?.issues]).toEqual([type, undefined]);
    }
  });

  test.each(offeredTypes)('shows %s with an example that has the keys of the real message', (type) => {
    const event = eventCatalogue.find((one) => one.type === type);
    expect(event && keysOf(exampleMessage(event))).toEqual(keysOf(bodies.get(type)));
  });
});
