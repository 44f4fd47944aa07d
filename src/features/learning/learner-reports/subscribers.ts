import type { Subscriber } from '#base/server/event-dispatcher.ts';
import { fact } from '#base/shared/event-catalogue.ts';

/** What parents are told of, and the fact that names it. */
const statements = {
  'course.completed': ['select private.tell_parents_of_course($1, $2, $3)', 'course_id'],
  'quiz.failed': ['select private.tell_parents_of_quiz($1, $2, $3)', 'quiz_id'],
  'assignment.graded': ['select private.tell_parents_of_grade($1, $2, $3)', 'assignment_id'],
} as const;

export const subscribers: Subscriber[] = [
  {
    name: 'learner-reports',
    types: Object.keys(statements),
    handle: async (tx, { account_id, type, facts }) => {
      const [statement, subject] = statements[type as keyof typeof statements];
      await tx.query(statement, [account_id, fact.id.parse(facts.member_id), fact.id.parse(facts[subject])]);
    },
  },
];
