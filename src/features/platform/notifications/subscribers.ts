import type { Subscriber } from '#base/server/event-dispatcher.ts';
import { familyFacts } from '#features/platform/members/family/events.ts';

export const subscribers: Subscriber[] = [
  {
    name: 'notifications',
    types: ['family.requested', 'family.linked'],
    handle: async (tx, { account_id, type, facts }) => {
      const { parent_id, child_id, member_id } = familyFacts.parse(facts);
      const values = [account_id, parent_id, child_id];
      if (type === 'family.linked') await tx.query('select private.notify_family_linked($1, $2, $3)', values);
      else await tx.query('select private.notify_family($1, $2, $3, $4)', [...values, member_id]);
    },
  },
];
