import type { Schedule } from '#base/server/jobs.ts';

export const schedules: Schedule[] = [
  {
    name: 'send-group-digests',
    cron: '20 * * * *',
    run: async ({ sql, log }) => {
      const [row] = await sql.query<{ sent: string }>(
        `select private.send_group_digests('daily') + private.send_group_digests('weekly') as sent`,
      );
      if (Number(row?.sent) > 0) log.info({ sent: row?.sent }, 'Digests of groups were sent.');
    },
  },
  {
    name: 'remind-group-events',
    cron: '*/5 * * * *',
    run: async ({ sql, log }) => {
      const [row] = await sql.query<{ sent: string }>('select private.remind_group_events() as sent');
      if (Number(row?.sent) > 0) log.info({ sent: row?.sent }, 'Members were reminded of events of their groups.');
    },
  },
  {
    name: 'end-group-access',
    cron: '*/5 * * * *',
    run: async ({ sql, log }) => {
      const [row] = await sql.query<{ ended: string }>('select private.end_group_grants() as ended');
      if (Number(row?.ended) > 0) log.info({ ended: row?.ended }, 'Access to groups has ended.');
    },
  },
];
