import type { Subscriber } from '#base/server/event-dispatcher.ts';
import { messageFacts } from './writing/events.ts';

export const subscribers: Subscriber[] = [
  {
    name: 'messages',
    types: ['message.sent'],
    handle: async (tx, { account_id, facts }) => {
      const { message_id } = messageFacts.parse(facts);
      await tx.query('select private.announce_message($1, $2)', [account_id, message_id]);
    },
  },
];
