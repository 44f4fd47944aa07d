import { z } from 'zod';
import { defineEvents, fact } from '#base/shared/event-catalogue.ts';

export const handInEvents = defineEvents('learning/assignments', {
  'assignment.submitted': {
    subject: 'member',
    facts: z.strictObject({
      submission_id: fact.id,
      assignment_id: fact.id,
      course_id: fact.id,
      member_id: fact.id,
      number: fact.number,
      submitted_at: fact.time,
      late_units: fact.number,
    }),
    when: 'A member hands in work on an assignment.',
  },
});
