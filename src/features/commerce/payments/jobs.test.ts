import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld } from '#tests/db/world.ts';
import { actOnPage } from '#tests/payments/local-payments.ts';
import { openPaymentShop, type PaymentShop } from '#tests/payments/payment-shop.ts';
import { everyWay, PRICE, providerWays, saveKeys } from '#tests/payments/ways.ts';

describe.each(everyWay)('$name', ({ name, start }) => {
  let opened: PaymentShop;
  const shop = () => opened;
  beforeAll(async () => {
    opened = await openPaymentShop(await openWorld(), start ? await start() : null);
    if (opened.local) await saveKeys(opened, opened.local.keys);
  });
  afterAll(() => opened.close());

  /** The buyer pays on the page and comes back, or the owner approves. */
  async function pay(order: string) {
    if (shop().local) {
      await actOnPage(await shop().begin(order), 'pay');
      await shop().settle(order);
    } else await shop().asOwner('select public.mark_paid($1)', [order]);
    await shop().deliver(shop().local?.takeMessages() ?? []);
  }
  const entries = (order: string) =>
    shop().world.sql.query(
      `select e.code, e.amount::int from public.ledger_transactions t join public.ledger_entries e on (e.account_id, e.transaction_id) = (t.account_id, t.id)
        where t.subject = 'order:' || $1 order by t.id, e.position`,
      [order],
    );

  test('paid: access, one notification, one transaction', async () => {
    const order = await shop().order();
    expect(await shop().stateOf(order)).toMatchObject({ status: 'pending', access: null });
    await pay(order);
    expect(await shop().stateOf(order)).toEqual({
      status: 'paid',
      provider: name,
      refunded: 0,
      access: 'active',
      notices: 1,
    });
    expect(await entries(order)).toEqual([
      { code: `cash:${name}`, amount: PRICE },
      { code: 'sales', amount: -PRICE },
    ]);
  });

  test('refunded whole by the owner: the money is back, the access ends', async () => {
    const order = await shop().order();
    await pay(order);
    const before = shop().local?.taken().amount;
    await shop().asOwner('select public.refund_order($1)', [order]);
    await shop().work();
    expect(await shop().stateOf(order)).toMatchObject({ status: 'refunded', refunded: PRICE, access: 'ended' });
    if (before !== undefined) expect(shop().local?.taken().amount).toBe(before - PRICE);
    // What the provider then says of it is no second refund.
    await shop().deliver(shop().local?.takeMessages() ?? []);
    expect(await shop().stateOf(order)).toMatchObject({ status: 'refunded', refunded: PRICE });
  });

  test('refunded in part and then the rest: the access ends with the last cent', async () => {
    const order = await shop().order();
    await pay(order);
    for (const amount of [2_500, 6_500]) {
      await shop().asOwner('select public.refund_order($1, amount => $2)', [order, amount]);
      await shop().deliver(shop().local?.takeMessages() ?? []);
      const isOver = amount === 6_500;
      expect(await shop().stateOf(order)).toMatchObject({
        status: isOver ? 'refunded' : 'paid',
        refunded: isOver ? PRICE : 2_500,
        access: isOver ? 'ended' : 'active',
      });
    }
    expect(await entries(order)).toHaveLength(6);
  });

  test('pressed many times at once it is paid once', async () => {
    const order = await shop().order();
    if (shop().local) {
      await actOnPage(await shop().begin(order), 'pay');
      await Promise.all(Array.from({ length: 8 }, () => shop().settle(order)));
    } else {
      const approve = () => shop().asOwner('select public.mark_paid($1)', [order]);
      await Promise.all(Array.from({ length: 8 }, () => approve().catch(() => {})));
    }
    expect(await shop().stateOf(order)).toMatchObject({ status: 'paid', notices: 1 });
    expect(await entries(order)).toHaveLength(2);
  });

  test('after all of it the ledger adds up, agrees with the orders, and has what the provider has', async () => {
    await shop().work();
    const { sql, demo } = shop().world;
    expect(await sql.query('select * from private.check_ledger()')).toEqual([]);
    expect(await sql.query('select * from private.check_order_ledger()')).toEqual([]);
    if (!shop().local) return;
    const [row] = await sql.query<{ cash: number }>(
      `select coalesce(sum(e.amount), 0)::int as cash from public.ledger_entries e
         join public.ledger_transactions t on (t.account_id, t.id) = (e.account_id, e.transaction_id)
        where e.account_id = $1 and e.code = $2 and t.kind <> 'fee'`,
      [demo, `cash:${name}`],
    );
    expect(row?.cash).toBe(shop().local?.taken().amount);
  });
});

