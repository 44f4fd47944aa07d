import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '#base/server/root.ts';
import type { Seed, Seeding } from '#base/server/seeding.ts';
import { demoLessons } from '#features/learning/courses/rules.ts';
import type { QuestionKind, ShortKey, StudentAnswer } from './rules.ts';
import { bankCategories } from './seed/bank-questions.ts';
import { colourAnswers, colourQuestions } from './seed/colour-questions.ts';
import { exposureQuestions, pinholeQuestions, type SeedQuestion } from './seed/exposure-questions.ts';

const fixedId = (series: number, index: number) =>
  `00000000-0000-7000-8000-0000${series.toString(16).padStart(4, '0')}${String(index).padStart(4, '0')}`;
const EXPOSURE_SERIES = 0xe401;
const PINHOLE_SERIES = 0xe402;
const COLOUR_SERIES = 0xe403;
const BANK_SERIES = 0xe404;
const pinholeLesson = '00000000-0000-7000-8000-00000000c0a2';
const colourLesson = '00000000-0000-7000-8000-00000000c0a3';
const drawnLesson = '00000000-0000-7000-8000-00000000c0a4';

/** Demo quizzes: a long one without attempts, a short one that the student failed and then passed, one with an essay. */
export const seed: Seed = async (seeding) => {
  await fillQuiz(seeding, demoLessons.lightQuiz.id, EXPOSURE_SERIES, exposureQuestions, {
    intro:
      'Have a pencil at hand. Two of the questions are answered in words, and in two more than one answer is right.',
    pass_mark: 60,
  });
  await addQuiz(seeding, 'a-pinhole-camera-in-an-afternoon', {
    id: pinholeLesson,
    title: 'Holes and numbers',
    slug: 'holes-and-numbers',
    seconds: 300,
  });
  const rules = {
    intro: 'Four questions, five minutes, three tries. You will want a pencil.',
    pass_mark: 70,
    attempts_allowed: 3,
    time_limit_seconds: 300,
    shuffle_options: true,
    feedback: 'answers_when_done',
  };
  // The key was too narrow at first; it was corrected after the attempts, and they were graded again.
  const narrow = pinholeQuestions.map((question) =>
    question.kind === 'short'
      ? { ...question, answer: { ...(question.answer as ShortKey), texts: ['f/250'] } }
      : question,
  );
  await fillQuiz(seeding, pinholeLesson, PINHOLE_SERIES, narrow, rules);
  const pinhole = { lesson: pinholeLesson, series: PINHOLE_SERIES, email: 'student@demo.test' };
  await addAttempt(seeding, { ...pinhole, daysAgo: 6, answers: ['c', '250', true, ['a', 'b', 'c']] });
  await addAttempt(seeding, { ...pinhole, daysAgo: 5, answers: ['b', 'f/250', false, ['a', 'b']] });
  await fillQuiz(seeding, pinholeLesson, PINHOLE_SERIES, pinholeQuestions, rules);
  await regrade(seeding, pinholeLesson, 'The number alone is right as well.');
  await addBank(seeding, 'a-pinhole-camera-in-an-afternoon');
  await addColourQuiz(seeding);
};

/** Grades the attempts at a quiz again, by the instructor of its course. */
async function regrade({ sql, accounts, now }: Seeding, lesson: string, reason: string): Promise<void> {
  await sql.query(
    `with r as (select private.apply_regrade(z.*, $3) as id, c.author_id from public.quizzes z
         join public.courses c on (c.account_id, c.id) = (z.account_id, z.course_id) where (z.account_id, z.lesson_id) = ($1, $2))
     select id, author_id from r`,
    [accounts.demo, lesson, reason],
  );
  const when = new Date(now.getTime() - 4 * 86_400_000);
  await sql.query(
    `update public.quiz_regrades r set created_at = $2, member_id = c.author_id from public.courses c
      where (c.account_id, c.id) = (r.account_id, r.course_id) and r.account_id = $1`,
    [accounts.demo, when],
  );
  await sql.query('update public.quiz_regrade_changes set created_at = $2 where account_id = $1', [
    accounts.demo,
    when,
  ]);
}

