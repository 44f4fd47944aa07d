import type { Schedule } from '#base/server/jobs.ts';

export const schedules: Schedule[] = [
  {
    name: 'publish-due-drafts',
    cron: '* * * * *',
    run: async ({ sql, log }) => {
      const shown = (await sql.query<{ shown: number }>('select private.publish_due() as shown'))[0]?.shown;
      if (shown) log.info({ shown }, 'Drafts whose time had come were published.');
    },
  },
  {
    name: 'empty-trash',
    cron: '17 3 * * *',
    run: async ({ sql }) => {
      await sql.query('select private.empty_trash()');
    },
  },
];
