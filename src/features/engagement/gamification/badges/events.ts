import { z } from 'zod';
import { defineEvents, fact } from '#base/shared/event-catalogue.ts';

export const badgeEvents = defineEvents('engagement/gamification', {
  'badge.earned': {
    subject: 'member',
    facts: z.strictObject({ member_id: fact.id, badge_id: fact.id }),
    isOffered: false,
    when: 'A member earns a badge, by a rule or by hand.',
  },
});
