import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import { pdfTexts } from '#tests/pdf.ts';
import { schedules } from './jobs.ts';
import { mailKinds } from './mails/billing-mail.ts';

let world: World;
let app: AppWorld;
beforeAll(async () => {
  world = await openWorld();
  app = await openApp(world);
});
afterAll(async () => {
  await app.close();
  await world.close();
});

const fields = {
  number: 'ST-2026-0042',
  amount: 9900,
  currency: 'USD',
  due: '2026-12-03T00:00:00Z',
  until: '2026-12-17T00:00:00Z',
  step: 1,
};
const notify = async (kind: string) => {
  await world.sql.query('select private.notify_owner($1, $2, $3::jsonb)', [world.demo, kind, JSON.stringify(fields)]);
  return (await app.settleJobs()).filter(({ text }) => text.includes(`account=${world.demo}`));
};

test.each(mailKinds)('the mail of %s goes to the owner once, in their language, from the platform', async (kind) => {
  const subjects: string[] = [];
  for (const locale of ['en', 'ar']) {
    await world.sql.query(
      `update auth.users set raw_user_meta_data = raw_user_meta_data || jsonb_build_object('locale', $1::text) where email = 'owner@demo.test'`,
      [locale],
    );
    const [mail, ...more] = await notify(kind);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ to: 'owner@demo.test', account_id: world.platform });
    expect(`${mail?.subject} ${mail?.text}`).toContain('Lumen Academy');
    expect(`${mail?.subject} ${mail?.text}`).not.toMatch(/mail\.|\{\{|undefined|null/);
    expect(mail?.html).toContain(`dir="${locale === 'ar' ? 'rtl' : 'ltr'}"`);
    expect(mail?.text).toContain(`/dashboard/billing?account=${world.demo}`);
    subjects.push(mail?.subject ?? '');
  }
  expect(new Set(subjects).size).toBe(2);
});

test('an invoice mail has its amount, number and due date', async () => {
  await world.sql.query(
    `update auth.users set raw_user_meta_data = raw_user_meta_data || '{"locale": "en"}' where email = 'owner@demo.test'`,
  );
  const [mail] = await notify('invoice');
  expect(mail?.subject).toBe('Invoice ST-2026-0042 for Lumen Academy');
  expect(mail?.text).toContain('$99 is due on December 3, 2026');
});

/** Mails to the account's owner, each with the text lines of its PDF attachments. */
const pdfLinesOf = async (account: string) => {
  const mails = (await app.settleJobs()).filter(({ text }) => text.includes(`account=${account}`));
  return Promise.all(
    mails.map(async ({ text, attachments = [] }) => ({
      text,
      papers: await Promise.all(
        attachments.map(async ({ name, type, content }) => ({ name, type, lines: await pdfTexts(content) })),
      ),
    })),
  );
};

test('an invoice, its reminder and the news that it is paid bring it as PDF; other mails bring nothing', async () => {
  await world.sql.query('delete from private.outbox');
  const begun = `select private.begin_period($1, 'starter', 'monthly', now() - interval '20 days')`;
  await world.sql.query(begun, [world.demo]);
  const [invoice] = await world.sql.query<{ id: string; number: string }>(
    `select id, number from public.invoices where account_id = $1 and status = 'open' order by issued_at desc limit 1`,
    [world.demo],
  );
  const paper = (state: string) => ({
    name: `${invoice?.number}.pdf`,
    type: 'application/pdf',
    lines: expect.arrayContaining([`Invoice ${invoice?.number}`, 'localhost', 'Lumen Academy', state]),
  });
  expect(await pdfLinesOf(world.demo)).toMatchObject([{ papers: [paper('Open')] }]);
  await world.sql.query(
    `update public.invoices set due_at = now() - interval '1 hour' where account_id = $1 and id = $2`,
    [world.demo, invoice?.id],
  );
  await world.sql.query('select private.run_billing()');
  expect(await pdfLinesOf(world.demo)).toMatchObject([{ papers: [paper('Open')] }]);
  const outcome = await app.call('/rest/v1/rpc/mark_invoice_paid', {
    method: 'POST',
    host: 'platform',
    token: (await app.signIn('platform', 'admin@stoa.test')).access_token,
    headers: { apikey: app.runtime.keys.anon_key },
    body: { account_id: world.demo, invoice_id: invoice?.id },
  });
  expect(outcome.status).toBe(200);
  expect(await pdfLinesOf(world.demo)).toMatchObject([{ papers: [paper('Paid')] }]);
  await world.sql.query("select private.notify_owner($1, 'ended', $2::jsonb)", [world.demo, JSON.stringify(fields)]);
  expect(await pdfLinesOf(world.demo)).toMatchObject([{ papers: [] }]);
});

