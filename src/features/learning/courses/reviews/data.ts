import { queryOptions } from '@tanstack/react-query';
import { type Db, dataOf, maybeDataOf } from '#base/shared/db-client.ts';
import { type ListPage, type ListRequest, pageOf } from '#base/shared/list-page.ts';
import { putJson } from '../data.ts';
import type { CourseRating, ManagedReview, OwnReview, Review, ReviewStatus, WrittenReview } from './schema.ts';

declare module '#base/shared/database-shapes.ts' {
  interface FunctionShapes {
    own_review: { row: OwnReview };
  }
  interface ColumnShapes {
    course_reviews: { status: ReviewStatus };
    course_ratings: { average: number };
  }
}

export const REVIEWS_PER_PAGE = 10;
const COLUMNS = 'id, author_name, rating, body, reply, created_at';

export const reviewsKey = (accountId: string) => ['course-reviews', accountId] as const;

/** The rating of a course; null where nobody has reviewed it. */
async function ratingOf(db: Db, accountId: string, courseId: string): Promise<CourseRating | null> {
  return maybeDataOf(
    await db
      .from('course_ratings')
      .select('rating_count, average')
      .eq('account_id', accountId)
      .eq('course_id', courseId)
      .maybeSingle(),
  ) as CourseRating | null;
}

/** The rating of a course with one page of its reviews; null where there are none. `wished`: the page, as the address says it. */
export async function readReviews(db: Db, accountId: string, courseId: string, wished: string | null) {
  const rating = await ratingOf(db, accountId, courseId);
  if (!rating) return null;
  const pages = Math.ceil(rating.rating_count / REVIEWS_PER_PAGE);
  const page = /^[1-9]\d{0,5}$/.test(wished ?? '') ? Math.min(Number(wished), pages) : 1;
  const query = db
    .from('course_reviews')
    .select(COLUMNS, { count: 'exact' })
    .eq('account_id', accountId)
    .eq('course_id', courseId)
    .eq('status', 'shown');
  const request = { page, pageSize: REVIEWS_PER_PAGE };
  return { rating, page, reviews: (await pageOf<Review>(query, request, { usual: 'created_at' })).rows };
}

/** The signed-in member's review of a course. */
export const ownReviewQuery = (db: Db, accountId: string, course_id: string) =>
  queryOptions({
    queryKey: [...reviewsKey(accountId), 'own', course_id],
    queryFn: async (): Promise<OwnReview> =>
      dataOf(await db.rpc('own_review', { course_id }))[0] ?? {
        id: null,
        rating: null,
        body: null,
        status: null,
        reply: null,
        may_write: false,
      },
  });

/** Saves it; resolves to whether it is shown, or waits for approval. */
export function saveReview(courseId: string, review: WrittenReview): Promise<{ status: ReviewStatus }> {
  return putJson(`/api/courses/${courseId}/review`, review);
}

export async function removeReview(db: Db, accountId: string, id: string): Promise<void> {
  dataOf(await db.from('course_reviews').delete().eq('account_id', accountId).eq('id', id).select('id').single());
}

export async function setReviewStatus(
  db: Db,
  accountId: string,
  id: string,
  status: Exclude<ReviewStatus, 'waiting'>,
): Promise<void> {
  dataOf(
    await db.from('course_reviews').update({ status }).eq('account_id', accountId).eq('id', id).select('id').single(),
  );
}

export async function replyToReview(db: Db, review_id: string, reply: string): Promise<void> {
  maybeDataOf(await db.rpc('reply_to_review', { review_id, reply }));
}

export type ReviewFilters = ListRequest & {
  statuses?: readonly ReviewStatus[];
  ratings?: readonly string[];
  /** Of one course. */
  course?: string;
  /** Of these courses alone: those the caller teaches. */
  courses?: readonly string[];
};

/** One page of the reviews that the caller may answer. */
export function listManagedReviews(
  db: Db,
  accountId: string,
  { statuses = [], ratings = [], course, courses, ...request }: ReviewFilters,
): Promise<ListPage<ManagedReview>> {
  let query = db
    .from('course_reviews')
    .select(`${COLUMNS}, course_id, status, courses(title, slug, language)`, { count: 'exact' })
    .eq('account_id', accountId);
  if (course) query = query.eq('course_id', course);
  if (courses) query = query.in('course_id', courses);
  if (statuses.length > 0) query = query.in('status', statuses);
  if (ratings.length > 0) query = query.in('rating', ratings.map(Number));
  return pageOf<ManagedReview>(query, request, {
    sortable: { created_at: 'created_at', rating: 'rating' },
    usual: 'created_at',
  });
}
