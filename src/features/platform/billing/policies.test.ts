import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Caller } from '#base/server/database.ts';
import { matrix, sessionOf, userIdOf } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let owner: Caller;
let admin: Caller;
let invoice: string;
beforeAll(async () => {
  world = await openWorld();
  owner = await sessionOf(world, world.platform, await userIdOf(world, 'owner@demo.test'));
  admin = await sessionOf(world, world.platform, await userIdOf(world, 'admin@stoa.test'));
  const [made] = await world.sql.query<{ id: string }>('select id from public.invoices where account_id = $1 limit 1', [
    world.demo,
  ]);
  invoice = made?.id ?? '';
});
afterAll(() => world.close());

matrix(
  () => world,
  [
    ['subscriptions: reads', 'select plan_id from public.subscriptions', { visitor: '42501', others: 0 }],
    ['subscriptions: pays nothing', 'update public.subscriptions set amount = 0', { others: '42501' }],
    ['subscriptions: reads who pays', 'select customer from public.subscriptions', { others: '42501' }],
    [
      'subscriptions: adds one',
      `insert into public.subscriptions (account_id, plan_id, period, status, currency, amount) values ({demo}, 'dedicated', 'monthly', 'active', 'USD', 0)`,
      { others: '42501' },
    ],
    ['subscriptions: removes one', 'delete from public.subscriptions', { others: '42501' }],
    ['invoices: reads', 'select number from public.invoices', { visitor: '42501', others: 0 }],
    ['invoices: pays one by hand', `update public.invoices set status = 'paid'`, { others: '42501' }],
    [
      'invoices: adds one',
      `insert into public.invoices (account_id, number) values ({demo}, 'X')`,
      { others: '42501' },
    ],
    ['invoices: removes one', 'delete from public.invoices', { others: '42501' }],
    ['numbers of invoices', 'select from private.invoice_numbers', { others: '42501' }],
    ['messages of services', 'select from private.billing_events', { others: '42501' }],
    [
      'takes a plan on the account’s host',
      `select private.choose_plan({demo}, 'dedicated', 'monthly')`,
      { visitor: '42501', others: 'forbidden' },
    ],
    [
      'cancels on the account’s host',
      'select private.set_cancellation({demo}, true)',
      { visitor: '42501', others: 'forbidden' },
    ],
    ['tells what a service would', `select private.apply_billing({demo}, '{}')`, { others: '42501' }],
    ['asks how demo is paid', 'select public.takes_payment({demo})', { visitor: '42501', others: 'forbidden' }],
    ['runs the clock', 'select private.run_billing()', { others: '42501' }],
    [
      'reads an invoice on the account’s host',
      `select public.invoice_document({invoice})`,
      { visitor: '42501', others: 'not_found' },
    ],
    [
      'marks an invoice paid',
      'select public.mark_invoice_paid({demo}, {demo})',
      { visitor: '42501', others: 'forbidden' },
    ],
    [
      'opens a site from an account’s host',
      `select public.open_account('Mine', 'mine', 'courses', 'lumen', 'en', 'EUR')`,
      { visitor: '42501', others: 'forbidden' },
    ],
  ],
  () => ({ invoice }),
);

const rows = async (person: Caller, text: string, values: unknown[] = []) => {
  const outcome = await world.attempt(person, text, values);
  if ('refused' in outcome) throw new Error(`${outcome.refused}: ${outcome.message}`);
  return outcome.rows;
};

