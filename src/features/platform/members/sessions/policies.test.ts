import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '#base/server/database.ts';
import { countOf, matrix, memberWith, sessionOf, userIdOf } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
/** A member with `manage_members` only. */
let registrar: Caller;
/** A member with every capability who is not the owner. */
let manager: Caller;
const ids: Record<string, string> = {};
beforeAll(async () => {
  world = await openWorld();
  registrar = await memberWith(world, world.demo, ['manage_members']);
  manager = await memberWith(world, world.demo, ['manage_options']);
  for (const name of ['student', 'owner', 'instructor']) {
    const [row] = await world.sql.query<{ id: string }>(
      'select id from public.members where account_id = $1 and email = $2',
      [world.demo, `${name}@demo.test`],
    );
    ids[name] = row?.id ?? '';
  }
  const [row] = await world.sql.query<{ id: string }>(
    `select id from public.members where account_id = $1 and email = 'owner@atelier.test'`,
    [world.atelier],
  );
  ids.foreign = row?.id ?? '';
});
afterAll(() => world.close());

const statement = 'select public.end_member_sessions({demo}, {member})';

describe('who manages members signs a member out', () => {
  matrix(
    () => world,
    [
      ['a student', statement.replace('{member}', '{student}'), { owner: 1, visitor: '42501', others: 'forbidden' }],
      ['the owner', statement.replace('{member}', '{owner}'), { owner: 1, visitor: '42501', others: 'forbidden' }],
      [
        'a member of another account',
        statement.replace('{member}', '{foreign}'),
        { visitor: '42501', others: 'forbidden' },
      ],
      [
        'under the name of another account',
        'select public.end_member_sessions({atelier}, {student})',
        { visitor: '42501', others: 'forbidden' },
      ],
    ],
    () => ids,
  );

  test.each([
    ['manages members', () => registrar, { student: 1, instructor: 'forbidden', owner: 'forbidden' }],
    ['manages the site', () => manager, { student: 1, instructor: 1, owner: 'forbidden' }],
  ] as const)('who %s: as far as their role reaches, and never the owner', async (_, caller, outcomes) => {
    const result: Record<string, unknown> = {};
    for (const name of Object.keys(outcomes)) {
      const outcome = await world.attempt(caller(), 'select public.end_member_sessions($1, $2)', [
        world.demo,
        ids[name],
      ]);
      result[name] = countOf(outcome);
    }
    expect(result).toEqual(outcomes);
  });

  test('on this account, on every device and nowhere else; it stands in the account’s log', async () => {
    const person = await userIdOf(world, 'student@demo.test');
    const liveSession = async (account: string) => {
      const caller = await sessionOf(world, account, person);
      await world.sql.query('insert into auth.sessions (id, user_id) values ($1, $2)', [
        caller.claims.session_id,
        person,
      ]);
      return caller;
    };
    const ownSessions = [await liveSession(world.demo), await liveSession(world.demo)];
    const [before] = await world.sql.query<{ count: number }>(
      `select count(*)::int as count from auth.sessions s join private.session_accounts b on b.session_id = s.id
        where b.account_id = $1 and s.user_id = $2`,
      [world.demo, person],
    );
    const otherSessions = [await liveSession(world.platform), await liveSession(world.atelier)];
    const [row] = await world.database
      .as(registrar)
      .query<{ ended: number }>('select public.end_member_sessions($1, $2) as ended', [world.demo, ids.student]);
    expect(row?.ended).toBe(before?.count);
    const remaining = await world.sql.query<{ id: string }>('select id from auth.sessions where id = any ($1)', [
      [...ownSessions, ...otherSessions].map(({ claims }) => claims.session_id),
    ]);
    expect(remaining.map(({ id }) => id).sort()).toEqual(otherSessions.map(({ claims }) => claims.session_id).sort());
    for (const caller of ownSessions)
      expect(await world.database.as(caller).query('select from public.members')).toEqual([]);
    const log = await world.sql.query(
      `select account_id, target_id, actor_id from public.audit_entries where act = 'member.sessions_ended'`,
    );
    expect(log).toEqual([{ account_id: world.demo, target_id: ids.student, actor_id: registrar.claims.sub }]);
  });
});
