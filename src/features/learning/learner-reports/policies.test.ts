import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dispatchEvents } from '#tests/db/dispatch-events.ts';
import { countOf, matrix, membersOfDemo } from '#tests/db/matrix.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';
import type { LearnerReport } from './schema.ts';

let world: World;
const ids: Record<string, string> = {};
beforeAll(async () => {
  world = await openWorld();
  const rows = await world.sql.query<{ id: string; name: string }>(
    `select id, split_part(email, '@', 1) as name from public.members where account_id = $1 and email like '%@demo.test'`,
    [world.demo],
  );
  for (const { id, name } of rows) ids[name] = id;
});
afterAll(() => world.close());

const reportOf = async (person: Person, member: string | null = null) => {
  const rows = await world.database
    .as(world.caller(person))
    .query<{ report: LearnerReport }>('select public.learner_report($1) as report', [member]);
  return rows[0]?.report as LearnerReport;
};

describe('whose report', () => {
  matrix(
    () => world,
    [
      [
        'reads the report of a student',
        'select public.learner_report({student})',
        {
          ...membersOfDemo('not_found'),
          student: 1,
          parent: 1,
          atelierOwner: 'not_found',
          atelierStudent: 'not_found',
          both: 'not_found',
          visitor: '42501',
          others: 'forbidden',
        },
      ],
      [
        'reads their own report',
        'select public.learner_report()',
        { ...membersOfDemo(1), atelierOwner: 1, atelierStudent: 1, both: 1, visitor: '42501', others: 'forbidden' },
      ],
    ],
    () => ({ student: ids.student ?? '' }),
  );
});

