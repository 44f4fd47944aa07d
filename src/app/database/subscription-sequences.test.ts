import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '#tests/db/world.ts';
import { isLong } from '#tests/long.ts';

let world: World;
let course: string;
let product: string;
beforeAll(async () => {
  world = await openWorld();
  const [row] = await world.sql.query<{ course: string; product: string }>(
    `with course as (insert into public.courses (account_id, title, slug, access) values ($1, 'Kept', 'kept', 'paid') returning account_id, id)
     insert into public.products (account_id, title, slug, type, status, course_id)
       select account_id, 'Kept', 'kept', 'course', 'published', id from course returning id as product, course_id as course`,
    [world.demo],
  );
  course = row?.course ?? '';
  product = row?.product ?? '';
});
afterAll(() => world.close());

const DAY = 86_400_000;
const GRACE = 7 * DAY;
const REMINDERS = [0, 3, 5].map((days) => days * DAY);

type Status = 'trialing' | 'active' | 'past_due' | 'paused' | 'ended';

/** What a subscription by the week is, told in the simplest way: times in milliseconds, every step of an hour. */
class Model {
  status: Status;
  paid: number;
  periodStart: number;
  periodEnd: number;
  isCancelled = false;
  pausedUntil: number | null = null;
  /** The unpaid order of the next period, from when it is due, and until when access is held for it. */
  open: { due: number; hold: number } | null = null;
  reminders = 0;
  isRevoked = false;
  private readonly cycles: number | null;
  private readonly isInstalments: boolean;
  constructor(now: number, trialDays: number, cycles: number | null, isInstalments: boolean) {
    this.cycles = cycles;
    this.isInstalments = isInstalments;
    this.status = trialDays ? 'trialing' : 'active';
    this.paid = trialDays ? 0 : 1;
    this.periodStart = now;
    this.periodEnd = now + (trialDays || 7) * DAY;
    this.accessEnd = this.periodEnd;
  }
  /** The end of what was paid for, or of the trial. */
  accessEnd: number;
  get until(): number {
    return this.isRevoked ? 0 : Math.max(this.accessEnd, this.open?.hold ?? 0);
  }
  end(): void {
    this.status = 'ended';
    this.isCancelled = false;
    this.pausedUntil = null;
    this.open = null;
  }
  place(now: number, hasGrace: boolean): void {
    if (this.periodEnd < now) this.periodStart = this.periodEnd = now;
    this.open = { due: this.periodEnd, hold: hasGrace ? this.periodEnd + GRACE : 0 };
    this.reminders = 0;
  }
  pay(): void {
    this.open = null;
    this.reminders = 0;
    this.paid += 1;
    this.periodStart = this.periodEnd;
    this.periodEnd += 7 * DAY;
    this.accessEnd = this.periodEnd;
    this.status = 'active';
    if (this.isInstalments && this.paid === this.cycles) {
      this.end();
      this.accessEnd = Number.POSITIVE_INFINITY;
    }
  }
  resume(now: number): void {
    this.pausedUntil = null;
    this.status = this.periodEnd > now ? 'active' : 'past_due';
    if (this.periodEnd > now) return;
    this.place(now, false);
  }
  /** What the schedule does at a time, until nothing is due. */
  run(now: number): void {
    for (;;) {
      if (this.status === 'ended') return;
      if (this.status === 'paused') {
        if (this.pausedUntil === null || this.pausedUntil > now) return;
        this.resume(now);
      } else if (this.isCancelled || this.paid === this.cycles) {
        if (this.periodEnd > now) return;
        this.end();
      } else if (!this.open) {
        if (this.periodEnd - Math.min(7 * DAY, (this.periodEnd - this.periodStart) / 4) > now) return;
        this.place(now, true);
      } else {
        const { due } = this.open;
        const reminders = REMINDERS.filter((days) => due + days <= now).length;
        if (due + GRACE <= now) this.end();
        else if (reminders <= this.reminders) return;
        else {
          this.reminders = reminders;
          this.status = 'past_due';
        }
      }
    }
  }
  cancel(now: number): void {
    if (this.status === 'past_due' || this.periodEnd <= now) this.end();
    else {
      if (this.status === 'paused') this.status = 'active';
      this.pausedUntil = null;
      this.isCancelled = true;
      this.open = null;
      this.reminders = this.reminders && 0;
    }
  }
}

type Step = {
  do: 'wait' | 'pay' | 'cancel' | 'cancelNow' | 'cancelOrder' | 'keep' | 'pause' | 'pauseFor' | 'resume';
  hours: number;
};
const step: fc.Arbitrary<Step> = fc.record({
  do: fc.oneof(
    { weight: 6, arbitrary: fc.constant('wait' as const) },
    { weight: 5, arbitrary: fc.constant('pay' as const) },
    fc.constantFrom(
      'cancel' as const,
      'cancelOrder' as const,
      'keep' as const,
      'pause' as const,
      'pauseFor' as const,
      'resume' as const,
    ),
    fc.constantFrom('cancelNow' as const, 'keep' as const, 'resume' as const),
  ),
  hours: fc.integer({ min: 1, max: 12 * 24 }),
});
const plan = fc.constantFrom(
  { kind: 'subscription', trial_days: 0, cycles: null },
  { kind: 'subscription', trial_days: 5, cycles: null },
  { kind: 'subscription', trial_days: 0, cycles: 3 },
  { kind: 'instalments', trial_days: 0, cycles: 3 },
);

