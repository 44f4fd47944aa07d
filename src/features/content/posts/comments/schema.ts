import { z } from 'zod';
import { newThreadPost } from '#features/engagement/threads/schema.ts';

/** Request to comment on a post or reply to a comment, by the names from before comments were threads. */
export const newComment = newThreadPost
  .pick({ content: true })
  .extend({ post_id: z.uuid('Choose a post.'), parent_id: z.uuid().nullish() });
