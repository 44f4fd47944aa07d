import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '#base/server/database.ts';
import { countOf, matrix, memberWith } from '#tests/db/matrix.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';

let world: World;
const ids: Record<string, string> = {};
const names = () => ids;

/** The instructor owns `own`, is invited to `invited`, and does not teach `other`, which the owner teaches. */
beforeAll(async () => {
  world = await openWorld();
  const people = await world.sql.query<{ name: string; id: string }>(
    `select split_part(email, '@', 1) as name, id from public.members where account_id = $1`,
    [world.demo],
  );
  for (const { name, id } of people) ids[name] = id;
  const slugs = { own: 'a-pinhole-camera-in-an-afternoon', invited: 'macro-botany', other: 'light-and-exposure' };
  for (const [name, slug] of Object.entries(slugs)) {
    const [course] = await world.sql.query<{ id: string; lesson: string }>(
      `select c.id, (select l.id from public.lessons l where l.course_id = c.id order by l.position, l.id limit 1) as lesson
         from public.courses c where c.slug = $1`,
      [slug],
    );
    ids[name] = course?.id ?? '';
    ids[`${name}Lesson`] = course?.lesson ?? '';
  }
  await world.sql.query('update public.courses set author_id = $1 where id = any($2)', [
    ids.owner,
    [ids.invited, ids.other],
  ]);
  await world.sql.query(
    'insert into public.course_instructors (account_id, course_id, member_id) values ($1, $2, $3)',
    [world.demo, ids.invited, ids.instructor],
  );
  await world.sql.query(
    `insert into public.attempts (account_id, course_id, quiz_id, member_id, number, pass_mark, points, submitted_at, score, passed)
     select z.account_id, z.course_id, z.id, m.id, 90, 50, 10, now(), 10, true
       from public.quizzes z join public.members m on m.account_id = z.account_id and m.email = 'student@demo.test' where z.course_id = $1`,
    [ids.other],
  );
});
afterAll(() => world.close());

const both = { owner: 1, instructor: 1, visitor: '42501', others: 0 } as const;
const ownerOnly = { owner: 1, visitor: '42501', others: 0 } as const;
const forbiddenForOthers = { visitor: '42501', others: 'forbidden' } as const;
const student = { student: 1, parent: 1 } as const;

