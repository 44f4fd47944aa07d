import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JobContext } from '#base/server/jobs.ts';
import { silentLog } from '#base/server/log.ts';
import { createMailer } from '#base/server/mail.ts';
import { type Affiliates, openAffiliates } from '#tests/db/affiliates.ts';
import { openShop, type Shop } from '#tests/db/shop.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import { textOf } from '#tests/texts.ts';
import { jobs, schedules } from './jobs.ts';

let world: World;
let shop: Shop;
let affiliates: Affiliates;
let context: JobContext;
let affiliate: string;
beforeAll(async () => {
  world = await openWorld();
  shop = await openShop(world);
  affiliates = openAffiliates(world, shop);
  context = {
    sql: world.sql,
    mailer: createMailer({ from: 'shop@stoa.test', sql: world.sql }),
    log: silentLog,
    siteUrlOf: async () => 'https://demo.example',
    t: textOf,
  };
  await world.sql.query(`delete from private.outbox where queue = 'affiliate-mail'`);
  affiliate = await affiliates.join(
    'parent',
    await affiliates.addProgramme({ title: 'Friends & <b>family</b>' }),
    'MAILED',
  );
});
afterAll(() => world.close());

/** Handles what waits in the outbox, and returns the mails that were sent. */
async function mails() {
  await world.sql.query('delete from private.mails');
  const waiting = await world.sql.query<{ payload: Record<string, unknown> }>(
    `delete from private.outbox where queue = 'affiliate-mail' returning payload`,
  );
  for (const { payload } of waiting) await jobs[0]?.handle(context, payload);
  const sent = await world.sql.query<{ recipient: string; subject: string; html: string; body_text: string }>(
    'select recipient, subject, html, body_text from private.mails order by id',
  );
  for (const { subject, body_text } of sent)
    expect(`${subject} ${body_text}`).not.toMatch(/mails\.|\{\{|undefined|null/);
  return sent;
}

test('who is approved gets their link', async () => {
  const [mail] = await mails();
  expect(mail).toMatchObject({ recipient: 'parent@demo.test', subject: 'You can now recommend Lumen Academy' });
  expect(mail?.body_text).toContain('https://demo.example/?ref=MAILED');
  expect(mail?.body_text).toContain('https://demo.example/dashboard/orders/recommend');
  expect(mail?.html).toContain('Friends &amp; &lt;b&gt;family&lt;/b&gt;');
});

test('the first commission is mailed, a later one is not, and a payout is', async () => {
  const buy = async () =>
    affiliates.buy('member', {
      items: [{ product_id: shop.goods, quantity: 1 }],
      referrals: [await affiliates.click('MAILED')],
    });
  await buy();
  expect((await mails()).map(({ subject }) => subject)).toEqual(['Your first commission at Lumen Academy']);
  await buy();
  expect(await mails()).toEqual([]);
  await shop.as('owner').query(`select public.pay_affiliate($1, 'EUR', 210)`, [affiliate]);
  expect((await mails()).map(({ subject }) => subject)).toEqual(['Lumen Academy has paid you €2.10']);
});

test('each reads it in their own language', async () => {
  await world.sql.query(
    `update auth.users set raw_user_meta_data = raw_user_meta_data || '{"locale": "ar"}' where email = 'parent@demo.test'`,
  );
  await jobs[0]?.handle(context, { account_id: world.demo, affiliate_id: affiliate, kind: 'approved' });
  const [mail] = await world.sql.query<{ html: string }>('select html from private.mails order by id desc limit 1');
  expect(mail?.html).toContain('dir="rtl"');
});

test('nobody who left is written to', async () => {
  await world.sql.query('delete from private.mails');
  await jobs[0]?.handle(context, { account_id: world.demo, affiliate_id: crypto.randomUUID(), kind: 'paid' });
  expect(await world.sql.query('select from private.mails')).toEqual([]);
});

test('the nightly runs agree with the ledger and forget old visits', async () => {
  const [check, forget] = schedules;
  expect(await check?.run(context)).toBe('What is owed to affiliates agrees with the ledger.');
  await affiliates.click('MAILED', 400);
  expect(await forget?.run(context)).toBe('Removed 1 visits that no order can claim any more.');
  await world.sql.transaction(async (tx) => {
    await tx.query('alter table public.ledger_entries disable trigger all');
    await tx.query("delete from public.ledger_entries where code = 'affiliates_payable' and account_id = $1", [
      world.demo,
    ]);
    await tx.query('alter table public.ledger_entries enable trigger all');
  });
  await expect(check?.run(context)).rejects.toThrow(`${world.demo} EUR`);
});
