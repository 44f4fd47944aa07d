import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PlanName, plans, SubscriptionModel, type Terms } from '#tests/db/subscription-model.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import { isLong } from '#tests/long.ts';

let world: World;
let course: string;
let goldCourse: string;
let product: string;
let prices: Record<PlanName, string>;
beforeAll(async () => {
  world = await openWorld();
  const owner = world.database.as(world.caller('owner'));
  const [row] = await world.sql.query<{ course: string; gold: string; product: string }>(
    `with course as (insert into public.courses (account_id, title, slug, access) values ($1, 'Kept', 'kept', 'paid'), ($1, 'Gold', 'gold', 'paid')
         returning account_id, id, slug),
       product as (insert into public.products (account_id, title, slug, type, status) values ($1, 'Kept', 'kept', 'membership', 'published') returning id),
       opened as (insert into public.product_courses (account_id, product_id, course_id) select c.account_id, p.id, c.id from course c, product p)
     select product.id as product, k.id as course, g.id as gold from product, course k, course g where k.slug = 'kept' and g.slug = 'gold'`,
    [world.demo],
  );
  course = row?.course ?? '';
  goldCourse = row?.gold ?? '';
  product = row?.product ?? '';
  const levels = await owner.query<{ id: string }>('select public.set_levels($1, $2::jsonb) as id', [
    product,
    JSON.stringify([{ name: 'Silver' }, { name: 'Gold', course_ids: [goldCourse] }]),
  ]);
  const names = Object.keys(plans) as PlanName[];
  const terms = names.map((name) => ({
    kind: 'subscription',
    currency: 'EUR',
    amount: plans[name].amount,
    frequency: { value: plans[name].weeks, parameter: 'week' },
    level_id: levels[plans[name].rank - 1]?.id,
  }));
  const ids = await owner.query<{ id: string }>('select public.set_prices($1, $2::jsonb) as id', [
    product,
    JSON.stringify(terms),
  ]);
  prices = Object.fromEntries(names.map((name, at) => [name, ids[at]?.id ?? ''])) as Record<PlanName, string>;
});
afterAll(() => world.close());

type Step = {
  do:
    | 'wait'
    | 'pay'
    | 'charge'
    | 'decline'
    | 'cancel'
    | 'cancelNow'
    | 'cancelOrder'
    | 'keep'
    | 'pause'
    | 'pauseFor'
    | 'resume'
    | 'change'
    | 'undo';
  hours: number;
  to: PlanName;
};
const step: fc.Arbitrary<Step> = fc.record({
  do: fc.oneof(
    { weight: 6, arbitrary: fc.constant('wait' as const) },
    { weight: 5, arbitrary: fc.constantFrom('pay' as const, 'charge' as const, 'charge' as const, 'decline' as const) },
    fc.constantFrom(
      'cancel' as const,
      'cancelOrder' as const,
      'keep' as const,
      'pause' as const,
      'pauseFor' as const,
      'resume' as const,
    ),
    fc.constantFrom('cancelNow' as const, 'keep' as const, 'resume' as const),
    { weight: 4, arbitrary: fc.constantFrom('change' as const, 'change' as const, 'change' as const, 'undo' as const) },
  ),
  hours: fc.integer({ min: 1, max: 12 * 24 }),
  to: fc.constantFrom('silver' as const, 'gold' as const, 'small' as const, 'fortnight' as const),
});
const plan: fc.Arbitrary<Terms> = fc
  .tuple(
    fc.constantFrom(
      { kind: 'subscription', trial_days: 0, cycles: null },
      { kind: 'subscription', trial_days: 5, cycles: null },
      { kind: 'subscription', trial_days: 0, cycles: 3 },
      { kind: 'instalments', trial_days: 0, cycles: 3 },
    ),
    fc.boolean(),
  )
  .map(([terms, isCharged]) => ({ ...terms, isCharged }));

class Undone extends Error {}

