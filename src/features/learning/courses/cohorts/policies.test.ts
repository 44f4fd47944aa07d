import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { matrix } from '#tests/db/matrix.ts';
import { refused } from '#tests/db/shop.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';

let world: World;
let course: string;
let cohort: string;
beforeAll(async () => {
  world = await openWorld();
  const [row] = await world.sql.query<{ id: string }>(
    `select id from public.courses where account_id = $1 and slug = 'a-pinhole-camera-in-an-afternoon'`,
    [world.demo],
  );
  course = row?.id ?? '';
});
afterAll(() => world.close());

/** A cohort of two seats that starts in a week, and nobody in the course. */
beforeEach(async () => {
  await world.sql.query('delete from public.course_cohorts where course_id = $1', [course]);
  await world.sql.query('delete from public.enrolments where course_id = $1', [course]);
  await world.sql.query(`delete from public.account_notifications where said ->> 'key' = 'cohortSeat'`);
  const [made] = await world.sql.query<{ id: string }>(
    `insert into public.course_cohorts (account_id, course_id, name, starts_at, ends_at, seats)
     values ($1, $2, 'May', private.clock_now() + interval '7 days', private.clock_now() + interval '37 days', 2) returning id`,
    [world.demo, course],
  );
  cohort = made?.id ?? '';
});

const as = (person: Person) => world.database.as(world.caller(person));
const join = async (person: Person) =>
  (await as(person).query<{ is: string }>('select public.join_cohort($1) as is', [cohort]))[0]?.is;
const state = async () =>
  (
    await world.sql.query<{ taken: number; waiting: number }>(
      `select taken, (select count(*)::int from public.cohort_waiting w where w.cohort_id = k.id) as waiting from public.course_cohorts k where k.id = $1`,
      [cohort],
    )
  )[0];
const enrolments = () =>
  world.sql.query<{ id: string; email: string; status: string; is_ahead: boolean; has_end: boolean }>(
    `select e.id, m.email, e.status, e.starts_at > private.clock_now() as is_ahead, e.expires_at is not null as has_end
       from public.enrolments e join public.members m on (m.account_id, m.id) = (e.account_id, e.member_id)
      where e.cohort_id = $1 order by m.email`,
    [cohort],
  );
const told = async () =>
  (
    await world.sql.query<{ email: string }>(
      `select u.email from public.account_notifications n join auth.users u on u.id = n.user_id where n.said ->> 'key' = 'cohortSeat'`,
    )
  ).map(({ email }) => email);

