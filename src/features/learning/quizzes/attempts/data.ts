import { queryOptions } from '@tanstack/react-query';
import type { Row } from '#base/shared/database-types.ts';
import { type Db, dataOf, maybeDataOf } from '#base/shared/db-client.ts';
import type { QuestionOption, QuestionParts } from '../question-types/rules.ts';
import type { AnswerKey, QuestionKind, StudentAnswer } from '../rules.ts';

declare module '#base/shared/database-shapes.ts' {
  interface FunctionShapes {
    quiz_overview: { returns: QuizOverview };
    start_attempt: { returns: AttemptState };
    save_answer: { args: { answer: StudentAnswer }; returns: SavedAnswer & { saved: boolean } };
    submit_attempt: { returns: AttemptResult };
    attempt_result: { returns: AttemptResult };
  }
}

export type Feedback = Row<'quizzes'>['feedback'];

export type AttemptSummary = {
  id: string;
  number: number;
  is_trial: boolean;
  started_at: string;
  due_at: string | null;
  submitted_at: string | null;
  score: number | null;
  points: number;
  passed: boolean | null;
  /** How many answers wait to be graded by hand. */
  to_grade: number;
};

/** The start page of a quiz. `is_trial`: the caller may edit the course, so attempts do not count. */
export type QuizOverview = {
  id: string;
  lesson_id: string;
  title: string;
  intro: string;
  pass_mark: number;
  attempts_allowed: number;
  time_limit_seconds: number | null;
  question_count: number;
  points: number;
  feedback: Feedback;
  grading_method: Row<'quizzes'>['grading_method'];
  /** Percent of the points of a question that a wrong answer costs. */
  wrong_penalty: number;
  /** What was reached by the attempts that count; null without a graded one. */
  percent: number | null;
  /** Whether the attempts that count pass. */
  passed: boolean;
  is_trial: boolean;
  tries_left: number;
  attempts: AttemptSummary[];
};

export type Figure = { image: string; alt?: string };
export type AttemptQuestion = {
  id: string;
  kind: QuestionKind;
  prompt: string;
  figure: Figure | null;
  points: number;
  options: QuestionOption[];
  parts: QuestionParts;
};
export type SavedAnswer = { answer: StudentAnswer; revision: number; saved_at: string };

/** The state of an open attempt; `now` is the server's clock. */
export type AttemptState = {
  now: string;
  attempt: Omit<AttemptSummary, 'score' | 'passed' | 'to_grade'> & { quiz_id: string; pass_mark: number };
  questions: AttemptQuestion[];
  answers: Record<string, SavedAnswer>;
};

/** A question after submission, with verdict and key as far as the feedback setting shows them. */
export type GradedQuestion = AttemptQuestion & {
  answer: StudentAnswer;
  /** The answer waits to be graded by hand. */
  is_waiting: boolean;
  /** What whoever graded it wrote. */
  comment: string;
  earned?: number;
  is_right?: boolean;
  key?: AnswerKey;
  explanation?: string;
};
export type AttemptResult = {
  attempt: AttemptSummary & { quiz_id: string; pass_mark: number; score: number; passed: boolean };
  tries_left: number;
  attempts_allowed: number;
  passed_before: boolean;
  shown: Feedback;
  questions: GradedQuestion[];
};

export const quizOverviewQuery = (db: Db, accountId: string, quizId: string) =>
  queryOptions({
    queryKey: ['quizzes', accountId, 'overview', quizId],
    queryFn: async (): Promise<QuizOverview> => dataOf(await db.rpc('quiz_overview', { quiz_id: quizId })),
    staleTime: 0,
  });

/** @throws {DbError} `no_attempts_left`, `quiz_empty`, `not_enrolled` */
export async function startAttempt(db: Db, quizId: string): Promise<AttemptState> {
  return dataOf(await db.rpc('start_attempt', { quiz_id: quizId }));
}

/**
 * Resolves once the server has stored the answer. `saved` false: it had a later one, which is returned.
 * @throws {DbError} `attempt_closed`, `attempt_overdue`, `invalid`; anything else can be retried.
 */
export async function saveAnswer(
  db: Db,
  attemptId: string,
  questionId: string,
  answer: StudentAnswer,
  revision: number | undefined,
): Promise<SavedAnswer & { saved: boolean }> {
  const params = { attempt_id: attemptId, question_id: questionId, answer };
  const response = await db.rpc('save_answer', revision === undefined ? params : { ...params, revision });
  return dataOf(response);
}

export async function submitAttempt(db: Db, attemptId: string): Promise<AttemptResult> {
  return dataOf(await db.rpc('submit_attempt', { attempt_id: attemptId }));
}

export const attemptResultQuery = (db: Db, accountId: string, attemptId: string) =>
  queryOptions({
    queryKey: ['quizzes', accountId, 'result', attemptId],
    queryFn: async (): Promise<AttemptResult> => dataOf(await db.rpc('attempt_result', { attempt_id: attemptId })),
    // A submitted attempt never changes; what feedback shows of it can, with the next attempt.
    staleTime: 0,
  });

/** The id of a lesson's quiz; null if it has none or the caller may not see it. */
export const quizOfLessonQuery = (db: Db, accountId: string, lessonId: string) =>
  queryOptions({
    queryKey: ['quizzes', accountId, 'lesson', lessonId],
    queryFn: async () =>
      maybeDataOf(
        await db.from('quizzes').select('id').eq('account_id', accountId).eq('lesson_id', lessonId).maybeSingle(),
      )?.id ?? null,
  });