/** A bank of sorted questions, a hidden quiz that draws from it, and more time there for one student. */
async function addBank(seeding: Seeding, course: string): Promise<void> {
  const { sql, accounts, member } = seeding;
  let index = 0;
  for (const { name, parent, tag, questions } of bankCategories) {
    await sql.query(
      `insert into public.question_categories (account_id, course_id, parent_id, name)
       select c.account_id, c.id, (select k.id from public.question_categories k where (k.account_id, k.course_id, k.name) = (c.account_id, c.id, $3)), $4
         from public.courses c where (c.account_id, c.slug) = ($1, $2)`,
      [accounts.demo, course, parent ?? null, name],
    );
    for (const question of questions) {
      index += 1;
      const id = fixedId(BANK_SERIES, index);
      await sql.query(
        'select private.write_question(account_id, id, null, $3, 0) from public.courses where (account_id, slug) = ($1, $2)',
        [accounts.demo, course, JSON.stringify({ ...question, id })],
      );
      await sql.query(
        `update public.questions q set tags = array[$3], category_id = k.id from public.question_categories k
          where (q.account_id, q.id) = ($1, $2) and (k.account_id, k.course_id, k.name) = (q.account_id, q.course_id, $4)`,
        [accounts.demo, id, tag, name],
      );
    }
  }
  await addQuiz(seeding, course, { id: drawnLesson, title: 'Four at random', slug: 'four-at-random', seconds: 240 });
  await sql.query('update public.lessons set is_published = false where id = $1', [drawnLesson]);
  const category = (
    await sql.query<{ id: string }>(
      `select id from public.question_categories where account_id = $1 and name = 'Building the camera'`,
      [accounts.demo],
    )
  )[0]?.id;
  await fillQuiz(seeding, drawnLesson, BANK_SERIES, [], {
    intro: 'Four statements, other ones each time.',
    time_limit_seconds: 240,
    grading_method: 'average',
    draws: [
      { category_id: category, tag: null, amount: 2, points: 1 },
      { category_id: null, tag: 'exposure', amount: 2, points: 2 },
    ],
  });
  await sql.query(
    `insert into public.quiz_allowances (account_id, course_id, quiz_id, member_id, extra_time, extra_attempts)
     select account_id, course_id, id, $3, 50, 0 from public.quizzes where (account_id, lesson_id) = ($1, $2)`,
    [accounts.demo, drawnLesson, await member(accounts.demo, 'student@demo.test')],
  );
}

/** A quiz of further question types, whose essay waits to be graded. */
async function addColourQuiz(seeding: Seeding): Promise<void> {
  const { sql, accounts, member } = seeding;
  const course = 'colour-you-can-trust';
  const lesson = {
    id: colourLesson,
    title: 'Numbers, spaces and prints',
    slug: 'numbers-spaces-and-prints',
    seconds: 900,
  };
  await addQuiz(seeding, course, lesson);
  await fillQuiz(seeding, colourLesson, COLOUR_SERIES, colourQuestions, {
    intro: 'Eight questions, one of them in your own words. Take your time; the instructor reads what you write.',
    pass_mark: 70,
  });
  await sql.query('select private.enrol($1, id, $2, $3) from public.courses where account_id = $1 and slug = $4', [
    accounts.demo,
    await member(accounts.demo, 'parent@demo.test'),
    'manual',
    course,
  ]);
  await addAttempt(seeding, {
    lesson: colourLesson,
    series: COLOUR_SERIES,
    email: 'parent@demo.test',
    daysAgo: 1,
    answers: colourAnswers,
  });
}

async function fillQuiz(
  { sql, accounts, upload }: Seeding,
  lesson: string,
  series: number,
  questions: readonly SeedQuestion[],
  settings: Record<string, unknown>,
): Promise<void> {
  const rows = [];
  for (const [index, { figure, alt, ...question }] of questions.entries()) {
    const svg = figure && (await readFile(join(root, 'src/features/learning/quizzes/seed', figure), 'utf8'));
    const image = svg && (await upload(accounts.demo, `public/quizzes/${figure}`, svg, 'image/svg+xml'));
    rows.push({ ...question, id: fixedId(series, index + 1), figure: image ? { image, alt } : null });
  }
  await sql.query(
    `with z as (select * from public.quizzes where (account_id, lesson_id) = ($1, $2))
     select private.write_quiz(z.*, $3, $4) from z`,
    [accounts.demo, lesson, JSON.stringify(settings), JSON.stringify(rows)],
  );
}

