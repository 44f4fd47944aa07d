import { z } from 'zod';
import { defineEvents, fact } from '#base/shared/event-catalogue.ts';

export const messageFacts = z.strictObject({ conversation_id: fact.id, message_id: fact.id, member_id: fact.id });

export const messageEvents = defineEvents('engagement/messages', {
  'message.sent': {
    subject: 'conversation',
    facts: messageFacts,
    // What members write to each other is nobody else's: programs of the account are not told.
    isOffered: false,
    when: 'A member sends a message in a conversation.',
  },
});