describe('an instructor, the courses they own or are invited to, and those of others', () => {
  const verbs = (course: string, who: typeof both | typeof ownerOnly, isLearned: boolean) =>
    [
      [`changes ${course}`, `update public.courses set title = 'x' where id = {${course}} returning id`, who],
      [
        `deletes ${course}`,
        `delete from public.courses where id = {${course}} returning id`,
        isLearned
          ? {
              ...who,
              owner: 'course_has_students',
              ...('instructor' in who ? { instructor: 'course_has_students' } : {}),
            }
          : who,
      ],
      [
        `writes in a lesson of ${course}`,
        `update public.lesson_contents set body = '<p>x</p>' where id = {${course}Lesson} returning id`,
        who,
      ],
      [
        `saves the outline of ${course}`,
        `select public.save_curriculum({${course}}, '[]', (select outline_version from public.courses where id = {${course}}))`,
        { ...who, ...forbiddenForOthers },
      ],
      [`adds a quiz to ${course}`, `select public.add_quiz({${course}}, 'x')`, { ...who, ...forbiddenForOthers }],
      [
        `looks at what was archived of ${course}`,
        `select from public.archived_parts({${course}})`,
        { visitor: '42501', others: 0 },
      ],
    ] as Parameters<typeof matrix>[1];
  matrix(
    () => world,
    [
      ...verbs('own', both, true),
      ...verbs('invited', both, false),
      ...verbs('other', ownerOnly, true),
      [
        'sees the students of their own',
        'select from public.enrolments where course_id = {own}',
        { ...both, ...student },
      ],
      [
        'sees the students of another’s',
        'select from public.enrolments where course_id = {other}',
        { ...ownerOnly, ...student },
      ],
      [
        'sees the progress in their own',
        'select from public.lesson_progress where course_id = {own} limit 1',
        { ...both, ...student },
      ],
      [
        'sees the progress in another’s',
        'select from public.lesson_progress where course_id = {other} limit 1',
        { ...ownerOnly, ...student },
      ],
      [
        'sees the attempts at their own',
        'select from public.attempts where course_id = {own} limit 1',
        { ...both, ...student },
      ],
      [
        'sees the attempts at another’s',
        'select from public.attempts where course_id = {other} limit 1',
        { ...ownerOnly, ...student },
      ],
      ['sees who is invited to teach', 'select from public.course_instructors where course_id = {invited}', both],
      [
        'invites to their own',
        'select public.set_course_instructors({own}, array[{owner}]::uuid[])',
        { owner: 1, instructor: 1, ...forbiddenForOthers },
      ],
      [
        'chooses who teaches what they are invited to',
        'select public.set_course_instructors({invited}, array[]::uuid[])',
        { owner: 1, ...forbiddenForOthers },
      ],
      [
        'asks who could teach another’s',
        'select from public.possible_instructors({other})',
        { owner: 1, ...forbiddenForOthers },
      ],
      [
        'writes who teaches past the function',
        `insert into public.course_instructors (account_id, course_id, member_id) values ({demo}, {own}, {owner})`,
        { others: '42501' },
      ],
      ['takes somebody out past the function', 'delete from public.course_instructors', { others: '42501' }],
    ],
    names,
  );

  test.each<[string, string]>([
    ['a student', 'student'],
    ['nobody of this school', 'stranger'],
  ])('%s can’t be invited', async (_, who) => {
    ids.stranger = crypto.randomUUID();
    expect(
      await world.attempt('instructor', 'select public.set_course_instructors($1, array[$2]::uuid[])', [
        ids.own,
        ids[who],
      ]),
    ).toMatchObject({ refused: 'invalid' });
  });

  test('an owner who is invited to their own course stands there once, and who leaves teaches no more', async () => {
    const instructor = world.database.as(world.caller('instructor'));
    await instructor.query('select public.set_course_instructors($1, array[$2, $3]::uuid[])', [
      ids.own,
      ids.owner,
      ids.instructor,
    ]);
    expect(
      await world.sql.query('select member_id from public.course_instructors where course_id = $1', [ids.own]),
    ).toEqual([{ member_id: ids.owner }]);
    await instructor.query(`select public.set_course_instructors($1, '{}')`, [ids.own]);
    expect(await world.sql.query('select from public.course_instructors where course_id = $1', [ids.own])).toEqual([]);
  });

  test.each<[string[], Record<string, number | string>]>([
    [['manage_curriculum'], { change: 1, students: 0, attempts: 1 }],
    [['manage_students'], { change: 0, students: 1, attempts: 0 }],
    [['manage_submissions'], { change: 0, students: 0, attempts: 1 }],
    [['manage_stats'], { change: 0, students: 0, attempts: 0 }],
  ])('a role with %j holds it in the course one is invited to, and nowhere else', async (caps, expected) => {
    const caller = await memberWith(world, world.demo, caps);
    await world.sql.query(
      `insert into public.course_instructors (account_id, course_id, member_id)
       select account_id, $3, id from public.members where account_id = $1 and user_id = $2`,
      [world.demo, caller.claims.sub, ids.own],
    );
    const inCourse = async (course: string | undefined) => ({
      change: countOf(
        await world.attempt(caller, `update public.courses set title = 'x' where id = $1 returning id`, [course]),
      ),
      students: countOf(await world.attempt(caller, 'select from public.enrolments where course_id = $1', [course])),
      attempts: countOf(
        await world.attempt(caller, 'select from public.attempts where course_id = $1 limit 1', [course]),
      ),
    });
    expect(await inCourse(ids.own)).toEqual(expected);
    expect(await inCourse(ids.other)).toEqual({ change: 0, students: 0, attempts: 0 });
  });
});

