import { z } from 'zod';
import { defineEvents, fact } from '#base/shared/event-catalogue.ts';

/** The facts of every event of an order. */
export const orderFacts = z.strictObject({
  order_id: fact.id,
  user_id: fact.id.nullable(),
  member_id: fact.id.nullable(),
  number: fact.number,
  status: fact.oneOf('pending', 'paid', 'disputed', 'cancelled', 'refunded'),
  total: fact.number,
  currency: fact.currency,
});

export const orderEvents = defineEvents('commerce/orders', {
  'order.placed': { subject: 'order', facts: orderFacts, when: 'Somebody places an order that is not paid yet.' },
  'order.paid': { subject: 'order', facts: orderFacts, when: 'An order is paid, or costs nothing.' },
  'order.disputed': {
    subject: 'order',
    facts: orderFacts,
    when: 'The bank of a buyer takes back what was paid until it decides; what the order opened is closed.',
  },
  'order.dispute_closed': {
    subject: 'order',
    facts: orderFacts,
    when: 'The dispute of an order is decided. Where it was lost, a refund follows.',
  },
  'order.cancelled': { subject: 'order', facts: orderFacts, when: 'An order is cancelled before it is paid.' },
});
