import { BookOpen } from 'lucide-react';
import { searchPattern } from '#base/shared/normalize-search.ts';
import {
  byTitle,
  MAX_RECORDS_PER_SOURCE,
  type RecordQuery,
  type RecordSource,
  textOf,
  titleOf,
} from '#base/shared/record-source.ts';
import { paths } from '#paths';
import { taughtCourses } from './authorship/data.ts';

/** Courses that the user owns or is invited to teach; everybody can see more. */
const taughtByTitle: RecordQuery = async (db, { account_id }, words, signal) =>
  db
    .from('courses')
    .select('id, title, slug')
    .eq('account_id', account_id)
    .in('id', await taughtCourses(db))
    .like('search_text', searchPattern(words))
    .order('updated_at', { ascending: false })
    .limit(MAX_RECORDS_PER_SOURCE)
    .abortSignal(signal);

const course = {
  kind: 'course',
  of: 'courses',
  icon: BookOpen,
  for: 'member',
  feature: 'lms',
  label: titleOf,
} as const;

export const records: RecordSource[] = [
  {
    ...course,
    needs: ['manage_options'],
    rows: byTitle((db) => db.from('courses').select('id, title, slug')),
    href: (row) => paths.editCourse(textOf(row, 'slug')),
  },
  {
    ...course,
    needs: ['create_courses'],
    unless: 'manage_options',
    rows: taughtByTitle,
    href: (row) => paths.editCourse(textOf(row, 'slug')),
  },
  {
    ...course,
    unless: 'create_courses',
    // The user's own: policies hide other enrolments.
    rows: byTitle((db) => db.from('courses').select('id, title, slug, enrolments!inner(id)').eq('status', 'published')),
    href: (row) => paths.player(textOf(row, 'slug')),
  },
];
