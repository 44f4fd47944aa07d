import { openLessonRoom } from './lesson-room.ts';
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
  const {
    lesson,
    subject: quiz,
    as,
    set,
  } = await openLessonRoom(world, { kind: 'quiz', table: 'quizzes', title: 'Quiz' });
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
