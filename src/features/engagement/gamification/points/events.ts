import { z } from 'zod';
import { defineEvents, fact } from '#base/shared/event-catalogue.ts';

export const pointEvents = defineEvents('engagement/gamification', {
  'level.reached': {
    subject: 'member',
    facts: z.strictObject({ member_id: fact.id, level_id: fact.id, points: fact.number }),
    isOffered: false,
    when: 'A member reaches a level of points for the first time.',
  },
});
