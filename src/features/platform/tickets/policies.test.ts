import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '#base/server/database.ts';
import { countOf, matrix, membersOfDemo } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
const names: Record<string, string> = {};
let ownerOnPlatform: Caller;
let adminOnPlatform: Caller;

beforeAll(async () => {
  world = await openWorld();
  const of = async (text: string) => (await world.sql.query<{ id: string }>(text))[0]?.id ?? '';
  names.bug = await of(`select id from public.tickets where category = 'bug' and account_id = '${world.demo}'`);
  names.owner = await of(`select id from auth.users where email = 'owner@demo.test'`);
  names.student = await of(`select id from auth.users where email = 'student@demo.test'`);
  const onPlatform = async (email: string): Promise<Caller> => {
    const sub = await of(`select id from auth.users where email = '${email}'`);
    const session_id = crypto.randomUUID();
    await world.sql.query('insert into private.session_accounts values ($1, $2, $3)', [
      session_id,
      world.platform,
      sub,
    ]);
    return { role: 'authenticated', claims: { sub, role: 'authenticated', session_id } };
  };
  await world.sql.query(`insert into private.super_admins (email) values ('admin@stoa.test') on conflict do nothing`);
  ownerOnPlatform = await onPlatform('owner@demo.test');
  adminOnPlatform = await onPlatform('admin@stoa.test');
});
afterAll(() => world.close());

const own = { student: 2, parent: 1, member: 1 };
const closed = { visitor: '42501' as const };

matrix(
  () => world,
  [
    [
      'reads tickets of demo',
      'select id from public.tickets where account_id = {demo}',
      { owner: 4, ...own, ...closed, others: 0 },
    ],
    [
      'reads what was said to everyone in the thread',
      'select id from public.ticket_messages where ticket_id = {bug} and not is_internal',
      { owner: 2, student: 2, ...closed, others: 0 },
    ],
    [
      'reads notes',
      'select id from public.ticket_messages where account_id = {demo} and is_internal',
      { owner: 1, ...closed, others: 0 },
    ],
    [
      'reads whom a ticket was given to',
      `select id from public.ticket_changes where account_id = {demo} and kind = 'assignee'`,
      { owner: 1, ...closed, others: 0 },
    ],
    [
      'reads the states of one ticket',
      `select id from public.ticket_changes where ticket_id = {bug} and kind = 'status'`,
      { owner: 2, student: 2, ...closed, others: 0 },
    ],
    [
      'reads files sent with messages',
      'select id from public.ticket_attachments where account_id = {demo}',
      { owner: 1, student: 1, ...closed, others: 0 },
    ],
    [
      'fetches files sent with messages',
      `select id from storage.objects where name like 'tickets/%'`,
      { owner: 1, student: 1, others: 0 },
    ],
    [
      'reads replies kept ready',
      'select id from public.canned_replies where account_id = {demo}',
      { owner: 3, ...closed, others: 0 },
    ],
    [
      'reads targets',
      'select id from public.ticket_targets where account_id = {demo}',
      { owner: 1, ...closed, others: 0 },
    ],
    [
      'resolves a ticket',
      `update public.tickets set status = 'resolved' where id = {bug} returning id`,
      { owner: 1, student: 1, ...closed, others: 0 },
    ],
    [
      'gives a ticket to somebody',
      'update public.tickets set assignee_id = {owner} where id = {bug} returning id',
      { owner: 1, student: 1, ...closed, others: 0 },
    ],
    [
      'gives a ticket to nobody',
      'update public.tickets set assignee_id = null where id = {bug} returning id',
      { owner: 1, student: 'forbidden', ...closed, others: 0 },
    ],
    [
      'gives a ticket to somebody who answers none',
      'update public.tickets set assignee_id = {student} where id = {bug} returning id',
      { owner: 'invalid', student: 'forbidden', ...closed, others: 0 },
    ],
    [
      'changes the category',
      `update public.tickets set category = 'issue' where id = {bug} returning id`,
      { owner: 1, student: 'forbidden', ...closed, others: 0 },
    ],
    [
      'rewrites what was said',
      `update public.ticket_messages set body = 'x' where ticket_id = {bug}`,
      { others: '42501' },
    ],
    ['rewrites the clock', 'update public.tickets set clock_seconds = 0 where id = {bug}', { others: '42501' }],
    ['removes a ticket', 'delete from public.tickets where id = {bug}', { others: '42501' }],
    [
      'adds a row past the functions',
      `insert into public.ticket_messages (account_id, ticket_id, body) values ({demo}, {bug}, 'x')`,
      { others: '42501' },
    ],
    [
      'opens a ticket on demo',
      `select public.open_ticket({demo}, 'issue', 'A question', 'Words enough.') as id`,
      { ...membersOfDemo(1), ...closed, others: 'forbidden' },
    ],
    [
      'answers a ticket',
      `select public.answer_ticket({demo}, {bug}, 'One more thing.') as id`,
      { owner: 1, student: 1, ...closed, others: 'not_found' },
    ],
    [
      'writes a note',
      `select public.answer_ticket({demo}, {bug}, 'For us alone.', true) as id`,
      { owner: 1, student: 'forbidden', ...closed, others: 'not_found' },
    ],
    [
      'says that it awaits itself',
      `select public.answer_ticket({demo}, {bug}, 'Waiting.', false, 'awaited') as id`,
      { owner: 1, student: 'invalid', ...closed, others: 'not_found' },
    ],
    [
      'asks who answers',
      'select user_id from public.ticket_staff({demo})',
      { owner: 1, ...closed, others: 'forbidden' },
    ],
    [
      'keeps a reply ready',
      `insert into public.canned_replies (account_id, title, body) values ({demo}, 'New', 'Words') returning id`,
      { owner: 1, others: '42501' },
    ],
    [
      'changes a reply kept ready',
      `update public.canned_replies set body = 'Words' where account_id = {demo} returning id`,
      { owner: 3, ...closed, others: 0 },
    ],
    [
      'removes replies kept ready',
      'delete from public.canned_replies where account_id = {demo} returning id',
      { owner: 3, ...closed, others: 0 },
    ],
    [
      'says how long a ticket may wait',
      `insert into public.ticket_targets (account_id, category, minutes) values ({demo}, 'bug', 60) returning id`,
      { owner: 1, others: '42501' },
    ],
    [
      'goes back to the usual',
      'delete from public.ticket_targets where account_id = {demo} returning id',
      { owner: 1, ...closed, others: 0 },
    ],
  ],
  () => names,
);

