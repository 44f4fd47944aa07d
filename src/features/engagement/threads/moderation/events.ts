import { z } from 'zod';
import { defineEvents, fact } from '#base/shared/event-catalogue.ts';

const thread = {
  subject: 'thread',
  facts: z.strictObject({ thread_id: fact.id, subject_id: fact.id }),
  isOffered: false,
} as const;

export const threadModerationEvents = defineEvents('engagement/threads', {
  'thread.post_reported': {
    subject: 'thread',
    facts: z.strictObject({ thread_id: fact.id, post_id: fact.id, member_id: fact.id, reports: fact.number }),
    when: 'A member reports a comment.',
  },
  'thread.locked': { ...thread, when: 'A moderator locks a thread.' },
  'thread.unlocked': { ...thread, when: 'A moderator opens a locked thread again.' },
});
