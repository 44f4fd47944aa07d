import { z } from 'zod';
import { defineEvents, fact } from '#base/shared/event-catalogue.ts';

export const gradeEvents = defineEvents('learning/assignments', {
  'assignment.graded': {
    subject: 'member',
    facts: z.strictObject({
      submission_id: fact.id,
      assignment_id: fact.id,
      course_id: fact.id,
      member_id: fact.id,
      number: fact.number,
      submitted_at: fact.time,
      late_units: fact.number,
      points: fact.number,
      out_of: fact.number,
      result: fact.oneOf('passed', 'failed'),
      graded_at: fact.time,
    }),
    when: 'Work on an assignment is graded.',
  },
});
