import { z } from 'zod';
import { isSlug } from '#base/shared/slugs.ts';
import { accesses, levels } from './rules.ts';

const address = z
  .string()
  .max(500, 'This address is too long.')
  .regex(/^(\/[^/\\]|https:\/\/)/, 'Give an address that begins with https:// or with /.');

/** A course's details as the editor sends them. `description` is HTML, sanitized before it is stored. */
export const courseDetails = z.object({
  title: z.string().trim().min(1, 'A course needs a title.').max(160, 'At most 160 characters.'),
  slug: z
    .string()
    .max(120, 'At most 120 characters.')
    .refine((slug) => isSlug(slug, 120), 'Small letters, digits and hyphens, beginning with a letter or digit.'),
  summary: z.string().trim().max(400, 'At most 400 characters.'),
  description: z.string().max(100_000, 'This text is too long.'),
  featured_image: z
    .object({
      image: address,
      alt: z.string().max(300, 'At most 300 characters.').default(''),
      width: z.number().int().min(1).max(20_000).optional(),
      height: z.number().int().min(1).max(20_000).optional(),
    })
    .nullable(),
  trailer_url: address.nullable(),
  outcomes: z
    .array(z.string().trim().min(1).max(200, 'At most 200 characters a line.'))
    .max(12, 'At most twelve outcomes.'),
  level: z.enum(levels),
  language: z.string().regex(/^[a-z]{2}$/, 'Two letters, such as en.'),
  visibility: z.enum(['public', 'members']),
  access: z.enum(accesses),
  category_id: z.uuid().nullable(),
});
export type CourseDetails = z.infer<typeof courseDetails>;

/** The value of the column `featured_image`. */
export type CoursePicture = NonNullable<CourseDetails['featured_image']>;
