import type { Schedule } from '#base/server/jobs.ts';

export const schedules: Schedule[] = [
  {
    name: 'prune-score-messages',
    cron: '23 4 * * *',
    run: async ({ sql }) => {
      const [row] = await sql.query<{ removed: number }>('select private.prune_score_messages() as removed');
      return `${row?.removed ?? 0} messages of points were deleted.`;
    },
  },
];
