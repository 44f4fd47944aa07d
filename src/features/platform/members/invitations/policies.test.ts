import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '#base/server/database.ts';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { countOf, matrix, memberWith, sessionOf } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let app: AppWorld;
let registrar: Caller;
const ids: Record<string, string> = {};
beforeAll(async () => {
  world = await openWorld();
  app = await openApp(world);
  registrar = await memberWith(world, world.demo, ['manage_members']);
  const roles = await world.sql.query<{ kind: string; role_id: string }>(
    'select kind, role_id from public.roles where account_id = $1 and kind is not null',
    [world.demo],
  );
  for (const { kind, role_id } of roles) ids[kind] = role_id;
  await world.sql.query('update public.invitations set sent_at = now()');
});
afterAll(async () => {
  await app.close();
  await world.close();
});

async function person(email: string, account = world.demo): Promise<Caller> {
  const [row] = await world.sql.query<{ id: string }>(
    `insert into auth.users (id, email, aud, role) values (gen_random_uuid(), $1, 'authenticated', 'authenticated') returning id`,
    [email],
  );
  return sessionOf(world, account, row?.id ?? '');
}

async function invite(email: string, role: string, caller: Caller = world.caller('owner')): Promise<string> {
  const [row] = await world.database
    .as(caller)
    .query<{ id: string }>('select public.invite_member($1, $2, $3, $4) as id', [world.demo, email, 'Ada', ids[role]]);
  return row?.id ?? '';
}

/** The code in the newest mail to an address. */
async function mailedCode(email: string): Promise<string> {
  const mail = (await app.settleJobs()).findLast(({ to }) => to === email);
  return /\/members\/invitation\?code=([0-9a-f]{64})/.exec(mail?.text ?? '')?.[1] ?? 'none';
}

const accept = (caller: Caller, code: string, account = world.demo) =>
  world.attempt(caller, 'select public.accept_invitation($1, $2)', [account, code]);
const roleOf = async (caller: Caller) =>
  (
    await world.sql.query<{ kind: string }>(
      `select r.kind from public.members m join public.roles r using (account_id, role_id) where m.account_id = $1 and m.user_id = $2`,
      [world.demo, caller.claims.sub],
    )
  )[0]?.kind;

matrix(
  () => world,
  [
    [
      'sees who was invited',
      `select from public.invitations where account_id = {demo} and email like 'ines%'`,
      { owner: 1, visitor: '42501', others: 0 },
    ],
    ['sees the hash of a code', 'select code_hash from public.invitations', { others: '42501' }],
    [
      'invites',
      `select public.invite_member({demo}, 'new@example.com', '', {student})`,
      { owner: 1, visitor: '42501', others: 'forbidden' },
    ],
    [
      'writes an invitation',
      `insert into public.invitations (account_id, email, role_id) values ({demo}, 'new@example.com', {student})`,
      { others: '42501' },
    ],
    [
      'sends one again',
      `select public.resend_invitation((select id from public.invitations where email like 'ines%'))`,
      { owner: 'conflict', visitor: '42501', others: 'not_found' },
    ],
    [
      'takes one back',
      `select public.revoke_invitation((select id from public.invitations where email like 'ines%'))`,
      { owner: 1, visitor: '42501', others: 'not_found' },
    ],
    [
      'reads one by a code nobody has',
      `select from public.read_invitation({demo}, 'none') i where i is not null`,
      { others: 0 },
    ],
    [
      'sees what was imported',
      'select from public.member_imports where account_id = {demo}',
      { owner: 1, visitor: '42501', others: 0 },
    ],
    [
      'sees what became of each line',
      'select from public.member_import_rows where account_id = {demo}',
      { owner: 2, visitor: '42501', others: 0 },
    ],
    [
      'tries an import',
      `select from public.check_member_import({demo}, '[{"line": 2, "email": "a@b.org"}]', {student})`,
      { owner: 1, visitor: '42501', others: 'forbidden' },
    ],
    [
      'starts an import',
      `select public.start_member_import({demo}, '[{"line": 2, "email": "a@b.org"}]', {student}, 'a.csv')`,
      { owner: 1, visitor: '42501', others: 'forbidden' },
    ],
    ['works at one by hand', 'select private.import_some({demo}, {student})', { others: '42501' }],
  ],
  () => ids,
);

