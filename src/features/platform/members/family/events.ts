import { z } from 'zod';
import { defineEvents, fact } from '#base/shared/event-catalogue.ts';

export const familyFacts = z.strictObject({ parent_id: fact.id, child_id: fact.id, member_id: fact.id });

export const familyEvents = defineEvents('platform/members', {
  'family.requested': {
    subject: 'family',
    facts: familyFacts,
    when: 'A member asks another to be linked as parent and child.',
    isOffered: false,
  },
  'family.linked': {
    subject: 'family',
    facts: familyFacts,
    when: 'A parent follows a child by a code that the child or the school gave them.',
    isOffered: false,
  },
});
