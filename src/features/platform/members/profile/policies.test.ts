import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '#base/server/database.ts';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { confirmed, countOf, matrix, sessionOf } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

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

const MARKER = 'zanzibar7qx';
const email = (name: string) => `${name}-${MARKER}@example.com`;

/** Signs up a user on demo with the marker in every text; returns their caller with a session of the test world. */
async function signUp(name: string): Promise<Caller> {
  const response = await app.call('/auth/v1/signup', {
    method: 'POST',
    headers: { apikey: app.runtime.keys.anon_key },
    body: {
      email: email(name),
      password: 'a sentence nobody guesses',
      data: { display_name: `${name} ${MARKER}`, locale: 'en' },
    },
  });
  expect(response.status).toBe(200);
  const [row] = await world.sql.query<{ id: string }>(
    'update auth.users set email_proved_at = now() where email = $1 returning id',
    [email(name)],
  );
  return confirmed(world, await sessionOf(world, world.demo, row?.id ?? ''));
}

/** Every row of every table that contains a text, as `table: column values`. */
async function findings(text: string): Promise<string[]> {
  const tables = await world.sql.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema')`,
  );
  const hits: string[] = [];
  for (const { name } of tables) {
    const rows = await world.sql.query<{ row: string }>(
      `select to_jsonb(t)::text as row from ${name} t where position(lower($1) in lower(to_jsonb(t)::text)) > 0`,
      [text],
    );
    hits.push(...rows.map(({ row }) => `${name}: ${row}`));
  }
  return hits;
}

/** Inserts every kind of personal data a user can create, each field with the marker. */
async function insertData(user: Caller, name: string): Promise<void> {
  const as = world.database.as(user);
  await as.query(
    `update public.members set name = $2, bio = $2, avatar = $2, time_zone = 'Europe/Lisbon' where account_id = $1 and user_id = auth.uid()`,
    [world.demo, `${name} <${MARKER}>`],
  );
  const [price] = await world.sql.query<{ product_id: string; id: string }>(
    `select p.product_id, p.id from public.prices p join public.products x on x.id = p.product_id
      where p.account_id = $1 and p.is_active and x.status = 'published' order by p.amount limit 1`,
    [world.demo],
  );
  const ordered = await app.call('/api/orders/checkout', {
    method: 'POST',
    token: await app.runtime.tokens.sign(user.claims, 600),
    body: {
      items: [{ product_id: price?.product_id, quantity: 1 }],
      customer: { name: `${name} <${MARKER}>` },
      billing_address: { street: MARKER, city: MARKER, country: 'PT' },
      idempotency_key: `key-${name}-12345`,
    },
  });
  expect(await ordered.text()).toContain('order');
  const values = [world.demo, user.claims.sub, MARKER];
  for (const table of ['private.logs', 'public.account_notifications'])
    await world.sql.query(`insert into ${table} (account_id, user_id, message) values ($1, $2, $3)`, values);
  await as.query(`select public.save_push_subscription($1, $2, repeat('B', 87), repeat('a', 22), $3)`, [
    world.demo,
    `https://push.example/${name}`,
    MARKER,
  ]);
  await as.query(
    'insert into public.notification_preferences (account_id, user_id, time_zone) values ($1, auth.uid(), $2)',
    [world.demo, MARKER],
  );
  await world.sql.query(
    `insert into public.invitations (account_id, email, name, role_id, accepted_at)
     select account_id, $2, $3, role_id, now() from public.roles where account_id = $1 and kind = 'student'`,
    [world.demo, email(name), MARKER],
  );
  await world.sql.query(
    `insert into public.member_import_rows (account_id, import_id, line, email, name, outcome)
     select account_id, id, 100 + (select count(*) from public.member_import_rows), $2, $3, 'invited' from public.member_imports where account_id = $1`,
    [world.demo, email(name), MARKER],
  );
  const [post] = await world.sql.query<{ post: string; form: string }>(
    `select (select id from public.posts where account_id = $1 and status = 'published' limit 1) as post,
            (select id from public.forms where account_id = $1 limit 1) as form`,
    [world.demo],
  );
  const [comment] = await world.sql.query<{ id: string }>(
    `insert into public.thread_posts (account_id, thread_id, member_id, author_name, content, status)
     select account_id, (select id from public.threads where subject_id = $2), id, $3, $3, 'shown' from public.members where account_id = $1 and user_id = $4 returning id`,
    [world.demo, post?.post, `${name} <${MARKER}>`, user.claims.sub],
  );
  // One comment another user replied to, and one of their own below another's.
  await world.sql.query(
    `insert into public.thread_posts (account_id, thread_id, parent_id, member_id, author_name, content, status)
     select account_id, (select id from public.threads where subject_id = $2), $3::uuid, id, name, 'An answer of somebody else.', 'shown'
       from public.members where account_id = $1 and email = 'student@demo.test'
     union all
     select account_id, (select id from public.threads where subject_id = $2), null, id, $4, $4, 'waiting'
       from public.members where account_id = $1 and user_id = $5`,
    [world.demo, post?.post, comment?.id, MARKER, user.claims.sub],
  );
  await world.sql.query(
    `with c as (insert into public.contacts (account_id, email, name, tags) values ($1, $3, $4, array[$4])
       on conflict (account_id, email) do update set name = excluded.name returning id)
     insert into public.form_submissions (account_id, form_id, contact_id, answers, words, email)
     select $1, $2, c.id, jsonb_build_array(jsonb_build_object('value', $4::text)), $4, $3 from c`,
    [world.demo, post?.form, email(name), MARKER],
  );
  await as.query(`select public.open_ticket($1, 'bug', $2, $2)`, [world.demo, `About ${MARKER}`]);
  await world.sql.query(
    `insert into public.webhook_deliveries (account_id, webhook_id, event_id, type, body, status, next_attempt_at)
     select account_id, id, gen_random_uuid(), 'order.paid', $2, 'delivered', null from public.webhooks where account_id = $1 limit 1`,
    [world.demo, JSON.stringify({ data: { customer: { email: email(name), name: MARKER } } })],
  );
  // Mails to others about them.
  await world.sql.query(
    `insert into private.mails (account_id, recipient, subject, html, body_text) values ($1, 'owner@demo.test', 'New', '', $2)`,
    [world.demo, `From: ${name} <${email(name)}>\n${MARKER}`],
  );
  await app.call('/auth/v1/recover', {
    method: 'POST',
    headers: { apikey: app.runtime.keys.anon_key },
    body: { email: email(name) },
  });
  await app.settleJobs();
}

