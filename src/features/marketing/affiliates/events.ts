import { z } from 'zod';
import { defineEvents, fact } from '#base/shared/event-catalogue.ts';

/** The facts of every event of an affiliate. */
export const affiliateFacts = z.strictObject({
  affiliate_id: fact.id,
  programme_id: fact.id,
  member_id: fact.id.nullable(),
  user_id: fact.id.nullable(),
});

export const affiliateEvents = defineEvents('marketing/affiliates', {
  'affiliate.approved': {
    subject: 'affiliate',
    facts: affiliateFacts,
    when: 'An affiliate may earn: they joined an open programme, or were approved.',
  },
});
