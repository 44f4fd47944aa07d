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

const post = { subject: 'thread', facts: threadPostFacts, isOffered: false } as const;

export const threadWritingEvents = defineEvents('engagement/threads', {
  'thread.post_added': {
    ...post,
    when: 'A member writes a post or a reply in a thread; it is shown, or waits for moderation.',
  },
  'thread.post_shown': { ...post, when: 'A moderator shows a post that waited or was hidden.' },
  'thread.post_hidden': { ...post, when: 'A moderator hides a post.' },
  'thread.post_edited': { ...post, when: 'An author edits a post.' },
  'thread.post_removed': {
    ...post,
    when: 'A post is deleted, or taken back by its author and keeps its place for the replies of others.',
  },
  'thread.reaction_added': {
    subject: 'thread',
    facts: z.strictObject({ thread_id: fact.id, post_id: fact.id, member_id: fact.id, author_id: fact.id.nullable() }),
    isOffered: false,
    when: 'A member reacts to a post.',
  },
});
