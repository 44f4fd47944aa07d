import { z } from 'zod';
import { defineEvents, fact } from '#base/shared/event-catalogue.ts';

const facts = z.strictObject({
  attempt_id: fact.id,
  quiz_id: fact.id,
  course_id: fact.id,
  member_id: fact.id,
  number: fact.number,
  score: fact.number,
  points: fact.number,
  pass_mark: fact.number,
  submitted_at: fact.time,
});

export const attemptEvents = defineEvents('learning/quizzes', {
  'quiz.passed': { subject: 'member', facts, when: 'A member submits a quiz and passes.' },
  'quiz.pass_lost': {
    subject: 'member',
    facts,
    isOffered: false,
    when: 'A regrade takes away the only pass of a member at a quiz.',
  },
  'quiz.failed': { subject: 'member', facts, when: 'A member submits a quiz and does not pass.' },
});
