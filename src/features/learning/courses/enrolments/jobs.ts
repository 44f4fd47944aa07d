import type { Schedule } from '#base/server/jobs.ts';

export const schedules: Schedule[] = [
  {
    name: 'end-expired-enrolments',
    cron: '*/5 * * * *',
    run: async ({ sql }) => {
      const [row] = await sql.query<{ ended: number }>('select private.end_expired_enrolments() as ended');
      return `Ended ${row?.ended ?? 0} enrolments whose time was over.`;
    },
  },
  {
    name: 'tell-opened-lessons',
    cron: '10,40 * * * *',
    run: async ({ sql }) => {
      const [row] = await sql.query<{ told: number }>('select private.tell_opened_lessons() as told');
      return `Told ${row?.told ?? 0} learners of lessons that have opened.`;
    },
  },
];
