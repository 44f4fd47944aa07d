import { z } from 'zod';

/** What completes a lesson; `kind` is what its activity says. */
export const completionRules = ['kind', 'viewed', 'dwell', 'watched', 'manual'] as const;
export type CompletionRule = (typeof completionRules)[number];

const path = z.string().max(500).nullable();

/** A lesson's content as the editor sends it. `body` is HTML, sanitized before it is stored. */
export const lessonContent = z.object({
  body: z.string().max(400_000, 'This text is too long.'),
  media_url: z
    .string()
    .max(1000, 'This address is too long.')
    .regex(/^https:\/\/[^\s"<>]+$/, 'Enter a URL that starts with https://.')
    .nullable(),
  media_path: path,
  media_name: z.string().max(200).nullable(),
  captions_path: path,
});
export type LessonContent = z.infer<typeof lessonContent>;

/** A lesson as the editor saves it: its entry in the outline, its content, and what else its kind has. */
export const savedLesson = z.object({
  title: z.string().trim().min(1).max(160),
  /** Which kinds there are the database decides (`private.lesson_kinds`). */
  kind: z.string().max(40),
  duration_seconds: z.number().int().min(0).max(360_000),
  is_preview: z.boolean(),
  is_required: z.boolean(),
  is_published: z.boolean(),
  completion: z.enum(completionRules).optional(),
  /** Minutes, or percent of a video. */
  completion_amount: z.number().int().min(1).max(600).optional(),
  no_skip: z.boolean().optional(),
  version: z.number().int(),
  content: lessonContent,
  /** Judged by the database, as every way in passes there. */
  activity: z.record(z.string(), z.unknown()).optional(),
});
export type SavedLesson = z.infer<typeof savedLesson>;
