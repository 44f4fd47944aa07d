import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Outcome, openWorld, type Person, type World } from '#tests/db/world.ts';

let world: World;
const ids: Record<string, string> = {};
beforeAll(async () => {
  world = await openWorld();
  for (const row of await world.sql.query<{ slug: string; id: string }>(
    'select slug, id from public.courses union all select slug, id from public.lessons',
  )) {
    ids[row.slug] = row.id;
  }
});
afterAll(() => world.close());

const everyone: Person[] = [
  'visitor',
  'owner',
  'instructor',
  'student',
  'parent',
  'member',
  'atelierOwner',
  'atelierStudent',
  'both',
  'blocked',
  'removed',
  'fresh',
  'stolen',
  'unbound',
];
const count = (outcome: Outcome) => ('rows' in outcome ? outcome.rows.length : outcome.refused);

describe('enrolments and progress: who reads which rows of demo', () => {
  const rows: Record<Person, [enrolments: number | string, progress: number | string]> = {
    visitor: ['42501', '42501'],
    owner: [4, 12],
    instructor: [4, 12],
    student: [3, 12],
    parent: [4, 12],
    member: [0, 0],
    atelierOwner: [0, 0],
    atelierStudent: [0, 0],
    both: [0, 0],
    blocked: [0, 0],
    removed: [0, 0],
    fresh: [0, 0],
    stolen: [0, 0],
    unbound: [0, 0],
  };
  test.each(Object.entries(rows))('%s reads %j', async (who, [enrolments, progress]) => {
    const person = who as Person;
    expect(
      count(await world.attempt(person, 'select id from public.enrolments where account_id = $1', [world.demo])),
    ).toBe(enrolments);
    expect(
      count(await world.attempt(person, 'select id from public.lesson_progress where account_id = $1', [world.demo])),
    ).toBe(progress);
    expect(
      count(await world.attempt(person, 'select id from public.course_progress where account_id = $1', [world.demo])),
    ).toBe(enrolments);
  });

  test.each(everyone)('%s writes neither', async (person) => {
    for (const statement of [
      `insert into public.enrolments (account_id, member_id, course_id) select account_id, id, '${ids['seeing-cells']}' from public.members limit 1`,
      `update public.enrolments set status = 'active'`,
      'delete from public.enrolments',
      `update public.lesson_progress set completed_at = now()`,
      'delete from public.lesson_progress',
    ]) {
      expect(await world.attempt(person, statement)).toMatchObject({ refused: '42501' });
    }
  });

  test.each(['student', 'parent', 'instructor'] as const)('%s sees the same progress', async (person) => {
    const outcome = await world.attempt(
      person,
      'select done, total, percent, last_lesson_id from public.course_progress where course_id = $1',
      [ids['light-and-exposure']],
    );
    expect(outcome).toEqual({ rows: [{ done: 5, total: 10, percent: 50, last_lesson_id: ids['time-is-a-brush'] }] });
  });

  test.each(everyone)('%s calls none of the functions that decide nothing', async (person) => {
    for (const statement of [
      `select private.enrol('${world.demo}', '${ids['seeing-cells']}', '${crypto.randomUUID()}', 'order')`,
      `select private.complete_activity('${world.demo}', '${crypto.randomUUID()}', '${ids['what-a-stop-is']}', 'server')`,
      `select private.end_enrolment('${world.demo}', '${ids['seeing-cells']}', '${crypto.randomUUID()}')`,
    ]) {
      expect(await world.attempt(person, statement)).toMatchObject({ refused: '42501' });
    }
  });
});

describe('enrol_free', () => {
  const free: Record<Person, string> = {
    visitor: '42501',
    owner: 'in',
    instructor: 'in',
    student: 'in',
    parent: 'in',
    member: 'in',
    atelierOwner: 'not_found',
    atelierStudent: 'not_found',
    both: 'not_found',
    blocked: 'not_found',
    removed: 'not_found',
    fresh: 'not_found',
    stolen: 'not_found',
    unbound: 'not_found',
  };
  test.each(Object.entries(free))('%s into a free course: %s', async (person, expected) => {
    const outcome = await world.attempt(person as Person, 'select public.enrol_free($1) as id', [
      ids['a-pinhole-camera-in-an-afternoon'],
    ]);
    expect('rows' in outcome ? 'in' : outcome.refused).toBe(expected);
  });

  test.each([
    ['seeing-cells', 'course_not_free'],
    ['colour-you-can-trust', 'course_not_free'],
    ['reading-a-landscape', 'not_found'],
    ['drawing-hands', 'not_found'],
  ])('not into %s', async (slug, code) => {
    expect(await world.attempt('member', 'select public.enrol_free($1)', [ids[slug]])).toMatchObject({ refused: code });
  });

  test('who was taken out does not let themselves in again', async () => {
    const course = ids['a-pinhole-camera-in-an-afternoon'];
    await world.sql.query(`update public.enrolments set status = 'ended' where course_id = $1`, [course]);
    const outcome = await world.attempt('student', 'select public.enrol_free($1)', [course]);
    await world.sql.query(`update public.enrolments set status = 'active' where course_id = $1`, [course]);
    expect(outcome).toMatchObject({ refused: 'enrolment_ended' });
  });
});