matrix(
  () => world,
  [
    ['sees where others are signed in', 'select from auth.sessions', { others: '42501' }],
    [
      'asks where they are signed in',
      'select from public.own_sessions() s where not s.is_current',
      // The owner's other sessions are on other accounts.
      { visitor: '42501', others: 0 },
    ],
    [
      'signs a stranger’s device out',
      'select public.end_own_session(gen_random_uuid()) ended where false',
      { visitor: '42501', others: 0 },
    ],
    ['reads who was forgotten', 'select from private.erasures', { others: '42501' }],
    ['has a member forgotten', 'select private.erase_member({demo}, auth.uid())', { others: '42501' }],
    [
      'has themselves forgotten',
      'select public.erase_own_data()',
      // The owner has to transfer the account first.
      {
        visitor: '42501',
        owner: 'owner_stays',
        atelierOwner: 'owner_stays',
        unbound: 'not_authenticated',
        // A session could be stolen, so it has to be confirmed.
        others: 'reauthentication_needed',
      },
    ],
  ],
  () => ({}),
);

describe('being forgotten', () => {
  test('leaves nothing of the person anywhere but the order, and of that no more than what was sold', async () => {
    const user = await signUp('lena');
    await insertData(user, 'lena');
    const before = new Set((await findings(MARKER)).map((row) => row.split(':')[0]));
    // The inserted data is found; otherwise nothing below could fail.
    for (const table of [
      'auth.users',
      'public.members',
      'public.orders',
      'private.logs',
      'private.mails',
      'public.invitations',
      'public.member_import_rows',
      'public.account_notifications',
      'public.push_subscriptions',
      'public.notification_preferences',
      'public.thread_posts',
      'public.contacts',
      'public.form_submissions',
      'public.tickets',
      'public.ticket_messages',
      'public.webhook_deliveries',
    ])
      expect(before).toContain(table);
    const [order] = await world.sql.query<{ id: string; total: string }>(
      'select id, total from public.orders where email = $1',
      [email('lena')],
    );
    const [row] = await world.database.as(user).query<{ outcome: string }>('select public.erase_own_data() as outcome');
    expect(row?.outcome).toBe('erased');
    expect(await findings(MARKER)).toEqual([]);
    const remaining = (await findings(String(user.claims.sub))).map((line) => line.split(':')[0]);
    // Only a user id without a person is left: in the erasure, the audit log, the day's notifications and the usage counts.
    const anonymized = ['private.erasures', 'public.audit_entries', 'realtime.messages', 'private.meter_uses'];
    expect(remaining.filter((table) => !anonymized.includes(table ?? ''))).toEqual([]);
    const [stored] = await world.sql.query(
      'select total, email, customer_name, billing_address, user_id, member_id from public.orders where id = $1',
      [order?.id],
    );
    expect(stored).toEqual({
      total: order?.total,
      email: '',
      customer_name: '—',
      billing_address: {},
      user_id: null,
      member_id: null,
    });
  });

  test('an answered comment keeps its place without words or name; an unanswered one goes', async () => {
    const rows = await world.sql.query(
      `select c.author_name, c.content, r.content as answer from public.thread_posts c
         join public.thread_posts r on r.parent_id = c.id where r.content = 'An answer of somebody else.'`,
    );
    expect(rows).toEqual([{ author_name: '—', content: '—', answer: 'An answer of somebody else.' }]);
    expect(
      await world.sql.query(`select from public.thread_posts where content = '—' and member_id is not null`),
    ).toEqual([]);
  });

  test('takes nothing of anybody whose address or name holds theirs', async () => {
    const user = await signUp('o_a');
    const address = email('o_a');
    // What a wildcard or a substring match of the address would also delete.
    for (const otherEmail of [`j${address}`, address.replace('_', 'x'), `${address}.au`]) {
      await world.sql.query(
        `insert into private.outbox (queue, payload) values ('audit-probe', jsonb_build_object('to', $1::text, 'account_id', $2::text))`,
        [otherEmail, world.demo],
      );
      await world.sql.query(
        `insert into private.mails (account_id, recipient, subject, html, body_text) values ($1, $2, 'Yours', '', 'To you: ' || $2)`,
        [world.demo, otherEmail],
      );
    }
    await world.sql.query(
      `insert into private.outbox (queue, payload) values ('audit-probe', jsonb_build_object('account_id', $2::text, 'lines', jsonb_build_array('Hello' || chr(10) || $1::text || '.')))`,
      [address, world.demo],
    );
    // A customer whose name is a single letter.
    await world.sql.query(
      `insert into public.account_notifications (account_id, user_id, message, said)
       select $1, user_id, 'New order #7 from ' || who || '.', jsonb_build_object('key', 'orderPlaced', 'values', jsonb_build_object('number', '#7', 'name', who))
         from public.members, unnest(array['e', 'Helene']) who where account_id = $1 and email = 'owner@demo.test'`,
      [world.demo],
    );
    await world.sql.query(`update public.members set name = 'e' where account_id = $1 and user_id = $2`, [
      world.demo,
      user.claims.sub,
    ]);
    const mailsOf = async () =>
      (await world.sql.query('select from public.account_notifications where account_id = $1', [world.demo])).length;
    const before = await mailsOf();
    await world.database.as(user).query('select public.erase_own_data()');
    expect(await mailsOf()).toBe(before - 1);
    const remaining = await world.sql.query<{ to: string }>(
      `select payload ->> 'to' as to from private.outbox where queue = 'audit-probe' order by id`,
    );
    expect(remaining.map(({ to }) => to)).toEqual([`j${address}`, address.replace('_', 'x'), `${address}.au`]);
    expect(await world.sql.query(`select from private.mails where subject = 'Yours'`)).toHaveLength(3);
    await world.sql.query(`delete from private.outbox where queue = 'audit-probe'`);
  });

  test('on one site takes what was asked and sent there, though the person remains elsewhere', async () => {
    const user = await signUp('rosa');
    await insertData(user, 'rosa');
    await world.sql.query(`select private.make_member($1, $2, 'student')`, [world.atelier, user.claims.sub]);
    const [row] = await world.database.as(user).query<{ outcome: string }>('select public.erase_own_data() as outcome');
    expect(row?.outcome).toBe('left');
    const hits = (await findings(email('rosa'))).filter((line) => !/^auth\./.test(line));
    // Nothing of demo; of the other account only the membership.
    expect(hits.every((line) => line.includes(world.atelier) && !line.includes(world.demo))).toBe(true);
  });

  test('on one site does not change another site’s member', async () => {
    const user = await signUp('nils');
    await world.sql.query(`select private.make_member($1, $2, 'student')`, [world.atelier, user.claims.sub]);
    const [row] = await world.database.as(user).query<{ outcome: string }>('select public.erase_own_data() as outcome');
    expect(row?.outcome).toBe('left');
    const places = await world.sql.query('select account_id from public.members where user_id = $1', [user.claims.sub]);
    expect(places).toEqual([{ account_id: world.atelier }]);
  });
});

