import type { Schedule } from '#base/server/jobs.ts';

export const schedules: Schedule[] = [
  {
    name: 'prune-message-files',
    cron: '27 3 * * *',
    run: async ({ sql, log }) => {
      const [row] = await sql.query<{ removed: string }>('select private.prune_message_files() as removed');
      if (Number(row?.removed) > 0)
        log.info({ removed: row?.removed }, 'Files that belong to no message were removed.');
    },
  },
];
