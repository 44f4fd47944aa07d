import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Availability, FUTURE, NEXT, openAvailability, PAST } from '#tests/db/availability.ts';
import { matrix } from '#tests/db/matrix.ts';
import { refused } from '#tests/db/shop.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';

let world: World;
let ids: Record<string, string>;
let course: string;
let section: string;
let member: string;
let lesson: Availability['lesson'];
let set: Availability['set'];

beforeAll(async () => {
  world = await openWorld();
  ({ ids, course, section, member, lesson, set } = await openAvailability(world));
});
afterAll(() => world.close());
beforeEach(() => world.sql.query('delete from public.availability_rules'));

const rowsOf = async (person: Person, text: string, values: unknown[] = []) => {
  const outcome = await world.attempt(person, text, values);
  return 'rows' in outcome ? outcome.rows : outcome.refused;
};
const countOf = async (person: Person, text: string, values: unknown[] = []) => {
  const rows = await rowsOf(person, text, values);
  return typeof rows === 'string' ? rows : rows.length;
};
describe('who sets and reads when a part of a course is open', () => {
  matrix(
    () => world,
    [
      [
        'sets it',
        `select public.set_availability({course}, {lesson}, '{"kind": "from", "at": "2999-01-01"}')`,
        { owner: 1, instructor: 1, visitor: '42501', others: 'forbidden' },
      ],
      [
        'drips a section',
        `select public.drip_section({section}, 1, '09:00')`,
        { owner: 1, instructor: 1, visitor: '42501', others: 'forbidden' },
      ],
      ['reads the conditions', 'select id from public.availability_rules', { visitor: '42501', others: 0 }],
      [
        'writes past the functions',
        `insert into public.availability_rules (account_id, id, course_id, conditions) values ({demo}, {lesson}, {course}, '{}')`,
        { others: '42501' },
      ],
      ['removes past the functions', 'delete from public.availability_rules returning id', { others: '42501' }],
      ['asks what is open to them', 'select * from public.lesson_states({course})', { visitor: '42501', others: 0 }],
      [
        'previews it as somebody else',
        `select * from public.preview_availability({course}, '2026-01-01', '2026-02-01')`,
        { visitor: '42501', others: 0 },
      ],
    ],
    () => ({ demo: world.demo, course, lesson: lesson(NEXT), section }),
  );

  test('authors read them', async () => {
    await set(lesson(NEXT), FUTURE);
    expect(
      await rowsOf('instructor', 'select id from public.availability_rules where course_id = $1', [course]),
    ).toEqual([{ id: lesson(NEXT) }]);
    for (const person of ['student', 'atelierOwner'] as const)
      expect(await countOf(person, 'select id from public.availability_rules where course_id = $1', [course])).toBe(0);
  });
});

