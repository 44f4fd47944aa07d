import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld } from '#tests/db/world.ts';
import { isLong } from '#tests/long.ts';
import { actOnPage } from '#tests/payments/local-payments.ts';
import { openPaymentShop, type PaymentShop } from '#tests/payments/payment-shop.ts';
import { everyWay, PRICE, saveKeys } from '#tests/payments/ways.ts';

/** Where a kept method is charged. */
const CHARGE = /payment_intents$|checkout\/orders$/;
const MONTH = { value: 30, parameter: 'day' };

type State = { status: string; paid: number; method: boolean; open: string | null; provider: string | null };

describe.each(everyWay)('renewals by $name', ({ name, keepsMethods, start }) => {
  let opened: PaymentShop;
  const shop = () => opened;
  beforeAll(async () => {
    opened = await openPaymentShop(await openWorld(), start ? await start() : null);
    if (opened.local) await saveKeys(opened, opened.local.keys);
  });
  afterAll(() => opened.close());

  const sql = () => shop().world.sql;
  const messages = () => shop().local?.takeMessages() ?? [];
  const deliver = async () => {
    await shop().work();
    for (let round = 0; round < 3; round++) await shop().deliver(messages());
  };
  async function pay(order: string) {
    if (shop().local) {
      await actOnPage(await shop().begin(order), 'pay');
      await shop().settle(order);
    } else await shop().asOwner('select public.mark_paid($1)', [order]);
    await deliver();
  }
  async function begin(every: object = MONTH) {
    const order = await shop().order('member', PRICE, every);
    await pay(order);
    const [row] = await sql().query<{ id: string }>('select id from public.member_subscriptions where order_id = $1', [
      order,
    ]);
    return row?.id ?? '';
  }
  const days = async (count: number) => {
    await sql().query('update private.clock set time_offset = time_offset + make_interval(days => $1)', [count]);
    await shop().runSchedule('run-subscriptions');
  };
  const stateOf = async (id: string) =>
    (
      await sql().query<State>(
        `select s.status, s.paid_count as paid, s.payment_method_id is not null as method, o.id as open, o.provider
           from public.member_subscriptions s
           left join (public.subscription_periods p join public.orders o on (o.account_id, o.id) = (p.account_id, p.order_id) and o.status = 'pending')
             on (p.account_id, p.subscription_id) = (s.account_id, s.id) where s.id = $1`,
        [id],
      )
    )[0];
  const toldOf = async (id: string) =>
    (
      await sql().query<{ key: string }>(
        `select n.said ->> 'key' as key from public.account_notifications n join public.member_subscriptions s on s.user_id = n.user_id
          where s.id = $1 and n.said #>> '{values,title}' = s.title and n.said ->> 'key' like 'subscription%' order by n.created_at, n.id`,
        [id],
      )
    ).map(({ key }) => key);
  const repeatJobs = (subscription: string) =>
    sql().query(
      `select private.enqueue('charge-payment', jsonb_build_object('account_id', x.account_id, 'subject', x.subject,
         'payment_method_id', x.payment_method_id, 'idempotency', x.idempotency_key))
         from public.payments x join public.subscription_periods p on x.subject = 'order:' || p.order_id, generate_series(1, 3)
        where p.subscription_id = $1 and x.idempotency_key is not null`,
      [subscription],
    );
  const taken = () => shop().local?.taken() ?? { count: 0, amount: 0 };

  test('a period is announced, charged when it is due and never twice; where nothing is kept its order is to be paid', async () => {
    const id = await begin();
    const before = taken();
    await days(24);
    await deliver();
    expect(await stateOf(id)).toMatchObject({
      status: 'active',
      paid: 1,
      method: keepsMethods,
      provider: keepsMethods ? name : 'offline',
    });
    expect(await toldOf(id)).toEqual(keepsMethods ? ['subscriptionCharge'] : []);
    await days(6);
    if (!keepsMethods) {
      await deliver();
      expect(await stateOf(id)).toMatchObject({ status: 'past_due', paid: 1 });
      await pay((await stateOf(id))?.open ?? '');
    }
    await deliver();
    await repeatJobs(id);
    await Promise.all([shop().runSchedule('run-subscriptions'), shop().runSchedule('run-subscriptions')]);
    await deliver();
    expect(await stateOf(id)).toMatchObject({ status: 'active', paid: 2, open: null });
    if (shop().local) expect(taken()).toEqual({ count: before.count + 1, amount: before.amount + PRICE });
    await shop().asOwner('select public.cancel_subscription($1, true)', [id]);
  });

  describe.runIf(keepsMethods)('charged', () => {
    test('a charge whose response is lost is found again, and taken once', async () => {
      const id = await begin();
      const before = taken();
      await days(24);
      for (let lost = 0; lost < 4; lost++) shop().local?.fault(CHARGE, 'lost');
      await days(6);
      await deliver();
      await repeatJobs(id);
      await deliver();
      expect(await stateOf(id)).toMatchObject({ status: 'active', paid: 2, open: null });
      expect(taken()).toEqual({ count: before.count + 1, amount: before.amount + PRICE });
      await shop().asOwner('select public.cancel_subscription($1, true)', [id]);
    });

    test('a declined charge is an attempt of the calendar: told once, tried again, and recovered', async () => {
      const id = await begin();
      shop().local?.declineKept(true);
      const before = taken();
      await days(24);
      await days(6);
      await deliver();
      expect(await stateOf(id)).toMatchObject({ status: 'past_due', paid: 1 });
      await days(1);
      await repeatJobs(id);
      await deliver();
      await days(2);
      await deliver();
      expect(await toldOf(id)).toEqual(['subscriptionCharge', 'subscriptionChargeFailed', 'subscriptionChargeFailed']);
      expect(taken()).toEqual(before);
      shop().local?.declineKept(false);
      await days(2);
      await deliver();
      expect(await stateOf(id)).toMatchObject({ status: 'active', paid: 2, open: null });
      expect(taken().count).toBe(before.count + 1);
      await shop().asOwner('select public.cancel_subscription($1, true)', [id]);
    });

    test('after a declined charge the buyer pays by another card, which is charged from then on', async () => {
      const id = await begin();
      const methodOf = () =>
        sql().query<{ method: string }>(
          'select payment_method_id as method from public.member_subscriptions where id = $1',
          [id],
        );
      const first = await methodOf();
      shop().local?.declineKept(true);
      await days(24);
      await days(6);
      await deliver();
      await pay((await stateOf(id))?.open ?? '');
      shop().local?.declineKept(false);
      expect(await stateOf(id)).toMatchObject({ status: 'active', paid: 2, open: null });
      expect(await methodOf()).not.toEqual(first);
      await shop().asOwner('select public.cancel_subscription($1, true)', [id]);
    });

    /** Another price of what a subscription is to, for 50 more; and the change to it by its buyer, half of the period being left. */
    async function change(id: string): Promise<{ order_id: string; due: number }> {
      const more = PRICE + 5_000;
      const [added] = await sql().query<{ id: string }>(
        `insert into public.prices (account_id, product_id, kind, currency, amount, frequency)
           select account_id, product_id, 'subscription', currency, $2, frequency from public.member_subscriptions where id = $1 returning id`,
        [id, more],
      );
      await days(15);
      const due = more - PRICE / 2;
      const member = shop().world.database.as(shop().world.caller('member'));
      const [row] = await member.query<{ order_id: string }>(
        `select public.change_subscription($1, $2, $3) ->> 'order_id' as order_id`,
        [id, added?.id, due],
      );
      return { order_id: row?.order_id ?? '', due };
    }

    test('a change is charged at once, once, to what is kept, for what was shown', async () => {
      const id = await begin();
      const before = taken();
      const { due } = await change(id);
      shop().local?.fault(CHARGE, 'lost');
      await deliver();
      await repeatJobs(id);
      await deliver();
      expect(await stateOf(id)).toMatchObject({ status: 'active', paid: 2, open: null });
      expect(taken()).toEqual({ count: before.count + 1, amount: before.amount + due });
      expect(await toldOf(id)).toEqual(['subscriptionChanged']);
      await shop().asOwner('select public.cancel_subscription($1, true)', [id]);
    });

    test('a change whose charge is declined changes nothing: it can be paid by another card, or lapses', async () => {
      const id = await begin();
      shop().local?.declineKept(true);
      const { order_id } = await change(id);
      await deliver();
      expect(await stateOf(id)).toMatchObject({ status: 'active', paid: 1, open: order_id });
      expect(await toldOf(id)).toEqual(['subscriptionChangeFailed']);
      await pay(order_id);
      expect(await stateOf(id)).toMatchObject({ status: 'active', paid: 2, open: null });
      const other = await begin();
      const before = taken();
      // The card it was begun with is another one.
      shop().local?.declineKept(true);
      const { order_id: unpaid } = await change(other);
      await deliver();
      await days(7);
      await deliver();
      expect((await stateOf(other))?.open).not.toBe(unpaid);
      expect(taken()).toEqual(before);
      shop().local?.declineKept(false);
      for (const subscription of [id, other])
        await shop().asOwner('select public.cancel_subscription($1, true)', [subscription]);
    });

    test('after a declined charge the buyer changes the card on the page of the provider, and what is due is charged at once', async () => {
      const id = await begin();
      const before = taken();
      await days(24);
      shop().local?.declineKept(true);
      await days(6);
      await deliver();
      expect(await stateOf(id)).toMatchObject({ status: 'past_due', paid: 1 });
      const subject = `subscription:${id}`;
      const { body } = await shop().post('/api/payments/methods', { provider: name, subject }, 'member');
      await actOnPage(String(body.url), 'pay');
      await shop().post('/api/payments/methods/settle', {}, 'member');
      await deliver();
      await repeatJobs(id);
      await deliver();
      expect(await stateOf(id)).toMatchObject({ status: 'active', paid: 2, open: null });
      expect(taken()).toEqual({ count: before.count + 1, amount: before.amount + PRICE });
      // The next period is charged to the new one.
      for (const count of [24, 6]) await days(count);
      await deliver();
      expect(await stateOf(id)).toMatchObject({ status: 'active', paid: 3, open: null });
      shop().local?.declineKept(false);
      await shop().asOwner('select public.cancel_subscription($1, true)', [id]);
    });

    const beginTrial = async () => {
      const order = await shop().order('member', PRICE, MONTH, 14);
      const [row] = await sql().query<{ id: string }>(
        'select id from public.member_subscriptions where order_id = $1',
        [order],
      );
      return row?.id ?? '';
    };
    const keepCard = async (id: string) => {
      const { body } = await shop().post(
        '/api/payments/methods',
        { provider: name, subject: `subscription:${id}` },
        'member',
      );
      await actOnPage(String(body.url), 'pay');
      await shop().post('/api/payments/methods/settle', {}, 'member');
      await deliver();
    };

    test('a free trial: a card is kept in it, the first charge is declined, another card recovers it, and it renews', async () => {
      await sql().query('delete from public.payment_methods');
      await deliver();
      const id = await beginTrial();
      expect(await stateOf(id)).toMatchObject({ status: 'trialing', paid: 0, method: false });
      const before = taken();
      await keepCard(id);
      expect(await stateOf(id)).toMatchObject({ status: 'trialing', paid: 0, method: true });
      expect(taken()).toEqual(before);
      // The order of the first period, announced; then the end of the trial.
      await days(11);
      shop().local?.declineKept(true);
      await days(3);
      await deliver();
      expect(await stateOf(id)).toMatchObject({ status: 'past_due', paid: 0 });
      await keepCard(id);
      expect(await stateOf(id)).toMatchObject({ status: 'active', paid: 1, open: null });
      expect(await toldOf(id)).toEqual(['subscriptionCharge', 'subscriptionChargeFailed']);
      for (const count of [24, 6]) await days(count);
      await deliver();
      expect(await stateOf(id)).toMatchObject({ status: 'active', paid: 2, open: null });
      expect(taken()).toEqual({ count: before.count + 2, amount: before.amount + 2 * PRICE });
      shop().local?.declineKept(false);
      await shop().asOwner('select public.cancel_subscription($1, true)', [id]);
      // Who has a default needs to keep none anew.
      const other = await beginTrial();
      expect(await stateOf(other)).toMatchObject({ status: 'trialing', method: true });
      await shop().asOwner('select public.cancel_subscription($1, true)', [other]);
    });

    test('declined to the last day of the calendar it ends: nothing is taken, and the access goes with the grace', async () => {
      const id = await begin();
      const before = taken();
      shop().local?.declineKept(true);
      for (const count of [24, 6, 3, 2, 2]) {
        await days(count);
        await deliver();
      }
      shop().local?.declineKept(false);
      await deliver();
      expect(await stateOf(id)).toMatchObject({ status: 'ended', paid: 1, open: null });
      expect(taken()).toEqual(before);
      expect((await toldOf(id)).filter((key) => key === 'subscriptionChargeFailed')).toHaveLength(3);
    });

    test('what was charged for an order that was paid otherwise meanwhile goes back', async () => {
      const id = await begin();
      const before = taken();
      await days(24);
      for (let lost = 0; lost < 3; lost++) shop().local?.fault(CHARGE, 'lost');
      await days(6);
      const order = (await stateOf(id))?.open ?? '';
      await shop()
        .app.settleJobs()
        .catch(() => {});
      await shop().asOwner('select public.mark_paid($1)', [order]);
      await repeatJobs(id);
      await deliver();
      expect(await stateOf(id)).toMatchObject({ status: 'active', paid: 2 });
      expect(taken().amount).toBe(before.amount);
      await shop().asOwner('select public.cancel_subscription($1, true)', [id]);
    });
  });

  const step = fc.oneof(
    { weight: 5, arbitrary: fc.integer({ min: 1, max: 9 }).map((count) => ({ do: 'days' as const, count })) },
    fc.constantFrom('declines', 'accepts', 'lost', 'down', 'twice', 'deliver', 'pay').map((what) => ({
      do: what,
      count: 0,
    })),
  );
  async function follow(steps: { do: string; count: number }[]) {
    const id = await begin({ value: 10, parameter: 'day' });
    for (const { do: act, count } of steps) {
      if (act === 'days') await days(count);
      else if (act === 'declines' || act === 'accepts') shop().local?.declineKept(act === 'declines');
      else if (act === 'lost' || act === 'down') shop().local?.fault(CHARGE, act);
      else if (act === 'twice') await repeatJobs(id);
      else if (act === 'deliver') await deliver();
      else {
        const order = (await stateOf(id))?.open;
        if (order) await pay(order).catch(() => {});
      }
      await shop().work();
    }
    shop().local?.declineKept(false);
    await deliver();
    await shop().runSchedule('reconcile-payments');
    await deliver();
    const [row] = await sql().query<{ paid: number; orders: number; cash: number }>(
      `select s.paid_count as paid,
              (select count(*) from public.subscription_periods p join public.orders o on (o.account_id, o.id) = (p.account_id, p.order_id)
                where (p.account_id, p.subscription_id) = (s.account_id, s.id) and o.status = 'paid')::int as orders,
              (select coalesce(sum(e.amount), 0) from public.ledger_entries e join public.ledger_transactions t
                 on (t.account_id, t.id) = (e.account_id, e.transaction_id)
                where e.account_id = s.account_id and e.code = 'cash:' || $2 and t.kind <> 'fee')::int as cash
         from public.member_subscriptions s where s.id = $1`,
      [id, name],
    );
    expect(row?.orders).toBe(row?.paid);
    if (shop().local) expect(row?.cash).toBe(taken().amount);
    await shop()
      .asOwner('select public.cancel_subscription($1, true)', [id])
      .catch(() => {});
    await deliver();
  }
  test('whatever fails in whichever order, every paid period was paid once, and the books have what the provider has', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), follow),
      isLong ? { numRuns: 60 } : { numRuns: 6, seed: 20_261_126 },
    );
    expect(await sql().query('select * from private.check_ledger()')).toEqual([]);
    expect(await sql().query('select * from private.check_order_ledger()')).toEqual([]);
  }, 600_000);
});
