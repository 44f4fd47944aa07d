import type { Subscriber } from '#base/server/event-dispatcher.ts';
import { familyFacts } from '#features/platform/members/family/events.ts';

export const subscribers: Subscriber[] = [
  {
    name: 'notifications',
    types: ['family.requested'],
    handle: async (tx, { account_id, facts }) => {
      const { parent_id, child_id, member_id } = familyFacts.parse(facts);
      await tx.query('select private.notify_family($1, $2, $3, $4)', [account_id, parent_id, child_id, member_id]);
    },
  },
];
