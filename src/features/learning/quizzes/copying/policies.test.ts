import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
const ids: Record<string, string> = {};
beforeAll(async () => {
  world = await openWorld();
  const [quiz] = await world.sql.query<{ id: string; course: string; lesson: string }>(
    `select z.id, z.course_id as course, z.lesson_id as lesson from public.quizzes z
       join public.courses c on c.id = z.course_id where c.slug = 'light-and-exposure' order by z.question_count desc limit 1`,
  );
  Object.assign(ids, { quiz: quiz?.id, course: quiz?.course, lesson: quiz?.lesson });
  // The quiz draws from the bank: a category below another, with three questions of its own.
  const category = async (name: string, parent: string | null) => {
    const [row] = await world.sql.query<{ id: string }>(
      'insert into public.question_categories (account_id, course_id, parent_id, name) values ($1, $2, $3, $4) returning id',
      [world.demo, ids.course, parent, name],
    );
    return row?.id ?? '';
  };
  ids.category = await category('Exposure times', await category('Physics', null));
  for (const number of [1, 2, 3]) {
    const question = {
      id: crypto.randomUUID(),
      kind: 'truefalse',
      prompt: `Twice the time is twice the light (${number})`,
      points: 1,
      answer: true,
    };
    await world.database
      .as(world.caller('instructor'))
      .query('select public.save_bank_question($1, $2::jsonb)', [ids.course, JSON.stringify(question)]);
    await world.sql.query('update public.questions set category_id = $1, tags = $2 where id = $3', [
      ids.category,
      ['exam'],
      question.id,
    ]);
  }
  await world.sql.query(
    `insert into public.quiz_draws (account_id, course_id, quiz_id, position, category_id, amount, points) values ($1, $2, $3, 1, $4, 2, 3)`,
    [world.demo, ids.course, ids.quiz, ids.category],
  );
});
afterAll(() => world.close());

const instructor = () => world.database.as(world.caller('instructor'));
const questionsOf = (quiz: string | undefined) =>
  world.sql.query(
    `select q.kind, q.prompt, q.figure, q.points, q.parts, q.options, k.answer, k.explanation from public.questions q
       join public.question_keys k on k.id = q.id where q.quiz_id = $1 order by q.position, q.id`,
    [quiz],
  );
const rulesOf = (quiz: string | undefined) =>
  world.sql.query(
    `select intro, pass_mark, attempts_allowed, time_limit_seconds, shuffle_questions, shuffle_options, feedback, grading_method,
            wrong_penalty, question_count, points from public.quizzes where id = $1`,
    [quiz],
  );
const drawsOf = (quiz: string | undefined) =>
  world.sql.query<{ name: string; parent: string; amount: number; points: number; candidates: number }>(
    `select c.name, p.name as parent, d.amount, d.points, (select count(*)::int from private.draw_candidates(d)) as candidates
       from public.quiz_draws d join public.question_categories c on c.id = d.category_id left join public.question_categories p on p.id = c.parent_id
      where d.quiz_id = $1`,
    [quiz],
  );
const quizIn = async (course: string | undefined, title?: string) => {
  const [row] = await world.sql.query<{ id: string }>(
    `select z.id from public.quizzes z join public.lessons l on l.id = z.lesson_id and l.kind = 'quiz'
      where z.course_id = $1 and z.id <> $2 and ($3::text is null or l.title = $3) order by z.question_count desc, z.id limit 1`,
    [course, ids.quiz, title ?? null],
  );
  return row?.id;
};
async function expectCopy(copy: string | undefined): Promise<void> {
  expect(await rulesOf(copy)).toEqual(await rulesOf(ids.quiz));
  expect(await questionsOf(copy)).toEqual(await questionsOf(ids.quiz));
  expect((await questionsOf(copy)).length).toBeGreaterThan(4);
  expect(await drawsOf(copy)).toEqual([
    { name: 'Exposure times', parent: 'Physics', amount: 2, points: 3, candidates: 3 },
  ]);
  expect(await world.sql.query('select from public.attempts where quiz_id = $1', [copy])).toEqual([]);
}

describe('a copied quiz', () => {
  test('in the same course has its own questions and draws from the same bank', async () => {
    await instructor().query('select public.copy_parts($1, $2, null, $3::jsonb)', [
      ids.course,
      [ids.lesson],
      JSON.stringify({ [ids.lesson ?? '']: 'The same again' }),
    ]);
    const copy = await quizIn(ids.course, 'The same again');
    await expectCopy(copy);
    const bank = await world.sql.query(
      'select from public.questions where course_id = $1 and quiz_id is null and category_id = $2',
      [ids.course, ids.category],
    );
    expect(bank).toHaveLength(3);
  });

  test('in another course brings the questions it draws from, once', async () => {
    await instructor().query('select public.create_course($1, $2)', [world.demo, 'A second course']);
    const [target] = await world.sql.query<{ id: string }>(
      `select id from public.courses where title = 'A second course'`,
    );
    await instructor().query('select public.copy_parts($1, $2)', [target?.id, [ids.lesson]]);
    await expectCopy(await quizIn(target?.id));
    await instructor().query('select public.copy_parts($1, $2)', [target?.id, [ids.lesson]]);
    const banked = await world.sql.query<{ versions: number }>(
      `select (select count(*)::int from public.question_versions v where v.question_id = q.id) as versions
         from public.questions q where q.course_id = $1 and q.quiz_id is null`,
      [target?.id],
    );
    expect(banked).toEqual([{ versions: 1 }, { versions: 1 }, { versions: 1 }]);
  });

  test('with its whole course has the whole bank', async () => {
    const [row] = await instructor().query<{ slug: string }>('select public.copy_course($1, $2) as slug', [
      ids.course,
      'All of it',
    ]);
    const [course] = await world.sql.query<{ id: string }>('select id from public.courses where slug = $1', [
      row?.slug,
    ]);
    const bank = (id: string | undefined) =>
      world.sql.query(
        'select prompt, tags from public.questions where course_id = $1 and quiz_id is null and archived_at is null order by prompt',
        [id],
      );
    expect(await bank(course?.id)).toEqual(await bank(ids.course));
    await expectCopy(await quizIn(course?.id));
  });
});
