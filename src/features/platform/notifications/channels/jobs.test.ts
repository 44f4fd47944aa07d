import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { JobContext } from '#base/server/jobs.ts';
import { silentLog } from '#base/server/log.ts';
import { createMailer } from '#base/server/mail.ts';
import { createPushSender, pushSubject } from '#base/server/push.ts';
import { type PushKeys, pushKeysOf } from '#base/server/push-keys.ts';
import { userIdOf } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import { jobs, schedules } from './jobs.ts';

const secret = 's'.repeat(32);
const browser = createECDH('prime256v1');
const browserKey = browser.generateKeys().toString('base64url');
const browserSecret = randomBytes(16);

let world: World;
let context: JobContext;
let keys: PushKeys;
let server: Server;
let origin: string;
let student: string;
let requests: { path: string; body: Buffer; headers: IncomingHttpHeaders }[];
let responseStatus: number;

beforeAll(async () => {
  world = await openWorld();
  student = await userIdOf(world, 'student@demo.test');
  keys = await pushKeysOf(world.sql, secret);
  server = createServer((message, response) => {
    const chunks: Buffer[] = [];
    message.on('data', (chunk: Buffer) => chunks.push(chunk));
    message.on('end', () => {
      requests.push({ path: message.url ?? '', body: Buffer.concat(chunks), headers: message.headers });
      response.writeHead(responseStatus).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  context = {
    sql: world.sql,
    mailer: createMailer({ from: 'site@stoa.test', sql: world.sql }),
    log: silentLog,
    siteUrlOf: async () => 'https://demo.example',
    t: (locale, _namespace, key, values) =>
      `${locale} ${key} ${String(values?.count ?? '')}${String(values?.url ?? '')}`,
    push: createPushSender({ keys, subject: 'https://stoa.example', mayReach: (host) => host === '127.0.0.1' }),
  };
});
beforeEach(async () => {
  requests = [];
  responseStatus = 201;
  for (const table of [
    'public.account_notifications',
    'public.notification_preferences',
    'public.push_subscriptions',
    'private.outbox',
    'private.mails',
  ])
    await world.sql.query(`delete from ${table}`);
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  await world.close();
});

const subscribe = (path = '/one', person = student) =>
  world.sql.query(
    'insert into public.push_subscriptions (account_id, user_id, endpoint, p256dh_key, auth_secret) values ($1, $2, $3, $4, $5)',
    [world.demo, person, `${origin}${path}`, browserKey, browserSecret.toString('base64url')],
  );
const notify = async (message: string, kind = 'learning') => {
  const [row] = await world.sql.query<{ id: string }>(
    `select private.notify($1, $2, $3, 2, '/dashboard/courses', $4) as id`,
    [world.demo, student, message, kind],
  );
  return row?.id ?? '';
};
/** Runs the worker's jobs. Returns the failed ones, to be retried. */
async function runJobs(): Promise<{ queue: string; payload: Record<string, unknown> }[]> {
  const failed = [];
  for (;;) {
    const rows = await world.sql.query<{ queue: string; payload: Record<string, unknown> }>(
      'delete from private.outbox where queue = any($1) returning queue, payload',
      [jobs.map(({ queue }) => queue)],
    );
    if (rows.length === 0) return failed;
    for (const row of rows) {
      try {
        await jobs.find(({ queue }) => queue === row.queue)?.handle(context, row.payload);
      } catch {
        failed.push(row);
      }
    }
  }
}
const minute = () => schedules.find(({ name }) => name === 'send-notifications')?.run(context);
const fiveMinutesPass = () =>
  world.sql.query(
    `update private.notification_sends set due_at = due_at - interval '5 minutes' where channel = 'email'`,
  );
const mails = () =>
  world.sql.query<{ recipient: string; subject: string; html: string; body_text: string }>(
    'select recipient, subject, html, body_text from private.mails order by id',
  );
const subscriptions = async () => (await world.sql.query('select from public.push_subscriptions')).length;

/** Decrypts a push message (RFC 8291 over RFC 8188), written from the standards and not from our sender. */
function read(body: Buffer): Record<string, unknown> {
  const salt = body.subarray(0, 16);
  const keyLength = body[20] ?? 0;
  const senderKey = body.subarray(21, 21 + keyLength);
  const ciphertext = body.subarray(21 + keyLength);
  const shared = browser.computeSecret(senderKey);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), senderKey]);
  const keyMaterial = Buffer.from(hkdfSync('sha256', shared, browserSecret, info, 32));
  const key = Buffer.from(hkdfSync('sha256', keyMaterial, salt, 'Content-Encoding: aes128gcm\0', 16));
  const nonce = Buffer.from(hkdfSync('sha256', keyMaterial, salt, 'Content-Encoding: nonce\0', 12));
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(ciphertext.subarray(-16));
  const plain = Buffer.concat([decipher.update(ciphertext.subarray(0, -16)), decipher.final()]);
  return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString('utf8')) as Record<string, unknown>;
}

