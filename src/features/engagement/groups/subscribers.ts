import type { Subscriber } from '#base/server/event-dispatcher.ts';
import { threadPostFacts } from '#features/engagement/threads/writing/events.ts';

export const subscribers: Subscriber[] = [
  {
    name: 'groups',
    types: ['thread.post_added', 'thread.post_shown'],
    handle: async (tx, { account_id, facts }) => {
      const { post_id } = threadPostFacts.parse(facts);
      await tx.query('select private.announce_group_post($1, $2)', [account_id, post_id]);
    },
  },
];