describe('on the platform’s host', () => {
  test('an owner sees the subscriptions of their own accounts only', async () => {
    expect(await rows(owner, 'select account_id, plan_id, amount::int from public.subscriptions')).toEqual([
      { account_id: world.demo, plan_id: 'professional', amount: 9900 },
    ]);
    expect(await rows(owner, 'select distinct account_id from public.invoices')).toEqual([{ account_id: world.demo }]);
  });

  test('an invoice whole is read by the owner of its account and those who run the platform', async () => {
    const stranger = await sessionOf(world, world.platform, await userIdOf(world, 'owner@atelier.test'));
    const read = 'select public.invoice_document($1) as it';
    const [ownInvoice] = await rows(owner, read, [invoice]);
    const [stored] = await world.sql.query<{ number: string }>(
      'select number, amount::int from public.invoices where id = $1',
      [invoice],
    );
    expect(ownInvoice?.it).toMatchObject({
      ...stored,
      site: 'Lumen Academy',
      email: 'owner@demo.test',
      seller: 'Stoa',
    });
    expect(await rows(admin, read, [invoice])).toEqual([ownInvoice]);
    expect(await world.attempt(stranger, read, [invoice])).toMatchObject({ refused: 'not_found' });
  });
  test('a platform administrator sees all of them', async () => {
    expect(await rows(admin, 'select account_id from public.subscriptions')).toHaveLength(2);
  });
  test('an owner is told whether their own site says how it is paid', async () => {
    const statement = 'select public.takes_payment($1) as it';
    const [before] = await rows(owner, statement, [world.demo]);
    await world.sql.query(
      `update public.options set value = value || jsonb_build_object('offline_instructions', $2::text) where account_id = $1 and key = 'settings'`,
      [world.demo, before?.it ? '' : 'To our account.'],
    );
    expect(await rows(owner, statement, [world.demo])).toEqual([{ it: !before?.it }]);
    expect(await world.attempt(owner, statement, [world.atelier])).toMatchObject({ refused: 'forbidden' });
  });
  test('nobody chooses a plan for another owner’s account', async () => {
    expect(
      await world.attempt(owner, `select private.choose_plan($1, 'dedicated', 'monthly')`, [world.atelier]),
    ).toMatchObject({ refused: 'forbidden' });
  });
});

