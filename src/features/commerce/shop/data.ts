import { type Db, dataOf } from '#base/shared/db-client.ts';
import type { Product } from '#features/commerce/products/schema.ts';
import type { CoursePicture } from '#features/learning/courses/schema.ts';

export type OpenedCourse = {
  id: string;
  title: string;
  slug: string;
  language: string;
  featured_image: CoursePicture | null;
  lesson_count: number;
  duration_seconds: number;
};

type Opening = Pick<Product, 'type' | 'course_id'> & { product_courses: { course_id: string }[] };

/** The published courses a product opens, in the order of the catalogue: its own, and with a membership those for members. */
export async function openedCourses(db: Db, account_id: string, product: Opening): Promise<OpenedCourse[]> {
  const ids = [...product.product_courses.map(({ course_id }) => course_id), product.course_id ?? ''].filter(Boolean);
  const isMembership = product.type === 'membership';
  if (ids.length === 0 && !isMembership) return [];
  const courses = db
    .from('courses')
    .select('id, title, slug, language, featured_image, lesson_count, duration_seconds')
    .eq('account_id', account_id)
    .eq('status', 'published');
  const opened = isMembership
    ? courses.or(['access.eq.members', ...(ids.length > 0 ? [`id.in.(${ids.join(',')})`] : [])].join(','))
    : courses.in('id', ids);
  return dataOf(await opened.order('sort').order('id').limit(100));
}
