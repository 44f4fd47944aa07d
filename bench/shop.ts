import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import Stripe from 'stripe';
import { ask, askJson } from './ask.ts';
import { addCrowd, signInCrowd } from './crowd.ts';
import { databaseUrl, withDatabase } from './database.ts';
import type { Measured } from './processes.ts';
import { type Figure, milliseconds, thousands } from './report.ts';
import { signIn } from './sign-ins.ts';

type Bench = { server: Measured; host: string; folder: string; add(figure: Figure): void };

const BUYERS = 50;
const ORDERS_EACH = 20;
const MESSAGES = 1_000;
const AT_ONCE = 32;
const MANY = Number(process.env.BENCH_ORDERS ?? 1_000_000);
const LIST_LIMIT_MS = 200;
const REPORT_LIMIT_MS = 2_000;
const TIMES = 20;

/** Fifty buyers order at once, each one order after the other; beside it as many bare transactions that write the same rows. */
export async function checkout(bench: Bench): Promise<void> {
  const { server, host, folder, add } = bench;
  const account = await accountOf(bench);
  const { headers } = await signIn(bench, 'owner@demo.test');
  const [product] = await askJson<{ id: string }[]>(
    server.port,
    host,
    `/rest/v1/products?account_id=eq.${account}&type=eq.digital&status=eq.published&select=id&limit=1`,
    { headers },
  );
  if (!product) throw new Error('The demo sells nothing that can be bought twice.');
  const buyers = await signInCrowd(bench, await addCrowd(folder, account, 'student', BUYERS));
  const place = async (buyer: number, count: number) => {
    const response = await ask(server.port, host, '/api/orders/checkout', {
      method: 'POST',
      headers: {
        ...buyers[buyer],
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        items: [{ product_id: product.id, quantity: 1 }],
        customer: { name: `Buyer ${buyer}` },
        billing_address: { country: 'DE', street: 'Lange Straße 1', postcode: '10115', city: 'Berlin' },
        idempotency_key: `bench-${buyer}-${count}`,
        accepts: true,
      }),
    });
    if (response.status !== 201)
      throw new Error(`The checkout answered ${response.status}: ${response.body.toString()}`);
  };
  const ours = await inParallel(place);
  const bare = await bareTransactions(folder, account);
  add({
    name: `checkout to placed order, ${BUYERS} buyers at once: p50`,
    value: milliseconds(ours.p50),
    beside: `bare transactions ${milliseconds(bare.p50)}`,
  });
  add({
    name: `checkout to placed order, ${BUYERS} buyers at once: p99`,
    value: milliseconds(ours.p99),
    beside: `bare transactions ${milliseconds(bare.p99)}`,
  });
  add({
    name: 'orders placed a second',
    value: thousands(ours.perSecond),
    beside: `bare transactions ${thousands(bare.perSecond)}`,
  });
}

type Timed = { p50: number; p99: number; perSecond: number };

/** Each of the buyers does it one time after the other, all of them at once. */
async function inParallel(work: (buyer: number, count: number) => Promise<unknown>): Promise<Timed> {
  const taken: number[] = [];
  const began = performance.now();
  await Promise.all(
    Array.from({ length: BUYERS }, async (_, buyer) => {
      for (let count = 0; count < ORDERS_EACH; count++) {
        const start = performance.now();
        await work(buyer, count);
        taken.push(performance.now() - start);
      }
    }),
  );
  const seconds = (performance.now() - began) / 1_000;
  return { p50: percentile(taken, 0.5), p99: percentile(taken, 0.99), perSecond: taken.length / seconds };
}