describe('a lesson that is not open yet', () => {
  const WAYS: [string, string, (number | string)[]][] = [
    ['its content', 'select id from public.lesson_contents where id = {lesson}', [1, 0]],
    ['its files', `select id from storage.objects where name like 'courses/%/' || {lesson} || '/%'`, [1, 0]],
    ['search', `select id from public.search_records where id = {lesson}`, [1, 0]],
    ['its progress', 'select public.save_position({lesson}, 3)', [1, 'lesson_locked']],
    ['its completion', 'select public.complete_lesson({lesson})', [1, 'lesson_locked']],
  ];
  beforeEach(async () => {
    await world.sql.query(`insert into storage.objects (bucket_id, name) values ($1, $2) on conflict do nothing`, [
      `${world.demo}-private`,
      `courses/${course}/${lesson(NEXT)}/film.webm`,
    ]);
  });
  const textOf = (text: string) => text.replaceAll('{lesson}', `'${lesson(NEXT)}'`);

  test.each(WAYS)('is not reached by %s', async (_way, text, [open = 1, locked = 0]) => {
    expect(await countOf('student', textOf(text))).toBe(open);
    for (const part of [lesson(NEXT), section, course]) {
      await set(part, FUTURE);
      expect(await countOf('student', textOf(text))).toBe(locked);
      await set(part, PAST);
      expect(await countOf('student', textOf(text))).toBe(open);
      await set(part, null);
    }
  });

  test('is read by who teaches it', async () => {
    await set(lesson(NEXT), FUTURE);
    for (const person of ['owner', 'instructor'] as const)
      expect(await countOf(person, textOf(WAYS[0]?.[1] ?? ''))).toBe(1);
  });

  test('does not begin a quiz, nor tell its rules', async () => {
    const [quiz] = await world.sql.query<{ id: string; lesson_id: string; course_id: string }>(
      `select z.id, z.lesson_id, z.course_id from public.quizzes z join public.enrolments e on e.course_id = z.course_id and e.member_id = $1
         join public.lessons l on l.id = z.lesson_id and l.is_published
         left join public.lesson_progress p on p.lesson_id = l.id and p.member_id = e.member_id where p.finished_at is null limit 1`,
      [member],
    );
    const quizzes = () => countOf('student', 'select id from public.quizzes where id = $1', [quiz?.id]);
    const start = () => countOf('student', 'select public.start_attempt($1)', [quiz?.id]);
    expect([await quizzes(), await start()]).toEqual([1, 1]);
    await set(quiz?.lesson_id ?? '', FUTURE, { of: quiz?.course_id ?? '' });
    expect([await quizzes(), await start()]).toEqual([0, 'lesson_locked']);
  });

  test('is shown in the outline, or left out of it where it is hidden', async () => {
    const seen = (person: Person) => countOf(person, 'select id from public.lessons where id = $1', [lesson(NEXT)]);
    await set(lesson(NEXT), FUTURE);
    for (const person of ['visitor', 'student', 'member'] as const) expect(await seen(person)).toBe(1);
    await set(lesson(NEXT), FUTURE, { isHidden: true });
    for (const person of ['visitor', 'student', 'member', 'parent'] as const) expect(await seen(person)).toBe(0);
    for (const person of ['owner', 'instructor'] as const) expect(await seen(person)).toBe(1);
    await set(lesson(NEXT), PAST, { isHidden: true });
    expect(await seen('student')).toBe(1);
    await set(section, FUTURE, { isHidden: true });
    const sections = (person: Person) => countOf(person, 'select id from public.sections where id = $1', [section]);
    expect([await sections('student'), await sections('owner')]).toEqual([0, 1]);
  });

  test('says when it opens, and why not yet', async () => {
    await set(section, { all: [FUTURE, { kind: 'lesson', lesson: lesson('what-a-stop-is') }] });
    await set(lesson(NEXT), { kind: 'from', at: '2998-01-01T00:00:00Z' });
    const rows = await rowsOf('student', 'select * from public.lesson_states($1) where lesson_id = $2', [
      course,
      lesson(NEXT),
    ]);
    expect(rows).toMatchObject([
      {
        is_open: false,
        opens_at: new Date('2999-01-01T00:00:00Z'),
        rules: [
          {
            met: false,
            all: [
              { kind: 'from', met: false },
              { kind: 'lesson', met: true, title: 'What a stop is' },
            ],
          },
          { kind: 'from', met: false },
        ],
      },
    ]);
  });

  test('that is hidden holds up no course; one that is locked does', async () => {
    const finish = async (isHidden: boolean) => {
      await set(lesson(NEXT), FUTURE, { isHidden });
      return world.database.asService().transaction(async (tx) => {
        await tx.query(
          `insert into public.lesson_progress (account_id, member_id, course_id, lesson_id, completed_at, finished_at)
           select account_id, $1, course_id, id, now(), now() from public.lessons where course_id = $2 and is_published and id <> $3
           on conflict (account_id, member_id, lesson_id) do update set completed_at = now(), finished_at = now()`,
          [member, course, lesson(NEXT)],
        );
        await tx.query('select private.complete_enrolment($1, $2, $3)', [world.demo, member, course]);
        const [row] = await tx.query<{ done: boolean }>(
          'select completed_at is not null as done from public.enrolments where member_id = $1 and course_id = $2',
          [member, course],
        );
        return Promise.reject(row?.done ? 'finished' : 'not finished');
      });
    };
    await expect(finish(false)).rejects.toBe('not finished');
    await expect(finish(true)).rejects.toBe('finished');
  });
});

test('a free preview is open to everybody, whatever its course waits for', async () => {
  const slug = 'what-the-meter-assumes';
  await set(course, FUTURE);
  expect(await countOf('student', 'select public.save_position($1, 3)', [lesson(slug)])).toBe(1);
  expect(await countOf('visitor', 'select id from public.lesson_contents where id = $1', [lesson(slug)])).toBe(1);
  expect(
    await rowsOf('student', 'select is_open from public.lesson_states($1) where lesson_id = $2', [
      course,
      lesson(slug),
    ]),
  ).toEqual([{ is_open: true }]);
});

