import { defineEvents, fact } from '#base/shared/event-catalogue.ts';
import { orderFacts } from '../events.ts';

const facts = orderFacts.extend({
  refund_id: fact.id,
  kind: fact.oneOf('refund', 'credit', 'chargeback'),
  amount: fact.number,
  extent: fact.oneOf('whole', 'part'),
});

export const refundEvents = defineEvents('commerce/orders', {
  'order.refunded': { version: 2, subject: 'order', facts, when: 'A paid order is refunded.' },
});
