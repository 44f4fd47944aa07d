import type { Subscriber } from '#base/server/event-dispatcher.ts';

/** Whatever gives points or takes them back; `private.point_facts` reads them. */
const types = [
  'lesson.completed',
  'lesson.reopened',
  'course.completed',
  'course.reopened',
  'quiz.passed',
  'quiz.pass_lost',
  'assignment.submitted',
  'assignment.graded',
  'group.member_joined',
  'group.member_left',
  'thread.post_added',
  'thread.post_shown',
  'thread.post_hidden',
  'thread.post_removed',
  'thread.reaction_added',
  'thread.reaction_removed',
];

export const subscribers: Subscriber[] = [
  {
    name: 'gamification',
    types,
    handle: async (tx, event) => {
      await tx.query('select private.record_points($1)', [event.id]);
    },
  },
];
