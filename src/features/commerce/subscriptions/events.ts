import { z } from 'zod';
import { defineEvents, fact } from '#base/shared/event-catalogue.ts';

const facts = z.strictObject({
  subscription_id: fact.id,
  order_id: fact.id,
  user_id: fact.id.nullable(),
  member_id: fact.id.nullable(),
  product_id: fact.id.nullable(),
  status: fact.oneOf('trialing', 'active', 'past_due', 'paused', 'ended'),
  amount: fact.number,
  currency: fact.currency,
  period_end: fact.time,
});
const event = (when: string) => ({ subject: 'subscription', facts, when });

export const subscriptionEvents = defineEvents('commerce/subscriptions', {
  'subscription.begun': event('A paid order begins a subscription, with or without a trial.'),
  'subscription.renewed': event('The next period of a subscription is paid.'),
  'subscription.changed': event('A subscription is at another price of its product: the first period of it is paid.'),
  'subscription.past_due': event('A period of a subscription has begun and is not paid.'),
  'subscription.paused': event('A subscription is paused.'),
  'subscription.resumed': event('A pause ends, or a cancellation is undone.'),
  'subscription.cancelled': event('A subscription is cancelled and goes on to the end of what is paid for.'),
  'subscription.ended': event('A subscription has ended: cancelled, completed or unpaid.'),
});
