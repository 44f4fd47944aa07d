import { z } from 'zod';
import { defineEvents, fact } from '#base/shared/event-catalogue.ts';

const facts = z.strictObject({
  enrolment_id: fact.id,
  member_id: fact.id,
  course_id: fact.id,
  status: fact.oneOf('active', 'ended'),
  source: fact.oneOf('free', 'order', 'membership', 'manual'),
  expires_at: fact.time.nullable(),
  completed_at: fact.time.nullable(),
});

export const enrolmentEvents = defineEvents('learning/courses', {
  'enrolment.created': { subject: 'enrolment', facts, when: 'A member is enrolled in a course.' },
  'enrolment.ended': { subject: 'enrolment', facts, when: 'A member’s enrolment in a course ends.' },
  'lesson.completed': {
    subject: 'member',
    facts: z.strictObject({ lesson_id: fact.id, course_id: fact.id, member_id: fact.id, completed_at: fact.time }),
    when: 'A member completes a lesson.',
  },
  'lesson.reopened': {
    subject: 'member',
    facts: z.strictObject({ lesson_id: fact.id, course_id: fact.id, member_id: fact.id }),
    isOffered: false,
    when: 'A completed lesson is not completed any more: its member or whoever teaches has taken it back.',
  },
  'course.reopened': {
    subject: 'enrolment',
    facts,
    isOffered: false,
    when: 'A completed course is not completed any more.',
  },
  'course.completed': { subject: 'enrolment', facts, when: 'A member completes the last required lesson of a course.' },
});
