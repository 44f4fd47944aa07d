import { z } from 'zod';
import { defineEvents, fact } from '#base/shared/event-catalogue.ts';

const facts = {
  submission_id: fact.id,
  assignment_id: fact.id,
  course_id: fact.id,
  member_id: fact.id,
  number: fact.number,
  submitted_at: fact.time,
  late_units: fact.number,
};

export const assignmentEvents = defineEvents('learning/assignments', {
  'assignment.submitted': {
    subject: 'member',
    facts: z.strictObject(facts),
    when: 'A member hands in work on an assignment.',
  },
  'assignment.graded': {
    subject: 'member',
    facts: z.strictObject({
      ...facts,
      points: fact.number,
      out_of: fact.number,
      result: fact.oneOf('passed', 'failed'),
      graded_at: fact.time,
    }),
    when: 'Work on an assignment is graded.',
  },
});
