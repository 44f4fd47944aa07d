import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { matrix } from '#tests/db/matrix.ts';
import { refused } from '#tests/db/shop.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';

let world: World;
let course: string;
let foreign: string;
let enrolment: string;
beforeAll(async () => {
  world = await openWorld();
  const [row] = await world.sql.query<{ course: string; enrolment: string; foreign: string }>(
    `select c.id as course, e.id as enrolment, (select id from public.courses where account_id = $2 limit 1) as foreign
       from public.courses c join public.enrolments e on e.course_id = c.id where c.account_id = $1 and c.slug = 'light-and-exposure'`,
    [world.demo, world.atelier],
  );
  course = row?.course ?? '';
  foreign = row?.foreign ?? '';
  enrolment = row?.enrolment ?? '';
});
afterAll(() => world.close());

const as = (person: Person) => world.database.as(world.caller(person));
type Row = { name: string; email: string | null; status: string; percent: number; done: number; total: number };
const roster = async (
  person: Person,
  request: { search?: string; statuses?: string[]; sort?: string; page?: number } = {},
) => {
  const [row] = await as(person).query<{ page: { rows: Row[]; count: number } }>(
    'select public.course_roster($1, $2, $3, $4, 2, $5) as page',
    [course, request.search ?? '', request.statuses ?? [], request.page ?? 1, request.sort ?? 'name'],
  );
  return row?.page;
};
const enrol = (
  emails: (string | undefined)[],
  options: { expires?: string; isTrial?: boolean; person?: Person } = {},
) =>
  as(options.person ?? 'instructor').query<{ email: string; outcome: string; name: string | null }>(
    'select * from public.enrol_people($1, $2, $3, $4)',
    [course, emails, options.expires ?? null, options.isTrial ?? false],
  );
const enrolmentOf = async (email: string) => {
  const [row] = await world.sql.query<{
    id: string;
    status: string;
    source: string;
    expires_at: Date | null;
    completed_at: Date | null;
  }>(
    `select e.id, e.status, e.source, e.expires_at, e.completed_at from public.enrolments e
       join public.members m on (m.account_id, m.id) = (e.account_id, e.member_id) where e.course_id = $1 and m.email = $2`,
    [course, email],
  );
  return row;
};
const call = (text: string, values: unknown[], person: Person = 'instructor') =>
  as(person).query(text, [course, ...values]);
const extend = (ids: unknown[], expires: string | null, person?: Person) =>
  call('select public.extend_enrolments($1, $2, $3)', [ids, expires], person);
const end = (ids: unknown[], evenPaid = false) => call('select public.end_enrolments($1, $2, $3)', [ids, evenPaid]);

describe('who manages the students of a course', () => {
  matrix(
    () => world,
    [
      [
        'reads the roster',
        'select public.course_roster({course})',
        { owner: 1, instructor: 1, visitor: '42501', others: 'forbidden' },
      ],
      [
        'enrols somebody',
        `select public.enrol_people({course}, '{member@demo.test}')`,
        { owner: 1, instructor: 1, visitor: '42501', others: 'forbidden' },
      ],
      [
        'extends an access',
        `select public.extend_enrolments({course}, array[{enrolment}]::uuid[])`,
        { owner: 1, instructor: 1, visitor: '42501', others: 'forbidden' },
      ],
      [
        'ends an access',
        `select public.end_enrolments({course}, array[{enrolment}]::uuid[], true)`,
        { owner: 1, instructor: 1, visitor: '42501', others: 'forbidden' },
      ],
      [
        'resets progress',
        `select public.reset_progress({course}, array[{enrolment}]::uuid[])`,
        { owner: 1, instructor: 1, visitor: '42501', others: 'forbidden' },
      ],
      [
        'sees what was reset',
        'select id from public.progress_resets',
        { owner: 1, instructor: 1, visitor: '42501', others: 0 },
      ],
      ['resets past the function', 'delete from public.progress_resets returning id', { others: '42501' }],
      [
        'restores what is not there',
        'select public.restore_progress({enrolment})',
        { visitor: '42501', others: 'not_found' },
      ],
    ],
    () => ({ course, enrolment }),
  );

  test('nobody does so with a course of another account', async () => {
    for (const person of ['owner', 'instructor'] as const)
      expect(await refused(as(person).query('select public.course_roster($1)', [foreign]))).toBe('forbidden');
  });
});

describe('the roster', () => {
  test('has each student with what they have done; e-mails are for who manages members', async () => {
    expect(await roster('owner')).toMatchObject({
      count: 1,
      rows: [{ email: 'student@demo.test', status: 'active', done: 5, total: 10, percent: 50 }],
    });
    expect((await roster('instructor'))?.rows[0]).toMatchObject({ email: null, percent: 50 });
  });

  test('is searched, filtered, sorted and paged in the database', async () => {
    await enrol(['member@demo.test', 'parent@demo.test']);
    const names = async (request: Parameters<typeof roster>[1]) =>
      (await roster('owner', request))?.rows.map(({ email }) => email);
    expect((await roster('owner'))?.count).toBe(3);
    expect(await names({ page: 2 })).toHaveLength(1);
    expect(await names({ search: 'MEMBER@' })).toEqual(['member@demo.test']);
    expect(await names({ search: '%' })).toEqual([]);
    expect(await names({ statuses: ['finished'] })).toEqual([]);
    const oldest = await names({ sort: 'created_at' });
    expect(oldest?.[0]).toBe('student@demo.test');
    // An address is not found by who does not see it.
    expect((await roster('instructor', { search: 'member@' }))?.count).toBe(0);
  });
});

