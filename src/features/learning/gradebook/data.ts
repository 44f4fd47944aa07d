import { queryOptions } from '@tanstack/react-query';
import { type Db, dataOf } from '#base/shared/db-client.ts';
import type { RpcPage } from '#base/shared/list-page.ts';
import type { GradebookRow, GradebookSetup, GradeDetails, GradeEntry, OwnGrades } from './schema.ts';

declare module '#base/shared/database-shapes.ts' {
  interface FunctionShapes {
    gradebook: { returns: RpcPage<GradebookRow> };
    gradebook_setup: { returns: GradebookSetup };
    save_gradebook_setup: { args: { setup: SavedSetup }; returns: GradebookSetup };
    enter_grades: { args: { changes: GradeEntry[] } };
    grade_details: { returns: GradeDetails };
    own_grades: { args: { what_if: Record<string, number> }; returns: OwnGrades };
  }
}

export type SavedSetup = Omit<GradebookSetup, 'archived'>;

/** Students read at once. */
export const PAGE_SIZE = 50;

export type GradebookFilter = {
  search: string;
  sort: 'name' | 'percent';
  isDescending: boolean;
  withEnded: boolean;
};

export const gradebookKey = (accountId: string, courseId: string) => ['gradebook', accountId, courseId] as const;

export const setupQuery = (db: Db, accountId: string, courseId: string) =>
  queryOptions({
    queryKey: [...gradebookKey(accountId, courseId), 'setup'],
    queryFn: async (): Promise<GradebookSetup> => dataOf(await db.rpc('gradebook_setup', { course_id: courseId })),
    staleTime: 0,
  });

/** A page of the students of a course with all their grades, from 1. */
export const gradebookPageQuery = (
  db: Db,
  accountId: string,
  courseId: string,
  filter: GradebookFilter,
  page: number,
) =>
  queryOptions({
    queryKey: [...gradebookKey(accountId, courseId), 'rows', filter, page],
    queryFn: () => listGrades(db, courseId, filter, page, PAGE_SIZE),
    staleTime: 0,
  });

export async function listGrades(
  db: Db,
  courseId: string,
  { search, sort, isDescending, withEnded }: GradebookFilter,
  page: number,
  pageSize: number,
): Promise<RpcPage<GradebookRow>> {
  return dataOf(
    await db.rpc('gradebook', {
      course_id: courseId,
      search,
      sort,
      is_descending: isDescending,
      with_ended: withEnded,
      page,
      page_size: pageSize,
    }),
  );
}

/** @throws {DbError} `gradebook_changed`, `invalid`, `forbidden` */
export async function saveSetup(db: Db, courseId: string, setup: SavedSetup): Promise<GradebookSetup> {
  return dataOf(await db.rpc('save_gradebook_setup', { course_id: courseId, setup }));
}

/**
 * Enters grades in one transaction. Returns how many changed.
 * @throws {DbError} `gradebook_changed`, `invalid`, `own_attempt`, `not_found`
 */
export async function enterGrades(db: Db, courseId: string, changes: GradeEntry[], isImport = false): Promise<number> {
  return dataOf(await db.rpc('enter_grades', { course_id: courseId, changes, is_import: isImport }));
}

export const detailsQuery = (db: Db, accountId: string, courseId: string, itemId: string, memberId: string) =>
  queryOptions({
    queryKey: [...gradebookKey(accountId, courseId), 'details', itemId, memberId],
    queryFn: async (): Promise<GradeDetails> =>
      dataOf(await db.rpc('grade_details', { item_id: itemId, member_id: memberId })),
    staleTime: 0,
  });

/** The caller's grades of a course, or those of a child of theirs; `whatIf` {item id: points} counts imagined points. */
export const ownGradesQuery = (
  db: Db,
  accountId: string,
  courseId: string,
  memberId: string | null,
  whatIf: Record<string, number>,
) =>
  queryOptions({
    queryKey: ['my-courses', accountId, 'grades', courseId, memberId, whatIf],
    queryFn: async (): Promise<OwnGrades> =>
      dataOf(
        await db.rpc('own_grades', {
          course_id: courseId,
          what_if: whatIf,
          ...(memberId ? { member_id: memberId } : {}),
        }),
      ),
  });