describe('cohorts', () => {
  matrix(
    () => world,
    [
      [
        'are read by whoever sees the course',
        'select name from public.course_cohorts where id = {cohort}',
        { others: 1 },
      ],
      [
        'are added by who manages the students',
        `insert into public.course_cohorts (account_id, course_id, name, starts_at) values ({demo}, {course}, 'June', now()) returning id`,
        { owner: 1, instructor: 1, others: '42501' },
      ],
      [
        'are changed by who manages the students',
        'update public.course_cohorts set seats = 3 where id = {cohort} returning id',
        { owner: 1, instructor: 1, visitor: '42501', others: 0 },
      ],
      ['have seats that nobody counts by hand', 'update public.course_cohorts set taken = 0', { others: '42501' }],
      [
        'are deleted by who manages the students',
        'delete from public.course_cohorts where id = {cohort} returning id',
        { owner: 1, instructor: 1, visitor: '42501', others: 0 },
      ],
      [
        'are joined by members of the account',
        'select public.join_cohort({cohort})',
        {
          visitor: '42501',
          atelierOwner: 'not_found',
          atelierStudent: 'not_found',
          both: 'not_found',
          blocked: 'not_authenticated',
          fresh: 'not_authenticated',
          removed: 'not_authenticated',
          stolen: 'not_authenticated',
          unbound: 'not_authenticated',
          others: 1,
        },
      ],
      [
        'are filled by who manages the students',
        `select public.move_to_cohort({course}, '{00000000-0000-7000-8000-000000000000}', {cohort})`,
        { owner: 1, instructor: 1, visitor: '42501', others: 'forbidden' },
      ],
      [
        'are waited for past the functions by nobody',
        'insert into public.cohort_waiting (account_id, cohort_id, member_id) values ({demo}, {cohort}, {cohort})',
        { others: '42501' },
      ],
      [
        'show who waits to nobody else',
        'select from public.cohort_waiting where cohort_id = {cohort}',
        { visitor: '42501', others: 0 },
      ],
      ['are not filled by hand', 'select private.fill_cohort({cohort})', { others: '42501' }],
    ],
    () => ({ course, cohort }),
  );

  test('give access from their first day to their last', async () => {
    expect(await join('student')).toBe('enrolled');
    expect(await enrolments()).toMatchObject([
      { email: 'student@demo.test', status: 'active', is_ahead: true, has_end: true },
    ]);
    const open = async () =>
      (await as('student').query<{ id: string }>('select private.enrolled_courses() as id')).some(
        ({ id }) => id === course,
      );
    expect(await open()).toBe(false);
    await world.sql.query(
      `update public.course_cohorts set starts_at = private.clock_now() - interval '1 hour' where id = $1`,
      [cohort],
    );
    expect(await open()).toBe(true);
    await world.sql.query(
      `update public.course_cohorts set ends_at = private.clock_now() - interval '1 second' where id = $1`,
      [cohort],
    );
    expect(await open()).toBe(false);
  });

  test('that are full have a waiting list; a seat that is freed goes to who came first, who is told', async () => {
    expect([await join('student'), await join('parent'), await join('member'), await join('owner')]).toEqual([
      'enrolled',
      'enrolled',
      'waiting',
      'waiting',
    ]);
    expect(await join('member')).toBe('waiting');
    expect(await state()).toEqual({ taken: 2, waiting: 2 });
    const place = async (person: Person) =>
      (await as(person).query<{ place: number }>('select place from public.own_waiting($1)', [course]))[0]?.place;
    expect([await place('member'), await place('owner')]).toEqual([1, 2]);
    const [parent] = await enrolments();
    await as('instructor').query('select public.end_enrolments($1, $2, false)', [course, [parent?.id]]);
    expect(await state()).toEqual({ taken: 2, waiting: 1 });
    expect(await told()).toEqual(['member@demo.test']);
    expect(await place('owner')).toBe(1);
    await world.sql.query('update public.course_cohorts set seats = 3 where id = $1', [cohort]);
    expect(await state()).toEqual({ taken: 3, waiting: 0 });
    expect((await told()).sort()).toEqual(['member@demo.test', 'owner@demo.test']);
  });

  test('have no more seats than they have, however many come at once', async () => {
    const outcomes = await Promise.all((['student', 'parent', 'member', 'owner'] as const).map(join));
    expect(outcomes.sort()).toEqual(['enrolled', 'enrolled', 'waiting', 'waiting']);
    expect(await state()).toEqual({ taken: 2, waiting: 2 });
  });

  test('are left by who waits no longer', async () => {
    await world.sql.query('update public.course_cohorts set seats = 1 where id = $1', [cohort]);
    await join('student');
    await join('member');
    await as('member').query('select public.leave_waiting($1)', [cohort]);
    expect(await state()).toEqual({ taken: 1, waiting: 0 });
  });

  test('take who comes within their window, and nobody after it or twice', async () => {
    const move = (column: string, moment: string) =>
      world.sql.query(`update public.course_cohorts set ${column} = private.clock_now() + $2::interval where id = $1`, [
        cohort,
        moment,
      ]);
    await move('opens_at', '1 day');
    expect(await refused(join('student'))).toBe('conflict');
    await move('opens_at', '-2 days');
    await move('closes_at', '-1 day');
    expect(await refused(join('student'))).toBe('conflict');
    await move('closes_at', '1 day');
    expect(await join('student')).toBe('enrolled');
    expect(await join('student')).toBe('enrolled');
    expect(await state()).toEqual({ taken: 1, waiting: 0 });
  });

  test('of a course that costs money are joined by nobody by themselves', async () => {
    await world.sql.query(`update public.courses set access = 'paid' where id = $1`, [course]);
    expect(await refused(join('student'))).toBe('course_not_free');
    await world.sql.query('update public.course_cohorts set seats = 1, taken = 1 where id = $1', [cohort]);
    expect(await refused(join('student'))).toBe('course_not_free');
    await world.sql.query(`update public.courses set access = 'free' where id = $1`, [course]);
  });

  test('are filled by hand with all who were chosen or with nobody', async () => {
    await world.sql.query(
      `select private.enrol($1, $2, id, 'manual') from public.members where account_id = $1 and email in ('student@demo.test', 'parent@demo.test', 'member@demo.test')`,
      [world.demo, course],
    );
    const ids = (
      await world.sql.query<{ id: string }>('select id from public.enrolments where course_id = $1', [course])
    ).map(({ id }) => id);
    const move = (enrolled: string[], to: string | null) =>
      as('instructor').query<{ moved: number }>('select public.move_to_cohort($1, $2, $3) as moved', [
        course,
        enrolled,
        to,
      ]);
    expect(await refused(move(ids, cohort))).toBe('conflict');
    expect(await state()).toEqual({ taken: 0, waiting: 0 });
    expect(await move(ids.slice(0, 2), cohort)).toEqual([{ moved: 2 }]);
    expect(await state()).toEqual({ taken: 2, waiting: 0 });
    const roster = async () =>
      (
        await as('instructor').query<{ page: { count: number; rows: { cohort: string }[] } }>(
          'select public.course_roster($1, cohort_ids => $2) as page',
          [course, [cohort]],
        )
      )[0]?.page;
    expect(await roster()).toMatchObject({ count: 2, rows: [{ cohort: 'May' }, { cohort: 'May' }] });
    expect(await move(ids.slice(0, 1), null)).toEqual([{ moved: 1 }]);
    expect(await state()).toEqual({ taken: 1, waiting: 0 });
  });

  test('leave who is in them in the course when they are deleted', async () => {
    await join('student');
    await as('instructor').query('delete from public.course_cohorts where id = $1', [cohort]);
    const rows = await world.sql.query('select cohort_id, status from public.enrolments where course_id = $1', [
      course,
    ]);
    expect(rows).toEqual([{ cohort_id: null, status: 'active' }]);
  });

  test('are named to visitors with the seats that are left, while they may be joined', async () => {
    const open = () =>
      as('visitor').query('select name, seats_left from public.open_cohorts($1, $2)', [world.demo, course]);
    await join('student');
    expect(await open()).toEqual([{ name: 'May', seats_left: 1 }]);
    await world.sql.query('update public.course_cohorts set archived_at = now() where id = $1', [cohort]);
    expect(await open()).toEqual([]);
  });

  test('there are 200 at most', async () => {
    await world.sql.query(
      `insert into public.course_cohorts (account_id, course_id, name, starts_at) select $1, $2, 'Many ' || n, now() from generate_series(1, 199) n`,
      [world.demo, course],
    );
    const attempt = world.attempt(
      'owner',
      `insert into public.course_cohorts (account_id, course_id, name, starts_at) values ('${world.demo}', '${course}', 'More', now())`,
    );
    expect(await attempt).toMatchObject({ refused: 'invalid' });
  });
});
