import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dispatchEvents } from '#tests/db/dispatch-events.ts';
import { countOf, matrix, membersOfDemo } from '#tests/db/matrix.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';

let world: World;
let studentId = '';
beforeAll(async () => {
  world = await openWorld();
  const [row] = await world.sql.query<{ id: string }>(
    `select id from public.members where email = 'student@demo.test'`,
  );
  studentId = row?.id ?? '';
});
afterAll(() => world.close());

const askFamily = `select public.ask_family({demo}, 'member@demo.test', true)`;
matrix(
  () => world,
  [
    ['asks somebody', askFamily, { ...membersOfDemo(1), visitor: '42501', others: 'forbidden' }],
    [
      'sees their own ties with a name',
      `select from public.family where name <> ''`,
      { student: 1, parent: 1, visitor: '42501', others: 0 },
    ],
    [
      'answers for others',
      'select public.confirm_family((select id from public.guardians limit 1))',
      { visitor: '42501', others: 'not_found' },
    ],
    [
      'ends a tie of theirs',
      'delete from public.guardians where account_id = {demo} returning 1',
      { owner: 1, student: 1, parent: 1, visitor: '42501', others: 0 },
    ],
    [
      'makes a code for the student',
      'select public.create_family_code({demo}, {student})',
      { owner: 1, student: 1, visitor: '42501', others: 'forbidden' },
    ],
    [
      'makes a code for themselves',
      'select public.create_family_code({demo})',
      { ...membersOfDemo(1), visitor: '42501', others: 'forbidden' },
    ],
    [
      'uses a code that does not exist',
      `select public.use_family_code({demo}, 'AAAAA-AAAAA')`,
      { ...membersOfDemo('code_invalid'), visitor: '42501', others: 'forbidden' },
    ],
    ['sees codes', 'select id from public.family_codes', { owner: 1, student: 1, visitor: '42501', others: 0 }],
    ['reads the hash of a code', 'select code_hash from public.family_codes', { others: '42501' }],
    ['deletes a code', 'delete from public.family_codes returning 1', { visitor: '42501', others: 0 }],
    [
      'changes what a parent sees',
      'select public.set_family_grades((select id from public.guardians limit 1), false)',
      { owner: 1, student: 1, visitor: '42501', others: 'forbidden' },
    ],
    ['writes what a parent sees', 'update public.guardians set sees_grades = true', { others: '42501' }],
    ['writes that a tie was confirmed', 'update public.guardians set confirmed_at = now()', { others: '42501' }],
  ],
  () => ({ student: studentId }),
);

const run = (person: Person, text: string, values: unknown[] = []) =>
  world.database.as(world.caller(person)).query<{ id: string; is_confirmed: boolean }>(text, values);
const linkOf = async (person: Person) =>
  (await run(person, `select id, is_confirmed from public.family where not is_confirmed`))[0];
