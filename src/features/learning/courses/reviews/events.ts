import { z } from 'zod';
import { defineEvents, fact } from '#base/shared/event-catalogue.ts';

export const reviewEvents = defineEvents('learning/courses', {
  'course.reviewed': {
    subject: 'course',
    facts: z.strictObject({
      review_id: fact.id,
      course_id: fact.id,
      member_id: fact.id,
      rating: fact.number,
    }),
    when: 'A member writes their review of a course.',
  },
});