describe('a copy of all that is kept', () => {
  test('holds what was planted, on this account alone, and no secret', async () => {
    const user = await signUp('olga');
    await insertData(user, 'olga');
    await world.sql.query(`select private.make_member($1, $2, 'student')`, [world.atelier, user.claims.sub]);
    const [row] = await world.database
      .as(user)
      .query<{ copy: Record<string, unknown> }>('select public.export_own_data() as copy');
    const copy = row?.copy ?? {};
    expect(copy.person).toMatchObject({ email: email('olga'), metadata: { display_name: `olga ${MARKER}` } });
    expect(copy.memberships).toHaveLength(1);
    expect(copy['orders.user_id']).toMatchObject([
      { customer_name: `olga <${MARKER}>`, billing_address: { street: MARKER } },
    ]);
    expect(copy['logs.user_id']).toMatchObject([{ message: MARKER }]);
    expect(JSON.stringify(copy['account_notifications.user_id'])).toContain(MARKER);
    expect(JSON.stringify(copy)).not.toMatch(/idempotency|request_hash|encrypted|refresh_token/);
  });

  test('includes every table with a foreign key to users', async () => {
    const keys = await world.sql.query<{ key: string }>(
      `select place || '.' || key_column as key from private.personal_keys()`,
    );
    const exportedKeys = new Set(keys.map(({ key }) => key));
    for (const key of [
      'orders.user_id',
      'enrolments.member_id',
      'guardians.parent_id',
      'posts.author_id',
      'private.logs.user_id',
    ])
      expect(exportedKeys).toContain(key);
  });

  test('is neither exported nor erased during an impersonation', async () => {
    const user = await signUp('pia');
    await world.sql.query(
      `update private.session_accounts set actor_id = (select id from auth.users where email = 'owner@demo.test'), expires_at = now() + interval '5 minutes' where session_id = $1`,
      [user.claims.session_id],
    );
    for (const text of [
      'select public.export_own_data()',
      'select public.erase_own_data()',
      'select public.end_own_session(gen_random_uuid())',
    ])
      expect(countOf(await world.attempt(user, text))).toBe('acting');
    expect(countOf(await world.attempt(user, 'select from public.own_sessions()'))).toBe(0);
  });
});

