import { queryOptions } from '@tanstack/react-query';
import type { Row } from '#base/shared/database-types.ts';
import { type Db, dataOf } from '#base/shared/db-client.ts';

/** What a student gets beyond the rules of a quiz; the time is in percent of its limit. */
export type Allowance = Pick<Row<'quiz_allowances'>, 'id' | 'member_id' | 'extra_time' | 'extra_attempts'>;

export const allowancesQuery = (db: Db, accountId: string, quizId: string) =>
  queryOptions({
    queryKey: ['quizzes', accountId, 'allowances', quizId],
    queryFn: async (): Promise<Allowance[]> =>
      dataOf(
        await db
          .from('quiz_allowances')
          .select('id, member_id, extra_time, extra_attempts')
          .eq('account_id', accountId)
          .eq('quiz_id', quizId)
          .order('id')
          .limit(500),
      ),
  });

/** The students of a course that match a search, for a choice. */
export const studentChoicesQuery = (db: Db, accountId: string, courseId: string, search: string) =>
  queryOptions({
    queryKey: ['quizzes', accountId, 'students', courseId, search],
    queryFn: async () =>
      dataOf(await db.rpc('course_roster', { course_id: courseId, search, page_size: 20 })).rows.map(
        ({ member_id, name }) => ({
          id: member_id,
          label: name,
        }),
      ),
  });

export async function addAllowance(
  db: Db,
  row: Omit<Allowance, 'id'> & { account_id: string; course_id: string; quiz_id: string },
): Promise<void> {
  dataOf(await db.from('quiz_allowances').insert(row));
}

export async function removeAllowance(db: Db, accountId: string, id: string): Promise<void> {
  dataOf(await db.from('quiz_allowances').delete().match({ account_id: accountId, id }));
}