describe('enrolling by e-mail', () => {
  test('says of each what became of it; a trial writes nothing', async () => {
    await world.sql.query('delete from public.enrolments where course_id = $1 and source = $2', [course, 'manual']);
    const emails = ['Member@Demo.test', 'nobody@demo.test', 'student@demo.test', 'member@demo.test'];
    const expected = [
      { email: 'member@demo.test', outcome: 'enrolled' },
      { email: 'nobody@demo.test', outcome: 'unknown' },
      { email: 'student@demo.test', outcome: 'already' },
    ];
    expect(await enrol(emails, { isTrial: true })).toMatchObject(expected);
    expect(await enrolmentOf('member@demo.test')).toBeUndefined();
    expect(await enrol(emails, { expires: '2999-01-01T00:00:00Z' })).toMatchObject(expected);
    expect(await enrolmentOf('member@demo.test')).toMatchObject({
      status: 'active',
      source: 'manual',
      expires_at: new Date('2999-01-01T00:00:00Z'),
    });
    const notices = await world.sql.query(
      `select n.said ->> 'key' as key from public.account_notifications n join public.members m on m.user_id = n.user_id and m.account_id = n.account_id
        where m.email = 'member@demo.test' and n.said ->> 'key' = 'courseEnrolled'`,
    );
    expect(notices.length).toBeGreaterThan(0);
  });

  test('tells whose an address is, and who is blocked, to nobody who may not see e-mails', async () => {
    const emails = ['member@demo.test', 'parent@demo.test'];
    await world.sql.query(`update public.members set blocked_at = now() where account_id = $1 and email = $2`, [
      world.demo,
      'parent@demo.test',
    ]);
    const outcomes = async (person: Person) =>
      (await enrol(emails, { isTrial: true, person })).map(({ outcome, name }) => [outcome, name !== null]);
    expect(await outcomes('owner')).toEqual([
      ['already', true],
      ['blocked', true],
    ]);
    expect(await outcomes('instructor')).toEqual([
      ['already', false],
      ['unknown', false],
    ]);
    await world.sql.query('update public.members set blocked_at = null where account_id = $1 and email = $2', [
      world.demo,
      'parent@demo.test',
    ]);
  });

  test('refuses none, too many, and an end that is past', async () => {
    expect(await refused(enrol([]))).toBe('invalid');
    expect(await refused(enrol(Array<string>(1001).fill('a@b.test')))).toBe('invalid');
    expect(await refused(enrol(['member@demo.test'], { expires: '2020-01-01' }))).toBe('invalid');
    expect(await refused(enrol(['member@demo.test'], { expires: 'infinity' }))).toBe('invalid');
  });
});

describe('the end of an access', () => {
  test('is moved, taken away and set again; one that has ended begins anew', async () => {
    await enrol(['member@demo.test']);
    const { id } = (await enrolmentOf('member@demo.test')) ?? {};
    await extend([id], '2998-01-01T00:00:00Z');
    expect(await enrolmentOf('member@demo.test')).toMatchObject({ expires_at: new Date('2998-01-01T00:00:00Z') });
    await end([id]);
    expect(await enrolmentOf('member@demo.test')).toMatchObject({ status: 'ended', expires_at: null });
    await extend([id], null);
    expect(await enrolmentOf('member@demo.test')).toMatchObject({ status: 'active', expires_at: null });
  });

  test('is not cut for who has paid, but where that is said', async () => {
    expect(await enrolmentOf('student@demo.test')).toMatchObject({ source: 'order', expires_at: null });
    expect(await refused(extend([enrolment], '2998-01-01'))).toBe('paid_access');
    expect(await refused(end([enrolment]))).toBe('paid_access');
    expect(await refused(extend([enrolment], null))).toBe('accepted');
    expect(await refused(end([enrolment], true))).toBe('accepted');
    await world.sql.query(`update public.enrolments set status = 'active' where id = $1`, [enrolment]);
  });

  test('of one in a foreign course changes nothing', async () => {
    const [other] = await world.sql.query<{ id: string }>(
      'select id from public.enrolments where account_id = $1 limit 1',
      [world.atelier],
    );
    const rows = await call('select public.end_enrolments($1, $2, true) as count', [[other?.id]]);
    expect(rows).toEqual([{ count: 0 }]);
    expect(await refused(end([]))).toBe('invalid');
  });
});

