import { queryOptions } from '@tanstack/react-query';
import type { Row } from '#base/shared/database-types.ts';
import { type Db, dataOf, maybeDataOf } from '#base/shared/db-client.ts';
import { type ListPage, pageOf } from '#base/shared/list-page.ts';
import type { AttemptQuestion, AttemptSummary, Feedback, Figure } from './attempts/data.ts';
import type { QuestionDraft } from './drafts/rules.ts';
import type { QuestionOption, QuestionParts } from './question-types/rules.ts';
import type { AnswerKey, QuestionKind, StudentAnswer } from './rules.ts';

declare module '#base/shared/database-shapes.ts' {
  interface ColumnShapes {
    questions: { kind: QuestionKind; figure: Figure; options: QuestionOption[]; parts: QuestionParts };
    question_keys: { answer: AnswerKey };
    attempt_answers: { answer: StudentAnswer };
  }
  interface FunctionShapes {
    save_quiz: { args: { settings: QuizSettings; questions: readonly QuestionDraft[] } };
  }
}

export const feedbacks: readonly Feedback[] = ['score', 'verdicts', 'answers', 'answers_when_done'];

const taughtCourses = async (db: Db) => dataOf(await db.rpc('taught_course_ids')) as string[];

export type QuizSettings = Pick<
  Row<'quizzes'>,
  | 'intro'
  | 'pass_mark'
  | 'attempts_allowed'
  | 'time_limit_seconds'
  | 'shuffle_questions'
  | 'shuffle_options'
  | 'feedback'
  | 'grading_method'
  | 'wrong_penalty'
> & { draws: QuizDraw[] };

/** How many questions each attempt draws from a category or of a tag, and what each is worth. */
export type QuizDraw = Pick<Row<'quiz_draws'>, 'category_id' | 'tag' | 'amount' | 'points'>;

/** A quiz as the editor loads it. */
export type EditableQuiz = {
  id: string;
  lesson_id: string;
  course_id: string;
  title: string;
  course: { title: string; slug: string };
  version: number;
  settings: QuizSettings;
  questions: QuestionDraft[];
};

const editableColumns =
  'id, lesson_id, course_id, version, intro, pass_mark, attempts_allowed, time_limit_seconds, shuffle_questions, shuffle_options, feedback, grading_method, wrong_penalty';

export const editableQuizQuery = (db: Db, accountId: string, quizId: string) =>
  queryOptions({
    queryKey: ['quizzes', accountId, 'edit', quizId],
    queryFn: async (): Promise<EditableQuiz | null> => {
      const quiz = maybeDataOf(
        await db.from('quizzes').select(editableColumns).eq('account_id', accountId).eq('id', quizId).maybeSingle(),
      );
      if (!quiz) return null;
      const { id, lesson_id, course_id, version, ...settings } = quiz;
      const courseKey = { account_id: accountId, id: course_id };
      const [lesson, course, draws, questions] = await Promise.all([
        db.from('lessons').select('title').eq('account_id', accountId).eq('id', lesson_id).single(),
        db.from('courses').select('title, slug').match(courseKey).single(),
        db
          .from('quiz_draws')
          .select('category_id, tag, amount, points')
          .eq('account_id', accountId)
          .eq('quiz_id', quizId)
          .order('position'),
        questionsOf(db, accountId, quizId),
      ]);
      return {
        id,
        lesson_id,
        course_id,
        version,
        settings: { ...settings, draws: dataOf(draws) },
        title: dataOf(lesson).title,
        course: dataOf(course),
        questions,
      };
    },
    staleTime: 0,
  });

async function questionsOf(db: Db, accountId: string, quizId: string): Promise<QuestionDraft[]> {
  const rows = dataOf(
    await db
      .from('questions')
      .select('id, kind, prompt, figure, points, parts, options')
      .eq('account_id', accountId)
      .eq('quiz_id', quizId)
      .order('position')
      .limit(200),
  );
  return withKeys(db, accountId, rows);
}

export async function withKeys(db: Db, accountId: string, rows: AttemptQuestion[]): Promise<QuestionDraft[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const keys = dataOf(
    await db.from('question_keys').select('id, answer, explanation').eq('account_id', accountId).in('id', ids),
  );
  const keyOf = new Map(keys.map((key) => [key.id, key]));
  return rows.map(({ id, kind, prompt, figure, points, parts, options }) => {
    const { answer = null, explanation = '' } = keyOf.get(id) ?? {};
    return { id, kind, prompt, figure, points, parts, options, answer, explanation };
  });
}