test('a finished lesson never locks again, whatever is set, and after it was undone', async () => {
  const slug = 'what-a-stop-is';
  const read = () => countOf('student', 'select id from public.lesson_contents where id = $1', [lesson(slug)]);
  await set(lesson(slug), FUTURE);
  await set(section, FUTURE, { isHidden: true });
  await set(course, FUTURE);
  expect(await read()).toBe(1);
  const student = world.database.as(world.caller('student'));
  await student.query('select public.complete_lesson($1, false)', [lesson(slug)]);
  expect(await read()).toBe(1);
  await student.query('select public.complete_lesson($1)', [lesson(slug)]);
});

test('the page of a course is rendered anew when what it hides or needs first changes, and of a draft none is', async () => {
  const payloads: string[] = [];
  const stop = await world.database.listen('changes', (payload) => payloads.push(payload));
  const countNotices = async () => {
    await world.sql.query(`select pg_notify('changes', 'end')`);
    await expect.poll(() => payloads.includes('end')).toBe(true);
    return payloads.splice(0).filter((payload) => payload.includes(`"${course}"`)).length;
  };
  await set(section, FUTURE, { isHidden: true });
  expect(await countNotices()).toBe(1);
  await set(section, null);
  expect(await countNotices()).toBe(1);
  const draft = ids['reading-a-landscape'] ?? '';
  await set(draft, FUTURE, { of: draft });
  await world.sql.query(`select pg_notify('changes', 'end')`);
  await expect.poll(() => payloads.includes('end')).toBe(true);
  expect(payloads.filter((payload) => payload.includes(draft))).toEqual([]);
  await stop();
});

test('a section is dripped one lesson after the other', async () => {
  const drip = (every: number, hour: string, from = 0) =>
    refused(
      world.database
        .as(world.caller('instructor'))
        .query('select public.drip_section($1, $2, $3, $4)', [section, every, hour, from]),
    );
  expect(await drip(7, '08:30', 2)).toBe('accepted');
  const rows = await world.sql.query<{ conditions: object }>(
    `select r.conditions from public.availability_rules r join public.lessons l on l.id = r.id where l.section_id = $1 order by l.position`,
    [section],
  );
  expect(rows.map(({ conditions }) => conditions)).toEqual(
    rows.map((_row, at) => ({ kind: 'days', days: 2 + 7 * at, time: '08:30' })),
  );
  expect(rows.length).toBeGreaterThan(1);
  for (const wrong of [drip(0, '08:30'), drip(366, '08:30'), drip(1, '8'), drip(1, '08:30', -1)])
    expect(await wrong).toBe('invalid');
});

test('an author sees what somebody would, who enrolled on one day, on another', async () => {
  await set(lesson(NEXT), { kind: 'days', days: 10, time: '09:00' });
  await set(lesson('what-a-stop-is'), FUTURE, { isHidden: true });
  const at = async (day: string) =>
    rowsOf(
      'instructor',
      `select is_open, is_hidden from public.preview_availability($1, '2026-01-01T00:00:00Z', $2) order by lesson_id = $3`,
      [course, day, lesson(NEXT)],
    );
  expect(await at('2026-01-10T00:00:00Z')).toEqual([
    { is_open: false, is_hidden: true },
    { is_open: false, is_hidden: false },
  ]);
  expect(await at('2026-01-12T00:00:00Z')).toEqual([
    { is_open: false, is_hidden: true },
    { is_open: true, is_hidden: false },
  ]);
});

test('the courses that are needed first stand on the page of a course, with what the reader has finished', async () => {
  await set(course, {
    all: [
      { kind: 'course', course: ids['seeing-cells'] },
      { kind: 'course', course: ids['reading-a-landscape'] },
    ],
  });
  const needed = (person: Person) =>
    rowsOf(person, 'select slug, is_finished from public.course_requirements($1)', [course]);
  // A draft is not told of.
  for (const person of ['visitor', 'member', 'student'] as const)
    expect(await needed(person)).toEqual([{ slug: 'seeing-cells', is_finished: false }]);
});