describe.each(providerWays)('$name', ({ name, start }) => {
  let opened: PaymentShop;
  const shop = () => opened;
  beforeAll(async () => {
    opened = await openPaymentShop(await openWorld(), await start());
    await saveKeys(opened, opened.local?.keys ?? {});
  });
  afterAll(() => opened.close());
  const local = () => {
    const { local: provider } = shop();
    if (!provider) throw new Error('This way has no provider.');
    return provider;
  };
  const paid = (notices = 1) => ({ status: 'paid', provider: name, refunded: 0, access: 'active', notices });
  const payOnPage = async (order: string) => {
    const page = await shop().begin(order);
    await actOnPage(page, 'pay');
    return page;
  };

  describe('money that goes back', () => {
    const settled = async (amount?: number) => {
      const order = await shop().order('member', amount);
      const page = await payOnPage(order);
      await shop().settle(order);
      await shop().deliver(local().takeMessages());
      return { order, page };
    };

    test('is given back once where the response is lost, and where the job runs again', async () => {
      const { order } = await settled();
      const before = local().taken().amount;
      for (let lost = 0; lost < 3; lost++) local().fault(/refund/, 'lost');
      await shop().asOwner('select public.refund_order($1, amount => 1000)', [order]);
      await shop().work();
      await shop().world.sql.query(
        `select private.enqueue('refund-payment', jsonb_build_object('account_id', account_id, 'refund_id', id)) from public.payment_refunds`,
      );
      await shop().work();
      expect(local().taken().amount).toBe(before - 1_000);
      expect(await shop().stateOf(order)).toMatchObject({ status: 'paid', refunded: 1_000 });
    });

    test('is given back whatever key its manager sends', async () => {
      const { order } = await settled();
      const before = local().taken().amount;
      await shop().asOwner(`select public.refund_order($1, amount => 500, idempotency_key => 'provider:own')`, [order]);
      await shop().work();
      expect(local().taken().amount).toBe(before - 500);
    });

    test('at the provider becomes a refund of the order, once', async () => {
      const { order, page } = await settled();
      local().refundThere(page, 3_000);
      const messages = local().takeMessages();
      await shop().deliver([...messages, ...messages]);
      expect(await shop().stateOf(order)).toMatchObject({ status: 'paid', refunded: 3_000, access: 'active' });
      local().refundThere(page, 6_000);
      await shop().deliver(local().takeMessages());
      await shop().deliver(messages);
      expect(await shop().stateOf(order)).toMatchObject({ status: 'refunded', refunded: PRICE, access: 'ended' });
    });

    const disputed = async () => {
      const { order, page } = await settled();
      local().dispute(page);
      const messages = local().takeMessages();
      await shop().deliver([...messages, ...messages]);
      return { order, page };
    };
    const chargeback = (order: string) =>
      shop().world.sql.query(
        `select t.kind, e.code, e.amount::int from public.ledger_transactions t join public.ledger_entries e on (e.account_id, e.transaction_id) = (t.account_id, t.id)
          where t.subject = 'order:' || $1 and t.kind in ('chargeback', 'adjustment') order by t.id, e.position`,
        [order],
      );

    test('by a dispute takes the access back and stands in the ledger as a chargeback', async () => {
      const { order } = await disputed();
      expect(await shop().stateOf(order)).toMatchObject({ status: 'disputed', refunded: 0, access: 'ended' });
      expect(await chargeback(order)).toEqual([
        { kind: 'chargeback', code: 'chargebacks', amount: PRICE },
        { kind: 'chargeback', code: `cash:${name}`, amount: -PRICE },
      ]);
      // Its owner gives nothing back of what its bank has.
      await expect(shop().asOwner('select public.refund_order($1)', [order])).rejects.toMatchObject({
        detail: 'order_not_paid',
      });
    });

    test('by a dispute that is won comes back: the order, its access and the ledger', async () => {
      const { order, page } = await disputed();
      local().decideDispute(page, 'won');
      const messages = local().takeMessages();
      await shop().deliver([...messages, ...messages]);
      expect(await shop().stateOf(order)).toMatchObject({ status: 'paid', refunded: 0, access: 'active', notices: 1 });
      expect((await chargeback(order)).slice(2)).toEqual([
        { kind: 'adjustment', code: `cash:${name}`, amount: PRICE },
        { kind: 'adjustment', code: 'chargebacks', amount: -PRICE },
      ]);
      const events = await shop().world.sql.query(
        `select type from private.events where subject = 'order:' || $1 order by id`,
        [order],
      );
      expect(events.map(({ type }) => type)).toEqual([
        'order.placed',
        'order.paid',
        'order.disputed',
        'order.dispute_closed',
      ]);
    });

    test('by a dispute that is lost is a refund of the order, and what it opened stays closed', async () => {
      const { order, page } = await disputed();
      local().decideDispute(page, 'lost');
      const messages = local().takeMessages();
      await shop().deliver([...messages, ...messages]);
      expect(await shop().stateOf(order)).toMatchObject({ status: 'refunded', refunded: PRICE, access: 'ended' });
      const [row] = await shop().world.sql.query(
        `select kind, amount::int, takes_access from public.refunds where order_id = $1`,
        [order],
      );
      expect(row).toEqual({ kind: 'chargeback', amount: PRICE, takes_access: true });
    });

    test('is not asked of a person: only the provider reports a chargeback', async () => {
      const { order } = await settled();
      const attempt = shop().asOwner(`select public.refund_order($1, kind => 'chargeback')`, [order]);
      await expect(attempt).rejects.toMatchObject({ detail: 'invalid' });
    });

    test('what the provider keeps is posted as a fee, once', async () => {
      const { order } = await settled();
      const rows = await shop().world.sql.query<{ code: string; amount: number; fee: number }>(
        `select e.code, e.amount::int, p.fee::int from public.payments p
           join public.ledger_transactions t on t.subject = 'payment:' || p.id
           join public.ledger_entries e on (e.account_id, e.transaction_id) = (t.account_id, t.id)
          where p.subject = 'order:' || $1 order by e.position`,
        [order],
      );
      const fee = rows[0]?.fee ?? 0;
      expect(fee).toBeGreaterThan(0);
      expect(rows).toEqual([
        { code: 'fees', amount: fee, fee },
        { code: `cash:${name}`, amount: -fee, fee },
      ]);
    });
  });

  test('the nightly comparison records what was only late, and shows what differs', async () => {
    const order = await shop().order();
    await payOnPage(order);
    local().takeMessages();
    const { sql, demo } = shop().world;
    await sql.query(
      `insert into public.payments (account_id, subject, provider, is_test, amount, currency, status, provider_reference, succeeded_at, created_at)
       values ($1, 'order:' || gen_random_uuid(), $2, true, 777, 'EUR', 'succeeded', 'gone_1', now(), now() - interval '1 day')`,
      [demo, name],
    );
    local().payElsewhere(555, 'EUR');
    for (let run = 0; run < 2; run++) await shop().runSchedule('reconcile-payments');
    expect(await shop().stateOf(order)).toEqual(paid());
    expect(
      await shop().asOwner(
        'select kind, amount::int from public.payment_differences where provider = $1 order by amount',
        [name],
      ),
    ).toEqual([
      { kind: 'missing_here', amount: 555 },
      { kind: 'missing_there', amount: 777 },
    ]);
    await sql.query(`delete from public.payments where provider_reference = 'gone_1'`);
  });

  test('after all of it the ledger adds up, agrees with the orders, and has what the provider has', async () => {
    await shop().work();
    const { sql, demo } = shop().world;
    expect(await sql.query('select * from private.check_ledger()')).toEqual([]);
    expect(await sql.query('select * from private.check_order_ledger()')).toEqual([]);
    if (!shop().local) return;
    const [row] = await sql.query<{ cash: number }>(
      `select coalesce(sum(e.amount), 0)::int as cash from public.ledger_entries e
         join public.ledger_transactions t on (t.account_id, t.id) = (e.account_id, e.transaction_id)
        where e.account_id = $1 and e.code = $2 and t.kind <> 'fee'`,
      [demo, `cash:${name}`],
    );
    expect(row?.cash).toBe(shop().local?.taken().amount);
  });
});
