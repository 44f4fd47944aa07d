import type { Schedule } from '#base/server/jobs.ts';

/** Submits overdue attempts of students who closed the tab, every minute. */
export const schedules: Schedule[] = [
  {
    name: 'close-overdue-attempts',
    cron: '* * * * *',
    run: async ({ sql, log }) => {
      const closed = (await sql.query<{ closed: number }>('select private.close_overdue_attempts() as closed'))[0]
        ?.closed;
      if (closed) log.info({ closed }, 'Attempts whose time was over were handed in.');
    },
  },
];