describe('on the platform’s host', () => {
  test('owners see what they asked, and whoever runs the platform sees all of it and nothing of a site', async () => {
    const all = 'select account_id from public.tickets';
    expect(countOf(await world.attempt(ownerOnPlatform, all))).toBe(1);
    expect(await world.attempt(adminOnPlatform, all)).toEqual({
      rows: [{ account_id: world.platform }, { account_id: world.platform }],
    });
  });

  test('an owner asks about an account of their own and no other', async () => {
    const open = `select public.open_ticket($1, 'siteDown', 'It is down', 'Nothing comes.', $2) as id`;
    expect(countOf(await world.attempt(ownerOnPlatform, open, [world.platform, world.demo]))).toBe(1);
    expect(countOf(await world.attempt(ownerOnPlatform, open, [world.platform, world.atelier]))).toBe('forbidden');
    expect(countOf(await world.attempt('owner', open, [world.demo, world.demo]))).toBe('forbidden');
  });

  test('a support reply notifies the requester, and nobody else', async () => {
    const read = 'select message from public.account_notifications where account_id = $1';
    const [ticket] = await world.sql.query<{ id: string }>(
      `select id from public.tickets where account_id = $1 and category = 'siteDown'`,
      [world.platform],
    );
    await world.database
      .as(adminOnPlatform)
      .query(`select public.answer_ticket($1, $2, 'The record is right now.')`, [world.platform, ticket?.id]);
    expect(countOf(await world.attempt(ownerOnPlatform, read, [world.platform]))).toBe(1);
    for (const caller of [
      adminOnPlatform,
      world.caller('owner'),
      world.caller('visitor'),
      world.caller('atelierOwner'),
    ])
      expect([0, '42501']).toContain(countOf(await world.attempt(caller, read, [world.platform])));
    const mark = 'update public.account_notifications set read = true where account_id = $1 returning id';
    expect(countOf(await world.attempt(ownerOnPlatform, mark, [world.platform]))).toBe(1);
    expect(countOf(await world.attempt(adminOnPlatform, mark, [world.platform]))).toBe(0);
  });

  test('somebody without an account may open tickets there, and reads no other tickets', async () => {
    const fresh = { ...world.caller('fresh').claims, session_id: crypto.randomUUID() };
    await world.sql.query('insert into private.session_accounts values ($1, $2, $3)', [
      fresh.session_id,
      world.platform,
      (fresh as { sub?: string }).sub,
    ]);
    const caller: Caller = { role: 'authenticated', claims: fresh };
    expect(countOf(await world.attempt(caller, 'select id from public.tickets'))).toBe(0);
    const open = `select public.open_ticket($1, 'setup', 'A first site', 'How do I begin?') as id`;
    expect(countOf(await world.attempt(caller, open, [world.platform]))).toBe(1);
  });
});

test('twenty tickets a day are enough, and the twenty-first is refused in words', async () => {
  const outcome = await world.attempt(
    'member',
    `select public.open_ticket($1, 'issue', 'Number ' || n, 'Words.') from generate_series(1, $2::int) n`,
    [world.demo, 20],
  );
  // One ticket of the seed was opened within the day, too.
  expect(outcome).toEqual({ refused: 'too_many_tickets', message: expect.stringContaining('20 tickets') });
  const fewer = await world.attempt(
    'member',
    `select public.open_ticket($1, 'issue', 'Number ' || n, 'Words.') from generate_series(1, $2::int) n`,
    [world.demo, 19],
  );
  expect(countOf(fewer)).toBe(19);
});

test('the counts are those of the rows behind them', async () => {
  const counted = await world.attempt('owner', 'select * from public.ticket_counts($1)', [world.demo]);
  const derived = await world.sql.query(
    `select count(*) filter (where status = 'unresolved') as unresolved, count(*) filter (where status = 'awaited') as awaited,
            count(*) filter (where status = 'resolved') as resolved,
            count(*) filter (where status = 'unresolved' and
              private.ticket_clock(account_id, id, now()) > target_seconds) as overdue,
            count(*) filter (where status <> 'resolved' and assignee_id = $2) as mine,
            count(*) filter (where status <> 'resolved' and assignee_id is null) as unassigned
       from public.tickets where account_id = $1`,
    [world.demo, names.owner],
  );
  expect(counted).toEqual({ rows: derived });
  expect(derived[0]).toMatchObject({ unresolved: '2', awaited: '1', resolved: '1', mine: '1', unassigned: '2' });
});
