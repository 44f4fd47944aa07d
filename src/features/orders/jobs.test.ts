import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import i18next from 'i18next';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JobContext } from '#base/server/jobs.ts';
import { silentLog } from '#base/server/log.ts';
import { createMailer } from '#base/server/mail.ts';
import { root } from '#base/server/root.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import { jobs } from './jobs.ts';

let world: World;
let context: JobContext;
let order: string;
beforeAll(async () => {
  world = await openWorld();
  const texts = async (locale: string) =>
    JSON.parse(await readFile(join(root, 'locales', locale, 'orders.json'), 'utf8')) as object;
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
    `select (private.place_order($1, jsonb_build_array(jsonb_build_object('product_id', p.id, 'quantity', 2)), 'WELCOME10', 'Amara', '{}', 'a key of mine', 'en')).id
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
    expect(mail?.body_text).toContain('2 × Chart & <b>rule</b>: €80.00');
    expect(mail?.body_text).toContain('Coupon WELCOME10: -€8.00');
    expect(mail?.body_text).toContain('Total: €72.00');
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
  });

  test('a payload that is none is refused, an order that is gone writes to nobody', async () => {
    const [job] = jobs;
    await expect(job?.handle(context, { kind: 'paid' })).rejects.toThrow();
    const before = await world.sql.query('select from private.mails');
    await job?.handle(context, { account_id: world.demo, order_id: crypto.randomUUID(), kind: 'paid' });
    expect(await world.sql.query('select from private.mails')).toHaveLength(before.length);
  });
});