/** An order and its line, written by as many connections straight into tables without rules. */
async function bareTransactions(folder: string, account: string): Promise<Timed> {
  const pool = new pg.Pool({ connectionString: databaseUrl(folder), max: 10 });
  try {
    await pool.query('create table private.bench_orders (like public.orders including defaults)');
    await pool.query('create table private.bench_items (like public.order_items including defaults)');
    return await inParallel(async (buyer, count) => {
      const connection = await pool.connect();
      try {
        await connection.query('begin');
        const { rows } = await connection.query<{ id: string }>(
          `insert into private.bench_orders (account_id, number, email, customer_name, currency, subtotal, total)
           values ($1, $2, 'buyer@bench.test', 'Buyer', 'EUR', 1000, 1000) returning id`,
          [account, buyer * 1_000 + count],
        );
        await connection.query(
          `insert into private.bench_items (account_id, order_id, title, type, quantity, amount, position)
           values ($1, $2, 'Guide', 'digital', 1, 1000, 1)`,
          [account, rows[0]?.id],
        );
        await connection.query('commit');
      } finally {
        connection.release();
      }
    });
  } finally {
    await pool.end();
  }
}

const KEYS = { secret_key: 'sk_test_bench', webhook_secret: 'whsec_bench' };

/** A payment provider on this machine: it accepts the keys of a shop, and knows none of the payments its messages are about. */
export async function startProvider(): Promise<{ variables: Record<string, string>; close(): void }> {
  const server = createServer((request, response) => {
    const isKnown = !request.url?.startsWith('/v1/checkout/sessions/');
    response.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify(
        isKnown
          ? { object: 'balance', livemode: false }
          : { error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such session.' } },
      ),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { variables: { STRIPE_API_BASE: `http://127.0.0.1:${port}` }, close: () => void server.close() };
}

function signedMessage(index: number): { body: string; headers: Record<string, string> } {
  const object = { object: 'checkout.session', id: `cs_${index}` };
  const body = JSON.stringify({
    id: `evt_bench_${index}`,
    object: 'event',
    type: 'checkout.session.completed',
    created: Math.floor(Date.now() / 1_000),
    data: { object },
  });
  const signature = new Stripe(KEYS.secret_key).webhooks.generateTestHeaderString({
    payload: body,
    secret: KEYS.webhook_secret,
  });
  return { body, headers: { 'stripe-signature': signature } };
}

/** Signed messages of a provider, stored once each, and worked on by the job. */
export async function webhooks(bench: Bench): Promise<void> {
  const { server, host, folder, add } = bench;
  const account = await accountOf(bench);
  const { headers } = await signIn(bench, 'owner@demo.test');
  await askJson(server.port, host, '/api/payments/providers/stripe', {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ is_enabled: true, keys: KEYS }),
  });
  const messages = Array.from({ length: MESSAGES }, (_, index) => signedMessage(index));
  const began = performance.now();
  const taken: number[] = [];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let message = messages.pop(); message; message = messages.pop()) {
        const start = performance.now();
        const response = await ask(server.port, host, '/api/payments/events/stripe', {
          method: 'POST',
          headers: { ...message.headers, 'content-type': 'application/json' },
          body: message.body,
        });
        if (response.status !== 200)
          throw new Error(`A message was answered ${response.status}: ${response.body.toString()}`);
        taken.push(performance.now() - start);
      }
    }),
  );
  const seconds = (performance.now() - began) / 1_000;
  add({
    name: `webhooks of a payment provider, ${AT_ONCE} at a time: stored a second`,
    value: thousands(MESSAGES / seconds),
    beside: `p99 ${milliseconds(percentile(taken, 0.99))}`,
  });
  await withDatabase(folder, async (client) => {
    const left = async () =>
      Number(
        (
          await client.query<{ n: string }>(
            `select count(*) as n from public.provider_events where account_id = $1 and status = 'received'`,
            [account],
          )
        ).rows[0]?.n,
      );
    while ((await left()) > 0) await new Promise((resolve) => setTimeout(resolve, 100));
  });
  add({
    name: 'webhooks of a payment provider: stored and worked on a second',
    value: thousands(MESSAGES / ((performance.now() - began) / 1_000)),
  });
}

