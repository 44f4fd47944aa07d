import { z } from 'zod';
import { MAX_COMMENT } from './rules.ts';

/** Request to comment on a post or reply to a comment. */
export const newComment = z.object({
  post_id: z.uuid('Name the post.'),
  parent_id: z.uuid().nullish(),
  content: z.string().trim().min(1, 'Write something first.').max(MAX_COMMENT, 'A comment has up to 4,000 characters.'),
});
