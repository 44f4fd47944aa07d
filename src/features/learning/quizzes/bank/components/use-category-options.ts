import { useQuery } from '@tanstack/react-query';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { useLocale } from '#ui/layout/locale.ts';
import { categoriesQuery } from '../data.ts';
import { type Category, type CategoryPath, categoryPaths } from '../rules.ts';

/** The categories of a course, or of all one may edit, as the options of a select: each with the names above it. */
export function useCategoryOptions(courseId?: string): {
  categories: Category[];
  paths: CategoryPath[];
  options: { id: string; label: string }[];
} {
  const db = useDb();
  const { locale } = useLocale();
  const { account_id } = useAccount();
  const { data = [] } = useQuery(categoriesQuery(db, account_id));
  const categories = courseId === undefined ? data : data.filter(({ course_id }) => course_id === courseId);
  const paths = categoryPaths(categories, locale);
  return { categories, paths, options: paths.map(({ id, path }) => ({ id, label: path })) };
}
