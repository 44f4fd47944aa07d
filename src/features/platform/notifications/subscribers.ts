import { z } from 'zod';
import type { Subscriber } from '#base/server/event-dispatcher.ts';

const familyFacts = z.object({ parent_id: z.uuid(), child_id: z.uuid(), member_id: z.uuid() });

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
