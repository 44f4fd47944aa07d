import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld } from '#tests/db/world.ts';
import { actOnPage } from '#tests/payments/local-payments.ts';
import { openPaymentShop, type PaymentShop } from '#tests/payments/payment-shop.ts';
import { beginPath, providerWays, saveKeys } from '#tests/payments/ways.ts';

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
  const pending = { status: 'pending', access: null };
  const payOnPage = async (order: string) => {
    const page = await shop().begin(order);
    await actOnPage(page, 'pay');
    return page;
  };

  describe('keys', () => {
    test('that the provider rejects are not kept; the right ones are sealed, and their mode is known', async () => {
      const rejected = await saveKeys(shop(), local().wrongKeys);
      expect(rejected).toMatchObject({ status: 422, body: { error: { code: 'invalid' } } });
      expect(await saveKeys(shop(), local().keys)).toEqual({ status: 200, body: { is_test: true } });
      const [row] = await shop().world.sql.query<{ sealed_keys: string; is_test: boolean }>(
        'select sealed_keys, is_test from public.payment_providers where account_id = $1 and provider = $2',
        [shop().world.demo, name],
      );
      expect(row?.is_test).toBe(true);
      for (const key of Object.values(local().keys)) expect(row?.sealed_keys).not.toContain(key);
      // Left out, they stay as they are.
      expect((await saveKeys(shop(), {})).status).toBe(200);
    });

    test('are tried by a button, by the owner alone', async () => {
      const path = `/api/payments/providers/${name}/test`;
      expect(await shop().post(path, {})).toEqual({ status: 200, body: { is_test: true } });
      for (const person of ['student', 'instructor', 'atelierOwner'] as const)
        expect((await shop().post(path, {}, person)).status).toBe(403);
    });
  });

  describe('a payment', () => {
    test('counts when the buyer is back before the message, and the message changes nothing', async () => {
      const order = await shop().order();
      await payOnPage(order);
      expect(await shop().settle(order)).toEqual({ is_paid: true, is_open: false });
      expect(await shop().stateOf(order)).toEqual(paid());
      await shop().deliver(local().takeMessages());
      expect(await shop().stateOf(order)).toEqual(paid());
      // Asked again, as a page does that was loaded before the message came.
      expect(await shop().settle(order)).toEqual({ is_paid: true, is_open: false });
    });

    test('counts by messages alone, reordered and doubled', async () => {
      const order = await shop().order();
      await payOnPage(order);
      const messages = local().takeMessages();
      expect(messages.length).toBeGreaterThan(0);
      const reordered = [...messages, ...messages].reverse();
      expect(await shop().deliver(reordered)).toEqual(reordered.map(() => 200));
      expect(await shop().stateOf(order)).toEqual(paid());
      const stored = await shop().asOwner(
        'select status from public.provider_events order by received_at desc limit $1',
        [messages.length],
      );
      expect(new Set(stored.map(({ status }) => status))).toEqual(new Set(['processed']));
    });

    test('that nobody reports is found by the schedule', async () => {
      const order = await shop().order();
      await payOnPage(order);
      local().takeMessages();
      await shop().world.sql.query(
        `update public.payments set created_at = now() - interval '1 hour' where subject = $1`,
        [`order:${order}`],
      );
      await shop().runSchedule('settle-open-payments');
      expect(await shop().stateOf(order)).toEqual(paid());
    });

    test('that is given up leaves a pending order, which the same page still pays', async () => {
      const order = await shop().order();
      const page = await shop().begin(order);
      expect(await actOnPage(page, 'cancel')).toMatch(new RegExp(`/thankyou\\?order=${order}&payment=cancelled`));
      await shop().settle(order);
      expect(await shop().stateOf(order)).toMatchObject(pending);
      expect(await shop().begin(order)).toBe(page);
      await actOnPage(page, 'pay');
      await shop().settle(order);
      expect(await shop().stateOf(order)).toEqual(paid());
    });

    test('that is declined takes nothing, and another card pays', async () => {
      const order = await shop().order();
      const before = local().taken();
      const page = await shop().begin(order);
      await actOnPage(page, 'decline');
      await shop().settle(order);
      await shop().deliver(local().takeMessages());
      expect(local().taken()).toEqual(before);
      expect(await shop().stateOf(order)).toMatchObject(pending);
      await actOnPage(await shop().begin(order), 'pay');
      await shop().settle(order);
      expect(await shop().stateOf(order)).toEqual(paid());
    });

    test('is begun once, also by many at once, and where responses are lost', async () => {
      const order = await shop().order();
      for (let lost = 0; lost < 3; lost++) local().fault(beginPath[name] ?? /./, 'lost');
      expect(await shop().begin(order)).toBe('provider_unreachable');
      const pages = await Promise.all(Array.from({ length: 4 }, () => shop().begin(order)));
      expect(new Set(pages).size).toBe(1);
      const before = local().taken().count;
      await actOnPage(pages[0] ?? '', 'pay');
      await shop().settle(order);
      expect(local().taken().count).toBe(before + 1);
      expect(await shop().begin(order)).toBe('nothing_due');
    });

    test('waits while the provider is down', async () => {
      const order = await shop().order();
      await payOnPage(order);
      for (let down = 0; down < 6; down++) local().fault(/./, 'down');
      const { status } = await shop().post('/api/payments/settle', { subject: `order:${order}` }, 'member');
      expect(status).toBe(503);
      expect(await shop().stateOf(order)).toMatchObject(pending);
      // A job is done again until the provider is back.
      await shop().deliver(local().takeMessages());
      expect(await shop().stateOf(order)).toEqual(paid());
    });

    test.each(['paid otherwise', 'cancelled'])('of an order that is %s meanwhile goes back whole', async (what) => {
      const order = await shop().order();
      const before = local().taken().amount;
      const page = await shop().begin(order);
      await shop().asOwner(`select public.${what === 'cancelled' ? 'cancel_order' : 'mark_paid'}($1)`, [order]);
      await actOnPage(page, 'pay');
      await shop().settle(order);
      await shop().deliver(local().takeMessages());
      await shop().deliver(local().takeMessages());
      expect(local().taken().amount).toBe(before);
      expect(await shop().stateOf(order)).toMatchObject({
        status: what === 'cancelled' ? 'cancelled' : 'paid',
        provider: 'offline',
        refunded: 0,
      });
    });

    test('of somebody else can neither be begun nor asked for', async () => {
      const order = await shop().order('student');
      expect(await shop().begin(order, 'member')).toBe('not_found');
      expect(await shop().begin(order, 'owner')).toBe('not_found');
      expect(await shop().begin(order, 'atelierStudent')).toBe('not_found');
      expect(await shop().settle(order, 'member')).toEqual({ is_paid: false, is_open: false });
      expect(await shop().begin(crypto.randomUUID())).toBe('not_found');
    });
  });

  describe('a message', () => {
    test('that is forged, changed or for another shop is rejected, and nothing is stored', async () => {
      const order = await shop().order();
      await payOnPage(order);
      const [message] = local().takeMessages();
      if (!message) throw new Error('The provider told nothing.');
      const forged = { ...message, body: message.body.replace('"id":"', '"id":"x') };
      expect(await shop().deliver([forged, { ...message, headers: {} }])).toEqual([400, 400]);
      const elsewhere = await shop().app.call(`/api/payments/events/${name}`, {
        host: 'atelier',
        method: 'POST',
        body: message.body,
        headers: message.headers,
      });
      expect(elsewhere.status).toBe(404);
      expect(await shop().stateOf(order)).toMatchObject(pending);
      expect(await shop().deliver([message])).toEqual([200]);
    });

    test('is worked on again when the owner asks, with the same outcome', async () => {
      const order = await shop().order();
      await payOnPage(order);
      await shop().deliver(local().takeMessages());
      const events = await shop().asOwner(
        `select e.id from public.provider_events e join public.payments p on p.id = e.payment_id where p.subject = 'order:' || $1`,
        [order],
      );
      expect(events.length).toBeGreaterThan(0);
      await shop().asOwner('select public.rerun_provider_events($1)', [events.map(({ id }) => id)]);
      await shop().work();
      expect(await shop().stateOf(order)).toEqual(paid());
    });
  });
});