describe('a push', () => {
  test('arrives at once, readable by that browser alone, and says by whom it is sent', async () => {
    await subscribe();
    const id = await notify('You completed <strong>Light &amp; shade</strong>.');
    expect(await runJobs()).toEqual([]);
    const [message] = requests;
    if (!message) throw new Error('Nothing arrived.');
    expect(requests).toHaveLength(1);
    expect(read(message.body)).toEqual({
      title: 'Lumen Academy',
      body: 'You completed Light & shade.',
      url: `/dashboard/notifications?open=${id}`,
      tag: id,
      lang: 'en',
      dir: 'ltr',
    });
    expect(message.body.includes('Light')).toBe(false);
    expect(message.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'normal' });
    const [, token = '', vapidKey] = /^vapid t=([^,]+), ?k=(.+)$/.exec(message.headers.authorization ?? '') ?? [];
    expect(vapidKey).toBe(keys.publicKey);
    const [head = '', claims = '', signature = ''] = token.split('.');
    const point = Buffer.from(keys.publicKey, 'base64url');
    const publicKey = createPublicKey({
      format: 'jwk',
      key: {
        kty: 'EC',
        crv: 'P-256',
        x: point.subarray(1, 33).toString('base64url'),
        y: point.subarray(33).toString('base64url'),
      },
    });
    expect(
      verify(
        'sha256',
        Buffer.from(`${head}.${claims}`),
        { key: publicKey, dsaEncoding: 'ieee-p1363' },
        Buffer.from(signature, 'base64url'),
      ),
    ).toBe(true);
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      aud: origin,
      sub: 'https://stoa.example',
    });
  });

  test('of several has their number, in the person’s language, and links to the list', async () => {
    await subscribe();
    await world.sql.query(
      `update auth.users set raw_user_meta_data = raw_user_meta_data || '{"locale": "ar"}' where id = $1`,
      [student],
    );
    await notify('One');
    await notify('Two');
    await runJobs();
    await world.sql.query(`update auth.users set raw_user_meta_data = raw_user_meta_data - 'locale' where id = $1`, [
      student,
    ]);
    expect(requests.map(({ body }) => read(body))).toMatchObject([
      { body: 'ar push.several 2', url: '/dashboard/notifications', lang: 'ar', dir: 'rtl' },
    ]);
  });

  test.each([404, 410])('that is answered with %i ends the subscription, of that browser alone', async (status) => {
    await subscribe('/one');
    await subscribe('/two', await userIdOf(world, 'member@demo.test'));
    responseStatus = status;
    await notify('Hello');
    expect(await runJobs()).toEqual([]);
    expect(requests.map(({ path }) => path)).toEqual(['/one']);
    expect(await world.sql.query('select endpoint from public.push_subscriptions')).toEqual([
      { endpoint: `${origin}/two` },
    ]);
    await notify('Hello again');
    await runJobs();
    expect(requests).toHaveLength(1);
  });

  test.each([429, 500, 503])('that is answered with %i is tried again and delivered once', async (status) => {
    await subscribe();
    responseStatus = status;
    await notify('Hello');
    const failed = await runJobs();
    expect([failed.length, await subscriptions()]).toEqual([1, 1]);
    responseStatus = 201;
    const again = failed[0]?.payload ?? {};
    const push = jobs.find(({ queue }) => queue === 'push');
    await push?.handle(context, again);
    await push?.handle(context, again);
    expect(requests).toHaveLength(2);
  });

  test.each([400, 403, 413])('that is refused with %i is given up, and the browser kept', async (status) => {
    await subscribe();
    responseStatus = status;
    await notify('Hello');
    expect(await runJobs()).toEqual([]);
    expect([requests.length, await subscriptions()]).toEqual([1, 1]);
    expect(await world.sql.query('select status from private.push_deliveries')).toEqual([{ status: 'refused' }]);
  });

  test('goes to no address of this machine or its network where nobody allowed it', async () => {
    await subscribe();
    await notify('Hello');
    const push = createPushSender({ keys, subject: 'https://stoa.example' });
    const before = context;
    context = { ...before, push };
    await runJobs();
    context = before;
    expect([requests.length, await subscriptions()]).toEqual([0, 0]);
  });

  test('with an invalid key ends the subscription instead of being retried', async () => {
    await subscribe();
    await world.sql.query('update public.push_subscriptions set p256dh_key = $1', ['A'.repeat(87)]);
    await notify('Hello');
    expect(await runJobs()).toEqual([]);
    expect([requests.length, await subscriptions()]).toEqual([0, 0]);
  });

  test('of notifications read meanwhile is not sent', async () => {
    await subscribe();
    await notify('Hello');
    await world.sql.query('select private.claim_pushes()');
    await world.sql.query('update public.account_notifications set read = true');
    await runJobs();
    expect(requests).toEqual([]);
    expect(await world.sql.query(`select from private.push_deliveries where status = 'waiting'`)).toEqual([]);
  });

  test('is held in quiet hours and follows when they are over', async () => {
    await subscribe();
    await world.sql.query(
      `insert into public.notification_preferences (account_id, user_id, quiet_from, quiet_until) values ($1, $2, '00:00', '23:59')`,
      [world.demo, student],
    );
    await notify('Hello');
    await minute();
    await runJobs();
    expect(requests).toEqual([]);
    await world.sql.query(`update private.notification_sends set due_at = now()`);
    await minute();
    await minute();
    await runJobs();
    expect(requests).toHaveLength(1);
  });
});

