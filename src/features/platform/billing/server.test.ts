import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import { type StripeStandIn, startStripe } from '#tests/stripe-stand-in.ts';

let world: World;
let stripe: StripeStandIn;
let app: AppWorld;
let plain: AppWorld;
let token: string;
let id: string;
beforeAll(async () => {
  world = await openWorld();
  stripe = await startStripe();
  app = await openApp(world, stripe.variables);
  plain = await openApp(world);
  token = (await app.signIn('platform', 'member@demo.test')).access_token;
});
afterAll(async () => {
  await app.close();
  await plain.close();
  await stripe.close();
  await world.close();
});
beforeEach(async () => {
  await world.sql.query(`delete from public.accounts where slug = 'reed'`);
  const made = await app.call('/rest/v1/rpc/open_account', {
    host: 'platform',
    token,
    method: 'POST',
    body: { title: 'Reed', slug: 'reed', kind: 'courses', preset: 'lumen', language: 'en', currency: 'EUR' },
  });
  id = (await made.json()) as string;
});

const post = async (path: string, body: object, as = token, through = app) => {
  const response = await through.call(path, { host: 'platform', token: as, method: 'POST', body });
  return {
    status: response.status,
    body: (await response.json()) as Record<string, unknown> & { error?: { code: string } },
  };
};
const choose = (plan_id: string, period = 'monthly', provider = 'stripe') =>
  post('/api/billing/plan', { account_id: id, plan_id, period, provider });
const send = async ({ body, headers }: { body: string; headers: Record<string, string> }) =>
  (await app.call('/api/billing/messages/stripe', { host: 'platform', method: 'POST', body, headers })).status;