describe('private.enrol', () => {
  const member = async () =>
    (await world.sql.query<{ id: string }>(`select id from public.members where email = 'member@demo.test'`))[0]?.id;
  const state = async () =>
    world.sql.query(
      `select status, source, expires_at is null as forever from public.enrolments where member_id = $1 and course_id = $2`,
      [await member(), ids['macro-botany']],
    );
  const enrol = async (source: string, expires: string | null = null) =>
    world.sql.query('select private.enrol($1, $2, $3, $4, $5)', [
      world.demo,
      ids['macro-botany'],
      await member(),
      source,
      expires,
    ]);

  test('once or ten times at once, there is one place', async () => {
    await Promise.all(Array.from({ length: 10 }, () => enrol('order')));
    expect(await state()).toEqual([{ status: 'active', source: 'order', forever: true }]);
  });

  test('a membership that ends never shortens what was bought; what ended begins anew', async () => {
    await enrol('membership', '2030-01-01');
    expect(await state()).toMatchObject([{ forever: true }]);
    await world.sql.query('select private.end_enrolment($1, $2, $3)', [
      world.demo,
      ids['macro-botany'],
      await member(),
    ]);
    expect(await state()).toMatchObject([{ status: 'ended' }]);
    await enrol('membership', '2030-01-01');
    expect(await state()).toEqual([{ status: 'active', source: 'membership', forever: false }]);
  });
});

