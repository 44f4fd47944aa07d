import { queryOptions } from '@tanstack/react-query';
import { type Db, dataOf, maybeDataOf } from '#base/shared/db-client.ts';
import { asPage, type ListPage, type ListRequest, type RpcPage, rpcRequest } from '#base/shared/list-page.ts';
import type { EnrolOutcome, GroupOutcome, ProgressReset, Student } from './schema.ts';

declare module '#base/shared/database-shapes.ts' {
  interface FunctionShapes {
    course_roster: { returns: RpcPage<Student> };
    enrol_people: { args: { expires: string | null }; row: { outcome: EnrolOutcome['outcome']; name: string | null } };
    enrol_group: { args: { expires: string | null }; returns: GroupOutcome };
    extend_enrolments: { args: { expires: string | null } };
  }
}

export const rosterKey = (accountId: string, courseId: string) => ['roster', accountId, courseId] as const;

/** One page of the students of a course; needs `manage_students` of it. */
export async function listStudents(
  db: Db,
  course_id: string,
  { statuses, cohorts, ...request }: ListRequest & { statuses?: readonly string[]; cohorts?: readonly string[] },
): Promise<ListPage<Student>> {
  return asPage(
    dataOf(
      await db.rpc('course_roster', {
        ...rpcRequest(request),
        course_id,
        statuses: [...(statuses ?? [])],
        cohort_ids: [...(cohorts ?? [])],
      }),
    ),
  );
}

/** Enrols members by e-mail, or only says what would become of each. */
export async function enrolPeople(
  db: Db,
  course_id: string,
  emails: readonly string[],
  expires: string | null,
  is_trial: boolean,
): Promise<EnrolOutcome[]> {
  return dataOf(await db.rpc('enrol_people', { course_id, emails: [...emails], expires, is_trial }));
}

/** Enrols who is in a group, or only says how many that would be. */
export async function enrolGroup(
  db: Db,
  course_id: string,
  group_id: string,
  expires: string | null,
  is_trial: boolean,
): Promise<GroupOutcome> {
  return dataOf(await db.rpc('enrol_group', { course_id, group_id, expires, is_trial }));
}

/** Sets until when students have access; null is for good. Returns how many changed. */
export async function extendEnrolments(
  db: Db,
  course_id: string,
  enrolments: readonly string[],
  expires: string | null,
): Promise<number> {
  return dataOf(await db.rpc('extend_enrolments', { course_id, enrolments: [...enrolments], expires }));
}

/** Ends the access of students; of those who have paid only where `even_paid` says so. */
export async function endEnrolments(
  db: Db,
  course_id: string,
  enrolments: readonly string[],
  even_paid: boolean,
): Promise<number> {
  return dataOf(await db.rpc('end_enrolments', { course_id, enrolments: [...enrolments], even_paid }));
}

/** Lets students begin anew; what they had done can be restored. Returns how many had begun. */
export async function resetProgress(db: Db, course_id: string, enrolments: readonly string[]): Promise<number> {
  return dataOf(await db.rpc('reset_progress', { course_id, enrolments: [...enrolments] }));
}

export async function restoreProgress(db: Db, reset_id: string): Promise<void> {
  maybeDataOf(await db.rpc('restore_progress', { reset_id }));
}

/** What of a student's progress in a course was reset, the latest first. */
export const resetsQuery = (db: Db, accountId: string, courseId: string, memberId: string) =>
  queryOptions({
    queryKey: [...rosterKey(accountId, courseId), 'resets', memberId],
    queryFn: async (): Promise<ProgressReset[]> =>
      dataOf(
        await db
          .from('progress_resets')
          .select('id, lessons, created_at, restored_at')
          .eq('account_id', accountId)
          .eq('course_id', courseId)
          .eq('member_id', memberId)
          .order('created_at', { ascending: false })
          .limit(20),
      ),
  });