test('another account’s invoice never goes along', async () => {
  const [otherInvoice] = await world.sql.query<{ id: string }>(
    'select id from public.invoices where account_id <> $1 limit 1',
    [world.atelier],
  );
  expect(otherInvoice).toBeDefined();
  await world.sql.query("select private.notify_owner($1, 'paid', jsonb_build_object('invoice_id', $2::uuid))", [
    world.atelier,
    otherInvoice?.id,
  ]);
  expect(await pdfLinesOf(world.atelier)).toMatchObject([{ papers: [] }]);
});

test('the schedule runs every hour and prunes old billing events', async () => {
  await world.sql.query(
    `insert into private.billing_events (provider, event_id, received_at) values ('stripe', 'old', now() - interval '91 days'), ('stripe', 'new', now())`,
  );
  await world.sql.query(
    `update public.subscriptions set status = 'trialing', plan_id = 'starter', period = 'monthly', trial_ends_at = now(), period_end = now() where account_id = $1`,
    [world.atelier],
  );
  const [clock] = schedules;
  await clock?.run({ sql: world.sql } as Parameters<NonNullable<typeof clock>['run']>[0]);
  const rows = await world.sql.query<{ event_id: string }>('select event_id from private.billing_events');
  expect(rows).toEqual([{ event_id: 'new' }]);
  const [subscription] = await world.sql.query('select status from public.subscriptions where account_id = $1', [
    world.atelier,
  ]);
  expect(subscription).toEqual({ status: 'active' });
});

describe('what is paid by invoice', () => {
  const begin = (plan: string, period: string, at: string) =>
    world.sql.query('select private.begin_period($1, $2, $3, $4::timestamptz)', [world.atelier, plan, period, at]);
  const endOf = async () =>
    (
      await world.sql.query<{ day: string }>(
        `update public.subscriptions set iterations = null where account_id = $1
         returning to_char(period_end at time zone 'utc', 'YYYY-MM-DD') as day`,
        [world.atelier],
      )
    )[0]?.day;
  const runUntil = async (day: string) => {
    await world.sql.query(`update public.invoices set status = 'paid', paid_at = now() where status = 'open'`);
    await world.sql.query('select private.run_billing($1::timestamptz)', [`${day}T11:00Z`]);
  };

  test.each([
    ['monthly', '2027-01-31', ['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']],
    ['monthly', '2027-12-30', ['2028-01-30', '2028-02-29', '2028-03-30']],
    ['annual', '2028-02-29', ['2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29']],
  ])('%s from %s keeps the day it began on', async (period, first, ends) => {
    await begin('starter', period, `${first}T10:00Z`);
    for (const end of ends) {
      expect(await endOf()).toBe(end);
      await runUntil(end);
    }
  });

  test('keeps the anchor day of another plan from the moment it starts', async () => {
    await begin('starter', 'monthly', '2027-01-31T10:00Z');
    await begin('professional', 'monthly', '2027-02-15T10:00Z');
    expect(await endOf()).toBe('2027-03-15');
    await runUntil('2027-03-15');
    expect(await endOf()).toBe('2027-04-15');
  });
});