describe('the numbers an instructor sees', () => {
  type Report = { numbers: Record<string, { now: number }>; series: object; tables: Record<string, { id: string }[]> };
  const reportOf = async (caller: Caller, name: string, filters = {}) => {
    const [row] = await world.database
      .as(caller)
      .query<{ report: Report }>(`select public.report($1, $2, '12m', null, null, 'previous', $3) as report`, [
        world.demo,
        name,
        JSON.stringify(filters),
      ]);
    return row?.report as Report;
  };

  test.each<[Person, string, string]>([
    ['instructor', 'sales', 'forbidden'],
    ['instructor', 'members', 'forbidden'],
    ['instructor', 'visits', 'forbidden'],
    ['instructor', 'marketing', 'forbidden'],
    ['instructor', 'site_numbers', 'forbidden'],
    ['student', 'learning', 'forbidden'],
  ])('%s is refused %s', async (person, name, code) => {
    const statement =
      name === 'site_numbers' ? 'select public.site_numbers($1, 30)' : `select public.report($1, '${name}')`;
    expect(await world.attempt(person, statement, [world.demo])).toMatchObject({ refused: code });
  });

  test.each<[string[], string[]]>([
    [['manage_stats'], ['enrolled', 'completions']],
    [
      ['manage_stats', 'manage_shop'],
      ['enrolled', 'completions', 'revenue', 'orders'],
    ],
    [
      ['manage_stats', 'manage_members'],
      ['enrolled', 'completions', 'joined', 'total'],
    ],
    [
      ['manage_options'],
      ['enrolled', 'completions', 'revenue', 'orders', 'joined', 'total', 'visitors', 'views', 'answers', 'subscribed'],
    ],
  ])('the overview of a role with %j holds %j alone', async (caps, metrics) => {
    const report = await reportOf(await memberWith(world, world.demo, caps), 'overview');
    expect(Object.keys(report.numbers).sort()).toEqual([...metrics].sort());
    expect(Object.keys(report.series).sort()).toEqual(metrics.filter((metric) => metric !== 'total').sort());
  });

  test.each(['joined', 'orders', 'answers', 'subscribed', 'visits'])(
    'the rows of %s are not an instructor’s to see',
    async (list) =>
      expect(await world.attempt('instructor', 'select public.report_list($1, $2)', [world.demo, list])).toMatchObject({
        refused: 'forbidden',
      }),
  );

  test('learning is that of the courses they teach, whatever the filter names', async () => {
    const [ownReport, fullReport] = [
      await reportOf(world.caller('instructor'), 'learning'),
      await reportOf(world.caller('owner'), 'learning'),
    ];
    const courses = (report: Report) => report.tables.courses?.map(({ id }) => id) ?? [];
    expect(courses(fullReport)).toEqual(expect.arrayContaining([ids.own, ids.other]));
    expect(courses(ownReport)).toEqual(expect.arrayContaining([ids.own, ids.invited]));
    expect(courses(ownReport)).not.toContain(ids.other);
    expect(ownReport.numbers.attempts?.now).toBeLessThan(fullReport.numbers.attempts?.now ?? 0);
    for (const filters of [
      { course: ids.other },
      { courses: [ids.other] },
      { course: ids.other, courses: [ids.other] },
    ]) {
      const report = await reportOf(world.caller('instructor'), 'learning', filters);
      expect(courses(report)).not.toContain(ids.other);
      expect(report.tables.lessons?.length ?? 0).toBe(0);
    }
    const ownCourseReport = await reportOf(world.caller('instructor'), 'learning', { course: ids.own });
    expect(courses(ownCourseReport)).toEqual([ids.own]);
    expect(ownCourseReport.tables.lessons?.length).toBeGreaterThan(0);
  });

  test.each(['learners', 'enrolled', 'lessons', 'attempts', 'completions', 'risk'])(
    'the rows of %s are of the courses they teach',
    async (list) => {
      const rowsOf = async (person: Person, filters: object) => {
        const [row] = await world.database
          .as(world.caller(person))
          .query<{ list: { rows: { slug: string }[] } }>(
            `select public.report_list($1, $2, '12m', null, null, $3) as list`,
            [world.demo, list, JSON.stringify(filters)],
          );
        return row?.list.rows.map(({ slug }) => slug) ?? [];
      };
      const ownerSlugs = await rowsOf('owner', {});
      expect(await rowsOf('instructor', {})).toEqual(ownerSlugs.filter((slug) => slug !== 'light-and-exposure'));
      expect(await rowsOf('instructor', { course: ids.other })).toEqual([]);
    },
  );
});
