import { z } from 'zod';
import type { Subscriber } from '#base/server/event-dispatcher.ts';
import { fact } from '#base/shared/event-catalogue.ts';
import { threadPostFacts } from '#features/engagement/threads/writing/events.ts';

const enrolment = z.object({ course_id: fact.id, member_id: fact.id });

export const subscribers: Subscriber[] = [
  {
    name: 'course-groups',
    types: ['enrolment.created', 'enrolment.ended'],
    handle: async (tx, { account_id, facts }) => {
      const { course_id, member_id } = enrolment.parse(facts);
      await tx.query('select private.sync_course_groups($1, $2, $3)', [account_id, course_id, member_id]);
    },
  },
  {
    name: 'lesson-questions',
    types: ['thread.post_added', 'thread.post_shown'],
    handle: async (tx, { account_id, facts }) => {
      const { post_id } = threadPostFacts.parse(facts);
      await tx.query('select private.announce_lesson_question($1, $2)', [account_id, post_id]);
    },
  },
];
