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
];
