import { z } from 'zod';
import { defineEvents, fact } from '#base/shared/event-catalogue.ts';

export const groupEvents = defineEvents('engagement/groups', {
  'group.member_joined': {
    subject: 'group',
    facts: z.strictObject({ group_id: fact.id, member_id: fact.id }),
    // Who is in a group is its members' matter: programs of the account are not told.
    isOffered: false,
    when: 'Somebody becomes a member of a group.',
  },
  'group.member_left': {
    subject: 'group',
    facts: z.strictObject({ group_id: fact.id, member_id: fact.id }),
    isOffered: false,
    when: 'Somebody leaves a group, or is removed from it.',
  },
});
