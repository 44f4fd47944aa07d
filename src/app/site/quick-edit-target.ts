import { paths } from '#paths';

/** Where "Edit page" leads from a public path (specification, section 2: the quick-edit bar). */
export function editAddress(path: string): string | null {
  const parts = path.split('/').filter(Boolean);
  const [first, second, third] = parts;
  if (first === undefined) return paths.editPage('home');
  if (first === 'blog') return second ? paths.editPost(second) : paths.posts();
  if (first === 'course' && second === 'category') return paths.courseCategories();
  if (first === 'course') return second && !third ? paths.editCourse(second) : paths.instructor();
  if (first === 'docs') return second ? paths.editDoc(second) : paths.manageDocs();
  if (first === 'members') return '/dashboard/manage/user';
  return parts.length === 1 ? paths.editPage(first) : null;
}
