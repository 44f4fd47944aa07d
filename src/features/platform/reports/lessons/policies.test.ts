import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const tablesOf = async (filters: object) => {
  const [row] = await world.database
    .as(world.caller('owner'))
    .query<{ tables: Record<string, unknown> }>(
      `select public.report($1, 'learning', filters => $2::jsonb) -> 'tables' as tables`,
      [world.demo, JSON.stringify(filters)],
    );
  return row?.tables ?? {};
};

test('says of each lesson of a course who opened and completed it, who stopped there, the time in it and its score', async () => {
  const [made] = await world.sql.query<{ course: string; lessons: string[] }>(
    `with course as (insert into public.courses (account_id, title, slug, status, lesson_count) values ($1, 'Funnel', 'funnel', 'published', 2)
         returning account_id, id),
       section as (insert into public.sections (account_id, course_id, title, position) select account_id, id, 'One', 1 from course
         returning account_id, course_id, id),
       lessons as (insert into public.lessons (account_id, course_id, section_id, title, slug, kind, is_published, position)
         select account_id, course_id, id, n.title, n.title, n.kind, n.title <> 'draft', n.position
           from section, (values ('begin', 'video', 1), ('test', 'quiz', 2), ('draft', 'text', 3)) n (title, kind, position)
         returning id, position)
     select (select id from course) as course, (select array_agg(id order by position) from lessons) as lessons`,
    [world.demo],
  );
  const { course = '', lessons = [] } = made ?? {};
  // Three begin: one finishes both lessons, one stops at the quiz three weeks ago, one is in the first one still.
  await world.sql.query(
    `with people as (select id, row_number() over (order by id) as n from public.members where account_id = $1 limit 3),
       enrolled as (insert into public.enrolments (account_id, course_id, member_id, created_at, starts_at, completed_at)
         select $1, $2, id, now() - interval '30 days', now() - interval '30 days', case when n = 1 then now() end from people)
     insert into public.lesson_progress (account_id, course_id, member_id, lesson_id, seen_at, completed_at, dwell_seconds, watched)
       select $1, $2, p.id, l.lesson, now() - l.ago, case when l.is_done then now() - l.ago end, l.dwell, l.watched::jsonb
         from people p join (values
           (1, $3::uuid, interval '20 days', true, 60, '[[0, 240]]'), (1, $4::uuid, interval '19 days', true, 0, '[]'),
           (2, $3::uuid, interval '22 days', true, 120, '[]'), (2, $4::uuid, interval '21 days', false, 0, '[]'),
           (3, $3::uuid, interval '1 day', false, 0, '[]')) l (n, lesson, ago, is_done, dwell, watched) on l.n = p.n`,
    [world.demo, course, lessons[0], lessons[1]],
  );
  const [quiz] = await world.sql.query<{ id: string }>(
    'select id from public.quizzes where account_id = $1 and lesson_id = $2',
    [world.demo, lessons[1]],
  );
  await world.sql.query(
    `insert into public.attempts (account_id, quiz_id, course_id, member_id, number, pass_mark, submitted_at, score, points, passed, is_trial)
       select $1, $2, $3, m.id, k.number, 50, now(), k.score, 10, k.score > 5, k.is_trial
         from (select id from public.members where account_id = $1 order by id limit 1) m,
           (values (1, 4, false), (2, 9, false), (3, 0, true)) k (number, score, is_trial)`,
    [world.demo, quiz?.id, course],
  );
  const { lessons: rows } = await tablesOf({ course });
  expect(rows).toMatchObject([
    { name: 'begin', place: 1, begun: 3, completed: 2, minutes: 3, stopped: 0, score: null },
    { name: 'test', place: 2, begun: 2, completed: 1, minutes: null, stopped: 1, score: 65 },
  ]);
  expect((await tablesOf({})).lessons).toEqual([]);
});
