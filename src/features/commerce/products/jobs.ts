import type { Schedule } from '#base/server/jobs.ts';

export const schedules: Schedule[] = [
  {
    name: 'announce-sales',
    cron: '* * * * *',
    run: async ({ sql }) => {
      const [row] = await sql.query<{ changed: number }>('select private.announce_sales() as changed');
      return `${row?.changed ?? 0} sales began or ended.`;
    },
  },
];