const waiting = 'from public.invitations where account_id = $1 and accepted_at is null and revoked_at is null';
const countWaiting = async () =>
  (await world.sql.query<{ n: number }>(`select count(*)::int as n ${waiting}`, [world.demo]))[0]?.n;
const inviteWithLimit = (max: number) =>
  world.sql.query(
    `insert into public.invitations (account_id, email, name, role_id, invited_by)
     select $1, 'many-' || i || '@example.com', '', $2, $3
       from generate_series(1, $4 - (select count(*)::int ${waiting})) i`,
    [world.demo, ids.student, world.caller('owner').claims.sub, max],
  );

describe('an invitation', () => {
  test('is mailed in the site’s words, and makes whoever it was sent to what it was for', async () => {
    await invite('ada@example.com', 'instructor');
    const mails = await app.settleJobs();
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      ['ada@example.com', 'You are invited to Lumen Academy'],
    ]);
    const code = /code=([0-9a-f]{64})/.exec(mails[0]?.text ?? '')?.[1] ?? '';
    const read = await world.attempt('visitor', 'select public.read_invitation($1, $2) as it', [world.demo, code]);
    expect(read).toMatchObject({
      rows: [{ it: { email: 'ada@example.com', state: 'open', role: { kind: 'instructor' } } }],
    });
    const ada = await person('ada@example.com');
    // A user who has just signed up is a student already.
    await world.sql.query(`select private.make_member($1, $2, 'student')`, [world.demo, ada.claims.sub]);
    await world.database.as(ada).query('select public.accept_invitation($1, $2)', [world.demo, code]);
    expect(await roleOf(ada)).toBe('instructor');
    expect(countOf(await accept(ada, code))).toBe('conflict');
    // The permission to take the role ends with its transaction.
    const updateOwnRole = `update public.members set role_id = $2 where account_id = $1 and user_id = auth.uid()`;
    expect(countOf(await world.attempt(ada, updateOwnRole, [world.demo, ids.student]))).toBe('forbidden');
  });

  test('is valid for its address and site only, and not for blocked members', async () => {
    await invite('bea@example.com', 'student');
    const code = await mailedCode('bea@example.com');
    expect(countOf(await accept(await person('eve@example.com'), code))).toBe('forbidden');
    expect(countOf(await accept(await person('bea@elsewhere.example.com', world.atelier), code, world.atelier))).toBe(
      'not_found',
    );
    const bea = await person('bea@example.com');
    expect(countOf(await accept(bea, 'f'.repeat(64)))).toBe('not_found');
    expect(countOf(await accept(bea, code))).toBe(1);
    await world.sql.query(`select private.make_member($1, $2, 'student')`, [world.demo, bea.claims.sub]);
    await world.sql.query('update public.members set blocked_at = now() where user_id = $1', [bea.claims.sub]);
    expect(countOf(await accept(bea, code))).toBe('forbidden');
  });

  test('does not lower a higher role', async () => {
    await invite('cleo@example.com', 'student');
    const code = await mailedCode('cleo@example.com');
    const cleo = await person('cleo@example.com');
    await world.sql.query(`select private.make_member($1, $2, 'instructor')`, [world.demo, cleo.claims.sub]);
    await world.database.as(cleo).query('select public.accept_invitation($1, $2)', [world.demo, code]);
    expect(await roleOf(cleo)).toBe('instructor');
  });

  test('sent again has a new code; taken back or too old, it has none', async () => {
    const id = await invite('dora@example.com', 'student');
    const first = await mailedCode('dora@example.com');
    const resend = () => world.database.as(world.caller('owner')).query('select public.resend_invitation($1)', [id]);
    await expect(resend()).rejects.toMatchObject({ detail: 'conflict' });
    await world.sql.query(`update public.invitations set sent_at = now() - interval '2 minutes' where id = $1`, [id]);
    await resend();
    const second = await mailedCode('dora@example.com');
    expect(second).not.toBe(first);
    const dora = await person('dora@example.com');
    expect(countOf(await accept(dora, first))).toBe('not_found');
    expect(countOf(await accept(dora, second))).toBe(1);
    await world.sql.query(`update public.invitations set expires_at = now() - interval '1 second' where id = $1`, [id]);
    expect(countOf(await accept(dora, second))).toBe('conflict');
    await world.database.as(world.caller('owner')).query('select public.revoke_invitation($1)', [id]);
    expect(countOf(await accept(dora, second))).toBe('not_found');
  });

  test('is not mailed eleven times', async () => {
    const id = await invite('elsa@example.com', 'student');
    const setSentCount = (sent: number) =>
      world.sql.query(
        `update public.invitations set sent_at = now() - interval '2 minutes', sent_count = $2 where id = $1`,
        [id, sent],
      );
    const resend = () => world.attempt('owner', 'select public.resend_invitation($1)', [id]);
    await setSentCount(9);
    expect(countOf(await resend())).toBe(1);
    await setSentCount(10);
    expect(countOf(await resend())).toBe('conflict');
  });

  test.each([
    ['a member', 'student@demo.test', 'conflict'],
    ['somebody invited already', 'INES.duarte@example.com', 'conflict'],
    ['no address', 'nobody', '23514'],
  ])('is not created for %s', async (_, email, expected) => {
    const text = 'select public.invite_member($1, $2, $3, $4)';
    expect(countOf(await world.attempt('owner', text, [world.demo, email, '', ids.student]))).toBe(expected);
  });

  test('grants no more than its sender has', async () => {
    const text = 'select public.invite_member($1, $2, $3, $4)';
    const caller = async (caller: Caller, role: string) =>
      countOf(await world.attempt(caller, text, [world.demo, 'x@example.com', '', ids[role]]));
    expect(await caller(registrar, 'student')).toBe(1);
    expect(await caller(registrar, 'instructor')).toBe('forbidden');
    expect(await caller(await memberWith(world, world.demo, ['manage_options']), 'instructor')).toBe(1);
    expect(await caller(await memberWith(world, world.demo, ['manage_options']), 'owner')).toBe('forbidden');
    expect(await caller(world.caller('owner'), 'owner')).toBe(1);
  });

  test('of twenty concurrent ones to one address, one is stored', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => invite('gus@example.com', 'student')));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('is one of ten thousand at most that wait, by fifty at once too', async () => {
    await inviteWithLimit(9_999);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, at) => invite(`last-${at}@example.com`, 'student')),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ detail: 'conflict' });
    expect(await countWaiting()).toBe(10_000);
    await world.sql.query(`delete from public.invitations where email ~ '^(many|last)-'`);
  });
});

