import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller, Sql } from '#base/server/database.ts';
import { countOf, matrix, memberWith, sessionOf, userIdOf } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let ticket: string;
let onPlatform: string;
let ownerOnPlatform: Caller;
let admin: Caller;

beforeAll(async () => {
  world = await openWorld();
  const of = async (text: string, values: unknown[] = []) =>
    (await world.sql.query<{ id: string }>(text, values))[0]?.id ?? '';
  ticket = await of(`select private.make_ticket($1, $2, 'issue', 'The light goes out', 'In lesson two.') as id`, [
    world.demo,
    await userIdOf(world, 'student@demo.test'),
  ]);
  const owner = await userIdOf(world, 'owner@demo.test');
  onPlatform = await of(`select private.make_ticket($1, $2, 'setup', 'The theme', 'It is not kept.', $3) as id`, [
    world.platform,
    owner,
    world.demo,
  ]);
  await world.sql.query(`insert into private.super_admins (email) values ('admin@stoa.test') on conflict do nothing`);
  ownerOnPlatform = await sessionOf(world, world.platform, owner);
  admin = await sessionOf(world, world.platform, await userIdOf(world, 'admin@stoa.test'));
});
afterAll(() => world.close());

const REASON = 'Ticket 7: the light goes out';
const allowViewAs = (sql: Sql, account: string, id: string, isAllowed = true) =>
  sql.query<{ until: Date | null }>('select public.let_view_as($1, $2, $3) as until', [account, id, isAllowed]);
const look = (who: Caller | 'owner' | 'student' | 'instructor' | 'atelierOwner', account: string, id: string) =>
  world.attempt(who, 'select public.view_as($1, $2, $3) as code', [account, id, REASON]);

matrix(
  () => world,
  [
    [
      'lets those who answer see the site',
      'select public.let_view_as({demo}, {ticket}, true)',
      { student: 1, visitor: '42501', others: 'not_found' },
    ],
    [
      'looks without leave',
      `select public.view_as({demo}, {ticket}, 'Because I would like to.')`,
      { owner: 'forbidden', visitor: '42501', others: 'not_found' },
    ],
  ],
  () => ({ ticket }),
);

describe('a ticket whose asker lets the site be seen', () => {
  test('is looked at by those who answer and may sign in as others, and by nobody else, even where the asker is closed to all', async () => {
    await world.sql.query('update public.members set allows_log_in_as = false where user_id = $1', [
      world.caller('student').claims.sub,
    ]);
    const staffMember = await memberWith(world, world.demo, ['manage_options']);
    const [row] = await allowViewAs(world.database.as(world.caller('student')), world.demo, ticket);
    expect(row?.until?.getTime()).toBeGreaterThan(Date.now() + 6.9 * 86_400_000);
    expect(countOf(await look('owner', world.demo, ticket))).toBe(1);
    expect(countOf(await look('student', world.demo, ticket))).toBe('not_found');
    expect(countOf(await look('instructor', world.demo, ticket))).toBe('not_found');
    expect(countOf(await look('atelierOwner', world.demo, ticket))).toBe('not_found');
    // `manage_options` includes every right, impersonation among them.
    expect(countOf(await look(staffMember, world.demo, ticket))).toBe(1);
  });

  test('the code begins a session as the asker, and the log names the ticket', async () => {
    await world.sql.transaction(async (tx) => {
      await tx.query(`delete from private.acting_codes`);
    });
    const [made] = await world.database
      .as(world.caller('owner'))
      .query<{ code: string }>('select public.view_as($1, $2, $3) as code', [world.demo, ticket, REASON]);
    const person = await world.sql.query('select * from private.person_of_leave($1, $2)', [world.demo, made?.code]);
    expect(person).toEqual([{ user_id: world.caller('student').claims.sub, name: 'Amara Okafor' }]);
    const [entry] = await world.sql.query<{ details: object }>(
      `select details from public.audit_entries where act = 'member.log_in_as' order by id desc limit 1`,
    );
    const [{ number } = { number: 0 }] = await world.sql.query<{ number: number }>(
      'select number from public.tickets where id = $1',
      [ticket],
    );
    expect(entry?.details).toEqual({ reason: REASON, ticket: number });
  });

  test('both see when it was let, and resolving ends it', async () => {
    const steps = (who: 'owner' | 'student') =>
      world.database
        .as(world.caller(who))
        .query(
          `select new_value is not null as is_let from public.ticket_changes where ticket_id = $1 and kind = 'view_as'`,
          [ticket],
        );
    expect(await steps('owner')).toEqual([{ is_let: true }]);
    expect(await steps('student')).toEqual([{ is_let: true }]);
    await world.database
      .as(world.caller('student'))
      .query(`update public.tickets set status = 'resolved' where id = $1`, [ticket]);
    expect(countOf(await look('owner', world.demo, ticket))).toBe('forbidden');
    expect(await steps('owner')).toContainEqual({ is_let: false });
    const again = await world.attempt('student', 'select public.let_view_as($1, $2, true)', [world.demo, ticket]);
    expect(countOf(again)).toBe('conflict');
  });

  test('expires after seven days, and can be revoked', async () => {
    await world.sql.query(`update public.tickets set status = 'unresolved' where id = $1`, [ticket]);
    await allowViewAs(world.database.as(world.caller('student')), world.demo, ticket);
    await world.sql.query(`update public.tickets set view_as_until = now() - interval '1 second' where id = $1`, [
      ticket,
    ]);
    expect(countOf(await look('owner', world.demo, ticket))).toBe('forbidden');
    await allowViewAs(world.database.as(world.caller('student')), world.demo, ticket);
    await allowViewAs(world.database.as(world.caller('student')), world.demo, ticket, false);
    expect(countOf(await look('owner', world.demo, ticket))).toBe('forbidden');
  });

  test('nobody grants it by writing the row', async () => {
    const text = `update public.tickets set view_as_until = now() + interval '1 day' where id = $1`;
    expect(countOf(await world.attempt('student', text, [ticket]))).toBe('42501');
    expect(countOf(await world.attempt('owner', text, [ticket]))).toBe('42501');
  });
});

describe('a ticket to the platform', () => {
  test('opens the site it is about as its owner, with the owner’s leave, even where the owner is closed to all', async () => {
    await world.sql.query('update public.accounts set allows_log_in_as = false where account_id = $1', [world.demo]);
    expect(countOf(await look(admin, world.platform, onPlatform))).toBe('forbidden');
    await allowViewAs(world.database.as(ownerOnPlatform), world.platform, onPlatform);
    expect(countOf(await look(admin, world.platform, onPlatform))).toBe(1);
    expect(countOf(await look(ownerOnPlatform, world.platform, onPlatform))).toBe('not_found');
    await world.sql.query('update public.accounts set allows_log_in_as = true where account_id = $1', [world.demo]);
  });

  test('about a site the requester does not belong to cannot be viewed', async () => {
    const [made] = await world.sql.query<{ id: string }>(
      `select private.make_ticket($1, $2, 'setup', 'How much', 'Is the larger plan?') as id`,
      [world.platform, ownerOnPlatform.claims.sub],
    );
    const outcome = await world.attempt(ownerOnPlatform, 'select public.let_view_as($1, $2, true)', [
      world.platform,
      made?.id,
    ]);
    expect(countOf(outcome)).toBe('invalid');
  });
});