describe('the installation’s key', () => {
  test('is one, whoever asks first, and lies sealed', async () => {
    const [first, second] = await Promise.all([pushKeysOf(world.sql, secret), pushKeysOf(world.sql, secret)]);
    expect([first, second]).toEqual([keys, keys]);
    const [row] = await world.sql.query<{ sealed_private_key: string }>(
      'select sealed_private_key from private.push_keys',
    );
    expect(row?.sealed_private_key).not.toContain(keys.privateKey);
  });

  test('is replaced where the secret it was encrypted with has changed', async () => {
    const otherKeys = await pushKeysOf(world.sql, 'o'.repeat(32));
    expect(otherKeys.publicKey).not.toBe(keys.publicKey);
    expect(await pushKeysOf(world.sql, 'o'.repeat(32))).toEqual(otherKeys);
  });

  test.each([
    [{ BASE_DOMAIN: 'stoa.example', MAIL_FROM: 'Stoa <a@b.example>' }, 'https://stoa.example'],
    [{ BASE_DOMAIN: 'localhost', MAIL_FROM: 'Stoa <a@b.example>' }, 'mailto:a@b.example'],
    [{ BASE_DOMAIN: 'localhost', MAIL_FROM: 'a@b.example' }, 'mailto:a@b.example'],
  ])('names who is behind it: %j', (environment, subject) => expect(pushSubject(environment)).toBe(subject));
});

