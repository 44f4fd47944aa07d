import type { Subscriber } from '#base/server/event-dispatcher.ts';
import { threadPostFacts } from './writing/events.ts';

export const subscribers: Subscriber[] = [
  {
    name: 'threads',
    types: ['thread.post_added', 'thread.post_shown', 'thread.post_edited'],
    handle: async (tx, { account_id, facts }) => {
      const { post_id } = threadPostFacts.parse(facts);
      await tx.query('select private.announce_thread_post($1, $2)', [account_id, post_id]);
    },
  },
];
