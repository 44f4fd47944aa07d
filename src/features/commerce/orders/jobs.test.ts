import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import i18next from 'i18next';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JobContext } from '#base/server/jobs.ts';
import { silentLog } from '#base/server/log.ts';
import { createMailer } from '#base/server/mail.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import { jobs } from './jobs.ts';

let world: World;
let context: JobContext;
let order: string;
beforeAll(async () => {
  world = await openWorld();
  const texts = async (locale: string) =>
    JSON.parse(await readFile(join(import.meta.dirname, 'texts', `${locale}.json`), 'utf8')) as object;
  const i18n = i18next.createInstance();
  await i18n.init({
    resources: { en: { orders: await texts('en') }, ar: { orders: await texts('ar') } },
    interpolation: { escapeValue: false },
  });
  context = {
    sql: world.sql,
    mailer: createMailer({ from: 'shop@stoa.test', sql: world.sql }),
    log: silentLog,
    siteUrlOf: async () => 'https://demo.example',
    t: (lng, ns, key, values) => i18n.t(key, { lng, ns, ...values }),
  };
  await world.sql.query(
    `insert into public.products (account_id, title, slug, type, status) values ($1, 'Chart & <b>rule</b>', 'chart', 'digital', 'published')`,
    [world.demo],
  );
  await world.sql.query(
    `insert into public.prices (account_id, product_id, currency, amount) select account_id, id, 'EUR', 4000 from public.products where account_id = $1 and slug = 'chart'`,
    [world.demo],
  );
  const rows = await world.database.as(world.caller('student')).query<{ id: string }>(
    `select (private.place_order($1, jsonb_build_array(jsonb_build_object('product_id', p.id, 'quantity', 2)), 'WELCOME10', 'Amara', '{"country":"PT"}', 'a key of mine', 'en')).id
       from public.products p where p.account_id = $1 and p.slug = 'chart'`,
    [world.demo],
  );
  order = rows[0]?.id ?? '';
});
afterAll(() => world.close());

async function mailOf(kind: string) {
  const [job] = jobs;
  await job?.handle(context, { account_id: world.demo, order_id: order, kind });
  const rows = await world.sql.query<{ recipient: string; subject: string; html: string; body_text: string }>(
    'select recipient, subject, html, body_text from private.mails order by id desc limit 1',
  );
  return rows[0];
}

