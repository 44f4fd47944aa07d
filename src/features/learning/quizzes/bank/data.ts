import { queryOptions } from '@tanstack/react-query';
import type { Row } from '#base/shared/database-types.ts';
import { type Db, dataOf, maybeDataOf } from '#base/shared/db-client.ts';
import { type ListPage, pageOf } from '#base/shared/list-page.ts';
import type { AttemptQuestion } from '../attempts/data.ts';
import { contains, type ListOptions, PAGE_SIZE, withKeys } from '../data.ts';
import type { QuestionDraft } from '../drafts/rules.ts';
import type { QuestionKind } from '../rules.ts';
import { type Category, categoriesBelow } from './rules.ts';

declare module '#base/shared/database-shapes.ts' {
  interface ColumnShapes {
    question_versions: { content: Omit<QuestionDraft, 'id'> };
  }
  interface FunctionShapes {
    save_bank_question: { args: { question: QuestionDraft } };
    change_bank_questions: { args: { change: BankChange } };
  }
}

export type BankQuestion = AttemptQuestion &
  Pick<Row<'questions'>, 'version' | 'tags' | 'category_id' | 'course_id' | 'archived_at'> & {
    courses: { title: string };
    /** Null: it is in no quiz, only in the bank. */
    quizzes: { id: string; lessons: { title: string } } | null;
  };

/** What is done with many questions at once. */
export type BankChange =
  | { category_id: string | null }
  | { add_tag: string }
  | { remove_tag: string }
  | { is_archived: boolean };

export type BankFilters = ListOptions & {
  search: string;
  kind?: QuestionKind | undefined;
  course?: string | undefined;
  /** With all categories below it, as `categories` tells. */
  category?: string | undefined;
  categories?: readonly Category[];
  tag?: string | undefined;
  isArchived?: boolean;
};

const sortable = { prompt: 'prompt', kind: 'kind', points: 'points' };

/** One page of the questions of the courses the caller may edit, newest first by default. */
export function listBank(db: Db, accountId: string, filter: BankFilters): Promise<ListPage<BankQuestion>> {
  let query = db
    .from('questions')
    .select(
      'id, kind, prompt, figure, points, parts, options, version, tags, category_id, course_id, archived_at, courses!inner(title), quizzes(id, lessons!inner(title))',
      { count: 'exact' },
    )
    .eq('account_id', accountId);
  query = filter.isArchived ? query.not('archived_at', 'is', null) : query.is('archived_at', null);
  if (filter.kind) query = query.eq('kind', filter.kind);
  if (filter.course) query = query.eq('course_id', filter.course);
  if (filter.category) query = query.in('category_id', categoriesBelow(filter.categories ?? [], filter.category));
  if (filter.tag) query = query.contains('tags', [filter.tag]);
  if (filter.search) query = query.ilike('prompt', contains(filter.search));
  return pageOf(query, { pageSize: PAGE_SIZE, ...filter }, { sortable, usual: 'id' });
}

export const questionBankQuery = (db: Db, accountId: string, filter: BankFilters) =>
  queryOptions({
    queryKey: ['quizzes', accountId, 'bank', filter],
    queryFn: () => listBank(db, accountId, filter),
  });

/** A question of the bank with its key. */
async function wholeQuestion(db: Db, accountId: string, question: BankQuestion): Promise<QuestionDraft> {
  const [whole] = await withKeys(db, accountId, [question]);
  if (!whole) throw new Error('The question is gone.');
  return whole;
}

export const bankQuestionQuery = (db: Db, accountId: string, question: BankQuestion) =>
  queryOptions({
    queryKey: ['quizzes', accountId, 'bank-question', question.id, question.version],
    queryFn: () => wholeQuestion(db, accountId, question),
    staleTime: 0,
  });

/** Copies a question of the bank under a new id, with its key and explanation. */
export async function copyQuestion(
  db: Db,
  accountId: string,
  question: BankQuestion,
  id: string,
): Promise<QuestionDraft> {
  return { ...(await wholeQuestion(db, accountId, question)), id, source_id: question.id };
}

/** Stores a question in the bank; without a version it is a new one. @throws {DbError} `question_changed`, `invalid` */
export async function saveBankQuestion(
  db: Db,
  courseId: string,
  question: QuestionDraft,
  version: number | null,
): Promise<number> {
  const params = { course_id: courseId, question };
  return dataOf(await db.rpc('save_bank_question', version === null ? params : { ...params, version }));
}

const MAX_CHANGED = 500;

/** Moves, tags or archives questions, at most 500 in one transaction. */
export async function changeBankQuestions(db: Db, ids: readonly string[], change: BankChange): Promise<void> {
  for (let at = 0; at < ids.length; at += MAX_CHANGED)
    dataOf(await db.rpc('change_bank_questions', { ids: ids.slice(at, at + MAX_CHANGED), change }));
}

export const categoriesQuery = (db: Db, accountId: string) =>
  queryOptions({
    queryKey: ['quizzes', accountId, 'categories'],
    queryFn: async (): Promise<Category[]> =>
      dataOf(
        await db
          .from('question_categories')
          .select('id, course_id, parent_id, name')
          .eq('account_id', accountId)
          .limit(5000),
      ),
  });

export async function addCategory(
  db: Db,
  accountId: string,
  { course_id, parent_id, name }: Omit<Category, 'id'>,
): Promise<void> {
  maybeDataOf(await db.from('question_categories').insert({ account_id: accountId, course_id, parent_id, name }));
}
export async function renameCategory(db: Db, accountId: string, id: string, name: string): Promise<void> {
  maybeDataOf(await db.from('question_categories').update({ name }).match({ account_id: accountId, id }));
}
/** @throws {DbError} `category_used` */
export async function removeCategory(db: Db, accountId: string, id: string): Promise<void> {
  maybeDataOf(await db.from('question_categories').delete().match({ account_id: accountId, id }));
}

/** The tags of the questions one may edit, by course. */
export const bankTagsQuery = (db: Db, accountId: string) =>
  queryOptions({
    queryKey: ['quizzes', accountId, 'tags'],
    queryFn: async () => dataOf(await db.rpc('bank_tags')),
  });

export const questionUsesQuery = (db: Db, accountId: string, questionId: string) =>
  queryOptions({
    queryKey: ['quizzes', accountId, 'uses', questionId],
    queryFn: async () => dataOf(await db.rpc('question_uses', { question_id: questionId })),
    staleTime: 0,
  });

export type QuestionVersion = Pick<Row<'question_versions'>, 'id' | 'version' | 'content' | 'created_at'>;

/** The versions of a question, newest first. */
export const questionVersionsQuery = (db: Db, accountId: string, questionId: string) =>
  queryOptions({
    queryKey: ['quizzes', accountId, 'versions', questionId],
    queryFn: async (): Promise<QuestionVersion[]> =>
      dataOf(
        await db
          .from('question_versions')
          .select('id, version, content, created_at')
          .eq('account_id', accountId)
          .eq('question_id', questionId)
          .order('version', { ascending: false })
          .limit(50),
      ),
    staleTime: 0,
  });
