import type { Schedule } from '#base/server/jobs.ts';

export const schedules: Schedule[] = [
  {
    name: 'prune-accounts',
    cron: '17 3 * * *',
    run: async ({ sql }) => {
      await sql.query("delete from private.logs where created_at < now() - interval '30 days'");
      await sql.query('delete from private.handoff_codes where expires_at < now()');
    },
  },
];
