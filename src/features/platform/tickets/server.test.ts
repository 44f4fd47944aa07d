import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { openWorld, type World } from '#tests/db/world.ts';

const SECRET = 'a secret of the relay, long enough to be one';
let world: World;
let app: AppWorld;
let ticket: string;

beforeAll(async () => {
  world = await openWorld();
  app = await openApp(world, { MAIL_REPLY_DOMAIN: 'reply.stoa.test', MAIL_INBOUND_SECRET: SECRET });
  ticket = (await world.sql.query<{ id: string }>(`select id from public.tickets where category = 'bug'`))[0]?.id ?? '';
});
afterAll(async () => {
  await app.close();
  await world.close();
});

type Mail = Record<string, unknown>;

async function handOver(mail: Mail, change: { secret?: string; timestamp?: number; body?: string } = {}) {
  const body = change.body ?? JSON.stringify(mail);
  const timestamp = String(change.timestamp ?? Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', change.secret ?? SECRET)
    .update(`msg_1.${timestamp}.${body}`)
    .digest('base64');
  const response = await app.call('/api/tickets/mail', {
    method: 'POST',
    body,
    headers: { 'webhook-id': 'msg_1', 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` },
  });
  return { status: response.status, body: (await response.json()) as Record<string, never> };
}

const addressOf = async (email: string) =>
  `${(await world.sql.query<{ a: string }>('select private.ticket_address($1, id) as a from auth.users where email = $2', [ticket, email]))[0]?.a}@reply.stoa.test`;

const mailFrom = async (email: string, of = email, change: Mail = {}): Promise<Mail> => ({
  from: `Somebody <${email}>`,
  to: [await addressOf(of)],
  text: 'It runs through now.\n\nOn Tue, 10 Mar 2026, Lumen Academy wrote:\n> Could you try again?',
  message_id: `<${crypto.randomUUID()}@mail.test>`,
  authentication: { dmarc: 'pass' },
  ...change,
});

const messages = () =>
  world.sql.query<{ body: string; via: string; is_staff: boolean; status: string }>(
    `select m.body, m.via, m.is_staff, t.status from public.ticket_messages m
       join public.tickets t on (t.account_id, t.id) = (m.account_id, m.ticket_id)
      where t.id = $1 order by m.created_at desc, m.id desc`,
    [ticket],
  );

describe('an answer by mail', () => {
  test('of whoever asked is kept without what it quotes, and the ticket is unresolved again', async () => {
    const before = (await messages()).length;
    const mail = await mailFrom('student@demo.test');
    expect(await handOver(mail)).toMatchObject({ status: 201, body: { ticket_id: ticket } });
    expect((await messages())[0]).toEqual({
      body: 'It runs through now.',
      via: 'mail',
      is_staff: false,
      status: 'unresolved',
    });
    expect(await handOver(mail)).toMatchObject({ status: 201 });
    expect(await messages()).toHaveLength(before + 1);
  });

  test('of staff sets awaited, and is mailed to the requester with a reply address of their own', async () => {
    await app.settleJobs();
    expect((await handOver(await mailFrom('owner@demo.test'))).status).toBe(201);
    expect((await messages())[0]).toMatchObject({ is_staff: true, status: 'awaited' });
    const mails = await app.settleJobs();
    expect(mails.map(({ to, replyTo }) => ({ to, replyTo }))).toEqual([
      { to: 'student@demo.test', replyTo: await addressOf('student@demo.test') },
    ]);
    expect(mails[0]?.text).toContain('It runs through now.');
  });

  test.each<[string, () => Promise<Mail>, number]>([
    ['a forged sender', () => mailFrom('owner@demo.test', 'student@demo.test'), 403],
    ['an address somebody else was given', () => mailFrom('member@demo.test', 'student@demo.test'), 403],
    ['somebody whose own address was made for nothing of theirs', () => mailFrom('member@demo.test'), 403],
    [
      'a mail nobody vouches for',
      () => mailFrom('student@demo.test', undefined, { authentication: { dmarc: 'fail' } }),
      403,
    ],
    [
      'two senders in one',
      () => mailFrom('student@demo.test', undefined, { from: '"x <student@demo.test>" <thief@else.test>' }),
      403,
    ],
    [
      'a made-up signature',
      () => mailFrom('student@demo.test', undefined, { to: [`t${'0'.repeat(32)}-${'a'.repeat(26)}@reply.stoa.test`] }),
      404,
    ],
    ['an address of nobody', () => mailFrom('student@demo.test', undefined, { to: ['hello@reply.stoa.test'] }), 404],
    ['nothing but quotes', () => mailFrom('student@demo.test', undefined, { text: '> Could you try again?' }), 422],
    ['something that is no mail', async () => ({ from: 'x' }), 422],
  ])('%s is refused and leaves nothing', async (_, make, status) => {
    const before = await messages();
    expect((await handOver(await make())).status).toBe(status);
    expect(await messages()).toEqual(before);
  });

  test('a signature with one sign changed is worth nothing', async () => {
    const [address = ''] = (await mailFrom('student@demo.test')).to as string[];
    const last = address.indexOf('@') - 1;
    const changed = `${address.slice(0, last)}${address[last] === 'a' ? 'b' : 'a'}${address.slice(last + 1)}`;
    expect((await handOver(await mailFrom('student@demo.test', undefined, { to: [changed] }))).status).toBe(403);
  });

  test('of somebody blocked meanwhile is rejected', async () => {
    const block = (when: string) =>
      world.sql.query(
        `update public.members set blocked_at = ${when} where account_id = $1 and email = 'student@demo.test'`,
        [world.demo],
      );
    await block('now()');
    expect((await handOver(await mailFrom('student@demo.test'))).status).toBe(403);
    await block('null');
  });

  test('that is automatic is ignored', async () => {
    const before = await messages();
    const mail = await mailFrom('student@demo.test', undefined, { auto_submitted: 'auto-replied' });
    expect(await handOver(mail)).toEqual({ status: 200, body: { ignored: 'automatic' } });
    expect(await messages()).toEqual(before);
  });
});

describe('the relay', () => {
  test.each<[string, Parameters<typeof handOver>[1], number]>([
    ['with another secret', { secret: 'some other secret, as long as the one' }, 403],
    ['of ten minutes ago', { timestamp: Math.floor(Date.now() / 1000) - 600 }, 403],
    ['with no JSON in it', { body: '{' }, 400],
  ])('a call %s is refused', async (_, change, status) => {
    expect((await handOver(await mailFrom('student@demo.test'), change)).status).toBe(status);
  });

  test('an unsigned request is rejected', async () => {
    const response = await app.call('/api/tickets/mail', { method: 'POST', body: await mailFrom('student@demo.test') });
    expect(response.status).toBe(403);
  });

  test('without a configured secret does not exist', async () => {
    const without = await openApp(world);
    const response = await without.call('/api/tickets/mail', { method: 'POST', body: {} });
    expect(response.status).toBe(404);
    await without.close();
  });
});

test('a note goes to nobody by mail, even where the job is asked to', async () => {
  await world.sql.query(
    `select private.enqueue('ticket-mail', jsonb_build_object('account_id', m.account_id, 'message_id', m.id, 'user_id', t.user_id))
       from public.ticket_messages m join public.tickets t on (t.account_id, t.id) = (m.account_id, m.ticket_id) where m.is_internal`,
  );
  expect(await app.settleJobs()).toEqual([]);
});

test('a mail is in the language of the site', async () => {
  const [made] = await world.sql.query<{ id: string }>(
    `select private.make_ticket($1, $2, 'issue', 'سؤال', 'كيف أبدأ؟') as id`,
    [world.atelier, world.caller('atelierStudent').claims.sub],
  );
  const mails = await app.settleJobs();
  expect(made?.id).toBeTruthy();
  expect(mails.map(({ to }) => to)).toEqual(['owner@atelier.test']);
  expect(mails[0]?.html).toContain('dir="rtl"');
});
