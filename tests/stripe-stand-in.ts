import { createServer, type IncomingMessage } from 'node:http';
import Stripe from 'stripe';
import { type LocalPayments, postMessage, type SignedMessage } from './payments/local-payments.ts';
import { createStripePayments } from './payments/stripe-payments.ts';

export const WEBHOOK_SECRET = 'whsec_of_the_stand_in';

type Thing = Record<string, unknown> & { id: string };

export type StripeStandIn = {
  /** For STRIPE_API_BASE. */
  base: string;
  variables: Record<string, string>;
  /** What was asked, in order: `POST /v1/customers`. */
  asked: string[];
  sessions: Map<string, Thing>;
  subscriptions: Map<string, Thing>;
  invoices: Thing[];
  prices: Map<string, Thing>;
  /** The payer pays a checkout: its subscription and first invoice are there from now on. */
  pay(session: string): Thing;
  /** The period of a subscription ends: what was to begin then begins. */
  turn(subscription: string): void;
  /** Adds an invoice to a subscription. */
  bill(subscription: string, more: Record<string, unknown>): Thing;
  /** The next answer to a path is this status. */
  fail(path: string, status: number): void;
  /** A signed message about a thing. */
  message(type: string, object: unknown, id?: string): { body: string; headers: Record<string, string> };
  /** Single payments, as shops take them. */
  payments: LocalPayments;
  close(): Promise<void>;
};

