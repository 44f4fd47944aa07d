import type { Schedule } from '#base/server/jobs.ts';

export const schedules: Schedule[] = [
  {
    name: 'run-subscriptions',
    cron: '*/5 * * * *',
    run: async ({ sql }) => {
      const [row] = await sql.query<{ done: number }>('select private.run_subscriptions() as done');
      return `Did ${row?.done ?? 0} things that were due for subscriptions.`;
    },
  },
];