describe('a mail', () => {
  test('comes for what was not seen for five minutes, once, with the way to it and the way out', async () => {
    const id = await notify('You completed <strong>Light</strong>.');
    await minute();
    expect([await runJobs(), await mails()]).toEqual([[], []]);
    await fiveMinutesPass();
    await Promise.all([minute(), minute()]);
    await runJobs();
    const [mail] = await mails();
    expect(await mails()).toHaveLength(1);
    expect(mail).toMatchObject({ recipient: 'student@demo.test', subject: 'Lumen Academy: You completed Light.' });
    expect(mail?.body_text).toContain(`https://demo.example/dashboard/notifications?open=${id}`);
    expect(mail?.body_text).toContain('https://demo.example/dashboard/notifications?view=preferences');
  });

  test('lists all pending notifications in one mail, newest first, up to a limit', async () => {
    for (let at = 0; at < 30; at++) await notify(`Number ${at}.`);
    await fiveMinutesPass();
    await minute();
    await runJobs();
    const [mail] = await mails();
    expect(await mails()).toHaveLength(1);
    expect(mail?.subject).toBe('en mail.several 30');
    expect([...(mail?.body_text ?? '').matchAll(/Number (\d+)\./g)].map(([, at]) => Number(at))).toEqual(
      Array.from({ length: 25 }, (_, at) => 29 - at),
    );
    expect(mail?.body_text).toContain('mail.more 5');
  });

  test('does not come for what is seen between the minute and the sending', async () => {
    await notify('Hello');
    await fiveMinutesPass();
    await minute();
    await world.database.as(world.caller('student')).query('select public.see_notifications($1)', [world.demo]);
    await runJobs();
    expect(await mails()).toEqual([]);
  });

  test.each(['daily', 'weekly'])('%s gathers what came, and says so', async (rhythm) => {
    await world.sql.query(
      'insert into public.notification_preferences (account_id, user_id, email_rhythm) values ($1, $2, $3)',
      [world.demo, student, rhythm],
    );
    await notify('One');
    await minute();
    await runJobs();
    await world.sql.query(`update private.notification_sends set due_at = now()`);
    await minute();
    await runJobs();
    expect((await mails()).map(({ subject }) => subject)).toEqual([`en mail.${rhythm} 1`]);
  });

  test('contains no markup from user text', async () => {
    await notify('<b>&lt;img src=x onerror=alert(1)&gt;</b>');
    await fiveMinutesPass();
    await minute();
    await runJobs();
    const [mail] = await mails();
    expect(mail?.html).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(mail?.html).not.toContain('<img');
  });

  test.each([
    ['a member who was shut out', 'update public.members set blocked_at = $2 where user_id = $1'],
    [
      'a site that is suspended',
      `update public.accounts set status = case when $2::timestamptz is null then 'active' else 'suspended' end
        where slug = 'demo' and $1::uuid is not null`,
    ],
  ])('is not written to %s, nor is anything pushed', async (_, statement) => {
    await subscribe();
    await notify('Hello');
    await fiveMinutesPass();
    await world.sql.query(statement, [student, new Date()]);
    await minute();
    await runJobs();
    await world.sql.query(statement, [student, null]);
    expect([await mails(), requests]).toEqual([[], []]);
  });
});

test('push deliveries are pruned after a week', async () => {
  await subscribe();
  await notify('Hello');
  await runJobs();
  const prune = schedules.find(({ name }) => name === 'prune-push-deliveries');
  await prune?.run(context);
  expect(await world.sql.query('select from private.push_deliveries')).toHaveLength(1);
  await world.sql.query(`update private.push_deliveries set created_at = now() - interval '8 days'`);
  await prune?.run(context);
  expect(await world.sql.query('select from private.push_deliveries')).toEqual([]);
});
