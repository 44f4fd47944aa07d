import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import { type StripeStandIn, startStripe } from '#tests/stripe-stand-in.ts';

let world: World;
let stripe: StripeStandIn;
let app: AppWorld;
let token: string;
let id: string;
beforeAll(async () => {
  world = await openWorld();
  stripe = await startStripe();
  app = await openApp(world, stripe.variables);
  token = (await app.signIn('platform', 'member@demo.test')).access_token;
});
afterAll(async () => {
  await app.close();
  await stripe.close();
  await world.close();
});
beforeEach(async () => {
  await world.sql.query(`delete from public.accounts where slug = 'reed'`);
  const created = await call('/rest/v1/rpc/open_account', {
    title: 'Reed',
    slug: 'reed',
    kind: 'courses',
    preset: 'lumen',
    language: 'en',
    currency: 'EUR',
  });
  id = (await created.json()) as string;
});

const call = (path: string, body: object) => app.call(path, { host: 'platform', token, method: 'POST', body });
const choose = (plan_id: string, period: string, provider: string) =>
  call('/api/billing/plan', { account_id: id, plan_id, period, provider });
const handleEvent = async (type: string, object: unknown) => {
  const { body, headers } = stripe.message(type, object);
  await app.call('/api/billing/messages/stripe', { host: 'platform', method: 'POST', body, headers });
};
const now = async () =>
  (
    await world.sql.query(
      `select status, issued_count as paid, iterations, cancel_at_period_end as ends from public.subscriptions where account_id = $1`,
      [id],
    )
  )[0];
const mails = async () =>
  (
    await world.sql.query<{ kind: string }>(
      `select payload ->> 'kind' as kind from private.outbox where queue = 'billing-mail' and payload ->> 'account_id' = $1 order by id`,
      [id],
    )
  ).map(({ kind }) => kind);

async function subscribe(plan: string, period: string) {
  await choose(plan, period, 'stripe');
  const session = [...stripe.sessions.values()].at(-1);
  const subscription = stripe.pay(session?.id ?? '');
  await handleEvent('checkout.session.completed', session);
  return subscription;
}
const pay = async (subscription: { id: string }, more: object = {}) =>
  handleEvent('invoice.paid', stripe.bill(subscription.id, { amount_due: 29_900, ...more }));

describe('a plan through Stripe', () => {
  test.each([
    ['starter', 'annual', 4],
    ['starter', 'monthly', 48],
    ['professional', 'annual', 2],
    ['professional', 'monthly', 24],
  ])('%s, %s, ends with its period once it was paid %i times, and not before', async (plan, period, times) => {
    const subscription = await subscribe(plan, period);
    subscription.status = 'active';
    // The trial's invoice of 0 is not counted as a billing cycle.
    const first = plan === 'starter' ? 0 : 1;
    expect(await now()).toMatchObject({ paid: first, iterations: times });
    for (let paid = first + 1; paid < times; paid++) await pay(subscription);
    expect(await now()).toMatchObject({ paid: times - 1, ends: false });
    expect(subscription.cancel_at_period_end).toBe(false);
    await pay(subscription);
    expect(subscription.cancel_at_period_end).toBe(true);
    expect(await now()).toMatchObject({ status: 'active', paid: times, ends: true });

    const response = await call('/api/billing/cancel', { account_id: id, is_cancelled: false });
    expect(response.status).toBe(409);
    expect(subscription.cancel_at_period_end).toBe(true);
    subscription.status = 'canceled';
    await handleEvent('customer.subscription.deleted', subscription);
    expect(await now()).toMatchObject({ status: 'ended' });
    expect((await mails()).at(-1)).toBe('completed');
  });

  test('counts a payment once however often it is told of, and none that failed', async () => {
    const subscription = await subscribe('professional', 'annual');
    const open = stripe.bill(subscription.id, { status: 'open', status_transitions: { paid_at: null } });
    await Promise.all(Array.from({ length: 50 }, () => handleEvent('invoice.payment_failed', open)));
    expect(await now()).toMatchObject({ paid: 1, ends: false });
    open.status = 'paid';
    await Promise.all(Array.from({ length: 50 }, () => handleEvent('invoice.paid', open)));
    expect(await now()).toMatchObject({ paid: 2, ends: true });
  });

  test('taken anew after its end is counted from the first payment', async () => {
    const first = await subscribe('professional', 'annual');
    await pay(first, { amount_due: 99_900 });
    first.status = 'canceled';
    await handleEvent('customer.subscription.deleted', first);
    await world.sql.query(
      `update public.invoices set issued_at = issued_at - interval '2 years' where account_id = $1`,
      [id],
    );
    await subscribe('professional', 'annual');
    expect(await now()).toMatchObject({ status: 'active', paid: 1, ends: false });
  });

  test('without a number of billing cycles renews without end', async () => {
    const subscription = await subscribe('dedicated', 'annual');
    for (let paid = 0; paid < 5; paid++) await pay(subscription, { amount_due: 49_900 });
    expect(await now()).toMatchObject({ paid: 6, iterations: null, ends: false });
  });
});

test('a plan by invoice that is taken anew after its end is counted from the first payment', async () => {
  await choose('professional', 'annual', 'offline');
  for (const year of [1, 2]) {
    await world.sql.query(`update public.invoices set status = 'paid', paid_at = now() where account_id = $1`, [id]);
    await world.sql.query(`select private.run_billing(now() + make_interval(years => $1, hours => 1))`, [year]);
  }
  expect(await now()).toMatchObject({ status: 'ended', paid: 2 });
  await choose('professional', 'annual', 'offline');
  expect(await now()).toMatchObject({ status: 'active', paid: 1 });
});
