import { z } from 'zod';
import type { Subscriber } from '#base/server/event-dispatcher.ts';
import { fact } from '#base/shared/event-catalogue.ts';

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
];
