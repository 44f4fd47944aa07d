import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import i18next from 'i18next';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JobContext } from '#base/server/jobs.ts';
import { silentLog } from '#base/server/log.ts';
import { createMailer } from '#base/server/mail.ts';
import { openShop, type Shop } from '#tests/db/shop.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import { jobs, schedules } from './jobs.ts';

let world: World;
let shop: Shop;
let context: JobContext;
beforeAll(async () => {
  world = await openWorld();
  shop = await openShop(world);
  const texts = async (locale: string) =>
    JSON.parse(await readFile(join(import.meta.dirname, 'texts', `${locale}.json`), 'utf8')) as object;
  const i18n = i18next.createInstance();
  await i18n.init({
    resources: { en: { fulfilment: await texts('en') }, ar: { fulfilment: await texts('ar') } },
    interpolation: { escapeValue: false },
  });
  context = {
    sql: world.sql,
    mailer: createMailer({ from: 'shop@stoa.test', sql: world.sql }),
    log: silentLog,
    siteUrlOf: async () => 'https://demo.example',
    t: (lng, ns, key, values) => i18n.t(key, { lng, ns, ...values }),
  };
});
afterAll(() => world.close());

/** Sells a product of a type to the student, paid; the ids of the line and its first voucher. */
async function buy(type: 'physical' | 'seats' | 'gift') {
  const [product] = await world.sql.query<{ id: string }>(
    `insert into public.products (account_id, title, slug, type, status, seats) values ($1, 'Light & <b>lens</b>', $2, $3, 'published', $4) returning id`,
    [world.demo, `sold-${type}`, type, type === 'seats' ? 3 : null],
  );
  const product_id = product?.id ?? '';
  await shop.setPrices(product_id, [{ currency: 'EUR', amount: 100 }]);
  const address = { country: 'PT', street: 'Rua do Sol 4', city: 'Lisboa' };
  const { id } = await shop.place('student', { address, items: [{ product_id, quantity: 1 }], name: 'Amara' });
  await shop.as('owner').query('select public.mark_paid($1)', [id]);
  const [line] = await world.sql.query<{ id: string; voucher: string | null }>(
    `select i.id, v.id as voucher from public.order_items i left join public.vouchers v on v.order_item_id = i.id where i.order_id = $1`,
    [id],
  );
  return { order: id ?? '', line: line?.id ?? '', voucher: line?.voucher ?? '' };
}

/** Runs a job, and returns the mails it sent. */
async function mailsOf(queue: string, payload: object) {
  await world.sql.query('delete from private.mails');
  await jobs.find((job) => job.queue === queue)?.handle(context, { account_id: world.demo, ...payload });
  const mails = await world.sql.query<{ recipient: string; subject: string; html: string; body_text: string }>(
    'select recipient, subject, html, body_text from private.mails order by id',
  );
  for (const { subject, body_text } of mails)
    expect(`${subject} ${body_text}`).not.toMatch(/mail\.|\{\{|undefined|null/);
  return mails;
}

test('a gift is mailed with who gives it, their words and the link that opens it, in the language of the order', async () => {
  const { order, voucher } = await buy('gift');
  await shop
    .as('student')
    .query(`select public.send_gift($1, 'friend@home.test', 'Ana', 'For the <i>long</i> evenings.')`, [voucher]);
  const [mail] = await mailsOf('voucher-mail', { voucher_id: voucher });
  expect(mail).toMatchObject({ recipient: 'friend@home.test', subject: 'A gift for you: Light & <b>lens</b>' });
  expect(mail?.body_text).toContain('Amara gives you Light & <b>lens</b>');
  expect(mail?.html).toContain('For the &lt;i&gt;long&lt;/i&gt; evenings.');
  expect(mail?.body_text).toMatch(/https:\/\/demo\.example\/dashboard\/orders\/redeem\?code=[0-9a-f]{20}/);
  await world.sql.query(`update public.orders set locale = 'ar' where id = $1`, [order]);
  expect((await mailsOf('voucher-mail', { voucher_id: voucher }))[0]?.html).toContain('dir="rtl"');
  await shop.as('owner').query('select public.refund_order($1)', [order]);
  expect(await mailsOf('voucher-mail', { voucher_id: voucher })).toEqual([]);
});

test('who gets a seat is mailed the link that takes it, and who has it at once where their courses are', async () => {
  const { line } = await buy('seats');
  await shop.as('student').query(`select public.assign_seats($1, '[{"email": "a@team.test"}]')`, [line]);
  const [seat] = await world.sql.query<{ id: string }>('select id from public.vouchers where order_item_id = $1', [
    line,
  ]);
  const [mail] = await mailsOf('voucher-mail', { voucher_id: seat?.id });
  expect(mail?.body_text).toContain('Amara has given you a seat');
  expect(mail?.body_text).toContain('/dashboard/orders/redeem?code=');
  await world.sql.query('update public.vouchers set redeemed_at = now() where id = $1', [seat?.id]);
  const [open] = await mailsOf('voucher-mail', { voucher_id: seat?.id });
  expect(open?.body_text).toContain('https://demo.example/dashboard/courses');
  expect(open?.body_text).not.toContain('code=');
});

test('the buyer of a thing that was sent is mailed its number', async () => {
  const { line } = await buy('physical');
  expect(await mailsOf('shipment-mail', { order_item_id: line })).toEqual([]);
  await shop.as('owner').query(`select public.ship_line($1, 'CTT 4711')`, [line]);
  const [mail] = await mailsOf('shipment-mail', { order_item_id: line });
  expect(mail?.recipient).toBe('student@demo.test');
  expect(mail?.body_text).toContain('CTT 4711');
});

test('the schedule says how many gifts it mailed', async () => {
  const [schedule] = schedules;
  expect(await schedule?.run(context)).toBe('Mailed 0 gifts whose day had come.');
});