/** The steps against the database, whose time is moved by dating everything earlier, beside the model. Rolled back. */
async function follow(terms: Terms, steps: Step[]): Promise<void> {
  const { kind, trial_days, cycles, isCharged } = terms;
  const work = world.sql.transaction(async (tx) => {
    const sub = String(world.caller('student').claims.sub);
    const actAs = (person: 'owner' | 'student') =>
      tx.query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify(world.caller(person).claims)]);
    await actAs('owner');
    await tx.query('update private.clock set time_offset = time_offset');
    const [order] = await tx.query<{ id: string }>(
      `with placed as (insert into public.orders (account_id, number, user_id, member_id, email, customer_name, currency, subtotal, total)
         select m.account_id, 900000, m.user_id, m.id, m.email, 'A', 'EUR', $4, $4 from public.members m where m.account_id = $1 and m.user_id = $2 returning account_id, id)
       insert into public.order_items (account_id, order_id, product_id, price_id, title, type, quantity, amount, frequency, price_kind, renewal_amount, cycles, trial_days, position)
       select account_id, id, $3, $8, 'Kept · Silver', 'membership', 1, $4, '{"value": 1, "parameter": "week"}', $5, 700, $6, $7, 1 from placed returning order_id as id`,
      [world.demo, sub, product, trial_days ? 0 : 700, kind, cycles, trial_days, prices.silver],
    );
    await tx.query('select private.settle_order($1, $2)', [world.demo, order?.id]);
    const [begun] = await tx.query<{ id: string; begun: number }>(
      `select id, (extract(epoch from period_start) * 1000)::float8 as begun from public.member_subscriptions where order_id = $1`,
      [order?.id],
    );
    const id = begun?.id ?? '';
    let now = begun?.begun ?? 0;
    const model = new SubscriptionModel(now, terms);
    if (isCharged) {
      await tx.query(
        `with provider as (insert into public.payment_providers (account_id, provider, sealed_keys) values ($1, 'stripe', 'x')),
              kept as (insert into public.payment_methods (account_id, user_id, provider, provider_reference, brand, last4)
                values ($1, $2, 'stripe', 'pm_1', 'visa', '4242') returning id)
         update public.member_subscriptions set payment_method_id = kept.id from kept where member_subscriptions.id = $3`,
        [world.demo, sub, id],
      );
    }
    /** What the provider says of the charge that waits, twice as messages come. */
    const settleCharge = async (status: 'succeeded' | 'failed') => {
      const [job] = await tx.query<{ payload: Record<string, string> }>(
        `select payload from private.outbox where queue = 'charge-payment' and payload ->> 'subject' = 'order:' || $1 order by id desc limit 1`,
        [await openOrder()],
      );
      const { account_id, subject, idempotency, payment_method_id } = job?.payload ?? {};
      const [charge] = await tx.query<{ p: { id: string; amount: number; currency: string } }>(
        'select private.begin_charge($1, $2, $3, $4) as p',
        [account_id, subject, idempotency, payment_method_id],
      );
      const { id: payment, amount, currency } = charge?.p ?? {};
      const state = JSON.stringify({ reference: `pi_${payment}`, status, amount, currency, refunds: [] });
      for (let time = 0; time < 2; time++)
        await tx.query('select private.record_payment($1, $2, $3::jsonb)', [account_id, payment, state]);
    };
    const openOrder = async () =>
      (
        await tx.query<{ id: string }>(
          `select o.id from public.orders o join public.subscription_periods p on (p.account_id, p.order_id) = (o.account_id, o.id)
            where p.subscription_id = $1 and o.status = 'pending'`,
          [id],
        )
      )[0]?.id;
    const call = (text: string) => tx.query(text, [id]);
    for (const { do: act, hours, to } of steps) {
      if (act === 'wait') {
        now += hours * 3_600_000;
        await tx.query('update private.clock set time_offset = time_offset + make_interval(hours => $1)', [hours]);
        model.run(now);
        await tx.query('select private.run_subscriptions()');
      } else if (act === 'pay' && model.hasOpenOrder) {
        model.pay();
        await tx.query('select public.mark_paid($1)', [await openOrder()]);
      } else if (act === 'charge' && model.isCharging) {
        await settleCharge('succeeded');
        model.pay();
      } else if (act === 'decline' && model.isCharging) {
        await settleCharge('failed');
        model.failCharge();
      } else if (act === 'cancel' && model.status !== 'ended') {
        model.cancel(now);
        await call('select public.cancel_subscription($1)');
      } else if (act === 'cancelNow' && model.status !== 'ended') {
        model.end();
        model.isRevoked = true;
        await call('select public.cancel_subscription($1, true)');
      } else if (act === 'cancelOrder' && model.open) {
        model.cancel(now);
        await tx.query('select public.cancel_order($1)', [await openOrder()]);
      } else if (act === 'cancelOrder' && model.hasOpenOrder) {
        // Who does not pay for a change stays where they are.
        model.withdraw();
        await tx.query('select public.cancel_order($1)', [await openOrder()]);
      } else if (act === 'change' && model.canChange(now, to)) {
        // Only who is charged themselves has the amount charged.
        await actAs('student');
        await tx.query('select public.change_subscription($1, $2, $3)', [id, prices[to], model.changeTo(now, to)]);
        await actAs('owner');
      } else if (act === 'undo' && model.canUndo(now)) {
        model.undo(now);
        await call('select public.undo_subscription_change($1)');
      } else if (act === 'keep' && model.isCancelled) {
        model.isCancelled = false;
        await call('select public.keep_subscription($1)');
      } else if ((act === 'pause' || act === 'pauseFor') && model.canPause(now)) {
        model.status = 'paused';
        model.withdraw();
        model.pausedUntil = act === 'pause' ? null : now + hours * 3_600_000;
        await tx.query('select public.pause_subscription($1, private.clock_now() + make_interval(hours => $2))', [
          id,
          act === 'pause' ? null : hours,
        ]);
      } else if (act === 'resume' && model.status === 'paused') {
        model.resume(now);
        await call('select public.resume_subscription($1)');
      }
      const [row] = await tx.query(
        `select s.status, s.paid_count as paid, s.cancel_at_period_end as cancelled, s.amount::int, s.title, s.price_id as price,
                round(extract(epoch from s.period_end) * 1000 - $2::numeric)::float8 as "periodEnd",
                (select count(*) from public.orders o join public.subscription_periods p on (p.account_id, p.order_id) = (o.account_id, o.id)
                  where p.subscription_id = s.id and o.status = 'pending')::int as open,
                (select c.title from public.subscription_changes c where c.subscription_id = s.id and c.status = 'open') as change,
                (select sum(e.amount) from public.ledger_entries e where e.account_id = s.account_id)::float8 as ledger,
                (select array_agg((select case when e.status <> 'active' then 'closed' when e.expires_at is null then 'for good'
                    when e.expires_at <= private.clock_now() then 'closed'
                    else round(extract(epoch from e.expires_at) * 1000 - $2::numeric)::text end
                   from public.enrolments e where (e.account_id, e.course_id, e.member_id) = (s.account_id, c.id, s.member_id)) order by c.at)
                  from unnest($3::uuid[]) with ordinality c(id, at)) as access
           from public.member_subscriptions s where s.id = $1`,
        [id, begun?.begun, [course, goldCourse]],
      );
      const accessTo = (until: number, none: string | null) => {
        if (until === 0) return none;
        if (until === Number.POSITIVE_INFINITY) return 'for good';
        return until <= now ? 'closed' : String(Math.round(until - (begun?.begun ?? 0)));
      };
      const titleOf = (name: PlanName) => (name === 'gold' ? 'Kept · Gold' : 'Kept · Silver');
      expect(row, `${act} ${hours} ${to}`).toEqual({
        status: model.status,
        paid: model.paid,
        cancelled: model.isCancelled,
        amount: plans[model.plan].amount,
        title: titleOf(model.plan),
        price: prices[model.plan],
        periodEnd: Math.round(model.periodEnd - (begun?.begun ?? 0)),
        open: model.hasOpenOrder ? 1 : 0,
        change: model.change ? titleOf(model.change.to) : null,
        ledger: 0,
        access: [accessTo(model.until, 'closed'), accessTo(model.goldUntil, model.goldEnd ? 'closed' : null)],
      });
    }
    throw new Undone();
  });
  await work.catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error;
  });
}

test('whatever happens in whichever order, a subscription agrees with a small model: status, plan, period, open order, access, ledger', async () => {
  await fc.assert(
    fc.asyncProperty(plan, fc.array(step, { minLength: 3, maxLength: 18 }), follow),
    isLong ? { numRuns: 2_000 } : { numRuns: 60, seed: 20_261_125 },
  );
}, 600_000);