/** The owner's list and report of an account that has a million orders. */
export async function manyOrders(bench: Bench): Promise<void> {
  const { server, host, folder, add } = bench;
  const account = await accountOf(bench);
  await fill(folder, account);
  const { headers } = await signIn(bench, 'owner@demo.test');
  const call = async (name: string, args: object, more = '') => {
    const response = await ask(server.port, host, `/rest/v1/rpc/${name}${more}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ account_id: account, ...args }),
    });
    if (response.status >= 300) throw new Error(`${name}: ${response.status} ${response.body.toString()}`);
  };
  const measure = async (what: string, limit: number, times: number, work: (time: number) => Promise<unknown>) => {
    const taken: number[] = [];
    for (let time = 0; time <= times; time++) {
      // One person may use no more than half of a connection's time: half a minute later there is room again.
      if (limit === REPORT_LIMIT_MS) await new Promise((resolve) => setTimeout(resolve, 30_000));
      const began = performance.now();
      await work(time);
      if (time > 0) taken.push(performance.now() - began);
    }
    const value = percentile(taken, 0.95);
    add({
      name: `${MANY.toLocaleString('en-GB')} orders: ${what}, p95`,
      value: milliseconds(value),
      limit: `<= ${limit} ms`,
      holds: value <= limit,
    });
  };
  // What the owner's list sends: a page with the lines of its orders, and how many there are.
  const list = (filter: object) =>
    Promise.all([
      call(
        'order_page',
        { filter },
        '?select=id,number,status,customer_name,email,total,currency,placed_at,order_items(title,quantity)',
      ),
      call('order_count', { filter }),
    ]);
  await measure('the first page', LIST_LIMIT_MS, TIMES, () => list({}));
  await measure('those that wait for payment', LIST_LIMIT_MS, TIMES, () => list({ statuses: ['pending'] }));
  await measure('search by address', LIST_LIMIT_MS, TIMES, (time) =>
    list({ search: `person${(time * 1_571) % MANY}@` }),
  );
  await measure('search by number', LIST_LIMIT_MS, TIMES, (time) =>
    list({ search: String(2_000_000 + ((time * 1_571) % MANY)) }),
  );
  for (const period of ['30d', '12m'])
    await measure(`the report on sales of ${period}`, REPORT_LIMIT_MS, 2, () =>
      call('report', { report: 'sales', period }),
    );
}

const percentile = (taken: number[], share: number) =>
  [...taken].sort((a, b) => a - b)[Math.ceil(taken.length * share) - 1] ?? 0;

async function accountOf({ server, host }: Bench): Promise<string> {
  const { account } = await askJson<{ account: { account_id: string } }>(server.port, host, '/api/config');
  return account.account_id;
}

/** Members with the demo's password; returns their addresses. */
/** Straight into the tables: what an order sets off is not what is measured here. */
async function fill(folder: string, account: string): Promise<void> {
  await withDatabase(folder, async (client) => {
    await client.query('begin');
    await client.query(`set local session_replication_role = 'replica'`);
    await client.query(
      `with made as (
         insert into public.orders (account_id, number, email, customer_name, billing_address, currency, subtotal, total, status, placed_at, paid_at)
         select $1, 2000000 + i, 'person' || i || '@many.test', (array['Anna', 'Boris', 'Chidi', 'Daniela', 'Emre'])[1 + i % 5] || ' Family ' || i % 1000,
             jsonb_build_object('country', (array['DE', 'FR', 'ES', 'IN'])[1 + i % 4]), 'EUR', 1000 + i % 9000, 1000 + i % 9000,
             case when i % 100 = 0 then 'pending' else 'paid' end, now() - i * interval '30 seconds',
             case when i % 100 > 0 then now() - i * interval '30 seconds' end
           from generate_series(1, $2::int) i returning account_id, id, total)
       insert into public.order_items (account_id, order_id, product_id, title, type, quantity, amount, position)
       select m.account_id, m.id, (select p.id from public.products p where p.account_id = $1 and p.type = 'digital' limit 1), 'Guide', 'digital', 1, m.total, 1
         from made m`,
      [account, MANY],
    );
    await client.query('commit');
    await client.query('vacuum analyze public.orders');
    await client.query('vacuum analyze public.order_items');
  });
}