const now = async () =>
  (
    await world.sql.query<Record<string, unknown>>(
      `select s.status, s.provider, s.period, s.amount::int, s.cancel_at_period_end as cancels, s.card ->> 'last4' as card, s.reminders, a.plan_id as held,
              (select array_agg(i.status order by i.issued_at) from public.invoices i where i.account_id = s.account_id) as invoices
         from public.subscriptions s join public.accounts a using (account_id) where s.account_id = $1`,
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
/** Subscribes to a plan, pays and delivers the webhook of the payment service. */
async function subscribe(plan = 'professional') {
  const { body } = await choose(plan);
  const session = [...stripe.sessions.values()].find(({ url }) => url === body.url);
  const subscription = stripe.pay(session?.id ?? '');
  await send(stripe.message('checkout.session.completed', session));
  return { session, subscription };
}

describe('a plan through Stripe', () => {
  test('is taken at the service, and holds once the service says that it was paid', async () => {
    const { status, body } = await choose('professional');
    expect(status).toBe(200);
    expect(body).toMatchObject({ outcome: 'checkout', url: expect.stringContaining('https://checkout.example/') });
    expect(await now()).toMatchObject({ status: 'trialing', held: 'starter' });
    const session = [...stripe.sessions.values()].at(-1);
    expect(session).toMatchObject({
      mode: 'subscription',
      amount_total: 9900,
      metadata: { account_id: id, plan_id: 'professional' },
    });
    stripe.pay(session?.id ?? '');
    expect(await send(stripe.message('checkout.session.completed', session))).toBe(200);
    expect(await now()).toMatchObject({
      provider: 'stripe',
      card: '4242',
      held: 'professional',
      amount: 9900,
      invoices: ['paid'],
    });
  });

  test('keeps the remaining trial days', async () => {
    const { session } = await subscribe('starter');
    expect(Number(session?.trial_end) * 1000).toBeGreaterThan(Date.now() + 29 * 86_400_000);
    expect(await now()).toMatchObject({ status: 'trialing', held: 'starter' });
  });

  test('that is paid once never expires', async () => {
    await choose('lifetime', 'onetime');
    const session = [...stripe.sessions.values()].at(-1);
    await send(stripe.message('checkout.session.completed', session));
    expect(await now()).toMatchObject({ held: 'starter' });
    stripe.pay(session?.id ?? '');
    await send(stripe.message('checkout.session.async_payment_succeeded', session));
    expect(await now()).toMatchObject({
      status: 'active',
      period: 'onetime',
      held: 'lifetime',
      amount: 1900,
      invoices: ['paid'],
    });
  });

  test('that is active is changed there, not created again', async () => {
    const { subscription } = await subscribe('dedicated');
    const checkouts = stripe.sessions.size;
    expect((await choose('professional')).body).toEqual({ outcome: 'active' });
    expect(stripe.sessions.size).toBe(checkouts);
    expect(subscription.metadata).toMatchObject({ plan_id: 'professional' });
    expect(await now()).toMatchObject({ held: 'professional', amount: 9900 });
  });

  test('that is smaller waits for the end of the period, and that can be taken back', async () => {
    const { subscription } = await subscribe('professional');
    const scheduledChange = async () =>
      (
        await world.sql.query('select next_plan_id, next_period from public.subscriptions where account_id = $1', [id])
      )[0];
    expect((await choose('starter')).body).toEqual({ outcome: 'scheduled' });
    expect(await now()).toMatchObject({ held: 'professional', amount: 9900 });
    expect(await scheduledChange()).toEqual({ next_plan_id: 'starter', next_period: 'monthly' });
    expect(subscription.metadata).toMatchObject({ plan_id: 'professional' });

    // Staying, cancelling and upgrading each drop the scheduled downgrade.
    expect((await choose('professional')).body).toEqual({ outcome: 'active' });
    expect(await scheduledChange()).toEqual({ next_plan_id: null, next_period: null });
    await choose('starter');
    await post('/api/billing/cancel', { account_id: id, is_cancelled: true });
    expect(subscription).toMatchObject({ cancel_at_period_end: true, schedule: null });
    expect((await choose('starter')).body).toEqual({ outcome: 'scheduled' });
    expect(subscription.cancel_at_period_end).toBe(false);

    stripe.turn(subscription.id);
    await send(stripe.message('customer.subscription.updated', subscription));
    expect(await now()).toMatchObject({ held: 'starter', amount: 2900 });
    expect(await scheduledChange()).toEqual({ next_plan_id: null, next_period: null });
  });

  test('is cancelled at the period end, and that is undone', async () => {
    const { subscription } = await subscribe();
    await post('/api/billing/cancel', { account_id: id, is_cancelled: true });
    expect(subscription.cancel_at_period_end).toBe(true);
    expect(await now()).toMatchObject({ cancels: true, held: 'professional' });
    await post('/api/billing/cancel', { account_id: id, is_cancelled: false });
    expect(subscription.cancel_at_period_end).toBe(false);
    expect(await now()).toMatchObject({ cancels: false });
  });

  test('renews with another invoice', async () => {
    const { subscription } = await subscribe();
    const invoice = stripe.bill(subscription.id, { amount_due: 9900 });
    await send(stripe.message('invoice.paid', invoice));
    expect(await now()).toMatchObject({ status: 'active', invoices: ['paid', 'paid'] });
  });

  test('that is not paid is told once for each attempt, keeps what it had, and is mended or ended by the service', async () => {
    const { subscription } = await subscribe();
    subscription.status = 'past_due';
    const invoice = stripe.bill(subscription.id, {
      status: 'open',
      attempt_count: 1,
      status_transitions: { paid_at: null },
    });
    const failed = stripe.message('invoice.payment_failed', invoice);
    await send(failed);
    await send(failed);
    await send(stripe.message('customer.subscription.updated', subscription));
    expect(await now()).toMatchObject({
      status: 'past_due',
      held: 'professional',
      reminders: 1,
      invoices: ['paid', 'open'],
    });
    invoice.attempt_count = 2;
    await send(stripe.message('invoice.payment_failed', invoice));
    expect(await mails()).toEqual(['reminder', 'reminder']);
    invoice.status = 'paid';
    subscription.status = 'active';
    await send(stripe.message('invoice.paid', invoice));
    expect(await now()).toMatchObject({ status: 'active', reminders: 0, invoices: ['paid', 'paid'] });
    expect(await mails()).toEqual(['reminder', 'reminder', 'paid']);
    subscription.status = 'canceled';
    await send(stripe.message('customer.subscription.deleted', subscription));
    expect(await now()).toMatchObject({ status: 'ended', held: null });
  });
});

describe('a subscription at Stripe', () => {
  // The rate limit is per person, so these requests use another owner.
  let before: string;
  beforeAll(async () => {
    before = token;
    token = (await app.signIn('platform', 'student@demo.test')).access_token;
  });
  afterAll(() => {
    token = before;
  });

  test('ends there once something paid for good takes its place, and no late message brings it back', async () => {
    const { subscription } = await subscribe();
    await choose('lifetime', 'onetime');
    const session = [...stripe.sessions.values()].at(-1);
    stripe.pay(session?.id ?? '');
    await send(stripe.message('checkout.session.completed', session));
    expect(subscription.status).toBe('canceled');
    await send(stripe.message('customer.subscription.deleted', subscription));
    expect(await now()).toMatchObject({ status: 'active', period: 'onetime', held: 'lifetime' });

    // A webhook repeated for an old payment does not undo later choices.
    const later = await subscribe('dedicated');
    await send(stripe.message('checkout.session.async_payment_succeeded', session));
    expect(later.subscription.status).toBe('active');
    expect(await now()).toMatchObject({ held: 'dedicated', period: 'monthly' });
  });

  test('ends there as soon as a larger one is paid by invoice', async () => {
    const { subscription } = await subscribe('dedicated');
    expect((await choose('professional', 'monthly', 'offline')).body).toEqual({ outcome: 'active' });
    expect(subscription.status).toBe('canceled');
    await send(stripe.message('customer.subscription.deleted', subscription));
    expect(await now()).toMatchObject({ status: 'active', provider: 'offline', held: 'professional' });
  });

  test.each(['starter', 'professional'])(
    'ends there with its period where %s is to be paid by invoice',
    async (plan) => {
      const { subscription } = await subscribe();
      expect((await choose(plan, 'monthly', 'offline')).body).toEqual({ outcome: 'scheduled' });
      expect(subscription).toMatchObject({ status: 'active', cancel_at_period_end: true });
      await send(stripe.message('customer.subscription.updated', subscription));
      expect(await now()).toMatchObject({ provider: 'stripe', held: 'professional', cancels: true });
      subscription.status = 'canceled';
      await send(stripe.message('customer.subscription.deleted', subscription));
      const invoices = expect.arrayContaining(['open', 'paid']);
      expect(await now()).toMatchObject({ status: 'active', provider: 'offline', held: plan, invoices });
    },
  );

  test('on trial there goes on as a trial where it will be paid by invoice', async () => {
    const { subscription } = await subscribe('starter');
    expect((await choose('starter', 'monthly', 'offline')).body).toEqual({ outcome: 'trialing' });
    expect(subscription.status).toBe('canceled');
    expect(await now()).toMatchObject({ status: 'trialing', provider: 'offline', held: 'starter', card: null });
  });

  test('is not said to be cancelled where the service did not hear of it', async () => {
    const { subscription } = await subscribe();
    stripe.fail(`/v1/subscriptions/${subscription.id}`, 400);
    expect((await post('/api/billing/cancel', { account_id: id, is_cancelled: true })).status).toBe(500);
    expect(await now()).toMatchObject({ cancels: false });
    expect(await mails()).toEqual([]);
  });

  test('is begun anew in the same hour once it has ended', async () => {
    const first = await subscribe();
    first.subscription.status = 'canceled';
    await send(stripe.message('customer.subscription.deleted', first.subscription));
    const second = await subscribe();
    expect(second.session?.id).not.toBe(first.session?.id);
    expect(await now()).toMatchObject({ status: 'active', held: 'professional' });
  });
});

describe('messages', () => {
  test('in any order and doubled, fifty at once: the same end', async () => {
    const { session, subscription } = await subscribe();
    const messages = [
      stripe.message('customer.subscription.deleted', { ...subscription, status: 'canceled' }),
      stripe.message('customer.subscription.created', { ...subscription, status: 'incomplete' }),
      stripe.message('checkout.session.completed', session),
      stripe.message('invoice.payment_failed', stripe.invoices.at(-1)),
      stripe.message('customer.subscription.updated', subscription),
    ];
    const statuses = await Promise.all(Array.from({ length: 50 }, (_, n) => send(messages[n % 5] ?? failing())));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await now()).toMatchObject({ status: 'active', held: 'professional', invoices: ['paid'] });
    expect(await mails()).toEqual([]);
  });

  test('of a replaced subscription change nothing', async () => {
    const first = await subscribe();
    first.subscription.status = 'canceled';
    await send(stripe.message('customer.subscription.deleted', first.subscription));
    expect(await now()).toMatchObject({ status: 'ended' });
    const second = await subscribe('dedicated');
    expect(second.subscription.id).not.toBe(first.subscription.id);
    await send(stripe.message('customer.subscription.updated', first.subscription));
    expect(await now()).toMatchObject({ status: 'active', held: 'dedicated' });
  });

  test('that are not signed, or signed by somebody else, are refused', async () => {
    const { body, headers } = stripe.message('invoice.paid', {});
    expect(await send({ body, headers: {} })).toBe(400);
    expect(await send({ body: body.replace('invoice.paid', 'invoice.void'), headers })).toBe(400);
    expect(await send({ body, headers: { 'stripe-signature': 't=1,v1=00' } })).toBe(400);
  });

  test('about unknown objects are accepted and ignored', async () => {
    expect(await send(stripe.message('customer.created', { object: 'customer', id: 'cus_x' }))).toBe(200);
    expect(
      await send(stripe.message('customer.subscription.updated', { object: 'subscription', id: 'sub_none' })),
    ).toBe(200);
  });

  test('that failed are processed when they are sent again', async () => {
    const { subscription } = await subscribe();
    subscription.cancel_at_period_end = true;
    const message = stripe.message('customer.subscription.updated', subscription);
    await world.sql.query(`alter function private.apply_billing(uuid, jsonb) rename to apply_billing_away`);
    expect(await send(message)).toBe(500);
    await world.sql.query(`alter function private.apply_billing_away(uuid, jsonb) rename to apply_billing`);
    expect(await send(message)).toBe(200);
    expect(await now()).toMatchObject({ cancels: true });
  });
});

test('an answer that is lost after the work begins nothing twice', async () => {
  stripe.fail('/v1/checkout/sessions', 502);
  const before = stripe.sessions.size;
  expect((await choose('professional')).status).toBe(200);
  expect(stripe.sessions.size).toBe(before + 1);
});

describe('who may', () => {
  test.each([
    ['/api/billing/plan', { plan_id: 'dedicated', period: 'monthly', provider: 'stripe' }],
    ['/api/billing/plan', { plan_id: 'dedicated', period: 'monthly', provider: 'offline' }],
    ['/api/billing/cancel', { is_cancelled: true }],
    ['/api/billing/payer', {}],
  ])('%s is for the owner alone', async (path, more) => {
    const otherOwner = (await app.signIn('platform', 'owner@atelier.test')).access_token;
    expect((await post(path, { account_id: id, ...more }, otherOwner)).status).toBe(403);
    expect((await app.call(path, { host: 'platform', method: 'POST', body: { account_id: id, ...more } })).status).toBe(
      401,
    );
    const onDemo = (await app.signIn('demo', 'owner@demo.test')).access_token;
    expect((await post(path, { account_id: world.demo, ...more }, onDemo)).status).toBe(403);
  });

  test('a plan without that price: 422; the current plan: 409', async () => {
    expect((await choose('lifetime', 'monthly')).status).toBe(422);
    expect((await choose('starter', 'weekly')).status).toBe(422);
    await choose('professional', 'monthly', 'offline');
    expect((await choose('professional', 'monthly', 'offline')).status).toBe(409);
  });

  test('the card is changed at the payment service; invoice customers have none', async () => {
    expect((await post('/api/billing/payer', { account_id: id })).status).toBe(409);
    await subscribe();
    expect((await post('/api/billing/payer', { account_id: id })).body.url).toContain('https://portal.example/cus_');
  });
});

test('without a payment service the platform is paid by invoice', async () => {
  const methods = async (through: AppWorld) =>
    (await through.call('/api/billing/methods', { host: 'platform' })).json();
  expect(await methods(plain)).toEqual({ methods: ['offline'] });
  expect(await methods(app)).toEqual({ methods: ['stripe', 'offline'] });
  const rejected = await post(
    '/api/billing/plan',
    { account_id: id, plan_id: 'professional', period: 'monthly', provider: 'stripe' },
    token,
    plain,
  );
  expect(rejected.status).toBe(409);
});

test('a limit that is reached says so at the wire, with the way to a larger plan', async () => {
  await world.sql.query(`update public.accounts set limit_overrides = '{"storage": 1}' where slug = 'reed'`);
  await world.sql.query(`select private.record_meter($1, 'storage', 1048576)`, [id]);
  const owner = (await app.signIn('reed', 'member@demo.test')).access_token;
  const response = await app.call(`/storage/v1/object/${id}/public/note.txt`, {
    host: 'reed',
    token: owner,
    method: 'POST',
    headers: { 'content-type': 'text/plain', apikey: app.runtime.keys.anon_key },
    body: 'one byte too many',
  });
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(response.status).toBeLessThan(500);
  expect(await response.text()).toContain('the limit of its plan: 1 MB of storage');
});

function failing(): never {
  throw new Error('There is no such message.');
}
