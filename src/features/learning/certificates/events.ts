import { z } from 'zod';
import { defineEvents, fact } from '#base/shared/event-catalogue.ts';

export const certificateEvents = defineEvents('learning/certificates', {
  'certificate.issued': {
    subject: 'certificate',
    facts: z.strictObject({
      certificate_id: fact.id,
      member_id: fact.id,
      course_id: fact.id.nullable(),
      renews_id: fact.id.nullable(),
      expires_at: fact.time.nullable(),
    }),
    when: 'A certificate is issued: with the completion of a course, afterwards by hand, or as a renewal.',
  },
});
