import { z } from 'zod';
import { defineEvents, fact } from '#base/shared/event-catalogue.ts';

export const postEvents = defineEvents('content/posts', {
  'post.published': {
    subject: 'post',
    facts: z.strictObject({ post_id: fact.id, published_at: fact.time }),
    when: 'A post is published.',
  },
});
