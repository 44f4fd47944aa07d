import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '#base/server/database.ts';
import { root } from '#base/server/root.ts';
import { confirmed, sessionOf } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const probes = {
  'public.contacts': 'insert into public.contacts (account_id, email, name) values ($1, $2, $2)',
  'public.invitations': `insert into public.invitations (account_id, email, name, role_id)
    select $1, $2, $2, role_id from public.roles where account_id = $1 and kind = 'student'`,
  'private.mails': `insert into private.mails (account_id, recipient, subject, html, body_text) values ($1, $2, 'Yours', '', 'x')`,
  'public.form_submissions': `insert into public.form_submissions (account_id, form_id, answers, words, email)
    select account_id, id, '[]', '', $2 from public.forms where account_id = $1 limit 1`,
  'public.webhook_deliveries': `insert into public.webhook_deliveries (account_id, webhook_id, event_id, type, body, status, next_attempt_at)
    select account_id, id, gen_random_uuid(), 'order.paid', jsonb_build_object('email', $2::text), 'delivered', null
      from public.webhooks where account_id = $1 limit 1`,
  'private.outbox': `insert into private.outbox (queue, payload)
    values ('proof-probe', jsonb_build_object('account_id', $1::text, 'to', $2::text))`,
};

/** What two schools hold about an address before anybody signs up with it. */
async function plant(email: string): Promise<void> {
  for (const account of [world.demo, world.atelier])
    for (const statement of Object.values(probes)) await world.sql.query(statement, [account, email]);
}

/** Tables of each school that still name the address. */
async function stored(email: string): Promise<{ demo: string[]; atelier: string[] }> {
  const stored = { demo: [] as string[], atelier: [] as string[] };
  for (const table of Object.keys(probes)) {
    for (const account of ['demo', 'atelier'] as const) {
      const rows = await world.sql.query(
        `select from ${table} t where to_jsonb(t)::text like '%' || $1 || '%' and to_jsonb(t)::text like '%' || $2 || '%'`,
        [email, world[account]],
      );
      if (rows.length > 0) stored[account].push(table);
    }
  }
  return stored;
}

/** Somebody who has just signed up with the address and is a member of the demo. */
async function person(email: string, isProved: boolean): Promise<Caller> {
  const [row] = await world.sql.query<{ id: string }>(
    `insert into auth.users (id, email, email_confirmed_at, email_proved_at)
     values (gen_random_uuid(), $1, now(), case when $2 then now() end) returning id`,
    [email, isProved],
  );
  await world.sql.query(`select private.make_member($1, $2, 'student')`, [world.demo, row?.id]);
  return confirmed(world, await sessionOf(world, world.demo, row?.id ?? ''));
}

describe('being forgotten', () => {
  test('by whoever signed up with an address they have not proved takes nothing that any school holds about it', async () => {
    const email = 'victim@x.test';
    await plant(email);
    const before = await stored(email);
    expect(before.demo.length).toBeGreaterThanOrEqual(5);
    expect(before.atelier.length).toBeGreaterThanOrEqual(3);
    const who = await person(email, false);
    const [row] = await world.database.as(who).query('select public.erase_own_data() as outcome');
    expect(row).toEqual({ outcome: 'erased' });
    expect(await stored(email)).toEqual(before);
    // What is theirs by their person is gone all the same.
    expect(await world.sql.query('select from auth.users where email = $1', [email])).toEqual([]);
    expect(await world.sql.query('select from public.members where email = $1', [email])).toEqual([]);
  });

  test('by whoever has proved it takes what that one school holds, and nothing of another', async () => {
    const email = 'holder@x.test';
    await plant(email);
    const before = await stored(email);
    await world.database.as(await person(email, true)).query('select public.erase_own_data()');
    expect(await stored(email)).toEqual({ demo: [], atelier: before.atelier });
  });
});

