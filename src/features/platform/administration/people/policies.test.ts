import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Caller } from '#base/server/database.ts';
import { matrix, sessionOf, userIdOf } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let admin: Caller;
let adminId: string;
let adminOnDemo: Caller;
let student: string;
beforeAll(async () => {
  world = await openWorld();
  adminId = await userIdOf(world, 'admin@stoa.test');
  student = await userIdOf(world, 'student@demo.test');
});
beforeEach(async () => {
  admin = await liveSession(world.platform, adminId);
  adminOnDemo = await liveSession(world.demo, adminId);
});
afterAll(() => world.close());

/** Inserts both the session binding and the `auth.sessions` row, as the auth service does. */
async function liveSession(account: string, person: string): Promise<Caller> {
  const caller = await sessionOf(world, account, person);
  await world.sql.query('insert into auth.sessions (id, user_id) values ($1, $2)', [sessionIdOf(caller), person]);
  return caller;
}
const sessionIdOf = (caller: Caller) => caller.claims.session_id as string;
const confirm = (caller: Caller) =>
  world.sql.query(
    `insert into auth.session_confirmations (session_id, confirmed_until) values ($1, now() + interval '5 minutes')`,
    [sessionIdOf(caller)],
  );
const sessionsOf = async (person: string) =>
  (await world.sql.query('select from auth.sessions where user_id = $1', [person])).length;
const auditEntries = (action: string) =>
  world.sql.query<{ target_id: string; actor_id: string; account_id: string; details: object }>(
    'select target_id, actor_id, account_id, details from public.audit_entries where act = $1 order by id',
    [action],
  );

const REASON = 'Lost the telephone, shown to be them on a call.';
const calls = {
  list: 'select public.list_people(null, null, false, 1, 25)',
  'end one person’s': 'select public.end_sessions_of_person({person})',
  'end all': 'select public.end_all_sessions()',
  'take second steps': `select public.take_second_steps({person}, '${REASON}')`,
} as const;
const withPerson = (statement: string) => statement.replace('{person}', `'${student}'`);

matrix(
  () => world,
  [
    ...Object.entries(calls).map(([name, statement]): [string, string, { visitor: string; others: string }] => [
      name,
      statement,
      { visitor: '42501', others: 'forbidden' },
    ]),
    ['locks a person', 'select private.person_to_change({person})', { others: '42501' }],
  ],
  () => ({ person: student }),
);

describe('who runs the platform', () => {
  test.each(Object.entries(calls))('may do this on its host, once confirmed: %s', async (_, statement) => {
    await confirm(admin);
    expect(await world.attempt(admin, withPerson(statement))).toHaveProperty('rows');
  });
  test.each(Object.entries(calls))('and on an account’s host not: %s', async (_, statement) => {
    await confirm(adminOnDemo);
    expect(await world.attempt(adminOnDemo, withPerson(statement))).toMatchObject({ refused: 'forbidden' });
  });
  test.each([calls['end all'], calls['take second steps']])('has to confirm that it is them: %s', async (statement) => {
    expect(await world.attempt(admin, withPerson(statement))).toMatchObject({ refused: 'reauthentication_needed' });
  });
  test.each([
    ['end_sessions_of_person', ''],
    ['take_second_steps', `, '${REASON}'`],
  ])('%s needs an existing user', async (name, detail) => {
    await confirm(admin);
    const missingId = crypto.randomUUID();
    expect(await world.attempt(admin, `select public.${name}('${missingId}'${detail})`)).toMatchObject({
      refused: 'not_found',
    });
  });

  test('finds users by address and name, in pages, with their sign-in methods', async () => {
    await world.sql.query(
      `insert into auth.mfa_factors (user_id, friendly_name, factor_type, status) values ($1, 'listed', 'totp', 'verified')`,
      [student],
    );
    await liveSession(world.demo, student);
    const listPeople = async (search: string | null, page = 1, size = 25) => {
      const [row] = await world.database
        .as(admin)
        .query<{ answer: { count: number; rows: Record<string, unknown>[] } }>(
          `select public.list_people($1, 'name', false, $2, $3) as answer`,
          [search, page, size],
        );
      return row?.answer ?? { count: 0, rows: [] };
    };
    const match = await listPeople('STUDENT@demo');
    expect(match).toMatchObject({ count: 1, rows: [{ user_id: student, factors: 1, is_self: false }] });
    expect(match.rows[0]?.sessions).toBe(await sessionsOf(student));
    expect((await listPeople('admin@stoa')).rows).toMatchObject([{ user_id: adminId, is_self: true }]);
    const page2 = await listPeople(null, 1, 2);
    expect(page2.rows).toHaveLength(2);
    expect((await listPeople(null, 2, 2)).rows[0]?.user_id).not.toBe(page2.rows[0]?.user_id);
    expect((await listPeople('%')).count).toBe(0);
    await world.sql.query('delete from auth.mfa_factors where user_id = $1', [student]);
  });
});

