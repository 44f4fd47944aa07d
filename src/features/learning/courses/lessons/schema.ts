import { z } from 'zod';

const path = z.string().max(500).nullable();

/** A lesson's content as the editor sends it. `body` is HTML, sanitized before it is stored. */
export const lessonContent = z.object({
  body: z.string().max(400_000, 'This text is too long.'),
  media_url: z
    .string()
    .max(1000, 'This address is too long.')
    .regex(/^https:\/\/[^\s"<>]+$/, 'Give an address that begins with https://.')
    .nullable(),
  media_path: path,
  media_name: z.string().max(200).nullable(),
  captions_path: path,
});
export type LessonContent = z.infer<typeof lessonContent>;
