import type { Schedule } from '#base/server/jobs.ts';

/** Learns the words that were written and forgets those that are gone, every minute. */
export const schedules: Schedule[] = [
  {
    name: 'learn-search-words',
    cron: '* * * * *',
    run: async ({ sql }) => {
      await sql.query('select private.learn_search_words()');
    },
  },
];