describe('the report of a learner', () => {
  test('tells progress, results and the last eight weeks, and the parent reads the same', async () => {
    const report = await reportOf('student');
    expect(report.is_own).toBe(true);
    expect(report.weeks).toHaveLength(8);
    expect(new Date(report.weeks[0]?.week ?? '').getUTCDay()).toBe(1);
    const rows = await world.sql.query<{ course_id: string; done: number; total: number; percent: number }>(
      `select course_id, done, total, percent from public.course_progress where member_id = $1`,
      [ids.student],
    );
    expect(rows.length).toBeGreaterThan(1);
    const shown = report.courses.map(({ course_id, done, total, percent }) => ({ course_id, done, total, percent }));
    expect(shown.toSorted((a, b) => a.course_id.localeCompare(b.course_id))).toEqual(
      rows.toSorted((a, b) => a.course_id.localeCompare(b.course_id)),
    );
    const [best] = await world.sql.query<{ percent: number; attempts: number }>(
      `select floor(100.0 * max(score / points))::int as percent, count(*)::int as attempts from public.attempts
        where member_id = $1 and submitted_at is not null and to_grade = 0 and not is_trial group by quiz_id order by quiz_id limit 1`,
      [ids.student],
    );
    const results = report.courses
      .flatMap(({ quizzes }) => quizzes ?? [])
      .toSorted((a, b) => a.quiz_id.localeCompare(b.quiz_id));
    expect(results[0]).toMatchObject({ percent: best?.percent, attempts: best?.attempts });
    const child = await reportOf('parent', ids.student);
    expect(child).toEqual({ ...report, is_own: false });
  });

  test('keeps results and certificates from a parent who may not see them, in the report and everywhere else', async () => {
    await world.sql.query('update public.guardians set sees_grades = false where child_id = $1', [ids.student]);
    const report = await reportOf('parent', ids.student);
    expect(report.sees_grades).toBe(false);
    expect(report.courses.length).toBeGreaterThan(1);
    for (const course of report.courses) expect(course).toMatchObject({ quizzes: null, certificate_id: null });
    const asParent = world.database.as(world.caller('parent'));
    const [attempt] = await world.sql.query<{ id: string }>(
      'select id from public.attempts where member_id = $1 and submitted_at is not null limit 1',
      [ids.student],
    );
    for (const table of ['attempts', 'certificates'])
      expect(await asParent.query(`select from public.${table} where member_id = $1`, [ids.student])).toHaveLength(0);
    const result = await world.attempt('parent', 'select public.attempt_result($1)', [attempt?.id]);
    expect(countOf(result)).toBe('not_found');
    expect(
      (await asParent.query('select from public.enrolments where member_id = $1', [ids.student])).length,
    ).toBeGreaterThan(1);
    await world.sql.query('update public.guardians set sees_grades = true where child_id = $1', [ids.student]);
  });

  test('tells of each assignment when it is due and what became of it; its points are for who sees results', async () => {
    const own = await reportOf('student');
    const works = own.courses.flatMap(({ assignments }) => assignments);
    const [graded] = await world.sql.query<{ assignment_id: string; points: string; due_at: Date | null }>(
      `select s.assignment_id, s.points, private.due_of(a, s.member_id) as due_at from public.assignment_submissions s
         join public.assignments a on a.id = s.assignment_id where s.member_id = $1 and s.status = 'graded' limit 1`,
      [ids.student],
    );
    const work = works.find(({ assignment_id }) => assignment_id === graded?.assignment_id);
    expect(work).toMatchObject({ status: 'graded', points: Number(graded?.points), is_overdue: false });
    expect(Date.parse(work?.due_at ?? '')).toBe(graded?.due_at?.getTime());
    await world.sql.query('update public.guardians set sees_grades = false where child_id = $1', [ids.student]);
    const shown = (await reportOf('parent', ids.student)).courses.flatMap(({ assignments }) => assignments);
    expect(shown).toEqual(works.map((one) => ({ ...one, points: null, passed: null })));
    await world.sql.query('update public.guardians set sees_grades = true where child_id = $1', [ids.student]);
    const taken = `delete from public.assignment_submissions where member_id = $1 and assignment_id = $2`;
    await world.sql.query(taken, [ids.student, graded?.assignment_id]);
    const missing = (await reportOf('parent', ids.student)).courses
      .flatMap(({ assignments }) => assignments)
      .find(({ assignment_id }) => assignment_id === graded?.assignment_id);
    expect(missing).toMatchObject({ status: 'open', is_overdue: Date.parse(missing?.due_at ?? '') < Date.now() });
  });

  test('is closed as soon as the link is ended', async () => {
    const before = await world.sql.query('delete from public.guardians where child_id = $1 returning *', [ids.student]);
    expect(before).toHaveLength(1);
    const result = await world.attempt('parent', 'select public.learner_report($1)', [ids.student]);
    expect(countOf(result)).toBe('not_found');
    await world.sql.query('insert into public.guardians (account_id, parent_id, child_id) values ($1, $2, $3)', [
      world.demo,
      ids.parent,
      ids.student,
    ]);
  });

  test('names the lessons that the clock opens next, and none that is hidden or waits for something else', async () => {
    const [enrolment] = await world.sql.query<{ course_id: string; id: string }>(
      `select e.course_id, e.id from public.enrolments e where e.member_id = $1 and e.status = 'active' and e.completed_at is null
        and (select count(*) from public.lessons l where l.course_id = e.course_id and l.is_published and not l.is_preview
          and not exists (select from public.lesson_progress p where p.lesson_id = l.id and p.member_id = e.member_id and p.finished_at is not null)) >= 3 limit 1`,
      [ids.student],
    );
    const lessons = await world.sql.query<{ id: string; title: string }>(
      `select l.id, l.title from public.lessons l where l.course_id = $1 and l.is_published and not l.is_preview
        and not exists (select from public.lesson_progress p where p.lesson_id = l.id and p.member_id = $2 and p.finished_at is not null)
        and not exists (select from public.availability_rules r where r.id in (l.id, l.section_id, l.course_id))
       order by l.position limit 3`,
      [enrolment?.course_id, ids.student],
    );
    const [timed, hidden, mixed] = lessons;
    const at = new Date(Date.now() + 90 * 86_400_000).toISOString();
    const rule = `insert into public.availability_rules (account_id, id, course_id, conditions, is_hidden) values ($1, $2, $3, $4, $5)`;
    const from = { all: [{ kind: 'from', at }] };
    const values = (lesson: typeof timed, conditions: unknown, isHidden: boolean) => [
      ...[world.demo, lesson?.id, enrolment?.course_id, JSON.stringify(conditions), isHidden],
    ];
    await world.sql.query(rule, values(timed, from, false));
    await world.sql.query(rule, values(hidden, from, true));
    const waiting = { all: [...from.all, { kind: 'lesson', lesson: timed?.id }] };
    await world.sql.query(rule, values(mixed, waiting, false));
    const report = await reportOf('parent', ids.student);
    const course = report.courses.find(({ enrolment_id }) => enrolment_id === enrolment?.id);
    const titles = course?.upcoming.map(({ lesson_id }) => lesson_id) ?? [];
    expect(titles).toContain(timed?.id);
    expect(titles).not.toContain(hidden?.id);
    expect(titles).not.toContain(mixed?.id);
    await world.sql.query('delete from public.availability_rules where id = any ($1)', [lessons.map(({ id }) => id)]);
  });
});