describe('people from before addresses were marked', () => {
  const migration = readFileSync(
    join(root, 'src/features/platform/accounts/migrations/202611231831_mark_addresses_proved_before.sql'),
    'utf8',
  );
  const verified = `insert into auth.identities (provider_id, user_id, identity_data, provider)
    select gen_random_uuid(), id, jsonb_build_object('sub', id, 'email', email, 'email_verified', true), $2 from auth.users where id = $1`;
  const mailed = `insert into private.mails (recipient, subject, html, body_text, sent_at)
    select email, 'x', '', 'http://x.test/auth/v1/verify?token=x', $2::timestamptz from auth.users where id = $1`;
  const noted = `insert into auth.audit_log_entries (payload)
    select jsonb_build_object('action', $2::text, 'actor_id', id, 'traits', $3::jsonb) from auth.users where id = $1`;
  const created = ['user_signedup', '{"by": "service_role"}'];
  const carried = ['user_modified', '{"by": "service_role", "link": "magiclink"}'];

  test.each<[string, [string, unknown[]][], boolean]>([
    ['nothing', [], false],
    ['a flag that a link of the outbox may have set', [[verified, ['email']]], false],
    [
      'a flag, and a mail that stayed in the outbox',
      [
        [verified, ['email']],
        [mailed, [null]],
      ],
      false,
    ],
    [
      'a flag, and a mailed link',
      [
        [verified, ['email']],
        [mailed, ['2026-01-01']],
      ],
      true,
    ],
    ['a mailed link that nobody used', [[mailed, ['2026-01-01']]], false],
    [
      'a flag that being carried over to a site may have set',
      [
        [verified, ['email']],
        [mailed, ['2026-01-01']],
        [noted, carried],
      ],
      false,
    ],
    [
      'a login the operator made',
      [
        [verified, ['email']],
        [noted, created],
        [noted, carried],
      ],
      true,
    ],
    ['an identity provider', [[verified, ['google']]], true],
  ])('are proved or not by %s', async (what, evidence, isProved) => {
    const [row] = await world.sql.query<{ id: string }>(
      `insert into auth.users (id, email, email_confirmed_at) values (gen_random_uuid(), $1, now()) returning id`,
      [`${what.replaceAll(/[^a-z]/g, '')}@x.test`],
    );
    for (const [statement, values] of evidence) await world.sql.query(statement, [row?.id, ...values]);
    await world.sql.query(migration);
    const [matches] = await world.sql.query('select private.verified_email($1) is not null as is_proved', [row?.id]);
    expect(matches).toEqual({ is_proved: isProved });
  });
});

describe('a person whose address', () => {
  test.each([
    ['is confirmed and not proved', { email_confirmed_at: true, email_proved_at: false }, null],
    ['is proved', { email_confirmed_at: true, email_proved_at: true }, 'case@x.test'],
  ])('%s has it for whatever is done by address: %#', async (_, marks, expected) => {
    const [row] = await world.sql.query<{ id: string }>(
      `insert into auth.users (id, email, email_confirmed_at, email_proved_at) values (gen_random_uuid(), 'Case@x.test',
         case when $1 then now() end, case when $2 then now() end) returning id`,
      [marks.email_confirmed_at, marks.email_proved_at],
    );
    const [matches] = await world.sql.query('select private.verified_email($1) as address', [row?.id]);
    await world.sql.query('delete from auth.users where id = $1', [row?.id]);
    expect(matches).toEqual({ address: expected });
  });

  test('is asked for by everything that matches people by address', async () => {
    // Functions that compare addresses of auth.users, and why those that do not ask for a proof need none.
    const without = [
      ['private.verified_email', 'the proof itself'],
      ['private.receive_ticket_mail', 'the address it was sent to is signed for its person'],
      ['public.accept_invitation', 'the code is the right, the address narrows it'],
      ['private.guard_member', 'holds only in the transaction that accepts an invitation'],
      ['private.is_site_owner', 'tells staff whose address it is, and does nothing'],
      ['private.add_super_admin', 'the operator vouches'],
    ].map(([name]) => name);
    const matches = await world.sql.query<{ name: string }>(
      `select distinct n.nspname || '.' || p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        where n.nspname in ('public', 'private') and p.prosrc ~* 'lower\\(u\\.email\\)' and p.prosrc !~ 'verified_email'
          and p.prosrc !~* 'to_jsonb\\(lower\\(u\\.email\\)\\)' order by 1`,
    );
    expect(matches.map(({ name }) => name).filter((name) => !without.includes(name))).toEqual([]);
  });
});
