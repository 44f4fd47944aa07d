import type { Schedule } from '#base/server/jobs.ts';

export const schedules: Schedule[] = [
  {
    name: 'run-subscriptions',
    cron: '*/5 * * * *',
    run: async ({ sql }) => {
      const [row] = await sql.query<{ done: number }>('select private.run_subscriptions() as done');
      const [cards] = await sql.query<{ sent: number }>('select private.announce_expiring_cards() as sent');
      return `Did ${row?.done ?? 0} things that were due for subscriptions, and announced ${cards?.sent ?? 0} cards that expire.`;
    },
  },
];
