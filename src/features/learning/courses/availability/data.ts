import { queryOptions } from '@tanstack/react-query';
import { type Db, dataOf, maybeDataOf } from '#base/shared/db-client.ts';
import type { AvailabilityRule, ConditionTree, PreviewedState, RequiredCourse } from './schema.ts';

declare module '#base/shared/database-shapes.ts' {
  interface ColumnShapes {
    availability_rules: { conditions: ConditionTree };
  }
  interface FunctionShapes {
    preview_availability: { row: PreviewedState };
    set_availability: { args: { conditions: ConditionTree | null } };
  }
}

/** The conditions of a course, its sections and lessons, by what they are about; for those who may edit it. */
export const availabilityQuery = (db: Db, accountId: string, course_id: string) =>
  queryOptions({
    queryKey: ['availability', accountId, course_id],
    queryFn: async (): Promise<AvailabilityRule[]> =>
      dataOf(
        await db
          .from('availability_rules')
          .select('id, conditions, is_hidden')
          .eq('account_id', accountId)
          .eq('course_id', course_id)
          .limit(700),
      ),
  });

/** The lessons of a course that have conditions, as they are for somebody who enrolled at one moment, at another. */
export const previewQuery = (db: Db, accountId: string, course_id: string, started: string, at: string) =>
  queryOptions({
    queryKey: ['availability', accountId, course_id, 'preview', started, at],
    queryFn: async (): Promise<PreviewedState[]> =>
      dataOf(await db.rpc('preview_availability', { course_id, started, at })),
  });

/** Sets when a course, a section or a lesson is open; null opens it to everybody who is enrolled. */
export async function setAvailability(
  db: Db,
  course_id: string,
  part_id: string,
  conditions: ConditionTree | null,
  is_hidden: boolean,
): Promise<void> {
  maybeDataOf(await db.rpc('set_availability', { course_id, part_id, conditions, is_hidden }));
}

/** Opens the lessons of a section one after the other, every so many days after the enrolment; returns how many. */
export async function dripSection(db: Db, section_id: string, every_days: number, hour: string): Promise<number> {
  return dataOf(await db.rpc('drip_section', { section_id, every_days, hour }));
}

/** The published courses that are to be finished before a course. */
export async function listRequiredCourses(db: Db, course_id: string): Promise<RequiredCourse[]> {
  return dataOf(await db.rpc('course_requirements', { course_id }, { get: true }));
}

type Choice = { id: string; title: string };

/** What conditions can name beside lessons: the other courses, the groups, products and levels of an account. */
export const choicesQuery = (db: Db, accountId: string) =>
  queryOptions({
    queryKey: ['availability', accountId, 'choices'],
    queryFn: async (): Promise<{ courses: Choice[]; groups: Choice[]; products: Choice[]; levels: Choice[] }> => {
      const [courses, groups, products, levels] = await Promise.all([
        db
          .from('courses')
          .select('id, title')
          .eq('account_id', accountId)
          .neq('status', 'archived')
          .order('title')
          .limit(500),
        db.from('groups').select('id, title').eq('account_id', accountId).order('title').limit(500),
        db
          .from('products')
          .select('id, title')
          .eq('account_id', accountId)
          .neq('status', 'archived')
          .order('title')
          .limit(500),
        db.from('point_levels').select('id, title:name').eq('account_id', accountId).order('min_points').limit(50),
      ]);
      return { courses: dataOf(courses), groups: dataOf(groups), products: dataOf(products), levels: dataOf(levels) };
    },
  });
