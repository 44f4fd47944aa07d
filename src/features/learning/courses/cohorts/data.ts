import { queryOptions } from '@tanstack/react-query';
import { type Db, dataOf, maybeDataOf } from '#base/shared/db-client.ts';
import type { Cohort, CohortValues, OpenCohort, Waiting } from './schema.ts';

declare module '#base/shared/database-shapes.ts' {
  interface FunctionShapes {
    open_cohorts: { row: OpenCohort };
    own_waiting: { row: Waiting };
    join_cohort: { returns: 'enrolled' | 'waiting' };
  }
}

const COLUMNS = 'id, name, starts_at, ends_at, seats, taken, opens_at, closes_at, archived_at';
const MAX_COHORTS = 200;

export const cohortsKey = (accountId: string, courseId: string) => ['cohorts', accountId, courseId] as const;

/** Every cohort of a course, the one that starts last first; for who manages its students. */
export const cohortsQuery = (db: Db, accountId: string, courseId: string) =>
  queryOptions({
    queryKey: cohortsKey(accountId, courseId),
    queryFn: async (): Promise<Cohort[]> =>
      dataOf(
        await db
          .from('course_cohorts')
          .select(COLUMNS)
          .eq('account_id', accountId)
          .eq('course_id', courseId)
          .order('starts_at', { ascending: false })
          .limit(MAX_COHORTS),
      ),
  });

/** The cohorts that members may join now, the next first. */
export async function listOpenCohorts(db: Db, account_id: string, course_id: string): Promise<OpenCohort[]> {
  return dataOf(await db.rpc('open_cohorts', { account_id, course_id }, { get: true }));
}

export const openCohortsQuery = (db: Db, accountId: string, courseId: string) =>
  queryOptions({
    queryKey: [...cohortsKey(accountId, courseId), 'open'],
    queryFn: () => listOpenCohorts(db, accountId, courseId),
  });

/** Where the signed-in member waits for a seat. */
export const ownWaitingQuery = (db: Db, accountId: string, course_id: string) =>
  queryOptions({
    queryKey: [...cohortsKey(accountId, course_id), 'waiting'],
    queryFn: async (): Promise<Waiting[]> => dataOf(await db.rpc('own_waiting', { course_id })),
  });

/** Adds a cohort, or changes one. */
export async function saveCohort(
  db: Db,
  account_id: string,
  course_id: string,
  id: string | null,
  values: CohortValues,
): Promise<void> {
  const table = db.from('course_cohorts');
  dataOf(
    id
      ? await table.update(values).eq('account_id', account_id).eq('id', id).select('id').single()
      : await table
          .insert({ account_id, course_id, ...values })
          .select('id')
          .single(),
  );
}

/** Who is in it stays in the course. */
export async function deleteCohort(db: Db, accountId: string, id: string): Promise<void> {
  dataOf(await db.from('course_cohorts').delete().eq('account_id', accountId).eq('id', id).select('id').single());
}

/** Enrols the signed-in member, or has them wait for a seat. */
export async function joinCohort(db: Db, cohort_id: string): Promise<'enrolled' | 'waiting'> {
  return dataOf(await db.rpc('join_cohort', { cohort_id }));
}

export async function leaveWaiting(db: Db, cohort_id: string): Promise<void> {
  maybeDataOf(await db.rpc('leave_waiting', { cohort_id }));
}

/** Puts students into a cohort, all or nobody; null takes them out of theirs. */
export async function moveToCohort(
  db: Db,
  course_id: string,
  enrolments: readonly string[],
  cohort: string | null,
): Promise<number> {
  return dataOf(
    await db.rpc('move_to_cohort', { course_id, enrolments: [...enrolments], cohort_id: cohort ?? undefined }),
  );
}
