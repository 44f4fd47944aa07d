import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { type LocalPayments, paymentPage, postMessage, type SignedMessage, setupPage } from './local-payments.ts';

const WEBHOOK_ID = 'WH-STAND-IN';
const SECRET = 'of the stand-in';

type Money = { currency_code: string; value: string };
type Refund = { id: string; status: string; amount: Money; custom_id?: string; links: object[] };
type Capture = { id: string; status: string; amount: Money; custom_id: string; at: string };
type Dispute = { dispute_id: string; status: string; dispute_amount: Money; of: string; dispute_outcome?: object };
type Order = {
  id: string;
  status: 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED';
  unit: { custom_id: string; description: string; amount: Money };
  urls: { return_url: string; cancel_url: string };
  capture: Capture | null;
  refunds: Refund[];
  /** The account that is kept for later charges: as it is asked for, and once it was paid by. */
  keeps: boolean;
};
/** An account to be kept: approved on the page, and kept as a token when the shop asks for it. */
type Setup = { id: string; status: string; description: string; urls: { return_url: string; cancel_url: string } };
type Answer = [status: number, body: unknown];

const PAYER = { emailAddress: 'payer@example.org', customer: { id: 'PAYER' } };

/** A local server that speaks PayPal's protocol as far as shops do: the service itself is never called. */
export async function startPaypal(): Promise<LocalPayments> {
  const orders = new Map<string, Order>();
  const elsewhere: Capture[] = [];
  const disputes: Dispute[] = [];
  const answered = new Map<string, Answer>();
  const waiting: SignedMessage[] = [];
  const faults: { path: RegExp; fault: 'lost' | 'down' }[] = [];
  let hook: string | null = null;
  const setups = new Map<string, Setup>();
  /** Kept accounts, and those that are declined. */
  const tokens = new Set<string>();
  const declined = new Set<string>();
  let count = 0;
  const makeId = (kind: string) => `${kind}${String(++count).padStart(14, '0')}`;
  const cents = ({ value }: Money) => Math.round(Number(value) * 100);
  const money = (amount: number, currency_code: string): Money => ({ currency_code, value: (amount / 100).toFixed(2) });

  const signatureOf = (id: string, time: string, webhook: string, body: string) =>
    createHmac('sha256', SECRET).update([id, time, webhook, body].join('|')).digest('base64');

  function tell(event_type: string, resource_type: string, resource: unknown): void {
    const body = JSON.stringify({ id: makeId('WH-'), event_type, resource_type, resource });
    const id = makeId('T');
    const time = new Date().toISOString();
    const headers = {
      'paypal-transmission-id': id,
      'paypal-transmission-time': time,
      'paypal-transmission-sig': signatureOf(id, time, WEBHOOK_ID, body),
      'paypal-cert-url': 'https://api.paypal.com/v1/notifications/certs/CERT',
      'paypal-auth-algo': 'SHA256withRSA',
    };
    const message = { type: event_type, body, headers };
    if (hook) postMessage(hook, message);
    else waiting.push(message);
  }

  const shownCapture = (order: Order, capture: Capture) => ({
    ...capture,
    seller_receivable_breakdown: {
      gross_amount: capture.amount,
      paypal_fee: money(Math.round(cents(capture.amount) * 0.0249) + 35, capture.amount.currency_code),
    },
    supplementary_data: { related_ids: { order_id: order.id } },
  });
  const shown = (order: Order) => ({
    id: order.id,
    intent: 'CAPTURE',
    status: order.status,
    purchase_units: [
      {
        reference_id: 'default',
        ...order.unit,
        ...(order.capture
          ? { payments: { captures: [shownCapture(order, order.capture)], refunds: order.refunds } }
          : {}),
      },
    ],
    ...(order.keeps && order.capture
      ? {
          payment_source: {
            paypal: {
              email_address: PAYER.emailAddress,
              attributes: { vault: { id: `V-${order.id}`, status: 'VAULTED', customer: PAYER.customer } },
            },
          },
        }
      : {}),
    links: [{ rel: 'payer-action', method: 'GET', href: `${base}/checkoutnow/${order.id}` }],
  });
  const missing: Answer = [404, { name: 'RESOURCE_NOT_FOUND', message: 'No such thing.' }];
  const rejected = (issue: string): Answer => [
    422,
    { name: 'UNPROCESSABLE_ENTITY', message: issue, details: [{ issue }] },
  ];

  function makeOrder(body: Record<string, unknown>): Answer {
    const { purchase_units, payment_source } = body as {
      purchase_units: Order['unit'][];
      payment_source: {
        paypal: { vault_id?: string; attributes?: { vault?: object }; experience_context?: Order['urls'] };
      };
    };
    const { vault_id, attributes, experience_context } = payment_source.paypal;
    const [unit] = purchase_units;
    if (!unit || cents(unit.amount) < 1) return rejected('CANNOT_BE_ZERO_OR_NEGATIVE');
    if (vault_id && !tokens.has(vault_id)) return rejected('TOKEN_ID_NOT_FOUND');
    if (vault_id && declined.has(vault_id)) return rejected('INSTRUMENT_DECLINED');
    const order: Order = {
      id: makeId('O'),
      status: vault_id ? 'APPROVED' : 'PAYER_ACTION_REQUIRED',
      unit,
      urls: experience_context ?? { return_url: '', cancel_url: '' },
      capture: null,
      refunds: [],
      keeps: attributes?.vault !== undefined,
    };
    orders.set(order.id, order);
    return vault_id ? capture(order) : [200, shown(order)];
  }

  function capture(order: Order): Answer {
    if (order.status !== 'APPROVED') return rejected('ORDER_NOT_APPROVED');
    const { amount, custom_id } = order.unit;
    order.capture = { id: makeId('C'), status: 'COMPLETED', amount, custom_id, at: new Date().toISOString() };
    order.status = 'COMPLETED';
    if (order.keeps) tokens.add(`V-${order.id}`);
    tell('PAYMENT.CAPTURE.COMPLETED', 'capture', shownCapture(order, order.capture));
    return [201, shown(order)];
  }

  const orderOfCapture = (id: string | undefined) => [...orders.values()].find((order) => order.capture?.id === id);

  function refund(order: Order, amount: Money, custom_id?: string): Answer {
    const left = order.refunds.reduce((rest, one) => rest - cents(one.amount), cents(order.unit.amount));
    if (cents(amount) > left) return rejected('REFUND_AMOUNT_EXCEEDED');
    const made: Refund = {
      id: makeId('R'),
      status: 'COMPLETED',
      amount,
      ...(custom_id ? { custom_id } : {}),
      links: [{ rel: 'up', method: 'GET', href: `${base}/v2/payments/captures/${order.capture?.id}` }],
    };
    order.refunds.push(made);
    tell('PAYMENT.CAPTURE.REFUNDED', 'refund', made);
    return [201, made];
  }

  function verify(text: string): Answer {
    const facts = JSON.parse(text) as Record<string, string>;
    // As it was signed, byte by byte.
    const event = text.slice(text.indexOf('"webhook_event":') + '"webhook_event":'.length, -1);
    const right = signatureOf(
      facts.transmission_id ?? '',
      facts.transmission_time ?? '',
      facts.webhook_id ?? '',
      event,
    );
    return [200, { verification_status: right === facts.transmission_sig ? 'SUCCESS' : 'FAILURE' }];
  }

  function listed(): Answer {
    const paid = [...orders.values()].flatMap((order) => order.capture ?? []);
    return [
      200,
      {
        total_pages: 1,
        transaction_details: [...paid, ...elsewhere].map(({ id, amount, custom_id, at }) => ({
          transaction_info: {
            transaction_id: id,
            transaction_event_code: 'T0006',
            transaction_initiation_date: at,
            transaction_amount: amount,
            transaction_status: 'S',
            ...(custom_id ? { custom_field: custom_id } : {}),
          },
        })),
      },
    ];
  }

  const shownToken = (id: string) => ({
    id,
    customer: PAYER.customer,
    payment_source: { paypal: { email_address: PAYER.emailAddress } },
  });
  const shownSetup = ({ id, status }: Setup) => ({
    id,
    status,
    customer: PAYER.customer,
    links: [{ rel: 'approve', method: 'GET', href: `${base}/agreements/${id}` }],
  });

  function removeToken(id: string): Answer {
    if (!tokens.delete(id)) return missing;
    tell('VAULT.PAYMENT-TOKEN.DELETED', 'payment_token', { id });
    return [204, null];
  }

  function vaultAnswer(method: string, kind: string, id: string, body: Record<string, unknown>): Answer {
    if (kind === 'setup-tokens' && method === 'POST') {
      const { paypal } = body.payment_source as {
        paypal: { description: string; experience_context: Setup['urls'] };
      };
      const { description, experience_context: urls } = paypal;
      const setup = { id: makeId('ST'), status: 'PAYER_ACTION_REQUIRED', description, urls };
      setups.set(setup.id, setup);
      return [201, shownSetup(setup)];
    }
    if (kind === 'setup-tokens') {
      const setup = setups.get(id);
      return setup ? [200, shownSetup(setup)] : missing;
    }
    if (method === 'DELETE') return removeToken(id);
    if (method === 'GET') return tokens.has(id) ? [200, shownToken(id)] : missing;
    const { token } = body.payment_source as { token: { id: string } };
    const setup = setups.get(token.id);
    if (setup?.status !== 'APPROVED') return rejected('SETUP_TOKEN_NOT_APPROVED');
    setup.status = 'VAULTED';
    const paymentToken = `V-${setup.id}`;
    tokens.add(paymentToken);
    tell('VAULT.PAYMENT-TOKEN.CREATED', 'payment_token', shownToken(paymentToken));
    return [201, shownToken(paymentToken)];
  }

  /** What is pressed on the page of a setup. */
  function setupAct(setup: Setup, act: string | null): { html: string } | { location: string } {
    if (act === 'cancel') return { location: setup.urls.cancel_url };
    if (act !== 'pay') return { html: setupPage('PayPal', setup.description, act ? 'This was declined.' : '') };
    setup.status = 'APPROVED';
    return { location: `${setup.urls.return_url}&approval_token_id=${setup.id}` };
  }

  function answer(method: string, url: URL, text: string): Answer {
    const path = url.pathname.split('/').slice(1);
    const body = () => JSON.parse(text || '{}') as Record<string, unknown>;
    if (url.pathname === '/v1/notifications/verify-webhook-signature') return verify(text);
    if (url.pathname === '/v1/reporting/transactions') return listed();
    if (url.pathname === '/v1/customer/disputes') {
      const of = url.searchParams.get('disputed_transaction_id');
      return [200, { items: disputes.filter((dispute) => dispute.of === of) }];
    }
    if (path[1] === 'vault') return vaultAnswer(method, path[2] ?? '', path[3] ?? '', body());
    if (path[1] === 'checkout' && method === 'POST' && path.length === 3) return makeOrder(body());
    if (path[1] === 'checkout') {
      const order = orders.get(path[3] ?? '');
      if (!order) return missing;
      return path[4] === 'capture' ? capture(order) : [200, shown(order)];
    }
    const order = orderOfCapture(path[3]);
    if (!order?.capture) return missing;
    if (path[4] !== 'refund') return [200, shownCapture(order, order.capture)];
    const { amount, custom_id } = body() as { amount: Money; custom_id?: string };
    return refund(order, amount, custom_id);
  }

  function token(message: IncomingMessage): Answer {
    const pair = Buffer.from((message.headers.authorization ?? '').replace('Basic ', ''), 'base64').toString();
    // The keys are of the sandbox: live PayPal does not know them.
    const isRight = pair === 'client-stand-in:secret-stand-in' && message.headers.host?.includes('sandbox');
    if (!isRight) return [401, { error: 'invalid_client', error_description: 'Client Authentication failed' }];
    return [200, { access_token: 'A-stand-in', token_type: 'Bearer', expires_in: 32_400, scope: 'x' }];
  }

  function page(method: string, order: Order, act: string | null): { html: string } | { location: string } {
    const { description, amount } = order.unit;
    const show = (note = '') => ({
      html: paymentPage('PayPal', description, `${amount.value} ${amount.currency_code}`, note),
    });
    if (order.status === 'COMPLETED') return show('This is paid already.');
    if (method === 'GET') return show();
    if (act === 'cancel') return { location: order.urls.cancel_url };
    if (act === 'decline') return show('Your card was declined.');
    order.status = 'APPROVED';
    tell('CHECKOUT.ORDER.APPROVED', 'checkout-order', shown(order));
    return { location: `${order.urls.return_url}&token=${order.id}&PayerID=PAYER` };
  }

  const server = createServer((message, response) => {
    void (async () => {
      const url = new URL(message.url ?? '/', 'http://stand.in');
      const method = message.method ?? 'GET';
      const parts: Buffer[] = [];
      for await (const part of message) parts.push(part as Buffer);
      const text = Buffer.concat(parts).toString();
      if (/^\/(?:checkoutnow|agreements)\//.test(url.pathname)) {
        const id = url.pathname.split('/')[2] ?? '';
        const [order, setup, act] = [orders.get(id), setups.get(id), new URLSearchParams(text).get('act')];
        const shownPage = order ? page(method, order, act) : setup && setupAct(setup, act);
        if (!shownPage) return void response.writeHead(404).end();
        if ('location' in shownPage) return void response.writeHead(303, { location: shownPage.location }).end();
        return void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(shownPage.html);
      }
      const at = faults.findIndex(({ path }) => path.test(url.pathname));
      const fault = at === -1 ? undefined : faults.splice(at, 1)[0]?.fault;
      if (fault === 'down') return void message.socket.destroy();
      const key = message.headers['paypal-request-id'];
      const known = typeof key === 'string' ? answered.get(key) : undefined;
      let [status, body] = url.pathname === '/v1/oauth2/token' ? token(message) : (known ?? answer(method, url, text));
      if (typeof key === 'string' && status < 300) answered.set(key, [status, body]);
      // The work is done and the answer is lost.
      if (fault === 'lost') [status, body] = [502, { name: 'INTERNAL_SERVER_ERROR', message: 'Lost.' }];
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(body === null ? '' : JSON.stringify(body));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const base = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  const orderAt = (url: string) => {
    const order = orders.get(url.split('/').at(-1) ?? '');
    if (!order?.capture) throw new Error(`Nothing was paid at ${url}.`);
    return { order, capture: order.capture };
  };

  return {
    provider: 'paypal',
    keys: { client_id: 'client-stand-in', client_secret: 'secret-stand-in', webhook_id: WEBHOOK_ID },
    wrongKeys: { client_id: 'client-stand-in', client_secret: 'wrong', webhook_id: WEBHOOK_ID },
    variables: { PAYPAL_API_BASE: base },
    declineKept: (isDeclined) => {
      declined.clear();
      if (isDeclined) for (const id of tokens) declined.add(id);
    },
    changeKept: (change) => {
      const id = [...tokens].at(-1);
      if (!id) throw new Error('No account is kept.');
      // An account does not expire.
      if (change === 'removed') removeToken(id);
    },
    keptCount: () => tokens.size,
    refundThere: (url, amount) => {
      const { order } = orderAt(url);
      refund(order, money(amount, order.unit.amount.currency_code));
    },
    dispute: (url) => {
      const { order, capture: of } = orderAt(url);
      const dispute = { dispute_id: makeId('PP-D-'), status: 'OPEN', dispute_amount: order.unit.amount, of: of.id };
      disputes.push(dispute);
      const disputed_transactions = [{ seller_transaction_id: of.id }];
      tell('CUSTOMER.DISPUTE.CREATED', 'dispute', { ...dispute, disputed_transactions });
    },
    decideDispute: (url, outcome) => {
      const { capture: of } = orderAt(url);
      const dispute = disputes.find((one) => one.of === of.id);
      if (!dispute) throw new Error(`Nothing is disputed at ${url}.`);
      dispute.status = 'RESOLVED';
      dispute.dispute_outcome = {
        outcome_code: outcome === 'won' ? 'RESOLVED_SELLER_FAVOUR' : 'RESOLVED_BUYER_FAVOUR',
      };
      const disputed_transactions = [{ seller_transaction_id: of.id }];
      tell('CUSTOMER.DISPUTE.RESOLVED', 'dispute', { ...dispute, disputed_transactions });
    },
    payElsewhere: (amount, currency) =>
      void elsewhere.push({
        id: makeId('C'),
        status: 'COMPLETED',
        amount: money(amount, currency),
        custom_id: '',
        at: new Date().toISOString(),
      }),
    takeMessages: () => waiting.splice(0),
    sendTo: (to) => {
      hook = to;
    },
    fault: (path, fault) => void faults.push({ path, fault }),
    taken: () => {
      const left = [...orders.values()].flatMap(({ capture: of, refunds }) => {
        if (!of) return [];
        const disputed = disputes
          .filter((dispute) => dispute.of === of.id && !JSON.stringify(dispute).includes('SELLER_FAVOUR'))
          .map(({ dispute_amount }) => dispute_amount);
        const back = [...refunds.map(({ amount }) => amount), ...disputed];
        return [back.reduce((rest, amount) => rest - cents(amount), cents(of.amount))];
      });
      return { count: left.filter((rest) => rest > 0).length, amount: left.reduce((sum, rest) => sum + rest, 0) };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
