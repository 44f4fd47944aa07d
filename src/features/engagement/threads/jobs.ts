import type { Schedule } from '#base/server/jobs.ts';

export const schedules: Schedule[] = [
  {
    name: 'prune-thread-files',
    cron: '23 3 * * *',
    run: async ({ sql, log }) => {
      const [row] = await sql.query<{ removed: string }>('select private.prune_thread_files() as removed');
      if (Number(row?.removed) > 0) log.info({ removed: row?.removed }, 'Files that belong to no post were removed.');
    },
  },
];
