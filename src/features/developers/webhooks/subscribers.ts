import type { Subscriber } from '#base/server/event-dispatcher.ts';

export const subscribers: Subscriber[] = [
  {
    // `private.event_types()` reads what this name subscribes to: those are the events an account can choose.
    name: 'webhooks',
    types: (catalogue) => catalogue.filter(({ isOffered }) => isOffered).map(({ type }) => type),
    handle: async (tx, event) => {
      await tx.query('select private.deliver_to_webhooks($1)', [event.id]);
    },
  },
];