describe('learning', () => {
  const learning: Record<Person, string> = {
    visitor: '42501',
    owner: 'not_enrolled',
    instructor: 'not_enrolled',
    student: 'done',
    parent: 'not_enrolled',
    member: 'not_enrolled',
    atelierOwner: 'not_enrolled',
    atelierStudent: 'not_enrolled',
    both: 'not_enrolled',
    blocked: 'not_enrolled',
    removed: 'not_enrolled',
    fresh: 'not_enrolled',
    stolen: 'not_enrolled',
    unbound: 'not_enrolled',
  };
  test.each(Object.entries(learning))('%s completes a lesson: %s', async (who, expected) => {
    const person = who as Person;
    const done = await world.attempt(person, 'select public.complete_lesson($1)', [ids['what-the-meter-assumes']]);
    expect('rows' in done ? 'done' : done.refused).toBe(expected);
    const position = await world.attempt(person, `select public.save_position($1, 12.5, '[[0, 13]]')`, [
      ids['what-the-meter-assumes'],
    ]);
    expect('rows' in position ? 'done' : position.refused).toBe(expected);
  });

  test('a quiz is not ticked off by hand', async () => {
    expect(
      await world.attempt('student', 'select public.complete_lesson($1)', [ids['ten-questions-about-exposure']]),
    ).toMatchObject({ refused: 'quiz_decides' });
  });

  test.each([
    ['-1', '[]'],
    ['400000', '[]'],
    ['1', '{}'],
  ])('rejects an invalid playback position: %s %s', async (seconds, watched) => {
    expect(
      await world.attempt('student', 'select public.save_position($1, $2::numeric, $3::jsonb)', [
        ids['what-the-meter-assumes'],
        seconds,
        watched,
      ]),
    ).toMatchObject({ refused: 'invalid' });
  });

  test('what was seen on two devices adds up, whichever saves last', async () => {
    const student = world.database.as(world.caller('student'));
    const lesson = ids['what-the-meter-assumes'];
    const saveWatched = async (watched: unknown) => {
      await student.query('select public.save_position($1, 10, $2::jsonb)', [lesson, JSON.stringify(watched)]);
      const [row] = await student.query<{ watched: unknown }>(
        'select watched from public.lesson_progress where lesson_id = $1',
        [lesson],
      );
      return row?.watched;
    };
    await world.sql.query(`update public.lesson_progress set watched = '[]' where lesson_id = $1`, [lesson]);
    expect(await saveWatched([[0, 60]])).toEqual([[0, 60]]);
    // The other device sends only its own ranges.
    expect(await saveWatched([[120, 180]])).toEqual([
      [0, 60],
      [120, 180],
    ]);
    expect(
      await saveWatched([
        [61, 70.2],
        [100, 130],
      ]),
    ).toEqual([
      [0, 71],
      [100, 180],
    ]);
    expect(await saveWatched([])).toHaveLength(2);
    await student.query('select public.save_position($1, 20)', [lesson]);
    expect(await saveWatched([[71, 100]])).toEqual([[0, 180]]);
    // At most 200 ranges are stored: the longest, so that a long one is never lost to many short ones.
    await world.sql.query(`update public.lesson_progress set watched = '[[0, 5000]]' where lesson_id = $1`, [lesson]);
    const short = Array.from({ length: 200 }, (_, at) => [6000 + at * 10, 6002 + at * 10]);
    const stored = (await saveWatched(short)) as number[][];
    expect(stored).toHaveLength(200);
    expect(stored[0]).toEqual([0, 5000]);
  });

  test.each(['[[1]]', '[["a", "b"]]', '[7]', '[[5, 1]]', '[[-5, 1]]', '[[0, 1e9]]'])(
    'a stretch that is none is left out: %s',
    async (watched) => {
      const student = world.database.as(world.caller('student'));
      const lesson = ids['what-the-meter-assumes'];
      await world.sql.query(`update public.lesson_progress set watched = '[[0, 9]]' where lesson_id = $1`, [lesson]);
      await student.query('select public.save_position($1, 3, $2::jsonb)', [lesson, watched]);
      expect(await student.query('select watched from public.lesson_progress where lesson_id = $1', [lesson])).toEqual([
        { watched: [[0, 9]] },
      ]);
    },
  );

  test('completion can be undone, the playback position stays, and the last lesson completes the course once', async () => {
    const student = world.database.as(world.caller('student'));
    const course = ids['a-pinhole-camera-in-an-afternoon'];
    const progress = async () =>
      (
        await student.query<{ percent: number; done: number; finished: boolean }>(
          'select percent, done, completed_at is not null as finished from public.course_progress where course_id = $1',
          [course],
        )
      )[0];
    const notificationCount = async () =>
      (await world.sql.query(`select from public.account_notifications where message like 'You completed%'`)).length;
    expect(await progress()).toEqual({ percent: 50, done: 2, finished: false });
    await student.query('select public.save_position($1, 40)', [ids['a-hole-of-the-right-size']]);
    await student.query('select public.complete_lesson($1)', [ids['a-hole-of-the-right-size']]);
    expect(await progress()).toMatchObject({ percent: 75 });
    await student.query('select public.complete_lesson($1, false)', [ids['a-hole-of-the-right-size']]);
    expect(await progress()).toMatchObject({ percent: 50 });
    expect(
      await student.query('select position_seconds::float as at from public.lesson_progress where lesson_id = $1', [
        ids['a-hole-of-the-right-size'],
      ]),
    ).toEqual([{ at: 40 }]);
    for (const slug of ['a-hole-of-the-right-size', 'exposure-with-a-pencil', 'exposure-with-a-pencil']) {
      await student.query('select public.complete_lesson($1)', [ids[slug]]);
    }
    expect(await progress()).toEqual({ percent: 100, done: 4, finished: true });
    expect(await notificationCount()).toBe(1);
  });
});

test('how many courses each member is in is kept, whatever becomes of an enrolment', async () => {
  const counts = async () =>
    world.sql.query<{ stored: number; actual: number }>(
      `select m.course_count as stored, (select count(*)::int from public.enrolments e
          where (e.account_id, e.member_id) = (m.account_id, m.id) and e.status = 'active') as actual
         from public.members m order by m.id`,
    );
  const expectEqualCounts = async () => {
    const rows = await counts();
    expect(rows.map(({ stored }) => stored)).toEqual(rows.map(({ actual }) => actual));
    return rows.reduce((sum, { stored }) => sum + stored, 0);
  };
  const before = await expectEqualCounts();
  const [enrolment] = await world.sql.query<{ id: string }>(
    `insert into public.enrolments (account_id, member_id, course_id)
     select m.account_id, m.id, c.id from public.members m join public.courses c on c.account_id = m.account_id
      where m.account_id = $1 and not exists (select from public.enrolments e where e.member_id = m.id and e.course_id = c.id)
      limit 1 returning id`,
    [world.demo],
  );
  expect(await expectEqualCounts()).toBe(before + 1);
  for (const [statement, sum] of [
    [`update public.enrolments set status = 'ended' where id = $1`, before],
    [`update public.enrolments set status = 'ended', updated_at = now() where id = $1`, before],
    [`update public.enrolments set status = 'active' where id = $1`, before + 1],
    ['delete from public.enrolments where id = $1', before],
  ] as const) {
    await world.sql.query(statement, [enrolment?.id]);
    expect(await expectEqualCounts()).toBe(sum);
  }
});
