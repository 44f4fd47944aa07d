import { z } from 'zod';
import { defineEvents, fact } from '#base/shared/event-catalogue.ts';
import { affiliateFacts } from '../events.ts';
import { referralSources } from '../schema.ts';

const commissionFacts = z.strictObject({
  ...affiliateFacts.shape,
  commission_id: fact.id,
  order_id: fact.id,
  refund_id: fact.id.nullable(),
  source: fact.oneOf(...referralSources),
  amount: fact.number,
  currency: fact.currency,
  payable_at: fact.time,
});

export const commissionEvents = defineEvents('marketing/affiliates', {
  'commission.created': {
    subject: 'commission',
    facts: commissionFacts,
    when: 'A paid order earns a commission for who brought it.',
  },
  'commission.reversed': {
    subject: 'commission',
    facts: commissionFacts,
    when: 'A refund or a dispute takes back a commission or a part of it.',
  },
  'payout.paid': {
    subject: 'payout',
    facts: z.strictObject({
      ...affiliateFacts.shape,
      payout_id: fact.id,
      amount: fact.number,
      currency: fact.currency,
    }),
    when: 'What was due to an affiliate is marked as paid.',
  },
});
