import type { Schedule } from '#base/server/jobs.ts';

export const schedules: Schedule[] = [
  {
    name: 'publish-due-posts',
    cron: '* * * * *',
    run: async ({ sql, log }) => {
      const shown = (await sql.query<{ shown: number }>('select private.publish_due_posts() as shown'))[0]?.shown;
      if (shown) log.info({ shown }, 'Posts whose time had come were published.');
    },
  },
];
