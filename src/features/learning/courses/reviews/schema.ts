import { z } from 'zod';

export const MAX_REVIEW = 2_000;
export const stars = [5, 4, 3, 2, 1] as const;
export const reviewStatuses = ['shown', 'waiting', 'hidden'] as const;
export type ReviewStatus = (typeof reviewStatuses)[number];

/** A review as its author sends it. */
export const writtenReview = z.strictObject({
  rating: z
    .number()
    .int('Choose one to five stars.')
    .min(1, 'Choose one to five stars.')
    .max(5, 'Choose one to five stars.'),
  body: z.string().trim().max(MAX_REVIEW, 'Use at most 2000 characters.'),
});
export type WrittenReview = z.infer<typeof writtenReview>;

/** A review as everybody who sees the course reads it. */
export type Review = {
  id: string;
  author_name: string;
  rating: number;
  body: string;
  reply: string | null;
  created_at: string;
};

/** The same for who teaches the course. */
export type ManagedReview = Review & {
  course_id: string;
  status: ReviewStatus;
  courses: { title: string; slug: string; language: string } | null;
};

export type OwnReview = {
  id: string | null;
  rating: number | null;
  body: string | null;
  status: ReviewStatus | null;
  reply: string | null;
  may_write: boolean;
};

/** How many reviews of a course are shown, and their average: 1 to 5. */
export type CourseRating = { rating_count: number; average: number };