test('one’s own sessions are listed, and one of them is ended', async () => {
  const first = await app.signIn('demo', 'member@demo.test');
  await app.signIn('demo', 'member@demo.test');
  const ownSessions = async () =>
    (
      await app.call('/rest/v1/rpc/own_sessions', {
        method: 'POST',
        token: first.access_token,
        headers: { apikey: app.runtime.keys.anon_key },
        body: {},
      })
    ).json() as Promise<{ id: string; is_current: boolean }[]>;
  const sessions = await ownSessions();
  expect(sessions.filter(({ is_current }) => is_current)).toHaveLength(1);
  const otherEmail = sessions.find(({ is_current }) => !is_current);
  const ended = await app.call('/rest/v1/rpc/end_own_session', {
    method: 'POST',
    token: first.access_token,
    headers: { apikey: app.runtime.keys.anon_key },
    body: { session_id: otherEmail?.id },
  });
  expect(await ended.json()).toBe(true);
  expect((await ownSessions()).map(({ id }) => id)).not.toContain(otherEmail?.id);
});

describe('whoever has set up a second step', () => {
  test.each([
    ['is a visitor by the password alone', { aal: 'aal1', amr: [{ method: 'password' }] }, 0],
    ['is themselves once it was shown', { aal: 'aal2', amr: [{ method: 'password' }, { method: 'totp' }] }, 1],
    ['is themselves by a passkey', { aal: 'aal1', amr: [{ method: 'passkey' }] }, 1],
  ] as const)('%s', async (_, claims, rows) => {
    const user = await sessionOf(world, world.demo, String(world.caller('member').claims.sub));
    await world.sql.query(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
       select gen_random_uuid(), $1, 'App', 'totp', 'verified', 'sealed', now(), now()
        where not exists (select from auth.mfa_factors where user_id = $1)`,
      [user.claims.sub],
    );
    const changed = { ...user, claims: { ...user.claims, ...claims } };
    expect(
      countOf(await world.attempt(changed, 'select from public.members where account_id = $1', [world.demo])),
    ).toBe(rows);
    expect(countOf(await world.attempt(changed, 'select from private.member_ids()'))).toBe(rows);
  });
});