describe('an import', () => {
  const file = [
    { line: 2, email: 'One@Example.com', name: 'One' },
    { line: 3, email: 'two@example.com', role: 'Instructor' },
    { line: 4, email: 'one@example.com' },
    { line: 5, email: 'not an address' },
    { line: 6, email: 'three@example.com', role: 'Wizard' },
    { line: 7, email: 'student@demo.test' },
    { line: 8, email: 'ines.duarte@example.com' },
    { line: 9, email: 'four@example.com', role: 'owner' },
    { line: 10 },
  ];
  const expected = [
    'waiting',
    'waiting',
    'duplicate',
    'invalid_email',
    'unknown_role',
    'member',
    'already_invited',
    'forbidden_role',
    'invalid_email',
  ];

  test('is tried first: what would become of each line, and nothing is kept', async () => {
    await app.settleJobs();
    const rows = await world.database
      .as(world.caller('owner'))
      .query<{ line: number; outcome: string }>('select * from public.check_member_import($1, $2, $3)', [
        world.demo,
        JSON.stringify(file),
        ids.student,
      ]);
    expect(rows.map((row) => row.outcome)).toEqual(expected);
    expect(await app.settleJobs()).toEqual([]);
  });

  test('then does what it said, in the background, and reports every line', async () => {
    const [started] = await world.database
      .as(world.caller('owner'))
      .query<{ id: string }>('select public.start_member_import($1, $2, $3, $4) as id', [
        world.demo,
        JSON.stringify(file),
        ids.student,
        'people.csv',
      ]);
    const progress = async () =>
      (
        await world.sql.query(
          'select total, done, finished_at is not null as is_finished from public.member_imports where id = $1',
          [started?.id],
        )
      )[0];
    expect(await progress()).toEqual({ total: 9, done: 7, is_finished: false });
    const mails = await app.settleJobs();
    expect(mails.map(({ to }) => to)).toEqual(['one@example.com', 'two@example.com']);
    expect(await progress()).toEqual({ total: 9, done: 9, is_finished: true });
    const rows = await world.sql.query<{ outcome: string }>(
      'select outcome from public.member_import_rows where import_id = $1 order by line',
      [started?.id],
    );
    expect(rows.map((row) => row.outcome)).toEqual(
      expected.map((outcome) => (outcome === 'waiting' ? 'invited' : outcome)),
    );
  });

  test('takes as many as may still be invited, by fifty at once too, and says which lines had no place', async () => {
    await app.settleJobs();
    await inviteWithLimit(9_990);
    const people = Array.from({ length: 11 }, (_, at) => ({ line: at + 2, email: `filed-${at}@example.com` }));
    const outcomesOf = async (text: string, values: unknown[]) =>
      (await world.database.as(world.caller('owner')).query<{ outcome: string }>(text, values)).map(
        (row) => row.outcome,
      );
    expect(
      await outcomesOf('select * from public.check_member_import($1, $2, $3)', [
        world.demo,
        JSON.stringify(people),
        ids.student,
      ]),
    ).toEqual([...people.slice(1).map(() => 'waiting'), 'no_place']);

    // Started while the plan had room for all of them; others take nine of the ten places meanwhile.
    const [started] = await world.database
      .as(world.caller('owner'))
      .query<{ id: string }>('select public.start_member_import($1, $2, $3, $4) as id', [
        world.demo,
        JSON.stringify(people.slice(1)),
        ids.student,
        'last.csv',
      ]);
    for (let at = 0; at < 9; at++) await invite(`between-${at}@example.com`, 'student');
    await Promise.all([
      ...Array.from({ length: 50 }, () =>
        world.sql.query('select private.import_some($1, $2, 1)', [world.demo, started?.id]),
      ),
      ...Array.from({ length: 50 }, (_, at) => invite(`beside-${at}@example.com`, 'student').catch(() => null)),
    ]);
    expect(await countWaiting()).toBe(10_000);
    const outcomes = await outcomesOf(
      'select outcome from public.member_import_rows where account_id = $1 and import_id = $2',
      [world.demo, started?.id],
    );
    expect(outcomes.filter((outcome) => outcome === 'no_place').length).toBeGreaterThanOrEqual(9);
    expect(new Set(outcomes)).toEqual(new Set(outcomes.includes('invited') ? ['invited', 'no_place'] : ['no_place']));
    await world.sql.query(`delete from public.invitations where email ~ '^(many|filed|between|beside)-'`);
    await app.settleJobs();
  });

  test.each([
    ['five thousand people', 5_000, 1],
    ['one more', 5_001, 'invalid'],
    ['nobody', 0, 'invalid'],
  ] as const)('holds %s', async (_, count, expected) => {
    const people = Array.from({ length: count }, (_, index) => ({ line: index + 2, email: `p${index}@example.com` }));
    const text = 'select count(*) from public.check_member_import($1, $2, $3)';
    expect(countOf(await world.attempt('owner', text, [world.demo, JSON.stringify(people), ids.student]))).toBe(
      expected,
    );
  });

  test('three run at once, and a malformed file is rejected', async () => {
    const start = 'select public.start_member_import($1, $2, $3, $4)';
    const lines = JSON.stringify([{ line: 2, email: 'a@example.com' }]);
    const run = (people: string) =>
      world.database.as(world.caller('owner')).query(start, [world.demo, people, ids.student, 'a.csv']);
    for (let count = 0; count < 3; count++) await run(lines);
    await expect(run(lines)).rejects.toMatchObject({ detail: 'conflict' });
    await app.settleJobs();
    for (const invalid of ['{}', '[1]', '[{"email": "a@b.org"}]', '[{"line": 1}, {"line": 1}]'])
      await expect(run(invalid)).rejects.toMatchObject({ detail: 'invalid' });
  });

  test('of fifty that begin at once three run', async () => {
    await world.sql.query('update public.member_imports set finished_at = now() where account_id = $1', [world.demo]);
    const [role] = await world.sql.query<{ role_id: string }>(
      `select role_id from public.roles where account_id = $1 and kind = 'student'`,
      [world.demo],
    );
    const attempts = await Promise.allSettled(
      Array.from({ length: 50 }, (_, at) =>
        world.database
          .as(registrar)
          .query('select public.start_member_import($1, $2, $3, $4)', [
            world.demo,
            JSON.stringify([{ line: 2, email: `at-once-${at}@example.com` }]),
            role?.role_id,
            'at-once.csv',
          ]),
      ),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  });
});
