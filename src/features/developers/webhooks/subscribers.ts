import type { Subscriber } from '#base/server/event-dispatcher.ts';
import { eventTypes } from './rules.ts';

export const subscribers: Subscriber[] = [
  {
    name: 'webhooks',
    types: eventTypes,
    handle: async (tx, event) => {
      await tx.query('select private.deliver_to_webhooks($1)', [event.id]);
    },
  },
];
