import { z } from 'zod';
import { newPoll } from './polls/schema.ts';
import { MAX_FILES, MAX_POST } from './rules.ts';

const content = z
  .string()
  .trim()
  .min(1, 'Write something first.')
  .max(MAX_POST, 'A text can have at most 4,000 characters.');

/** Request to write in a thread, or to reply to a post of it. */
export const newThreadPost = z.object({
  thread_id: z.uuid('Choose a post.'),
  reply_to: z.uuid().nullish(),
  content,
  files: z.array(z.string().max(400)).max(MAX_FILES, 'A message can have at most 5 files.').optional(),
  topic: z.uuid().nullish(),
  poll: newPoll.nullish(),
});

/** Request to change a post. */
export const threadPostEdit = z.object({ content });
