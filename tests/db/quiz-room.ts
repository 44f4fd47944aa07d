import type { Person, World } from './world.ts';

type Row = Record<string, unknown>;
export type Given = string | string[] | boolean | null;
export type AttemptState = {
  attempt: { id: string; number: number; due_at: string | null; is_trial: boolean };
  questions: Row[];
  answers: Record<string, { answer: Given; revision: number }>;
};
export type AttemptResult = {
  attempt: { score: number; points: number; passed: boolean };
  shown: string;
  tries_left: number;
  questions: Row[];
};

/** A course of demo's instructor with one quiz of four questions, and the student in it. */
export type QuizRoom = {
  quiz: string;
  lesson: string;
  /** The fixed id of question 1 to 4. */
  question(n: number): string;
  questions: Row[];
  as<Answer>(person: Person, call: string, values: unknown[]): Promise<Answer>;
  start(person?: Person): Promise<AttemptState>;
  save(
    attempt: string,
    n: number,
    answer: Given,
    revision?: number | null,
  ): Promise<{ saved: boolean; answer: Given; revision: number }>;
  submit(attempt: string): Promise<AttemptResult>;
  /** Changes the quiz's rules by the owner's door. */
  set(settings: Row): Promise<unknown>;
  /** Without attempts, and with the rules it began with. */
  clear(): Promise<void>;
};

const question = (n: number) => `00000000-0000-7000-8000-0000000f000${n}`;
const options = ['a', 'b', 'c', 'd'].map((id) => ({ id, text: `Option ${id}` }));
const questions = [
  {
    id: question(1),
    kind: 'single',
    prompt: 'One?',
    points: 2,
    options,
    answer: 'a',
    explanation: 'Because of a secret reason.',
  },
  { id: question(2), kind: 'multiple', prompt: 'Several?', points: 4, options, answer: ['a', 'b'] },
  { id: question(3), kind: 'truefalse', prompt: 'True?', points: 1, answer: true },
  { id: question(4), kind: 'short', prompt: 'Word?', points: 3, answer: { texts: ['Secretword'] } },
];
const rules = {
  attempts_allowed: 0,
  time_limit_seconds: null,
  feedback: 'answers',
  shuffle_questions: false,
  shuffle_options: false,
  pass_mark: 60,
};

export async function openQuizRoom(world: World): Promise<QuizRoom> {
  const one = async (text: string, values: unknown[]) =>
    (await world.sql.query<{ id: string }>(text, values))[0]?.id ?? '';
  const course = await one(
    `insert into public.courses (account_id, title, slug, summary, author_id)
     select account_id, 'A quiz', 'a-room-for-a-quiz', 'About a quiz.', id from public.members where account_id = $1 and email = 'instructor@demo.test' returning id`,
    [world.demo],
  );
  const section = await one(
    `insert into public.sections (account_id, course_id, title) values ($1, $2, 'One') returning id`,
    [world.demo, course],
  );
  const lesson = await one(
    `insert into public.lessons (account_id, course_id, section_id, title, slug, kind) values ($1, $2, $3, 'Quiz', 'quiz', 'quiz') returning id`,
    [world.demo, course, section],
  );
  const quiz = await one('select id from public.quizzes where lesson_id = $1', [lesson]);
  await world.sql.query(`update public.courses set status = 'published' where id = $1`, [course]);
  await world.sql.query(
    `select private.enrol(account_id, $1, id, 'manual') from public.members where account_id = $2 and email in ('student@demo.test', 'blocked@world.test')`,
    [course, world.demo],
  );
  const as = async <Answer>(person: Person, call: string, values: unknown[]): Promise<Answer> =>
    (
      await world.database.as(world.caller(person)).query<{ answer: Answer }>(`select public.${call} as answer`, values)
    )[0]?.answer as Answer;
  const set = (settings: Row) => {
    const pairs = Object.keys(settings).map((key, at) => `${key} = $${at + 2}`);
    return world.sql.query(`update public.quizzes set ${pairs.join(', ')} where id = $1`, [
      quiz,
      ...Object.values(settings),
    ]);
  };
  await as('instructor', 'save_quiz($1, $2, $3, 0)', [quiz, '{}', JSON.stringify(questions)]);
  return {
    quiz,
    lesson,
    question,
    questions,
    as,
    start: (person = 'student') => as(person, 'start_attempt($1)', [quiz]),
    save: (attempt, n, answer, revision = null) =>
      as('student', 'save_answer($1, $2, $3, $4)', [attempt, question(n), JSON.stringify(answer), revision]),
    submit: (attempt) => as('student', 'submit_attempt($1)', [attempt]),
    set,
    clear: async () => {
      await world.sql.query('delete from public.attempts where quiz_id = $1', [quiz]);
      await world.sql.query('delete from public.lesson_progress where lesson_id = $1', [lesson]);
      await set(rules);
    },
  };
}