/** A local server that speaks Stripe's protocol as far as the product does: the service itself is never called. */
export async function startStripe(): Promise<StripeStandIn> {
  const seconds = () => Math.floor(Date.now() / 1000);
  const asked: string[] = [];
  const sessions = new Map<string, Thing>();
  const subscriptions = new Map<string, Thing>();
  const prices = new Map<string, Thing>();
  const schedules = new Map<string, Thing>();
  const invoices: Thing[] = [];
  const kept = new Map<string, { said: string; body: unknown }>();
  const failures = new Map<string, number>();
  let count = 0;
  const id = (kind: string) => `${kind}_${++count}`;
  const waiting: SignedMessage[] = [];
  const faults: { path: RegExp; fault: 'lost' | 'down' }[] = [];
  let hook: string | null = null;
  const single = createStripePayments(() => base, id, tell);

  function sign(type: string, object: unknown, name: string) {
    const body = JSON.stringify({ id: name, object: 'event', type, created: seconds(), data: { object } });
    const signature = new Stripe('sk_test_stand_in').webhooks.generateTestHeaderString({
      payload: body,
      secret: WEBHOOK_SECRET,
    });
    return { body, headers: { 'stripe-signature': signature } };
  }

  function tell(type: string, object: unknown): void {
    const message = { type, ...sign(type, object, id('evt')) };
    if (!hook) return void waiting.push(message);
    postMessage(hook, message);
  }

  function answer(method: string, url: URL, form: Form): [number, unknown] {
    const path = url.pathname.replace('/v1/', '');
    const [kind, name = ''] = path.split('/');
    const payment = single.answer(method, url, form);
    if (payment) return payment;
    if (path === 'customers') return [200, { object: 'customer', id: id('cus'), email: form.email }];
    if (path === 'prices' && method === 'GET') {
      const key = url.searchParams.get('lookup_keys[0]');
      return [200, list([...prices.values()].filter((price) => price.lookup_key === key))];
    }
    if (path === 'prices') {
      const holder = [...prices.values()].find((price) => price.lookup_key === form.lookup_key);
      if (holder && form.transfer_lookup_key !== 'true')
        return [400, { error: { type: 'invalid_request_error', message: `${holder.id} has this lookup key.` } }];
      if (holder) holder.lookup_key = null;
      const price = {
        object: 'price',
        id: id('price'),
        active: true,
        lookup_key: form.lookup_key,
        currency: form.currency,
        unit_amount: Number(form.unit_amount),
        recurring: form['recurring[interval]'] ? { interval: form['recurring[interval]'] } : null,
      };
      prices.set(price.id, price);
      return [200, price];
    }
    if (path === 'checkout/sessions') {
      if (prices.get(form['line_items[0][price]'] ?? '')?.active !== true)
        return [400, { error: { type: 'invalid_request_error', message: 'The price specified is inactive.' } }];
      const session = {
        object: 'checkout.session',
        id: id('cs'),
        mode: form.mode,
        customer: form.customer,
        created: seconds(),
        currency: 'usd',
        amount_total: prices.get(form['line_items[0][price]'] ?? '')?.unit_amount,
        payment_status: 'unpaid',
        subscription: null,
        metadata: metadataOf(form, 'metadata'),
        url: `https://checkout.example/${count}`,
        price: form['line_items[0][price]'],
        trial_end: form['subscription_data[trial_end]'],
      };
      sessions.set(session.id, session);
      return [200, session];
    }
    if (path.startsWith('checkout/sessions/')) return found(sessions.get(path.split('/')[2] ?? ''));
    if (path === 'billing_portal/sessions')
      return [200, { id: id('bps'), url: `https://portal.example/${form.customer}` }];
    if (path === 'invoices') {
      const wanted = url.searchParams.get('subscription');
      return [200, list(invoices.filter((invoice) => invoice.subscription === wanted).reverse())];
    }
    if (kind === 'subscription_schedules') return scheduleAnswer(name, path.split('/')[2], form);
    const subscription = kind === 'subscriptions' ? subscriptions.get(name) : undefined;
    if (subscription && method === 'DELETE') {
      if (subscription.status === 'canceled') return found(undefined);
      subscription.status = 'canceled';
    }
    if (subscription && method === 'POST') {
      if (form.cancel_at_period_end && subscription.schedule)
        return [
          400,
          { error: { type: 'invalid_request_error', message: 'The subscription is managed by a schedule.' } },
        ];
      if (form.cancel_at_period_end) subscription.cancel_at_period_end = form.cancel_at_period_end === 'true';
      const price = form['items[0][price]'];
      if (price) subscription.items = items(price);
      Object.assign(subscription.metadata as object, metadataOf(form, 'metadata'));
    }
    // As it is where it was asked to be put in whole.
    const schedule = schedules.get(String(subscription?.schedule));
    return found(
      subscription && schedule && url.search.includes('schedule') ? { ...subscription, schedule } : subscription,
    );
  }

  function scheduleAnswer(name: string, act: string | undefined, form: Form): [number, unknown] {
    const known = schedules.get(name);
    if (known && act === 'release') {
      const held = subscriptions.get(String(known.subscription));
      if (held) held.schedule = null;
      schedules.delete(name);
      return [200, { ...known, status: 'released' }];
    }
    if (known) {
      known.phases = phasesOf(form);
      return [200, known];
    }
    const held = subscriptions.get(form.from_subscription ?? '');
    const item = (held?.items as { data: Record<string, number>[] } | undefined)?.data[0];
    if (!held || !item || held.schedule) return found(undefined);
    const made = {
      object: 'subscription_schedule',
      id: id('sub_sched'),
      status: 'active',
      subscription: held.id,
      phases: [{ start_date: item.current_period_start, end_date: item.current_period_end, metadata: {} }],
    };
    held.schedule = made.id;
    schedules.set(made.id, made);
    return [200, made];
  }

  const found = (thing: unknown): [number, unknown] =>
    thing ? [200, thing] : [404, { error: { type: 'invalid_request_error', message: 'No such thing.' } }];
  const list = (data: unknown[]) => ({ object: 'list', data, has_more: false, url: '/v1/list' });
  const items = (price: string) =>
    list([
      {
        id: id('si'),
        price: prices.get(price),
        current_period_start: seconds(),
        current_period_end: seconds() + 30 * 86_400,
      },
    ]);

  const server = createServer((message, response) => {
    void (async () => {
      const url = new URL(message.url ?? '/', 'http://stand.in');
      const form = await formOf(message);
      const page = url.pathname.startsWith('/pay/') && single.page(message.method ?? 'GET', url.pathname, form);
      if (page) {
        if ('html' in page) response.setHeader('content-type', 'text/html; charset=utf-8');
        else response.setHeader('location', page.location);
        response.statusCode = 'html' in page ? 200 : 303;
        return void response.end('html' in page ? page.html : '');
      }
      const at = faults.findIndex(({ path }) => path.test(url.pathname));
      const fault = at === -1 ? undefined : faults.splice(at, 1)[0]?.fault;
      if (fault === 'down') return void message.socket.destroy();
      const line = `${message.method} ${url.pathname}`;
      asked.push(line);
      const key = message.headers['idempotency-key'];
      const before = typeof key === 'string' ? kept.get(key) : undefined;
      const said = JSON.stringify([line, form]);
      const isWrong = message.headers.authorization === 'Bearer sk_test_wrong';
      const known = isWrong
        ? { error: { message: 'Invalid API Key provided.' } }
        : before?.said === said
          ? before.body
          : undefined;
      const failure = failures.get(url.pathname);
      let [status, body]: [number, unknown] = [200, known];
      if (before && !known) {
        const error = { type: 'idempotency_error', message: 'Keys can only be used with the same parameters.' };
        [status, body] = [400, { error }];
      } else if (!known) [status, body] = answer(message.method ?? 'GET', url, form);
      if (typeof key === 'string' && status === 200) kept.set(key, { said, body });
      // The work is done and the answer is lost: what a client can't tell from work that was not done.
      if (failure) {
        failures.delete(url.pathname);
        [status, body] = [failure, { error: { type: 'api_error', message: 'Lost.' } }];
      }
      if (isWrong) status = 401;
      if (fault === 'lost') [status, body] = [502, { error: { type: 'api_error', message: 'Lost.' } }];
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const base = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;

  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });

  function bill(subscription: string, more: Record<string, unknown>): Thing {
    const invoice = {
      object: 'invoice',
      id: id('in'),
      number: `STAND-${count}`,
      subscription,
      parent: { type: 'subscription_details', subscription_details: { subscription } },
      currency: 'usd',
      amount_due: 2900,
      status: 'paid',
      attempt_count: 1,
      created: seconds() + count,
      due_date: null,
      hosted_invoice_url: `https://invoice.example/${count}`,
      period_start: seconds(),
      period_end: seconds() + 30 * 86_400,
      lines: list([]),
      status_transitions: { paid_at: seconds() },
      ...more,
    };
    invoices.push(invoice);
    return invoice;
  }

  return {
    base,
    variables: {
      STRIPE_SECRET_KEY: 'sk_test_stand_in',
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_BASE: base,
    },
    asked,
    sessions,
    subscriptions,
    invoices,
    prices,
    pay: (name) => {
      const session = sessions.get(name);
      if (!session) throw new Error(`The stand-in has no checkout ${name}.`);
      session.payment_status = 'paid';
      if (session.mode === 'payment') return session;
      const subscription = {
        object: 'subscription',
        id: id('sub'),
        created: seconds(),
        customer: session.customer,
        status: session.trial_end ? 'trialing' : 'active',
        metadata: session.metadata,
        items: items(String(session.price)),
        trial_end: session.trial_end ? Number(session.trial_end) : null,
        cancel_at_period_end: false,
        default_payment_method: {
          id: id('pm'),
          card: { brand: 'visa', last4: '4242', exp_month: 9, exp_year: 2029 },
        },
      };
      subscriptions.set(subscription.id, subscription);
      session.subscription = subscription.id;
      bill(subscription.id, { amount_due: session.trial_end ? 0 : session.amount_total });
      return subscription;
    },
    turn: (name) => {
      const held = subscriptions.get(name);
      const schedule = schedules.get(String(held?.schedule));
      const phase = (schedule?.phases as ReturnType<typeof phasesOf> | undefined)?.at(-1);
      if (!held || !phase) throw new Error('Nothing waits for the end of this period.');
      held.items = items(phase.price ?? '');
      Object.assign(held.metadata as object, phase.metadata);
      held.schedule = null;
      schedules.delete(String(schedule?.id));
    },
    bill,
    fail: (path, status) => void failures.set(path, status),
    message: (type, object, name = id('evt')) => sign(type, object, name),
    payments: {
      provider: 'stripe',
      keys: { secret_key: 'sk_test_stand_in', webhook_secret: WEBHOOK_SECRET },
      wrongKeys: { secret_key: 'sk_test_wrong', webhook_secret: WEBHOOK_SECRET },
      variables: { STRIPE_API_BASE: base },
      ...single,
      takeMessages: () => waiting.splice(0),
      sendTo: (address) => {
        hook = address;
      },
      fault: (path, fault) => void faults.push({ path, fault }),
      close,
    },
    close,
  };
}

type Form = Record<string, string>;

async function formOf(message: IncomingMessage): Promise<Form> {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part as Buffer);
  return Object.fromEntries(new URLSearchParams(Buffer.concat(parts).toString()));
}

/** The phases of a schedule: one begins where the one before ends. */
function phasesOf(form: Form) {
  const phases: { start_date: number; end_date: number; price: string | undefined; metadata: Form }[] = [];
  for (let place = 0; form[`phases[${place}][items][0][price]`]; place++) {
    const at = (key: string) => form[`phases[${place}][${key}]`];
    const start_date = Number(at('start_date') ?? phases[place - 1]?.end_date);
    const days = at('duration][interval') === 'year' ? 365 : 30;
    phases.push({
      start_date,
      end_date: Number(at('end_date') ?? start_date + days * 86_400),
      price: at('items][0][price'),
      metadata: metadataOf(form, `phases\\[${place}\\]\\[metadata\\]`),
    });
  }
  return phases;
}

function metadataOf(form: Form, name: string): Form {
  return Object.fromEntries(
    Object.entries(form).flatMap(([key, value]) => {
      const inner = new RegExp(`^${name}\\[(.+)\\]$`).exec(key)?.[1];
      return inner ? [[inner, value]] : [];
    }),
  );
}