describe('a tie that was asked for', () => {
  test('counts once the other side has said yes, and not before', async () => {
    const [child] = await world.sql.query<{ id: string }>(
      `select m.id  from public.members m where m.email = 'member@demo.test'`,
    );
    const enrol = `select private.enrol($1, (select id from public.courses where account_id = $1 and status = 'published' limit 1), $2, 'manual')`;
    await world.sql.query(enrol, [world.demo, child?.id]);
    const enrolments = () => run('parent', 'select from public.enrolments where member_id = $1', [child?.id]);
    await run('parent', 'select public.ask_family($1, $2, true)', [world.demo, 'MEMBER@demo.test']);
    // The requester sees nothing before the confirmation, not even whose address it was.
    expect(await linkOf('parent')).toBeUndefined();
    expect(await run('parent', 'select from public.guardians where confirmed_at is null')).toHaveLength(0);
    const link = await linkOf('member');
    expect(await enrolments()).toHaveLength(0);
    expect(countOf(await world.attempt('parent', 'select public.confirm_family($1)', [link?.id]))).toBe('not_found');
    expect(countOf(await world.attempt('student', 'select public.confirm_family($1)', [link?.id]))).toBe('not_found');
    await dispatchEvents(world.sql);
    const notifications = await run(
      'member',
      `select id from public.account_notifications where link = '/dashboard/profile' and not read`,
    );
    expect(notifications).toHaveLength(1);
    await run('member', 'select public.confirm_family($1)', [link?.id]);
    expect(await enrolments()).toHaveLength(1);
    await run('member', 'delete from public.guardians where id = $1', [link?.id]);
    expect(await enrolments()).toHaveLength(0);
  });

  test('to an unknown address, or one’s own, has the same response as any other', async () => {
    for (const address of ['nobody@example.com', 'student@atelier.test', 'parent@demo.test'])
      expect(
        countOf(await world.attempt('parent', 'select public.ask_family($1, $2, true)', [world.demo, address])),
      ).toBe(1);
    expect(await world.sql.query('select from public.guardians where confirmed_at is null')).toHaveLength(0);
  });

  test('at most five requests are open', async () => {
    const text = 'select public.ask_family($1, $2, false)';
    for (const name of ['owner', 'instructor', 'student', 'parent'])
      await run('member', text, [world.demo, `${name}@demo.test`]);
    expect(countOf(await world.attempt('member', text, [world.demo, 'both@world.test']))).toBe(1);
    await run('member', text, [world.demo, 'both@world.test']);
    expect(countOf(await world.attempt('member', text, [world.demo, 'blocked@world.test']))).toBe('conflict');
    await world.sql.query('delete from public.guardians where confirmed_at is null');
  });

  test('is asked of nobody whose address was never proved: they may have taken it', async () => {
    const askFamily = `select public.ask_family($1, 'kin@demo.test', false)`;
    const linksQuery = `select from public.guardians g join public.members m on m.id = g.parent_id where m.email = 'kin@demo.test'`;
    await world.sql.query(
      `with made as (insert into auth.users (id, email, email_confirmed_at) values (gen_random_uuid(), 'kin@demo.test', now()) returning id)
       select private.make_member($1, id, 'student') from made`,
      [world.demo],
    );
    await world.database.as(world.caller('student')).query(askFamily, [world.demo]);
    expect(await world.sql.query(linksQuery)).toHaveLength(0);
    await world.sql.query(`update auth.users set email_proved_at = now() where email = 'kin@demo.test'`);
    await world.database.as(world.caller('student')).query(askFamily, [world.demo]);
    expect(await world.sql.query(linksQuery)).toHaveLength(1);
  });

  test('fifty asked at once are five that wait', async () => {
    const people = await world.sql.query<{ email: string }>(
      `with made as (insert into auth.users (id, email, email_proved_at) select gen_random_uuid(), 'kin' || i || '@demo.test', now() from generate_series(1, 50) i returning id, email)
       select email, private.make_member($1, id, 'student') from made`,
      [world.demo],
    );
    await world.sql.query('delete from public.guardians where account_id = $1 and confirmed_at is null', [world.demo]);
    const requests = await Promise.allSettled(
      people.map(({ email }) =>
        world.database.as(world.caller('member')).query('select public.ask_family($1, $2, true)', [world.demo, email]),
      ),
    );
    expect(requests.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    expect(
      await world.sql.query('select from public.guardians where account_id = $1 and confirmed_at is null', [
        world.demo,
      ]),
    ).toHaveLength(5);
  });
});

describe('a code for a parent', () => {
  const newCode = async (person: Person, child: string | null = null, seesGrades = true) => {
    const rows = await world.database
      .as(world.caller(person))
      .query<{ made: { code: string } }>('select public.create_family_code($1, $2, $3) as made', [
        world.demo,
        child,
        seesGrades,
      ]);
    return rows[0]?.made.code ?? '';
  };
  const use = (person: Person, code: string) =>
    run(person, 'select public.use_family_code($1, $2)', [world.demo, code]).then(
      () => 'linked',
      ({ detail }: { detail?: string }) => detail,
    );
  const ties = (parent: string) =>
    world.sql.query(
      `select g.sees_grades, g.confirmed_at is not null as is_confirmed from public.guardians g
         join public.members p on p.id = g.parent_id where g.child_id = $1 and p.email = $2`,
      [studentId, parent],
    );

  test('links who uses it once, however it is typed, and tells the child', async () => {
    const code = await newCode('student', null, false);
    expect(code).toMatch(/^[2-9A-HJ-NP-Z]{5}-[2-9A-HJ-NP-Z]{5}$/);
    expect(await use('student', code)).toBe('code_invalid');
    expect(await use('member', ` ${code.toLowerCase().replace('-', ' ')} `)).toBe('linked');
    expect(await ties('member@demo.test')).toEqual([{ sees_grades: false, is_confirmed: true }]);
    expect(await use('instructor', code)).toBe('code_invalid');
    await dispatchEvents(world.sql);
    const notifications = await run(
      'student',
      `select from public.account_notifications where said ->> 'key' = 'familyLinked'`,
    );
    expect(notifications).toHaveLength(1);
    // The child takes it back, and the code does not bring it back.
    const tie = `select g.id from public.guardians g join public.members p on p.id = g.parent_id where p.email = 'member@demo.test' and g.child_id = $1`;
    const [own] = await world.sql.query<{ id: string }>(tie, [studentId]);
    expect(await run('student', 'delete from public.guardians where id = $1 returning id', [own?.id])).toHaveLength(1);
    expect(await use('member', code)).toBe('code_invalid');
  });

  test('of the school links a child, is void after seven days, and after it was deleted', async () => {
    const late = await newCode('owner', studentId);
    await world.sql.query(
      `update public.family_codes set expires_at = now() - interval '1 minute' where used_at is null`,
    );
    expect(await use('member', late)).toBe('code_invalid');
    const deleted = await newCode('owner', studentId);
    expect(await run('student', 'delete from public.family_codes where used_at is null returning id')).toHaveLength(1);
    expect(await use('member', deleted)).toBe('code_invalid');
    expect(await use('member', await newCode('owner', studentId))).toBe('linked');
    expect(await ties('member@demo.test')).toEqual([{ sees_grades: true, is_confirmed: true }]);
    await world.sql.query(
      `delete from public.guardians g using public.members p where p.id = g.parent_id and p.email = 'member@demo.test'`,
    );
  });

  test('is one of five that are open; fifty uses at once are one', async () => {
    await world.sql.query('delete from public.family_codes where used_at is null');
    const codes = await Promise.all(Array.from({ length: 5 }, () => newCode('student')));
    expect(countOf(await world.attempt('student', 'select public.create_family_code($1)', [world.demo]))).toBe(
      'conflict',
    );
    const uses = await Promise.all(Array.from({ length: 50 }, () => use('member', codes[0] ?? '')));
    expect(uses.filter((outcome) => outcome === 'linked')).toHaveLength(1);
    await world.sql.query('delete from public.family_codes where child_id = $1 and used_at is null', [studentId]);
    await world.sql.query(
      `delete from public.guardians g using public.members p where p.id = g.parent_id and p.email = 'member@demo.test'`,
    );
  });
});