/** Saves a quiz as a whole and returns its version. @throws {DbError} `quiz_changed`, or `invalid` with the first problem. */
export async function saveQuiz(
  db: Db,
  {
    id: quiz_id,
    version,
    settings,
    questions,
  }: Pick<EditableQuiz, 'id' | 'version' | 'settings'> & {
    questions: readonly QuestionDraft[];
  },
): Promise<number> {
  return dataOf(await db.rpc('save_quiz', { quiz_id, version, settings, questions }));
}

/** Creates a quiz as the last, hidden lesson of a course; returns the quiz id. */
export async function addQuiz(db: Db, courseId: string, title: string): Promise<string> {
  return dataOf(await db.rpc('add_quiz', { course_id: courseId, title }));
}

export type ListedQuiz = Pick<
  Row<'quizzes'>,
  'id' | 'pass_mark' | 'question_count' | 'points' | 'time_limit_seconds' | 'attempts_allowed' | 'updated_at'
> & { lessons: { title: string; is_published: boolean; courses: { title: string; slug: string } } };

export const PAGE_SIZE = 25;
const rangeOf = (page: number, size = PAGE_SIZE) => [(page - 1) * size, page * size - 1] as const;
/** Paging and sorting of a list; the default is the last changed first. */
export type ListOptions = { page: number; pageSize?: number; sort?: string | undefined; isDescending?: boolean };
const sortableQuizzes = {
  name: 'lessons(title)',
  questions: 'question_count',
  points: 'points',
  mark: 'pass_mark',
  changed: 'updated_at',
};
export const contains = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

export type QuizFilters = ListOptions & {
  search: string;
  ownOnly: boolean;
  course?: string | undefined;
  state?: QuizState | undefined;
};
export const quizStates = ['shown', 'hidden', 'empty'] as const;
export type QuizState = (typeof quizStates)[number];

/** One page of the quizzes the caller may edit, last changed first by default. */
export async function listQuizzes(db: Db, accountId: string, filter: QuizFilters): Promise<ListPage<ListedQuiz>> {
  let query = db
    .from('quizzes')
    .select(
      'id, pass_mark, question_count, points, time_limit_seconds, attempts_allowed, updated_at, lessons!inner(title, is_published, courses!inner(title, slug))',
      { count: 'exact' },
    )
    .eq('account_id', accountId);
  // Students also see the quizzes of their courses: limit the list to courses the caller teaches.
  if (filter.ownOnly) query = query.in('course_id', await taughtCourses(db));
  if (filter.course) query = query.eq('course_id', filter.course);
  if (filter.state === 'empty') query = query.eq('question_count', 0);
  else if (filter.state) query = query.eq('lessons.is_published', filter.state === 'shown');
  if (filter.search) query = query.ilike('lessons.title', contains(filter.search));
  return pageOf(query, { pageSize: PAGE_SIZE, ...filter }, { sortable: sortableQuizzes, usual: 'updated_at' });
}

/** The courses the caller may add a quiz to: those they teach, or all they may edit. */
export const quizCoursesQuery = (db: Db, accountId: string, ownOnly: boolean) =>
  queryOptions({
    queryKey: ['quizzes', accountId, 'courses', ownOnly],
    queryFn: async () => {
      const query = db.from('courses').select('id, title').eq('account_id', accountId);
      return dataOf(await (ownOnly ? query.in('id', await taughtCourses(db)) : query).order('title').limit(500));
    },
  });

export type ListedAttempt = AttemptSummary & { member_id: string; pass_mark: number };

/** One page of the attempts at a quiz without trials, newest first, for instructors. */
export const attemptsQuery = (db: Db, accountId: string, quizId: string, page: number) =>
  queryOptions({
    queryKey: ['quizzes', accountId, 'attempts', quizId, page],
    queryFn: async (): Promise<{ rows: ListedAttempt[]; total: number }> => {
      const response = await db
        .from('attempts')
        .select(
          'id, number, is_trial, started_at, due_at, submitted_at, score, points, passed, to_grade, pass_mark, member_id',
          {
            count: 'exact',
          },
        )
        .eq('account_id', accountId)
        .eq('quiz_id', quizId)
        .eq('is_trial', false)
        .order('started_at', { ascending: false })
        .range(...rangeOf(page));
      return { rows: dataOf(response), total: response.count ?? 0 };
    },
  });

/** Names of members by id. */
export const memberNamesQuery = (db: Db, accountId: string, ids: readonly string[]) =>
  queryOptions({
    queryKey: ['quizzes', accountId, 'names', ids],
    queryFn: async () => {
      const rows = dataOf(await db.from('member_cards').select('id, name').eq('account_id', accountId).in('id', ids));
      return new Map(rows.map((row) => [row.id ?? '', row.name ?? '']));
    },
    enabled: ids.length > 0,
  });
