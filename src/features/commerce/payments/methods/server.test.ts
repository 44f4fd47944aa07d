import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type Person } from '#tests/db/world.ts';
import { actOnPage } from '#tests/payments/local-payments.ts';
import { openPaymentShop, type PaymentShop } from '#tests/payments/payment-shop.ts';
import { providerWays, saveKeys } from '#tests/payments/ways.ts';

const SETUP = /checkout\/sessions$|setup-tokens$/;
const KEEP = /payment-tokens$|checkout\/sessions\/cs_/;

describe.each(providerWays.filter(({ keepsMethods }) => keepsMethods))('methods kept by $name', ({ name, start }) => {
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

  const begin = async (person: Person = 'member', more: object = {}) =>
    shop().post('/api/payments/methods', { provider: name, ...more }, person);
  const pageOf = async (person: Person = 'member') => String((await begin(person)).body.url);
  const settle = async (person: Person = 'member') =>
    (await shop().post('/api/payments/methods/settle', {}, person)).body;
  type Row = { brand: string; last4: string; email: string; is_default: boolean };
  const methods = (person: Person = 'member') =>
    shop()
      .world.database.as(shop().world.caller(person))
      .query<Row & { id: string }>(
        `select id, brand, last4, email, is_default from public.payment_methods
        where account_id = $1 and user_id = auth.uid() order by created_at, id`,
        [shop().world.demo],
      );
  const expected =
    name === 'stripe' ? { brand: 'visa', last4: '4242', email: '' } : { brand: 'PayPal', email: 'payer@example.org' };
  const clear = async () => {
    await shop().world.sql.query('delete from public.payment_methods');
    await shop().world.sql.query('delete from public.payment_setups');
    await shop().work();
    local().takeMessages();
  };

  test('is entered on the page of the provider and known when its owner is back; the first is the default', async () => {
    const page = await pageOf();
    expect(await settle()).toEqual({ is_saved: false });
    const back = await actOnPage(page, 'pay');
    expect(new URL(back).pathname).toBe('/dashboard/orders/payment-methods');
    expect(new URL(back).searchParams.get('setup')).toBe('done');
    expect(await settle()).toEqual({ is_saved: true });
    expect(await methods()).toMatchObject([{ ...expected, is_default: true }]);
    // The message that comes later changes nothing.
    await shop().deliver(local().takeMessages());
    expect(await settle()).toEqual({ is_saved: true });
    await actOnPage(await pageOf(), 'pay');
    await settle();
    expect((await methods()).map(({ is_default }) => is_default)).toEqual([true, false]);
    expect(local().taken()).toEqual({ count: 0, amount: 0 });
    await clear();
    expect(local().keptCount()).toBe(0);
  });

  test('is kept once where responses are lost and many ask at once', async () => {
    for (let lost = 0; lost < 2; lost++) local().fault(SETUP, 'lost');
    const page = await pageOf();
    await actOnPage(page, 'pay');
    for (let lost = 0; lost < 2; lost++) local().fault(KEEP, 'lost');
    await Promise.all(Array.from({ length: 5 }, () => settle()));
    await shop().deliver(local().takeMessages());
    expect(await methods()).toHaveLength(1);
    expect(local().keptCount()).toBe(1);
    await clear();
  });

  test('is found by the schedule, or by a message, where its owner closes the window', async () => {
    await actOnPage(await pageOf(), 'pay');
    await shop().world.sql.query(`update public.payment_setups set created_at = created_at - interval '1 hour'`);
    if (name === 'stripe') await shop().deliver(local().takeMessages());
    else await shop().runSchedule('settle-payment-setups');
    expect(await methods()).toHaveLength(1);
    await clear();
  });

  test('is not there where its owner gives up, or the provider is down', async () => {
    const page = await pageOf();
    await actOnPage(page, 'decline');
    const back = await actOnPage(page, 'cancel');
    expect(new URL(back).searchParams.get('setup')).toBe('cancelled');
    for (let down = 0; down < 5; down++) local().fault(SETUP, 'down');
    expect((await begin()).status).toBe(503);
    await shop().work();
    expect(await methods()).toEqual([]);
  });

  test('is nobody else’s: not for a visitor, for another’s subscription, or for a provider that is off', async () => {
    expect((await shop().post('/api/payments/methods', { provider: name }, 'visitor')).status).toBe(401);
    expect((await begin('member', { provider: 'razorpay' })).status).toBe(422);
    expect((await begin('member', { subject: `subscription:${crypto.randomUUID()}` })).status).toBe(404);
    const page = await pageOf('student');
    await actOnPage(page, 'pay');
    expect(await settle('member')).toEqual({ is_saved: false });
    expect(await settle('student')).toEqual({ is_saved: true });
    expect(await methods('member')).toEqual([]);
    await shop().world.sql.query('update public.payment_providers set is_enabled = false where provider = $1', [name]);
    expect((await begin()).status).toBe(409);
    await shop().world.sql.query('update public.payment_providers set is_enabled = true where provider = $1', [name]);
    await clear();
  });

  test('that its owner removes at the provider is gone here, and the next one is the default', async () => {
    for (let count = 0; count < 2; count++) {
      await actOnPage(await pageOf(), 'pay');
      await settle();
    }
    local().takeMessages();
    const [first, second] = await methods();
    await shop()
      .world.database.as(shop().world.caller('member'))
      .query('select public.set_default_method($1)', [second?.id]);
    local().changeKept('removed');
    await shop().deliver(local().takeMessages());
    expect(await methods()).toMatchObject([{ id: first?.id, is_default: true }]);
    await clear();
  });

  test.runIf(name === 'stripe')('that the bank renews has its new expiry', async () => {
    await actOnPage(await pageOf(), 'pay');
    await settle();
    local().takeMessages();
    local().changeKept({ exp_month: 3, exp_year: 2033 });
    const messages = local().takeMessages();
    await shop().deliver([...messages, ...messages]);
    const rows = await shop().world.sql.query('select exp_month, exp_year from public.payment_methods');
    expect(rows).toEqual([{ exp_month: 3, exp_year: 2033 }]);
    await clear();
  });
});