class Undone extends Error {}

/** The steps against the database, whose time is moved by dating everything earlier, beside the model. Rolled back. */
async function follow(
  { kind, trial_days, cycles }: { kind: string; trial_days: number; cycles: number | null },
  steps: Step[],
): Promise<void> {
  const work = world.sql.transaction(async (tx) => {
    const sub = String(world.caller('student').claims.sub);
    await tx.query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify(world.caller('owner').claims)]);
    await tx.query('update private.clock set time_offset = time_offset');
    const [order] = await tx.query<{ id: string }>(
      `with placed as (insert into public.orders (account_id, number, user_id, member_id, email, customer_name, currency, subtotal, total)
         select m.account_id, 900000, m.user_id, m.id, m.email, 'A', 'EUR', $4, $4 from public.members m where m.account_id = $1 and m.user_id = $2 returning account_id, id)
       insert into public.order_items (account_id, order_id, product_id, title, type, quantity, amount, frequency, price_kind, renewal_amount, cycles, trial_days, position)
       select account_id, id, $3, 'Kept', 'course', 1, $4, '{"value": 1, "parameter": "week"}', $5, 700, $6, $7, 1 from placed returning order_id as id`,
      [world.demo, sub, product, trial_days ? 0 : 700, kind, cycles, trial_days],
    );
    await tx.query('select private.settle_order($1, $2)', [world.demo, order?.id]);
    const [begun] = await tx.query<{ id: string; begun: number }>(
      `select id, (extract(epoch from period_start) * 1000)::float8 as begun from public.member_subscriptions where order_id = $1`,
      [order?.id],
    );
    const id = begun?.id ?? '';
    let now = begun?.begun ?? 0;
    const model = new Model(now, trial_days, cycles, kind === 'instalments');
    const isSubscription = kind === 'subscription';
    const openOrder = async () =>
      (
        await tx.query<{ id: string }>(
          `select o.id from public.orders o join public.subscription_periods p on (p.account_id, p.order_id) = (o.account_id, o.id)
            where p.subscription_id = $1 and o.status = 'pending'`,
          [id],
        )
      )[0]?.id;
    const call = (text: string) => tx.query(text, [id]);
    for (const { do: act, hours } of steps) {
      if (act === 'wait') {
        now += hours * 3_600_000;
        await tx.query('update private.clock set time_offset = time_offset + make_interval(hours => $1)', [hours]);
        model.run(now);
        await tx.query('select private.run_subscriptions()');
      } else if (act === 'pay' && model.open) {
        model.pay();
        await tx.query('select public.mark_paid($1)', [await openOrder()]);
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
      } else if (act === 'keep' && model.isCancelled) {
        model.isCancelled = false;
        await call('select public.keep_subscription($1)');
      } else if (
        (act === 'pause' || act === 'pauseFor') &&
        isSubscription &&
        model.status === 'active' &&
        !model.isCancelled
      ) {
        model.status = 'paused';
        model.open = null;
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
        `select s.status, s.paid_count as paid, s.cancel_at_period_end as cancelled,
                round(extract(epoch from s.period_end) * 1000 - $2::numeric)::float8 as "periodEnd",
                (select count(*) from public.orders o join public.subscription_periods p on (p.account_id, p.order_id) = (o.account_id, o.id)
                  where p.subscription_id = s.id and o.status = 'pending')::int as open,
                (select sum(e.amount) from public.ledger_entries e where e.account_id = s.account_id)::float8 as ledger,
                (select case when e.status <> 'active' then 'closed' when e.expires_at is null then 'for good'
                    when e.expires_at <= private.clock_now() then 'closed'
                    else round(extract(epoch from e.expires_at) * 1000 - $2::numeric)::text end
                   from public.enrolments e where (e.account_id, e.course_id, e.member_id) = (s.account_id, $3, s.member_id)) as access
           from public.member_subscriptions s where s.id = $1`,
        [id, begun?.begun, course],
      );
      const { until } = model;
      expect(row, `${act} ${hours}`).toEqual({
        status: model.status,
        paid: model.paid,
        cancelled: model.isCancelled,
        periodEnd: Math.round(model.periodEnd - (begun?.begun ?? 0)),
        open: model.open ? 1 : 0,
        ledger: 0,
        access:
          until <= now
            ? 'closed'
            : until === Number.POSITIVE_INFINITY
              ? 'for good'
              : String(Math.round(until - (begun?.begun ?? 0))),
      });
    }
    throw new Undone();
  });
  await work.catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error;
  });
}

test('whatever happens in whichever order, a subscription agrees with a small model: status, period, open order, access, ledger', async () => {
  await fc.assert(
    fc.asyncProperty(plan, fc.array(step, { minLength: 3, maxLength: 18 }), follow),
    isLong ? { numRuns: 2_000 } : { numRuns: 60, seed: 20_261_125 },
  );
}, 600_000);
