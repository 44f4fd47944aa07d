import { paths } from '#paths';

/** Paths of one segment that are no editable pages. */
const OWN = ['login', 'signup', 'search', 'groups', 'thankyou', 'subscribed', 'checkout'];

/** The target of "Edit page" for a public path (specification, section 2: the quick-edit bar). */
export function editAddress(path: string): string | null {
  const parts = path.split('/').filter(Boolean).map(decoded);
  const [first, second, third] = parts;
  if (first === undefined) return paths.editPage('home');
  if (first === 'blog') return second ? paths.editPost(second) : paths.posts();
  if (first === 'course' && second === 'category') return paths.courseCategories();
  if (first === 'course') return second && !third ? paths.editCourse(second) : paths.instructor();
  if (first === 'shop') return second ? paths.product(second) : paths.ecommerce();
  if (first === 'docs') return second ? paths.editDoc(second) : paths.manageDocs();
  if (first === 'members') return '/dashboard/manage/user';
  if (OWN.includes(first)) return parts.length === 1 ? paths.pages() : null;
  return parts.length === 1 ? paths.editPage(first) : null;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
