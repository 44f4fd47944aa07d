import { paymentPage, setupPage } from './local-payments.ts';

type Thing = Record<string, unknown> & { id: string };
type Form = Record<string, string>;
export type Answer = [status: number, body: unknown];

export type StripePayments = {
  /** The answer to a request about single payments; undefined where it is about something else. */
  answer(method: string, url: URL, form: Form): Answer | undefined;
  /** The hosted page of a checkout, and what is pressed on it. */
  page(method: string, path: string, form: Form): { html: string } | { location: string } | undefined;
  declineKept(isDeclined: boolean): void;
  changeKept(change: { exp_month: number; exp_year: number } | 'removed'): void;
  keptCount(): number;
  refundThere(page: string, amount: number): void;
  dispute(page: string): void;
  decideDispute(page: string, outcome: 'won' | 'lost'): void;
  payElsewhere(amount: number, currency: string): void;
  taken(): { count: number; amount: number };
};

const seconds = () => Math.floor(Date.now() / 1000);
const list = (data: unknown[]) => ({ object: 'list', data, has_more: false, url: '/v1/list' });
const invalid = (message: string, code?: string): Answer => [
  400,
  { error: { type: 'invalid_request_error', message, ...(code ? { code } : {}) } },
];

/** Single payments of Stripe: pages, charges, refunds, disputes. `tell` sends an event about a thing. */
export function createStripePayments(
  base: () => string,
  makeId: (kind: string) => string,
  tell: (type: string, object: unknown) => void,
): StripePayments {
  const sessions = new Map<string, Thing>();
  const intents = new Map<string, Thing>();
  const refunds: Thing[] = [];
  const disputes: Thing[] = [];
  const methods = new Map<string, Thing & { card: Record<string, unknown> }>();
  const declined = new Set<string>();
  const metadataOf = (form: Form, name: string) =>
    Object.fromEntries(
      Object.entries(form).flatMap(([key, value]) => {
        const inner = key.startsWith(`${name}[`) ? key.slice(name.length + 1, -1) : '';
        return inner && !inner.includes('[') ? [[inner, value]] : [];
      }),
    );

  /** A payment that succeeded, with its charge and what Stripe keeps of it. */
  function makeIntent(amount: number, currency: string, more: Record<string, unknown>): Thing {
    const id = makeId('pi');
    const intent: Thing = {
      object: 'payment_intent',
      id,
      amount,
      amount_received: amount,
      currency,
      status: 'succeeded',
      created: seconds(),
      last_payment_error: null,
      metadata: {},
      customer: null,
      payment_method: null,
      setup_future_usage: null,
      latest_charge: {
        object: 'charge',
        id: makeId('ch'),
        balance_transaction: {
          object: 'balance_transaction',
          id: makeId('txn'),
          fee: Math.round(amount * 0.014) + 25,
          currency,
        },
      },
      ...more,
    };
    intents.set(id, intent);
    return intent;
  }

  function makeRefund(intent: Thing, amount: number, metadata: Form): Answer {
    const before = refunds.filter((one) => one.payment_intent === intent.id);
    const left = before.reduce((rest, one) => rest - Number(one.amount), Number(intent.amount));
    if (amount > left) return invalid('The refund is greater than what is left.', 'charge_already_refunded');
    const refund = {
      object: 'refund',
      id: makeId('re'),
      payment_intent: intent.id,
      amount,
      currency: intent.currency,
      status: 'succeeded',
      metadata,
    };
    refunds.push(refund);
    tell('refund.created', refund);
    return [200, refund];
  }

  function makeSession(form: Form): Answer {
    const amount = Number(form['line_items[0][price_data][unit_amount]']);
    if (!Number.isInteger(amount) || amount < 1) return invalid('Invalid amount.', 'amount_too_small');
    const id = makeId('cs_test');
    const session = {
      object: 'checkout.session',
      id,
      mode: 'payment',
      status: 'open',
      payment_status: 'unpaid',
      created: seconds(),
      expires_at: seconds() + 86_400,
      amount_total: amount,
      currency: form['line_items[0][price_data][currency]'],
      metadata: metadataOf(form, 'metadata'),
      payment_intent: null,
      url: `${base()}/pay/${id}`,
      held: {
        description: form['line_items[0][price_data][product_data][name]'],
        metadata: metadataOf(form, 'payment_intent_data[metadata]'),
        setup_future_usage: form['payment_intent_data[setup_future_usage]'] ?? null,
        success_url: form.success_url,
        cancel_url: form.cancel_url,
      },
    };
    sessions.set(id, session);
    return [200, session];
  }

  /** A session as Stripe shows it: what is asked to be put in whole is. */
  const shown = (session: Thing, url: URL) => ({
    ...session,
    payment_intent: url.search.includes('payment_intent')
      ? (intents.get(String(session.payment_intent)) ?? null)
      : session.payment_intent,
  });

  function keepCard(customer: string | null) {
    const card = { brand: 'visa', last4: '4242', exp_month: 9, exp_year: 2029 };
    const method = { object: 'payment_method', id: makeId('pm'), type: 'card', customer, card };
    if (customer) methods.set(method.id, method);
    return method;
  }

  function makeSetup(form: Form): Answer {
    const id = makeId('cs_test');
    const session = {
      object: 'checkout.session',
      id,
      mode: 'setup',
      status: 'open',
      created: seconds(),
      expires_at: seconds() + 86_400,
      metadata: metadataOf(form, 'metadata'),
      customer: null,
      setup_intent: null,
      payment_intent: null,
      url: `${base()}/pay/${id}`,
      held: { success_url: form.success_url, cancel_url: form.cancel_url, email: form.customer_email },
    };
    sessions.set(id, session);
    return [200, session];
  }

  /** What is pressed on the page of a setup. */
  function setupAct(session: Thing, act: string | undefined): { html: string } | { location: string } {
    const held = session.held as Form;
    if (act === 'cancel') return { location: held.cancel_url ?? '' };
    if (act !== 'pay') return { html: setupPage('Stripe', held.email ?? '', act ? 'Your card was declined.' : '') };
    const customer = makeId('cus');
    const setup_intent = {
      object: 'setup_intent',
      id: makeId('seti'),
      status: 'succeeded',
      payment_method: keepCard(customer),
    };
    Object.assign(session, { status: 'complete', customer, setup_intent });
    tell('checkout.session.completed', { ...session, setup_intent: setup_intent.id });
    return { location: held.success_url ?? '' };
  }

  function methodAnswer(id: string, act: string | undefined): Answer | undefined {
    const method = methods.get(id);
    if (!method)
      return [
        404,
        { error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such PaymentMethod.' } },
      ];
    if (act === 'detach') {
      if (!method.customer) return invalid('The payment method is not attached to a customer.');
      method.customer = null;
      tell('payment_method.detached', method);
    }
    return [200, method];
  }

  function chargeKept(form: Form): Answer {
    const amount = Number(form.amount);
    if (!methods.get(form.payment_method ?? '')?.customer) return invalid('No such PaymentMethod.', 'resource_missing');
    if (declined.has(form.payment_method ?? '')) {
      const intent = makeIntent(amount, form.currency ?? '', {
        status: 'requires_payment_method',
        amount_received: 0,
        latest_charge: null,
        customer: form.customer,
        last_payment_error: { code: 'card_declined', decline_code: 'insufficient_funds' },
        metadata: metadataOf(form, 'metadata'),
      });
      const error = {
        type: 'card_error',
        code: 'card_declined',
        decline_code: 'insufficient_funds',
        message: 'Declined.',
      };
      return [402, { error: { ...error, payment_intent: intent } }];
    }
    const intent = makeIntent(amount, form.currency ?? '', {
      customer: form.customer,
      metadata: metadataOf(form, 'metadata'),
    });
    tell('payment_intent.succeeded', intent);
    return [200, intent];
  }

  const intentOf = (page: string) => {
    const session = sessions.get(page.split('/').at(-1) ?? '');
    const intent = intents.get(String(session?.payment_intent));
    if (!intent) throw new Error(`Nothing was paid at ${page}.`);
    return intent;
  };

  return {
    answer: (method, url, form) => {
      const [kind, id = '', act] = url.pathname.replace('/v1/', '').split('/');
      if (kind === 'balance') return [200, { object: 'balance', livemode: false, available: [], pending: [] }];
      if (kind === 'payment_methods') return methodAnswer(id, act);
      if (kind === 'payment_intents' && method === 'POST') return chargeKept(form);
      if (kind === 'payment_intents' && id) return intents.has(id) ? [200, intents.get(id)] : undefined;
      if (kind === 'payment_intents') {
        const of = url.searchParams.get('customer');
        return [200, list([...intents.values()].filter(({ customer }) => !of || customer === of).reverse())];
      }
      if (kind === 'refunds' && method === 'POST') {
        const intent = intents.get(form.payment_intent ?? '');
        return intent ? makeRefund(intent, Number(form.amount), metadataOf(form, 'metadata')) : undefined;
      }
      const about = url.searchParams.get('payment_intent');
      if (kind === 'refunds') return [200, list(refunds.filter((one) => one.payment_intent === about))];
      if (kind === 'disputes') return [200, list(disputes.filter((one) => one.payment_intent === about))];
      if (kind !== 'checkout') return undefined;
      if (!act && form.mode === 'setup') return makeSetup(form);
      if (!act && form['line_items[0][price_data][unit_amount]']) return makeSession(form);
      const session = sessions.get(act ?? '');
      if (!session) return undefined;
      if (url.pathname.endsWith('/expire')) {
        if (session.status !== 'open') return invalid('Only open sessions can be expired.');
        session.status = 'expired';
        tell('checkout.session.expired', session);
      }
      return [200, shown(session, url)];
    },
    page: (method, path, form) => {
      const session = sessions.get(path.replace('/pay/', ''));
      if (!session) return undefined;
      const held = session.held as Record<string, string> & { metadata: Form };
      const amount = `${session.amount_total} ${String(session.currency).toUpperCase()}`;
      if (session.status !== 'open')
        return { html: '<!doctype html><title>Stripe</title><h1>This page has expired.</h1>' };
      if (session.mode === 'setup') return setupAct(session, form.act);
      if (method === 'GET') return { html: paymentPage('Stripe', held.description ?? '', amount) };
      if (form.act === 'cancel') return { location: held.cancel_url ?? '' };
      if (form.act === 'decline')
        return { html: paymentPage('Stripe', held.description ?? '', amount, 'Your card was declined.') };
      const keeps = held.setup_future_usage;
      const customer = keeps ? makeId('cus') : null;
      const intent = makeIntent(Number(session.amount_total), String(session.currency), {
        metadata: held.metadata,
        setup_future_usage: keeps,
        customer,
        payment_method: keepCard(customer),
      });
      Object.assign(session, { status: 'complete', payment_status: 'paid', payment_intent: intent.id });
      tell('payment_intent.succeeded', intent);
      tell('checkout.session.completed', session);
      return { location: held.success_url ?? '' };
    },
    declineKept: (isDeclined) => {
      declined.clear();
      if (isDeclined) for (const id of methods.keys()) declined.add(id);
    },
    changeKept: (change) => {
      const method = [...methods.values()].filter(({ customer }) => customer).at(-1);
      if (!method) throw new Error('No method is kept.');
      if (change === 'removed') return void methodAnswer(method.id, 'detach');
      Object.assign(method.card, change);
      tell('payment_method.automatically_updated', method);
    },
    keptCount: () => [...methods.values()].filter(({ customer }) => customer).length,
    refundThere: (page, amount) => void makeRefund(intentOf(page), amount, {}),
    dispute: (page) => {
      const { id, amount, currency } = intentOf(page);
      const dispute = {
        object: 'dispute',
        id: makeId('dp'),
        payment_intent: id,
        amount,
        currency,
        status: 'needs_response',
      };
      disputes.push(dispute);
      tell('charge.dispute.created', dispute);
    },
    decideDispute: (page, outcome) => {
      const dispute = disputes.find((one) => one.payment_intent === intentOf(page).id);
      if (!dispute) throw new Error(`Nothing is disputed at ${page}.`);
      dispute.status = outcome;
      tell('charge.dispute.closed', dispute);
    },
    payElsewhere: (amount, currency) => void makeIntent(amount, currency.toLowerCase(), {}),
    taken: () => {
      const paid = [...intents.values()].filter(
        ({ status, metadata }) => status === 'succeeded' && (metadata as Form).payment,
      );
      const back = [...refunds, ...disputes.filter(({ status }) => status !== 'won')];
      const left = paid.map(({ id, amount }) =>
        back.reduce((rest, one) => rest - (one.payment_intent === id ? Number(one.amount) : 0), Number(amount)),
      );
      return { count: left.filter((rest) => rest > 0).length, amount: left.reduce((sum, rest) => sum + rest, 0) };
    },
  };
}
