import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { JobContext } from '#base/server/jobs.ts';
import { silentLog } from '#base/server/log.ts';
import { createMailer } from '#base/server/mail.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import { jobs, schedules, signedHeaders } from './jobs.ts';

let world: World;
let context: JobContext;
let server: Server;
let address: string;
let webhook: string;
let requests: { body: string; headers: IncomingHttpHeaders }[];
let respond: (response: ServerResponse) => void;

beforeAll(async () => {
  world = await openWorld();
  context = {
    sql: world.sql,
    mailer: createMailer({ from: 'site@stoa.test', sql: world.sql }),
    log: silentLog,
    siteUrlOf: async () => 'https://demo.example',
    t: (_locale, _namespace, key, values) => `${key} ${String(values?.address ?? '')}`,
    isAllowedAddress: (host) => host === '127.0.0.1',
  };
  server = createServer((message, response) => {
    let body = '';
    message.on('data', (chunk) => {
      body += String(chunk);
    });
    message.on('end', () => {
      requests.push({ body, headers: message.headers });
      respond(response);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  address = `http://127.0.0.1:${(server.address() as { port: number }).port}/in`;
});
beforeEach(async () => {
  requests = [];
  respond = (response) => response.writeHead(200).end('ok');
  await world.sql.query('delete from public.webhooks');
  webhook = await add(address);
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  await world.close();
});

async function add(at: string): Promise<string> {
  const [row] = await world.sql.query<{ id: string }>(
    `insert into public.webhooks (account_id, address, events) values ($1, $2, '{order.paid}') returning id`,
    [world.demo, at],
  );
  return row?.id ?? '';
}
const raise = () =>
  world.sql.query(
    `insert into public.webhook_deliveries (account_id, webhook_id, event_id, type, body)
     select w.account_id, w.id, e.id, 'order.paid', private.event_body('order.paid', '{"number": 1001}', now())
       from public.webhooks w cross join (select private.uuid_v7() as id) e
      where w.account_id = $1 and w.status = 'active' and 'order.paid' = any (w.events)`,
    [world.demo],
  );
const runJob = () => jobs.find(({ queue }) => queue === 'webhooks')?.handle(context, {});
const minute = () => schedules.find(({ name }) => name === 'send-due-webhooks')?.run(context);
const owner = () => world.database.as(world.caller('owner'));
type Delivery = { id: string; status: string; attempts: number; tries: number; wait: number; response_status: number };
async function deliveries(): Promise<Delivery[]> {
  return world.sql.query<Delivery>(
    `select id, status, attempts, tries, response_status, extract(epoch from next_attempt_at - updated_at)::float8 as wait
       from public.webhook_deliveries where webhook_id = $1 order by id`,
    [webhook],
  );
}
const makeDue = () =>
  world.sql.query(`update public.webhook_deliveries set next_attempt_at = now() where status = 'pending'`);

/**
 * Verifies a signature as a receiver would, written from the Standard Webhooks specification and not from our sender.
 */
function isSignedBy(secret: string, { body, headers }: { body: string; headers: IncomingHttpHeaders }): boolean {
  const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const expected = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
    .update(text)
    .digest('base64');
  return String(headers['webhook-signature']).split(' ').includes(`v1,${expected}`);
}
const secretOf = async () =>
  (await owner().query<{ secret: string }>('select public.webhook_secret($1) as secret', [webhook]))[0]?.secret ?? '';

describe('a message', () => {
  test('arrives once, signed, with its event, and is logged with the response', async () => {
    await raise();
    await Promise.all([runJob(), runJob()]);
    expect(requests).toHaveLength(1);
    const [message] = requests;
    if (!message) throw new Error('Nothing arrived.');
    expect(JSON.parse(message.body)).toEqual({
      type: 'order.paid',
      timestamp: expect.any(String),
      data: { number: 1001 },
    });
    expect(isSignedBy(await secretOf(), message)).toBe(true);
    expect(isSignedBy(`whsec_${Buffer.alloc(32, 1).toString('base64')}`, message)).toBe(false);
    expect(isSignedBy(await secretOf(), { ...message, body: message.body.replace('1001', '1002') })).toBe(false);
    expect(await deliveries()).toMatchObject([{ status: 'delivered', attempts: 1, response_status: 200 }]);
    const log = await owner().query<{ request_headers: Record<string, string> }>(
      'select * from public.webhook_attempts where account_id = $1',
      [world.demo],
    );
    expect(log).toMatchObject([{ number: 1, response_status: 200, response_body: 'ok', problem: null }]);
    expect(log[0]?.request_headers['webhook-id']).toBe(message.headers['webhook-id']);
  });

  test('is signed as the example of the standard is', () => {
    const body = '{"test": 2432232314}';
    const key = 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const headers = signedHeaders(
      { event_id: 'p5jXN8AQM9LWM0D4loKWxJek', body, secrets: [`whsec_${key}`] },
      new Date(1_614_265_330_000),
    );
    expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  test('is signed by the old secret too for a day after it was replaced', async () => {
    const before = await secretOf();
    const [rotated] = await owner().query<{ secret: string }>('select public.rotate_webhook_secret($1) as secret', [
      webhook,
    ]);
    const after = rotated?.secret ?? '';
    await raise();
    await runJob();
    expect([after === before, after === (await secretOf())]).toEqual([false, true]);
    expect(requests.map((request) => [isSignedBy(before, request), isSignedBy(after, request)])).toEqual([
      [true, true],
    ]);
    await world.sql.query('update private.webhook_secrets set expires_at = now() where expires_at is not null');
    await raise();
    await runJob();
    expect(requests[1] && [isSignedBy(before, requests[1]), isSignedBy(after, requests[1])]).toEqual([false, true]);
  });
});

describe('a receiver that fails', () => {
  test('is tried ten times over three days with growing pauses, each a little its own; then it is given up', async () => {
    respond = (response) => response.writeHead(500).end('no');
    await raise();
    await runJob();
    const pauses = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
    for (const pause of pauses) {
      const [delivery] = await deliveries();
      expect(delivery?.status).toBe('pending');
      expect(delivery?.wait).toBeGreaterThanOrEqual(pause * 0.79);
      expect(delivery?.wait).toBeLessThanOrEqual(pause * 1.21);
      await makeDue();
      await minute();
    }
    expect(await deliveries()).toMatchObject([{ status: 'failed', attempts: 10, response_status: 500 }]);
    expect(new Set(requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(await world.sql.query('select from public.webhook_attempts')).toHaveLength(10);
    await minute();
    expect(requests).toHaveLength(10);
  });

  test('has its Retry-After honoured, and recovers', async () => {
    respond = (response) => response.writeHead(429, { 'retry-after': '3600' }).end();
    await raise();
    await runJob();
    expect((await deliveries())[0]?.wait).toBeCloseTo(3_600, 0);
    respond = (response) => response.writeHead(204).end();
    await makeDue();
    // Failed deliveries are retried by the schedule, so they do not hold up healthy webhooks.
    await runJob();
    expect(requests).toHaveLength(1);
    await minute();
    expect(await deliveries()).toMatchObject([{ status: 'delivered', attempts: 2 }]);
    expect(await world.sql.query('select failing_since from public.webhooks where id = $1', [webhook])).toEqual([
      { failing_since: null },
    ]);
  });

  test.each([301, 302, 307, 404])('an answer of %i is a failure, and no redirect is followed', async (status) => {
    respond = (response) => response.writeHead(status, { location: address }).end();
    await raise();
    await runJob();
    expect(requests).toHaveLength(1);
    expect(await deliveries()).toMatchObject([{ status: 'pending', response_status: status }]);
  });

  test('holds up no other', async () => {
    respond = (response) => response.writeHead(500).end();
    const target = createServer((_message, response) => response.end('fine'));
    await new Promise<void>((done) => target.listen(0, '127.0.0.1', done));
    const second = await add(`http://127.0.0.1:${(target.address() as { port: number }).port}/`);
    for (let at = 0; at < 6; at++) await raise();
    await runJob();
    const rows = await world.sql.query('select status from public.webhook_deliveries where webhook_id = $1', [second]);
    expect(rows).toEqual(Array.from({ length: 6 }, () => ({ status: 'delivered' })));
    // Four deliveries of the failing webhook were attempted before its failure was recorded.
    expect(requests).toHaveLength(4);
    await new Promise((done) => target.close(done));
  });

  test('for five days is switched off, and everybody who manages the account hears of it by bell and mail', async () => {
    respond = (response) => response.writeHead(500).end();
    await raise();
    await world.sql.query(`update public.webhooks set failing_since = now() - interval '4 days 23 hours'`);
    await minute();
    expect(await owner().query('select status from public.webhooks where id = $1', [webhook])).toEqual([
      { status: 'active' },
    ]);
    await world.sql.query(`update public.webhooks set failing_since = now() - interval '5 days 1 minute'`);
    await makeDue();
    await minute();
    expect(await owner().query('select status, disabled_reason from public.webhooks where id = $1', [webhook])).toEqual(
      [{ status: 'disabled', disabled_reason: 'failing' }],
    );
    expect(await deliveries()).toMatchObject([{ status: 'failed' }]);
    const bells = await owner().query<{ message: string; link: string }>(
      `select message, link from public.account_notifications where link = $1`,
      [`/dashboard/manage/developers/webhooks/${webhook}`],
    );
    expect(bells).toHaveLength(1);
    expect(bells[0]?.message).toContain(address);
    const mails = await world.sql.query<{ payload: Record<string, unknown> }>(
      `delete from private.outbox where queue = 'webhook-mail' returning payload`,
    );
    expect(mails).toHaveLength(1);
    await jobs.find(({ queue }) => queue === 'webhook-mail')?.handle(context, mails[0]?.payload ?? {});
    const [mail] = await world.sql.query<{ recipient: string; body_text: string }>(
      'select recipient, body_text from private.mails order by id desc limit 1',
    );
    expect(mail?.recipient).toBe('owner@demo.test');
    expect(mail?.body_text).toContain(`https://demo.example/dashboard/manage/developers/webhooks/${webhook}`);
    // Enabling it again resets its failures.
    await owner().query(`update public.webhooks set status = 'active' where id = $1`, [webhook]);
    expect(
      await owner().query('select failing_since, disabled_reason from public.webhooks where id = $1', [webhook]),
    ).toEqual([{ failing_since: null, disabled_reason: null }]);
  });

  test('with 410 is disabled at once', async () => {
    respond = (response) => response.writeHead(410).end();
    await raise();
    await runJob();
    expect(await owner().query('select status, disabled_reason from public.webhooks where id = $1', [webhook])).toEqual(
      [{ status: 'disabled', disabled_reason: 'gone' }],
    );
  });
});

test('an address of this machine is not reached where nobody allowed it', async () => {
  await raise();
  await jobs.find(({ queue }) => queue === 'webhooks')?.handle({ ...context, isAllowedAddress: undefined }, {});
  expect(requests).toEqual([]);
  expect(await owner().query('select problem from public.webhook_attempts')).toEqual([{ problem: 'private_address' }]);
});

test('what was given up is sent again under the id it had; what was asked for by name too', async () => {
  respond = (response) => response.writeHead(500).end();
  await raise();
  await runJob();
  await world.sql.query(`update public.webhook_deliveries set status = 'failed', next_attempt_at = null, tries = 10`);
  respond = (response) => response.writeHead(200).end();
  const [replayed] = await owner().query<{ count: number }>('select public.replay_deliveries($1) as count', [webhook]);
  expect(replayed?.count).toBe(1);
  await minute();
  expect(await deliveries()).toMatchObject([{ status: 'delivered', attempts: 2, tries: 1 }]);
  const [delivery] = await deliveries();
  await owner().query('select public.replay_deliveries($1, $2)', [webhook, [delivery?.id]]);
  await runJob();
  expect(new Set(requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(requests).toHaveLength(3);
});

test('the log is pruned after thirty days, except for pending deliveries', async () => {
  await raise();
  await runJob();
  await raise();
  await raise();
  await runJob();
  await raise();
  await world.sql.query(`update public.webhook_deliveries set created_at = now() - interval '30 days 1 minute'
    where id in (select id from public.webhook_deliveries order by id limit 1) or status = 'pending'`);
  await schedules.find(({ name }) => name === 'prune-webhook-log')?.run(context);
  expect((await deliveries()).map(({ status }) => status)).toEqual(['delivered', 'delivered', 'pending']);
});