describe('ending sessions', () => {
  test('of one person ends every one of theirs, on all sites, nobody else’s, and stands in the log', async () => {
    const session = await liveSession(world.demo, student);
    await liveSession(world.platform, student);
    const count = await sessionsOf(student);
    expect((await world.database.as(session).query('select from public.members')).length).toBeGreaterThan(0);
    const [row] = await world.database
      .as(admin)
      .query<{ ended: number }>('select public.end_sessions_of_person($1) as ended', [student]);
    expect(row?.ended).toBe(count);
    expect(await sessionsOf(student)).toBe(0);
    expect(await world.database.as(session).query('select from public.members')).toEqual([]);
    expect(await sessionsOf(adminId)).toBeGreaterThan(0);
    expect(await auditEntries('person.sessions_ended')).toMatchObject([
      { target_id: student, actor_id: adminId, account_id: world.platform },
    ]);
  });

  test.each([
    ['one person', () => world.database.as(admin).query('select public.end_sessions_of_person($1)', [student])],
    ['everybody', () => world.database.as(admin).query('select public.end_all_sessions()')],
  ])(
    'of %s leaves neither a session in somebody else’s name, nor a code that begins another',
    async (_, endSessions) => {
      const impersonation = await liveSession(world.demo, await userIdOf(world, 'parent@demo.test'));
      await world.sql.query(
        `update private.session_accounts set actor_id = $2, expires_at = now() + interval '30 minutes' where session_id = $1`,
        [sessionIdOf(impersonation), student],
      );
      await world.sql.query(
        `insert into private.acting_codes (code_hash, account_id, user_id, actor_id, session_id, expires_at)
       select $1, b.account_id, b.user_id, b.actor_id, b.session_id, now() + interval '12 hours'
         from private.session_accounts b where b.session_id = $2`,
        ['b'.repeat(64), sessionIdOf(impersonation)],
      );
      await world.sql.query(`insert into private.handoff_codes (code_hash, account_id, user_id) values ('h', $1, $2)`, [
        world.demo,
        student,
      ]);
      await confirm(admin);
      await endSessions();
      for (const statement of [
        'select from auth.sessions where id = $1 and $2::uuid is not null',
        'select from private.acting_codes where session_id = $1 or actor_id = $2',
        'select from private.handoff_codes where user_id = $2 and $1::uuid is not null',
      ])
        expect(await world.sql.query(statement, [sessionIdOf(impersonation), student])).toEqual([]);
    },
  );

  test('of everybody ends the caller’s last, in calls of five thousand, with one entry in the log', async () => {
    await world.sql.query('insert into auth.sessions (user_id) select $1 from generate_series(1, 5001)', [student]);
    await confirm(admin);
    const endAll = async () =>
      (await world.database.as(admin).query<{ left: number }>('select public.end_all_sessions() as left'))[0]?.left;
    expect(await endAll()).toBeGreaterThan(0);
    expect((await world.database.as(admin).query('select public.list_plans()')).length).toBeGreaterThan(0);
    expect(await endAll()).toBe(0);
    expect(await world.sql.query('select from auth.sessions')).toEqual([]);
    expect(await world.attempt(admin, 'select public.end_all_sessions()')).toMatchObject({ refused: 'forbidden' });
    const entries = await auditEntries('person.all_sessions_ended');
    expect(entries.filter(({ target_id }) => target_id === sessionIdOf(admin))).toHaveLength(1);
  });
});

describe('taking second steps away', () => {
  const resetSecondSteps = (person: string, reason = REASON) =>
    world.attempt(admin, 'select public.take_second_steps($1, $2)', [person, reason]);
  beforeEach(() => confirm(admin));

  test.each(['', 'too short', 'x'.repeat(501)])('needs a reason to be one: %j', async (reason) => {
    expect(await resetSecondSteps(student, reason)).toMatchObject({ refused: 'invalid' });
  });

  test('is nobody’s for themselves', async () => {
    expect(await resetSecondSteps(adminId)).toMatchObject({ refused: 'forbidden' });
  });

  test('leaves neither factor, code nor session, tells the person by mail, and stands in the log with its reason', async () => {
    await world.sql.query(
      `insert into auth.mfa_factors (user_id, friendly_name, factor_type, status)
       values ($1, 'one', 'totp', 'verified'), ($1, 'two', 'webauthn', 'verified')`,
      [student],
    );
    await world.sql.query('insert into auth.recovery_codes (user_id, code_hash) values ($1, $2)', [
      student,
      'a'.repeat(64),
    ]);
    await liveSession(world.demo, student);
    const [row] = await world.database
      .as(admin)
      .query<{ taken: number }>('select public.take_second_steps($1, $2) as taken', [student, ` ${REASON} `]);
    expect(row?.taken).toBe(2);
    for (const table of ['mfa_factors', 'recovery_codes', 'sessions'])
      expect(await world.sql.query(`select from auth.${table} where user_id = $1`, [student])).toEqual([]);
    const mails = await world.sql.query<{ payload: object }>(
      `select payload from private.outbox where queue = 'auth-mail' and payload ->> 'kind' = 'second_steps_taken'`,
    );
    expect(mails).toMatchObject([{ payload: { to: 'student@demo.test', scope: world.platform, url: '', token: '' } }]);
    expect(await auditEntries('person.second_steps_taken')).toMatchObject([
      { target_id: student, actor_id: adminId, details: { reason: REASON } },
    ]);
  });
});