test('progress is reset, and restored beside what was done since', async () => {
  const progress = async () => (await roster('owner', { search: 'student@' }))?.rows[0];
  const reset = () => call('select public.reset_progress($1, $2) as count', [[enrolment]]);
  await world.sql.query('update public.enrolments set completed_at = now() where id = $1', [enrolment]);
  expect(await reset()).toEqual([{ count: 1 }]);
  expect(await progress()).toMatchObject({ done: 0, status: 'active' });
  expect(await reset()).toEqual([{ count: 0 }]);
  // Another lesson is done meanwhile.
  const [lesson] = await world.sql.query<{ id: string }>(
    `select id from public.lessons where course_id = $1 and slug = 'reading-a-histogram'`,
    [course],
  );
  await as('student').query('select public.complete_lesson($1)', [lesson?.id]);
  const [stored] = await as('instructor').query<{ id: string; lessons: number }>(
    'select id, lessons from public.progress_resets where course_id = $1',
    [course],
  );
  expect(stored?.lessons).toBe(5);
  await as('instructor').query('select public.restore_progress($1)', [stored?.id]);
  expect(await progress()).toMatchObject({ done: 6, status: 'finished' });
  expect(await refused(as('instructor').query('select public.restore_progress($1)', [stored?.id]))).toBe('not_found');
});

describe('enrolling a group', () => {
  const outcome = async (person: Person, group: string | undefined, isTrial: boolean, id = course) => {
    const [row] = await as(person).query<{ outcome: unknown }>(
      'select public.enrol_group($1, $2, null, $3) as outcome',
      [id, group, isTrial],
    );
    return row?.outcome;
  };
  const makeGroup = async (visibility: string, emails: string[]) => {
    const [group] = await world.sql.query<{ id: string }>(
      `insert into public.groups (account_id, slug, title, visibility) values ($1, $2, $2, $3) returning id`,
      [world.demo, `class-${Math.floor(Math.random() * 1e9)}`, visibility],
    );
    await world.sql.query(
      `insert into public.group_members (account_id, group_id, member_id)
       select account_id, $2, id from public.members where account_id = $1 and email = any($3)`,
      [world.demo, group?.id, emails],
    );
    return group?.id;
  };
  const blocked = async () =>
    (
      await world.sql.query<{ email: string }>(
        'select email from public.members where account_id = $1 and blocked_at is not null limit 1',
        [world.demo],
      )
    )[0]?.email ?? '';

  test('leaves out who teaches the course', async () => {
    const group = await makeGroup('public', ['instructor@demo.test', 'member@demo.test']);
    await world.sql.query(
      `delete from public.enrolments where course_id = $1 and member_id in (select id from public.members where email = 'member@demo.test')`,
      [course],
    );
    expect(await outcome('owner', group, true)).toMatchObject({ enrolled: 1 });
    const [invited] = await world.sql.query<{ id: string }>(
      `insert into public.course_instructors (account_id, course_id, member_id)
       select account_id, $2, id from public.members where account_id = $1 and email = 'member@demo.test' returning id`,
      [world.demo, course],
    );
    expect(await outcome('owner', group, true)).toMatchObject({ enrolled: 0 });
    await world.sql.query('delete from public.course_instructors where id = $1', [invited?.id]);
  });

  test('says how many first, then enrols each once, and nobody who is blocked', async () => {
    await world.sql.query(
      `delete from public.enrolments e using public.members m where m.id = e.member_id and e.course_id = $1 and m.email in ('parent@demo.test', 'member@demo.test')`,
      [course],
    );
    const group = await makeGroup('public', [
      'student@demo.test',
      'parent@demo.test',
      'member@demo.test',
      await blocked(),
    ]);
    expect(await outcome('instructor', group, true)).toEqual({ enrolled: 2, already: 1 });
    expect(await enrolmentOf('parent@demo.test')).toBeUndefined();
    expect(await outcome('instructor', group, false)).toEqual({ enrolled: 2, already: 1 });
    expect(await enrolmentOf('parent@demo.test')).toMatchObject({ status: 'active', source: 'manual' });
    expect(await outcome('instructor', group, false)).toEqual({ enrolled: 0, already: 3 });
    expect(await enrolmentOf(await blocked())).toBeUndefined();
  });

  test('an instructor enrols no private group they are not in; the owner does', async () => {
    const group = await makeGroup('private', ['member@demo.test']);
    await expect(outcome('instructor', group, true)).rejects.toMatchObject({ detail: 'not_found' });
    expect(await outcome('owner', group, true)).toEqual({ enrolled: 0, already: 1 });
  });

  test.each(['student', 'parent', 'member', 'fresh', 'atelierOwner'] as const)('%s enrols none', async (person) => {
    const group = await makeGroup('public', ['member@demo.test']);
    await expect(outcome(person, group, true)).rejects.toMatchObject({ detail: 'forbidden' });
  });

  test('a group of another account is none', async () => {
    const [group] = await world.sql.query<{ id: string }>(
      'select id from public.groups where account_id = $1 limit 1',
      [world.demo],
    );
    await expect(outcome('atelierOwner', group?.id, true, foreign)).rejects.toMatchObject({ detail: 'not_found' });
  });
});
