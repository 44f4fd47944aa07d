import { queryOptions } from '@tanstack/react-query';
import { type Db, DbError, dataOf } from '#base/shared/db-client.ts';
import { taughtCourses } from '../authorship/data.ts';
import { type CourseCard, instructorsOf, tileColumns } from '../data.ts';

export type TaughtCourse = CourseCard & { updated_at: string; students: number };

const MAX_COURSES = 1_000;

/**
 * The courses the caller may edit, last changed first, with the number of students where the caller may see it. `ownOnly`:
 * only those they teach; managers may edit all.
 */
export async function listTaught(db: Db, accountId: string, ownOnly: boolean): Promise<TaughtCourse[]> {
  const ids = ownOnly ? await taughtCourses(db) : undefined;
  if (ids?.length === 0) return [];
  const query = db
    .from('courses')
    .select(`${tileColumns}, updated_at, enrolments(count)`)
    .eq('account_id', accountId)
    .eq('enrolments.status', 'active');
  const courses = await (ids ? query.in('id', ids) : query)
    .order('updated_at', { ascending: false })
    .limit(MAX_COURSES);
  return dataOf(courses).map(({ enrolments, ...course }) => ({
    ...course,
    students: enrolments[0]?.count ?? 0,
  }));
}

export type Teacher = { id: string; name: string };

/** The invited instructors of a course, without its owner. */
export async function listInstructors(db: Db, accountId: string, courseId: string): Promise<Teacher[]> {
  const rows = dataOf(
    await db.from('course_instructors').select('member_id').eq('account_id', accountId).eq('course_id', courseId),
  );
  const people = await instructorsOf(
    db,
    accountId,
    rows.map(({ member_id }) => member_id),
  );
  return [...people.values()].map(({ id, name }) => ({ id, name })).sort((a, b) => a.name.localeCompare(b.name));
}

/** The members who can be invited as instructors; for the owner and managers. */
export async function possibleInstructors(db: Db, courseId: string): Promise<Teacher[]> {
  return dataOf(await db.rpc('possible_instructors', { course_id: courseId })) as Teacher[];
}

export async function setInstructors(db: Db, courseId: string, instructors: readonly string[]): Promise<void> {
  const { error } = await db.rpc('set_course_instructors', { course_id: courseId, instructors: [...instructors] });
  if (error) throw new DbError(error.message, error.details || error.code);
}

export const taughtQuery = (db: Db, accountId: string, ownOnly: boolean) =>
  queryOptions({
    queryKey: ['courses', accountId, 'taught', ownOnly ? 'own' : 'all'],
    queryFn: () => listTaught(db, accountId, ownOnly),
  });
export const instructorsQuery = (db: Db, accountId: string, courseId: string) =>
  queryOptions({
    queryKey: ['courses', accountId, courseId, 'instructors'],
    queryFn: () => listInstructors(db, accountId, courseId),
  });
export const possibleInstructorsQuery = (db: Db, accountId: string, courseId: string) =>
  queryOptions({
    queryKey: ['courses', accountId, courseId, 'possible instructors'],
    queryFn: () => possibleInstructors(db, courseId),
  });