describe('opening a site', () => {
  const open = (
    slug: string,
    more: Partial<Record<'title' | 'kind' | 'preset' | 'language' | 'currency', string>> = {},
  ) =>
    world.attempt(
      owner,
      `with made as (select public.open_account($1, $2, $3, $4, $5, $6) as id)
       select id is not null as is_made from made`,
      [
        more.title ?? 'Tide School',
        slug,
        more.kind ?? 'community',
        more.preset ?? 'atelier',
        more.language ?? 'ar',
        more.currency ?? 'KWD',
      ],
    );

  test('twenty are the most of one person, at the limit, one above and by fifty at once', async () => {
    const person = await userIdOf(world, 'instructor@demo.test');
    const caller = await sessionOf(world, world.platform, person);
    await world.sql.query(
      `insert into public.accounts (slug, owner_id) select 'many-' || i, $1 from generate_series(1, 19) i`,
      [person],
    );
    const attempts = await Promise.allSettled(
      Array.from({ length: 50 }, (_, at) =>
        world.database
          .as(caller)
          .query(`select public.open_account('Many', $1, 'courses', 'lumen', 'en', 'EUR')`, [`once-${at}`]),
      ),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const failures = attempts.filter((attempt) => attempt.status === 'rejected').map(({ reason }) => reason.detail);
    expect(new Set(failures)).toEqual(new Set(['limit_reached']));
    expect(await world.sql.query('select from public.accounts where owner_id = $1', [person])).toHaveLength(20);
    await world.sql.query(`delete from public.accounts where owner_id = $1`, [person]);
  });

  test('makes an account with its owner, look, language, currency and a trial of thirty days', async () => {
    const caller = await sessionOf(world, world.platform, await userIdOf(world, 'student@demo.test'));
    const [made] = await world.database
      .as(caller)
      .query<{ id: string }>(
        `select public.open_account('Tide School', 'tide', 'community', 'atelier', 'ar', 'KWD') as id`,
      );
    const id = made?.id;
    const [site] = await world.sql.query(
      `select a.features, a.plan_id, s.status, (s.trial_ends_at::date - current_date) as days, o.value, t.value as theme,
              (select r.kind from public.members m join public.roles r using (account_id, role_id) where m.account_id = a.account_id) as seat,
              (select array_agg(slug order by slug) from public.pages p where p.account_id = a.account_id and p.status = 'published') as pages
         from public.accounts a join public.subscriptions s using (account_id)
         join public.options o on o.account_id = a.account_id and o.key = 'settings'
         join public.options t on t.account_id = a.account_id and t.key = 'theme' where a.account_id = $1`,
      [id],
    );
    expect(site).toMatchObject({
      features: ['lms', 'groups'],
      plan_id: 'starter',
      status: 'trialing',
      days: 30,
      seat: 'owner',
      value: { sitetitle: 'Tide School', currency: 'KWD', defaultLanguage: 'ar', onboard: true },
      theme: { preset: 'atelier' },
      pages: expect.arrayContaining(['about']),
    });
    await world.sql.query('delete from public.accounts where account_id = $1', [id]);
  });

  test.each([
    ['a free address', 'free-school', {}, 'made'],
    ['an address that is taken', 'demo', {}, 'slug_taken'],
    ['one that is none', 'No Good', {}, 'slug_taken'],
    ['two letters', 'ab', {}, 'slug_taken'],
    ['no name', 'nameless', { title: ' ' }, 'invalid'],
    ['a kind nobody knows', 'kindless', { kind: 'casino' }, 'invalid'],
    ['a language nobody speaks here', 'tongue', { language: 'xx' }, 'invalid'],
    ['a currency that is none', 'moneyless', { currency: 'gold' }, 'invalid'],
    ['a look with a quote in it', 'lookless', { preset: `a"b` }, 'invalid'],
  ])('%s', async (_, slug, more, expected) => {
    const outcome = await open(slug, more);
    expect('refused' in outcome ? outcome.refused : 'made').toBe(expected);
  });

  test.each('www api admin app mail dev static assets login auth support status cdn rest files platform'.split(' '))(
    'the reserved address %s is taken',
    async (slug) => {
      expect(await open(slug, {})).toMatchObject({ refused: 'slug_taken' });
    },
  );

  test.each([
    ['free-school', true],
    ['demo', false],
    ['www', false],
    ['-no', false],
    [null, null],
  ])('availability of the slug %s', async (slug, free) => {
    expect(await rows(owner, 'select public.is_free_slug($1) as it', [slug])).toEqual([{ it: free }]);
  });
});

describe('paying by invoice, by the clock', () => {
  let id: string;
  let seller: Caller;
  const day = (n: number) => `now() + interval '${n} days'`;
  const run = (n: number) => world.sql.query(`select private.run_billing(${day(n)})`);
  const choose = async (plan: string, period = 'monthly') =>
    (
      await world.database
        .as(seller)
        .query<{ it: string }>('select private.choose_plan($1, $2, $3) as it', [id, plan, period])
    )[0]?.it;
  const now = async () =>
    (
      await world.sql.query<Record<string, unknown>>(
        `select s.status, s.plan_id, a.plan_id as held, s.amount::int, s.issued_count, s.reminders,
                (select array_agg(i.status order by i.id) from public.invoices i where i.account_id = s.account_id) as invoices
           from public.subscriptions s join public.accounts a using (account_id) where s.account_id = $1`,
        [id],
      )
    )[0];
  const mails = async () =>
    (
      await world.sql.query<{ kind: string }>(
        `select payload ->> 'kind' as kind from private.outbox where queue = 'billing-mail' and payload ->> 'account_id' = $1 order by id`,
        [id],
      )
    ).map(({ kind }) => kind);
  const pay = async () => {
    await world.database
      .as(admin)
      .query(
        `select public.mark_invoice_paid(account_id, id) from public.invoices where account_id = $1 and status = 'open'`,
        [id],
      );
  };

  beforeEach(async () => {
    const person = await userIdOf(world, 'member@demo.test');
    await world.sql.query('delete from public.accounts where owner_id = $1', [person]);
    seller = await sessionOf(world, world.platform, person);
    const [made] = await world.database
      .as(seller)
      .query<{ id: string }>(`select public.open_account('Reed', 'reed', 'courses', 'lumen', 'en', 'EUR') as id`);
    id = made?.id ?? '';
  });

  test('a trial is free; its end starts the first month with an invoice', async () => {
    await run(29);
    expect(await now()).toMatchObject({ status: 'trialing', invoices: null });
    await run(31);
    await run(31);
    expect(await now()).toMatchObject({ status: 'active', amount: 2900, issued_count: 1, invoices: ['open'] });
    expect(await mails()).toEqual(['invoice']);
  });

  test('a paid subscription renews every month', async () => {
    await run(31);
    await pay();
    await run(62);
    expect(await now()).toMatchObject({ status: 'active', issued_count: 2, invoices: ['paid', 'open'] });
  });

  test('what is not paid is reminded of three times, once each, then ends; everything that was made stays', async () => {
    await run(31);
    const counts: unknown[] = [];
    for (const n of [43, 44, 45, 47, 48, 51, 52, 57]) {
      await run(n);
      await run(n);
      counts.push((await mails()).filter((kind) => kind === 'reminder').length);
    }
    expect(counts).toEqual([0, 1, 1, 2, 2, 3, 3, 3]);
    expect(await now()).toMatchObject({ status: 'past_due', held: 'starter' });
    await run(59);
    expect(await now()).toMatchObject({ status: 'ended', held: null, invoices: ['uncollectible'] });
    expect((await mails()).at(-1)).toBe('exhausted');
    expect(await world.sql.query('select from public.pages where account_id = $1', [id])).not.toHaveLength(0);
  });

  test('a late payment clears the overdue state and stops the reminders', async () => {
    await run(31);
    await run(45);
    expect(await now()).toMatchObject({ status: 'past_due', reminders: 1 });
    await world.sql.query(`update public.invoices set due_at = now() - interval '1 hour' where account_id = $1`, [id]);
    await pay();
    expect(await now()).toMatchObject({ status: 'active', reminders: 0, invoices: ['paid'] });
    await run(50);
    expect(await mails()).toEqual(['invoice', 'reminder', 'paid']);
  });

  test('cancelling ends it with the period; taking that back in time changes nothing', async () => {
    const cancel = (yes: boolean) =>
      world.database.as(seller).query('select private.set_cancellation($1, $2)', [id, yes]);
    await cancel(true);
    await cancel(false);
    await run(31);
    await pay();
    expect(await now()).toMatchObject({ status: 'active' });
    await cancel(true);
    await run(60);
    expect(await now()).toMatchObject({ status: 'active' });
    await run(62);
    expect(await now()).toMatchObject({ status: 'ended', held: null });
    expect(await mails()).toEqual(['cancelled', 'resumed', 'invoice', 'paid', 'cancelled', 'ended']);
    expect(await choose('starter')).toBe('active');
    expect(await now()).toMatchObject({ status: 'active', held: 'starter' });
  });

  test('up is at once, down with the period', async () => {
    expect(await choose('professional')).toBe('active');
    await pay();
    expect(await now()).toMatchObject({ held: 'professional', amount: 9900 });
    expect(await choose('starter')).toBe('scheduled');
    expect(await now()).toMatchObject({ held: 'professional' });
    await run(32);
    expect(await now()).toMatchObject({ status: 'active', held: 'starter', amount: 2900, invoices: ['paid', 'open'] });
  });

  test('to stay takes back the step that waits, and costs nothing', async () => {
    await choose('professional');
    await pay();
    await choose('starter');
    expect(await choose('professional')).toBe('active');
    expect(await now()).toMatchObject({ held: 'professional', issued_count: 1, invoices: ['paid'] });
    await run(32);
    expect(await now()).toMatchObject({ held: 'professional', invoices: ['paid', 'open'] });
  });

  test('a price change applies to a subscription only when its owner chooses again', async () => {
    await choose('professional');
    await world.sql.query(
      `update public.plans set pricing = jsonb_set(pricing, '{offline,monthly,amount}', '12900') where id = 'professional'`,
    );
    expect(await now()).toMatchObject({ amount: 9900 });
    await world.sql.query(
      `update public.plans set pricing = jsonb_set(pricing, '{offline,monthly,amount}', '9900') where id = 'professional'`,
    );
  });

  test('a plan with a number of billing cycles ends with the last one', async () => {
    await choose('professional', 'annual');
    await pay();
    await run(366);
    await pay();
    expect(await now()).toMatchObject({ issued_count: 2, status: 'active' });
    await run(732);
    expect(await now()).toMatchObject({ status: 'ended' });
    expect((await mails()).at(-1)).toBe('completed');
  });

  test('a one-time payment never expires', async () => {
    expect(await choose('lifetime', 'onetime')).toBe('active');
    await pay();
    await run(4000);
    expect(await now()).toMatchObject({ status: 'active', held: 'lifetime', invoices: ['paid'] });
  });

  test('invoices of fifty at once are numbered without a gap', async () => {
    await Promise.all(
      Array.from({ length: 50 }, () =>
        world.sql.query('select private.issue_invoice(s, now()) from public.subscriptions s where s.account_id = $1', [
          id,
        ]),
      ),
    );
    const [numbers] = await world.sql.query<{ many: number; span: number }>(
      `select count(*)::int as many, (max(n) - min(n) + 1)::int as span from
         (select split_part(number, '-', 3)::int as n from public.invoices where account_id = $1) x`,
      [id],
    );
    expect(numbers).toEqual({ many: 50, span: 50 });
  });
});