describe('parents are told', () => {
  const keysOf = async (person: string) =>
    (
      await world.sql.query<{ key: string; link: string }>(
        `select n.said ->> 'key' as key, n.link from public.account_notifications n join public.members m on m.account_id = n.account_id and m.user_id = n.user_id
          where m.id = $1 and n.said ->> 'key' like 'child%' order by n.created_at, n.id`,
        [ids[person]],
      )
    ).map(({ key, link }) => [key, link]);
  const emit = async (type: string, facts: Record<string, unknown>) => {
    await world.sql.query(`select private.emit($1, $2, 'member:' || $3, facts => $4)`, [
      ...[world.demo, type, ids.student, JSON.stringify({ member_id: ids.student, ...facts })],
    ]);
    await dispatchEvents(world.sql);
  };
  const one = async (table: string, condition = 'true') =>
    (
      await world.sql.query<{ id: string; course_id: string }>(
        `select t.* from public.${table} t where t.account_id = $1 and ${condition} limit 1`,
        [world.demo],
      )
    )[0];

  test('of a course that is done, and of results only where they see them', async () => {
    const quiz = await one(
      'quizzes',
      `not exists (select from public.attempts k where k.quiz_id = t.id and k.member_id = '${ids.student}' and k.passed)`,
    );
    const assignment = await one('assignments');
    const link = `/dashboard/progress?member=${ids.student}`;
    const finished = { enrolment_id: quiz?.id, course_id: quiz?.course_id, status: 'active', source: 'free' };
    const failed = {
      attempt_id: quiz?.id,
      quiz_id: quiz?.id,
      course_id: quiz?.course_id,
      number: 1,
      score: 1,
      points: 9,
      pass_mark: 60,
    };
    const graded = {
      submission_id: quiz?.id,
      assignment_id: assignment?.id,
      course_id: assignment?.course_id,
      number: 1,
    };
    const tellAll = async () => {
      await world.sql.query('delete from public.account_notifications where account_id = $1', [world.demo]);
      await emit('course.completed', { ...finished, expires_at: null, completed_at: null });
      await emit('quiz.failed', { ...failed, submitted_at: new Date() });
      const times = { submitted_at: new Date(), graded_at: new Date() };
      await emit('assignment.graded', { ...graded, ...times, late_units: 0, points: 5, out_of: 50, result: 'failed' });
    };
    await tellAll();
    const all = ['childFinishedCourse', 'childFailedQuiz', 'childGraded'];
    expect(await keysOf('parent')).toEqual(all.map((key) => [key, link]));
    expect(await keysOf('member')).toEqual([]);
    await world.sql.query('update public.guardians set sees_grades = false where child_id = $1', [ids.student]);
    await tellAll();
    expect(await keysOf('parent')).toEqual([['childFinishedCourse', link]]);
    await world.sql.query('update public.guardians set sees_grades = true where child_id = $1', [ids.student]);
  });
});
