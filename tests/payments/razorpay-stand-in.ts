import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { type LocalPayments, paymentPage, postMessage, type SignedMessage } from './local-payments.ts';

const KEY_ID = 'rzp_test_StandIn';
const KEY_SECRET = 'secret-stand-in';
const WEBHOOK_SECRET = 'webhook-stand-in';
const RUPEES = 90;

type Link = {
  id: string;
  status: 'created' | 'paid' | 'cancelled';
  amount: number;
  currency: string;
  reference_id: string;
  description: string;
  callback_url: string;
  expire_by: number;
  payments: { payment_id: string; plink_id: string; amount: number; status: string }[] | null;
};
type Payment = { id: string; amount: number; currency: string; created_at: number; order_id: string };
type Refund = { id: string; payment_id: string; amount: number; notes: object; receipt: string | null };
type Dispute = { id: string; payment_id: string; amount: number; created_at: number; status: string };
type Answer = [status: number, body: unknown];

/** A local server that speaks Razorpay's protocol as far as shops do: the service itself is never called. */
export async function startRazorpay(): Promise<LocalPayments> {
  const links = new Map<string, Link>();
  const payments = new Map<string, Payment>();
  const refunds: Refund[] = [];
  const disputes: Dispute[] = [];
  const answered = new Map<string, { text: string; answer: Answer }>();
  const waiting: SignedMessage[] = [];
  const faults: { path: RegExp; fault: 'lost' | 'down' }[] = [];
  let hook: string | null = null;
  let count = 0;
  const makeId = (kind: string) => `${kind}_${String(++count).padStart(14, '0')}`;
  const seconds = () => Math.floor(Date.now() / 1000);
  const sum = (amounts: { amount: number }[]) => amounts.reduce((total, { amount }) => total + amount, 0);
  const refundsOf = (id: string) => refunds.filter(({ payment_id }) => payment_id === id);
  const invalid = (description: string): Answer => [
    400,
    { error: { code: 'BAD_REQUEST_ERROR', description, source: 'business', reason: 'input_validation_failed' } },
  ];
  const missing = invalid('The id provided does not exist');

  function tell(event: string, things: Record<string, unknown>): void {
    const payload = Object.fromEntries(Object.entries(things).map(([name, entity]) => [name, { entity }]));
    const contains = Object.keys(things);
    const facts = { entity: 'event', account_id: 'acc_StandIn', event, contains, payload, created_at: seconds() };
    const body = JSON.stringify(facts);
    const headers = {
      'x-razorpay-event-id': makeId('evt'),
      'x-razorpay-signature': createHmac('sha256', WEBHOOK_SECRET).update(body).digest('hex'),
    };
    const message = { type: event, body, headers };
    if (hook) postMessage(hook, message);
    else waiting.push(message);
  }

  const shownLink = (link: Link) => ({
    ...link,
    amount_paid: link.status === 'paid' ? link.amount : 0,
    short_url: `${base}/i/${link.id}`,
  });
  function shownPayment(payment: Payment) {
    const back = sum(refundsOf(payment.id));
    const base_amount = payment.amount * RUPEES;
    const tax = Math.round(base_amount * 0.0054);
    return {
      entity: 'payment',
      ...payment,
      base_amount,
      base_currency: 'INR',
      status: back === payment.amount ? 'refunded' : 'captured',
      captured: true,
      international: true,
      amount_refunded: back,
      fee: Math.round(base_amount * 0.03) + tax,
      tax,
      notes: [],
    };
  }
  const shownRefund = (refund: Refund, status = 'processed') => ({
    entity: 'refund',
    ...refund,
    currency: payments.get(refund.payment_id)?.currency,
    status,
  });
  const shownDispute = (dispute: Dispute) => ({
    entity: 'dispute',
    ...dispute,
    currency: payments.get(dispute.payment_id)?.currency,
    amount_deducted: dispute.amount,
    phase: 'chargeback',
  });

  function makeLink(facts: Omit<Link, 'id' | 'status' | 'payments'>): Answer {
    if (!Number.isInteger(facts.amount) || facts.amount < 1) return invalid('The amount must be at least 1.');
    if (facts.expire_by < seconds() + 900)
      return invalid('expire_by should be at least 15 minutes after current time.');
    const isKnown = [...links.values()].some(({ reference_id }) => reference_id === facts.reference_id);
    if (isKnown) return invalid(`payment link with given reference_id (${facts.reference_id}) already exists`);
    const { amount, currency, reference_id, description, callback_url, expire_by } = facts;
    const own = { amount, currency, reference_id, description, callback_url, expire_by };
    const link: Link = { ...own, id: makeId('plink'), status: 'created', payments: null };
    links.set(link.id, link);
    return [200, shownLink(link)];
  }

  function cancel(link: Link): Answer {
    if (link.status !== 'created') return invalid(`Payment Link cannot be cancelled. It is ${link.status} already.`);
    link.status = 'cancelled';
    tell('payment_link.cancelled', { payment_link: shownLink(link) });
    return [200, shownLink(link)];
  }

  function makePayment(amount: number, currency: string): Payment {
    const payment = { id: makeId('pay'), amount, currency, created_at: seconds(), order_id: makeId('order') };
    payments.set(payment.id, payment);
    return payment;
  }

  function refund(payment: Payment, facts: Partial<Refund>): Answer {
    const { amount = payment.amount, notes = [], receipt = null } = facts;
    if (amount > payment.amount - sum(refundsOf(payment.id)))
      return invalid('The total refund amount is greater than the refund payment amount');
    const made = { id: makeId('rfnd'), payment_id: payment.id, amount, notes, receipt };
    refunds.push(made);
    tell('refund.created', { refund: shownRefund(made, 'pending'), payment: shownPayment(payment) });
    tell('refund.processed', { refund: shownRefund(made), payment: shownPayment(payment) });
    return [200, shownRefund(made)];
  }

  const listed = (items: unknown[], { searchParams }: URL): Answer => {
    const skip = Number(searchParams.get('skip') ?? 0);
    const page = [...items].reverse().slice(skip, skip + Number(searchParams.get('count') ?? 10));
    return [200, { entity: 'collection', count: page.length, items: page }];
  };

  function answer(method: string, url: URL, text: string): Answer {
    const [, , kind, id = '', act] = url.pathname.split('/');
    const body = <Body>() => JSON.parse(text || '{}') as Body;
    if (kind === 'disputes') return listed(disputes.map(shownDispute), url);
    if (kind === 'payment_links' && id) {
      const link = links.get(id);
      if (!link) return missing;
      return act === 'cancel' ? cancel(link) : [200, shownLink(link)];
    }
    if (kind === 'payment_links' && method === 'POST') return makeLink(body());
    if (kind === 'payment_links') {
      const [key, of] = [url.searchParams.get('reference_id'), url.searchParams.get('payment_id')];
      const found = [...links.values()].filter((link) =>
        of ? link.payments?.some(({ payment_id }) => payment_id === of) : link.reference_id === key,
      );
      return [200, { payment_links: found.map(shownLink) }];
    }
    if (!id) return listed([...payments.values()].map(shownPayment), url);
    const payment = payments.get(id);
    if (!payment) return missing;
    if (act === 'refunds')
      return listed(
        refundsOf(id).map((one) => shownRefund(one)),
        url,
      );
    return act === 'refund' ? refund(payment, body()) : [200, shownPayment(payment)];
  }

  function answerOnce(message: IncomingMessage, url: URL, text: string): Answer {
    const right = `Basic ${Buffer.from(`${KEY_ID}:${KEY_SECRET}`).toString('base64')}`;
    if (message.headers.authorization !== right)
      return [401, { error: { code: 'BAD_REQUEST_ERROR', description: 'Authentication failed' } }];
    const method = message.method ?? 'GET';
    const key = message.headers['x-refund-idempotency'];
    if (method !== 'POST' || typeof key !== 'string') return answer(method, url, text);
    const known = answered.get(key);
    if (known && known.text !== text) return invalid('Different request body sent for the same idempotency key.');
    const given = known?.answer ?? answer(method, url, text);
    answered.set(key, { text, answer: given });
    return given;
  }

  function page(method: string, link: Link, act: string | null): { html: string } | { location: string } {
    const amount = `${(link.amount / 100).toFixed(2)} ${link.currency}`;
    const show = (note = '') => ({ html: paymentPage('Razorpay', link.description, amount, note) });
    if (link.status !== 'created') return show(`This payment link is ${link.status} already.`);
    if (method === 'GET') return show();
    // Razorpay's own page has no such button: it stands for a buyer who returns to the order by themselves.
    if (act === 'cancel') return { location: link.callback_url.replace('payment=done', 'payment=cancelled') };
    if (act === 'decline') {
      const failed = { payment_id: makeId('pay'), plink_id: link.id, amount: link.amount, status: 'failed' };
      link.payments = [...(link.payments ?? []), failed];
      return show('Your card was declined.');
    }
    const payment = makePayment(link.amount, link.currency);
    const made = { payment_id: payment.id, plink_id: link.id, amount: link.amount, status: 'captured' };
    link.payments = [...(link.payments ?? []), made];
    link.status = 'paid';
    tell('payment_link.paid', { payment: shownPayment(payment), payment_link: shownLink(link) });
    const back = new URL(link.callback_url);
    back.searchParams.set('razorpay_payment_id', payment.id);
    back.searchParams.set('razorpay_payment_link_id', link.id);
    back.searchParams.set('razorpay_payment_link_status', link.status);
    return { location: back.href };
  }

  const server = createServer((message, response) => {
    void (async () => {
      const url = new URL(message.url ?? '/', 'http://stand.in');
      const parts: Buffer[] = [];
      for await (const part of message) parts.push(part as Buffer);
      const text = Buffer.concat(parts).toString();
      if (url.pathname.startsWith('/i/')) {
        const link = links.get(url.pathname.split('/')[2] ?? '');
        const shown = link && page(message.method ?? 'GET', link, new URLSearchParams(text).get('act'));
        if (!shown) return void response.writeHead(404).end();
        if ('location' in shown) return void response.writeHead(303, { location: shown.location }).end();
        return void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(shown.html);
      }
      const at = faults.findIndex(({ path }) => path.test(url.pathname));
      const fault = at === -1 ? undefined : faults.splice(at, 1)[0]?.fault;
      if (fault === 'down') return void message.socket.destroy();
      let [status, body] = answerOnce(message, url, text);
      // The work is done and the answer is lost.
      if (fault === 'lost') [status, body] = [502, { error: { code: 'GATEWAY_ERROR', description: 'Lost.' } }];
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const base = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  const paidIn = (link: Link | undefined) =>
    payments.get(link?.payments?.find(({ status }) => status === 'captured')?.payment_id ?? '');
  const paymentAt = (url: string) => {
    const payment = paidIn(links.get(url.split('/').at(-1) ?? ''));
    if (!payment) throw new Error(`Nothing was paid at ${url}.`);
    return payment;
  };
  const keys = { key_id: KEY_ID, key_secret: KEY_SECRET, webhook_secret: WEBHOOK_SECRET };

  return {
    provider: 'razorpay',
    keys,
    wrongKeys: { ...keys, key_secret: 'wrong' },
    variables: { RAZORPAY_API_BASE: base },
    declineKept: () => {},
    changeKept: () => {},
    keptCount: () => 0,
    refundThere: (url, amount) => void refund(paymentAt(url), { amount }),
    dispute: (url) => {
      const payment = paymentAt(url);
      const dispute = {
        id: makeId('disp'),
        payment_id: payment.id,
        amount: payment.amount,
        created_at: seconds(),
        status: 'open',
      };
      disputes.push(dispute);
      tell('payment.dispute.created', { payment: shownPayment(payment), dispute: shownDispute(dispute) });
    },
    decideDispute: (url, outcome) => {
      const payment = paymentAt(url);
      const dispute = disputes.find(({ payment_id }) => payment_id === payment.id);
      if (!dispute) throw new Error(`Nothing is disputed at ${url}.`);
      dispute.status = outcome;
      tell(`payment.dispute.${outcome}`, { payment: shownPayment(payment), dispute: shownDispute(dispute) });
    },
    payElsewhere: (amount, currency) => void makePayment(amount, currency),
    takeMessages: () => waiting.splice(0),
    sendTo: (to) => {
      hook = to;
    },
    fault: (path, fault) => void faults.push({ path, fault }),
    taken: () => {
      const left = [...links.values()].flatMap((link) => {
        const payment = paidIn(link);
        if (!payment) return [];
        const disputed = disputes.filter(({ payment_id, status }) => payment_id === payment.id && status !== 'won');
        return [{ amount: payment.amount - sum(refundsOf(payment.id)) - sum(disputed) }];
      });
      return { count: left.filter(({ amount }) => amount > 0).length, amount: sum(left) };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
