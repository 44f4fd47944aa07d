import { z } from 'zod';
import { defineEvents, fact } from '#base/shared/event-catalogue.ts';

/** The facts of every event about a post; `status` is the one it has after the event. */
export const threadPostFacts = z.strictObject({
  thread_id: fact.id,
  post_id: fact.id,
  parent_id: fact.id.nullable(),
  member_id: fact.id.nullable(),
  status: fact.oneOf('waiting', 'shown', 'hidden', 'removed'),
});

const post = { subject: 'thread', facts: threadPostFacts } as const;

export const threadWritingEvents = defineEvents('engagement/threads', {
  'thread.post_added': {
    ...post,
    when: 'A member posts a comment or a reply; it may wait for approval.',
  },
  'thread.post_shown': { ...post, when: 'A moderator approves a comment.' },
  'thread.post_hidden': { ...post, when: 'A moderator hides a comment.' },
  'thread.post_edited': { ...post, when: 'An author edits a comment.' },
  'thread.post_removed': { ...post, when: 'A comment is deleted.' },
  'thread.reaction_added': {
    subject: 'thread',
    facts: z.strictObject({ thread_id: fact.id, post_id: fact.id, member_id: fact.id, author_id: fact.id.nullable() }),
    isOffered: false,
    when: 'A member reacts to a post.',
  },
  'thread.reaction_removed': {
    subject: 'thread',
    facts: z.strictObject({ thread_id: fact.id, post_id: fact.id, member_id: fact.id, author_id: fact.id.nullable() }),
    isOffered: false,
    when: 'A member takes back their last reaction to a post.',
  },
});
