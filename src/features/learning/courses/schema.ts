import { z } from 'zod';
import { isSlug } from '#base/shared/slugs.ts';
import { accesses, levels } from './rules.ts';

const address = z
  .string()
  .max(500, 'This address is too long.')
  .regex(/^(\/[^/\\]|https:\/\/)/, 'Enter a URL that starts with https:// or /.');

/** A course's details as the editor sends them. `description` is HTML, sanitized before it is stored. */
export const courseDetails = z.object({
  title: z.string().trim().min(1, 'A course needs a title.').max(160, 'Use at most 160 characters.'),
  slug: z
    .string()
    .max(120, 'Use at most 120 characters.')
    .refine((slug) => isSlug(slug, 120), 'Use lowercase letters, digits and hyphens, starting with a letter or digit.'),
  summary: z.string().trim().max(400, 'Use at most 400 characters.'),
  description: z.string().max(100_000, 'This text is too long.'),
  featured_image: z
    .object({
      image: address,
      alt: z.string().max(300, 'Use at most 300 characters.').default(''),
      width: z.number().int().min(1).max(20_000).optional(),
      height: z.number().int().min(1).max(20_000).optional(),
    })
    .nullable(),
  trailer_url: address.nullable(),
  outcomes: z
    .array(z.string().trim().min(1).max(200, 'Use at most 200 characters per line.'))
    .max(12, 'Add at most twelve outcomes.'),
  level: z.enum(levels),
  language: z.string().regex(/^[a-z]{2}$/, 'Use two letters, such as en.'),
  visibility: z.enum(['public', 'members']),
  access: z.enum(accesses),
  category_id: z.uuid().nullable(),
  has_discussions: z.boolean().optional(),
});
export type CourseDetails = z.infer<typeof courseDetails>;

/** The value of the column `featured_image`. */
export type CoursePicture = NonNullable<CourseDetails['featured_image']>;
