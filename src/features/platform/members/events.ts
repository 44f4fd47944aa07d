import { z } from 'zod';
import { defineEvents, fact } from '#base/shared/event-catalogue.ts';

const facts = z.strictObject({ member_id: fact.id, user_id: fact.id, role_id: fact.id });

export const memberEvents = defineEvents('platform/members', {
  'member.joined': { subject: 'member', facts, when: 'Somebody becomes a member of the site.' },
  'member.removed': { subject: 'member', facts, when: 'A member leaves or is removed.' },
});
