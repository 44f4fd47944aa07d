import { useQuery } from '@tanstack/react-query';
import { useDb } from '#base/browser/db-client.ts';
import { useCan } from '#base/browser/member.ts';
import { useAccount } from '#base/browser/site.tsx';
import { taughtIdsQuery } from '../authorship/data.ts';

/** Whether course lists show only the caller's own courses: managers see all. */
export function useOwnOnly(): boolean {
  return !useCan('manage_options');
}

/**
 * Whether the caller may change a course; undefined while loading. Policies decide the same
 * (`private.editable_courses`).
 */
export function useMayEdit(courseId: string | undefined): boolean | undefined {
  return useOwnCourse(courseId, [useCan('create_courses'), useCan('manage_curriculum')].includes(true));
}

/** Whether the caller manages the students of a course; undefined while loading. `private.managed_course` decides the same. */
export function useManagesStudents(courseId: string | undefined): boolean | undefined {
  return useOwnCourse(courseId, useCan('manage_students'));
}

/** Whether a course is the caller's: every course for managers, what they teach for who may teach. */
function useOwnCourse(courseId: string | undefined, mayTeach: boolean): boolean | undefined {
  const db = useDb();
  const { account_id } = useAccount();
  const isManager = useCan('manage_options');
  const taught = useQuery({ ...taughtIdsQuery(db, account_id), enabled: mayTeach && !isManager });
  if (isManager) return true;
  if (!mayTeach) return false;
  if (courseId === undefined) return undefined;
  // On a read error assume no: the policies would reject the changes anyway.
  return taught.isError ? false : taught.data?.includes(courseId);
}