describe('the mail of an order', () => {
  test('says what was bought, what it comes to, and how it is paid', async () => {
    const mail = await mailOf('placed');
    expect(mail?.recipient).toBe('student@demo.test');
    expect(mail?.subject).toMatch(/^Your order #\d+ at Lumen Academy$/);
    expect(mail?.body_text).toContain('2 × Chart & <b>rule</b>: €80');
    expect(mail?.body_text).toContain('Coupon WELCOME10: -€8');
    expect(mail?.body_text).toContain('Total: €72');
    expect(mail?.body_text).toContain('IBAN');
    expect(mail?.body_text).toContain('https://demo.example/dashboard/orders');
    expect(mail?.html).toContain('Chart &amp; &lt;b&gt;rule&lt;/b&gt;');
  });

  test('every step has its own, in the language of the order', async () => {
    await world.sql.query(`update public.orders set locale = 'ar' where id = $1`, [order]);
    const subjects = new Set<string | undefined>();
    for (const kind of ['placed', 'paid', 'cancelled', 'refunded']) {
      const mail = await mailOf(kind);
      expect(mail?.html).toContain('dir="rtl"');
      expect(`${mail?.subject} ${mail?.body_text}`).not.toMatch(/mail\.|\{\{|undefined|null/);
      expect(mail?.subject).toMatch(/[\u0600-\u06FF]/);
      subjects.add(mail?.subject);
    }
    expect(subjects.size).toBe(4);
    const entries = await world.sql.query<{ mail: string; resent: boolean }>(
      `select facts ->> 'mail' as mail, (facts ->> 'resent')::boolean as resent from private.order_entries where order_id = $1 and kind = 'mail' order by id`,
      [order],
    );
    expect(entries.slice(-4)).toEqual(
      ['placed', 'paid', 'cancelled', 'refunded'].map((mail) => ({ mail, resent: false })),
    );
  });

  test('a refund says how much of the order came back, and whether access has ended', async () => {
    const sql = world.sql;
    await sql.query(`update public.orders set locale = 'en' where id = $1`, [order]);
    await sql.query(`select private.settle_order($1, $2)`, [world.demo, order]);
    const mailOfRefund = async (request: string) => {
      await sql.query(
        `select private.refund(${['o', request].filter(Boolean).join(', ')}) from public.orders o where o.id = $1`,
        [order],
      );
      const [row] = await sql.query<{ payload: Record<string, unknown> }>(
        `select payload from private.outbox where queue = 'order-mail' and payload ? 'refund_id' order by id desc limit 1`,
      );
      await jobs[0]?.handle(context, row?.payload ?? {});
      const [mail] = await sql.query<{ subject: string; body_text: string }>(
        'select subject, body_text from private.mails order by id desc limit 1',
      );
      return mail;
    };
    const part = await mailOfRefund('sum_of_it => 1250');
    expect(part?.subject).toMatch(/^Refund for order #\d+: Lumen Academy$/);
    expect(part?.body_text).toContain('Refunded: €12.50');
    expect(part?.body_text).not.toContain('access');
    expect((await mailOfRefund('sum_of_it => 100, revokes => true'))?.body_text).toContain(
      'The access to what was refunded has ended.',
    );
    expect((await mailOfRefund(`sum_of_it => 100, as_kind => 'credit'`))?.body_text).toContain('Credited to you: €1');
    const whole = await mailOfRefund('');
    expect(whole?.subject).toMatch(/^Order #\d+ was refunded/);
    expect(whole?.body_text).toContain('Refunded: €57.50');
  });

  test('a new order is mailed at once to who manages the shop and wants it, each in their language', async () => {
    const job = jobs.find(({ queue }) => queue === 'sale-mail');
    const outbox = await world.sql.query<{ payload: Record<string, unknown> }>(
      `select payload from private.outbox where queue = 'sale-mail' and payload ->> 'order_id' = $1`,
      [order],
    );
    expect(outbox).toHaveLength(1);
    const owner = world.caller('owner').claims.sub;
    await world.sql.query(
      `update auth.users set raw_user_meta_data = raw_user_meta_data || '{"locale": "ar"}' where id = $1`,
      [owner],
    );
    const mails = async () =>
      world.sql.query<{ recipient: string; subject: string; html: string; body_text: string }>(
        `with gone as (delete from private.mails returning recipient, subject, html, body_text) select * from gone`,
      );
    await mails();
    await job?.handle(context, outbox[0]?.payload ?? {});
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail?.recipient).toBe('owner@demo.test');
    expect(mail?.subject).toMatch(/^طلب جديد رقم \d+: Lumen Academy$/);
    expect(mail?.html).toContain('dir="rtl"');
    for (const part of [
      'Amara (student@demo.test)',
      '2 × Chart & <b>rule</b>',
      'https://demo.example/dashboard/manage/ecommerce/orders',
    ])
      expect(mail?.body_text).toContain(part);
    // The notification sends no second mail, and no mail goes out where sales mails are switched off.
    const [pendingMails] = await world.sql.query<{ many: string }>(
      `select count(*) as many from private.notification_sends s join public.account_notifications n on n.id = s.notification_id
        where s.channel = 'email' and n.said ->> 'key' = 'orderPlaced'`,
    );
    expect(Number(pendingMails?.many)).toBe(0);
    await world.sql.query(
      `insert into public.notification_preferences (account_id, user_id, no_email) values ($1, $2, '{sales}')
       on conflict (account_id, user_id) do update set no_email = excluded.no_email`,
      [world.demo, owner],
    );
    await job?.handle(context, outbox[0]?.payload ?? {});
    expect(await mails()).toEqual([]);
  });

  test('rejects an invalid payload, and sends no mail for a deleted order', async () => {
    const [job] = jobs;
    await expect(job?.handle(context, { kind: 'paid' })).rejects.toThrow();
    const before = await world.sql.query('select from private.mails');
    await job?.handle(context, { account_id: world.demo, order_id: crypto.randomUUID(), kind: 'paid' });
    expect(await world.sql.query('select from private.mails')).toHaveLength(before.length);
  });
});