/** A quiz as the last lesson of a course. */
async function addQuiz(
  { sql, accounts }: Seeding,
  course: string,
  lesson: { id: string; title: string; slug: string; seconds: number },
): Promise<void> {
  await sql.query(
    `insert into public.lessons (account_id, id, course_id, section_id, title, slug, kind, duration_seconds, position)
     select l.account_id, $2, l.course_id, l.section_id, $4, $5, 'quiz', $6, l.position + 1
       from public.lessons l join public.courses c on (c.account_id, c.id) = (l.account_id, l.course_id)
       join public.sections s on (s.account_id, s.id) = (l.account_id, l.section_id)
      where l.account_id = $1 and c.slug = $3 order by s.position desc, l.position desc limit 1`,
    [accounts.demo, lesson.id, course, lesson.title, lesson.slug, lesson.seconds],
  );
}

type Attempt = { lesson: string; series: number; email: string; daysAgo: number; answers: StudentAnswer[] };

type PaperQuestion = { id: string; kind: QuestionKind; options: { id: string; text: string }[] };

/** An answer with the ids that options have on this paper, where they have others on each. */
function onPaper(answer: StudentAnswer, { kind, options }: PaperQuestion): StudentAnswer {
  const idOf = (text: string) => options.find((option) => option.text === text)?.id ?? '';
  if (kind === 'ordering') return (answer as string[]).map(idOf);
  if (kind !== 'matching' && kind !== 'labels') return answer;
  return Object.fromEntries(Object.entries(answer as object).map(([row, text]) => [row, idOf(text)]));
}

/** An attempt of a member, some days ago, submitted after three minutes. */
async function addAttempt(
  { sql, accounts, member, now }: Seeding,
  { lesson, series, email, daysAgo, answers }: Attempt,
): Promise<void> {
  const student = await member(accounts.demo, email);
  const started = new Date(now.getTime() - daysAgo * 86_400_000);
  await sql.transaction(async (tx) => {
    const row = (
      await tx.query<{ id: string }>(
        `with a as (
           insert into public.attempts (account_id, course_id, quiz_id, member_id, number, started_at, due_at, pass_mark, points)
           select account_id, course_id, id, $2, 1 + (select count(*) from public.attempts k where k.quiz_id = z.id), $3::timestamptz,
                  $3::timestamptz + make_interval(secs => time_limit_seconds), pass_mark, points
             from public.quizzes z where (account_id, lesson_id) = ($1, $4) returning id)
         select id from a`,
        [accounts.demo, student, started, lesson],
      )
    )[0];
    await tx.query(
      `select private.write_paper(a.*, z.*) from public.attempts a join public.quizzes z on (z.account_id, z.id) = (a.account_id, a.quiz_id) where a.id = $1`,
      [row?.id],
    );
    const paper = await tx.query<PaperQuestion>(
      `select q ->> 'id' as id, q ->> 'kind' as kind, q -> 'options' as options
         from private.attempt_papers p, jsonb_array_elements(p.questions) q where p.attempt_id = $1`,
      [row?.id],
    );
    for (const [index, answer] of answers.entries()) {
      const question = paper.find(({ id }) => id === fixedId(series, index + 1));
      await tx.query(
        `insert into public.attempt_answers (account_id, course_id, member_id, attempt_id, question_id, answer, saved_at)
         select account_id, course_id, member_id, id, $2, $3, $4 from public.attempts where id = $1`,
        [
          row?.id,
          fixedId(series, index + 1),
          JSON.stringify(question ? onPaper(answer, question) : answer),
          new Date(started.getTime() + (index + 1) * 40_000),
        ],
      );
    }
    await tx.query('select private.hand_in($1, $2)', [accounts.demo, row?.id]);
    await tx.query('update public.attempts set submitted_at = $2 where id = $1', [
      row?.id,
      new Date(started.getTime() + 180_000),
    ]);
    await tx.query(
      `update public.lesson_progress set completed_at = $3, seen_at = $3 where member_id = $1 and lesson_id = $2 and completed_at is not null`,
      [student, lesson, new Date(started.getTime() + 180_000)],
    );
  });
}
