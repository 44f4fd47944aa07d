import type { Schedule } from '#base/server/jobs.ts';

export const schedules: Schedule[] = [
  {
    name: 'expire-certificates',
    cron: '*/5 * * * *',
    run: async ({ sql }) => {
      const [row] = await sql.query<{ expired: number; reminded: number }>(
        'select private.expire_certificates() as expired, private.remind_of_certificates() as reminded',
      );
      return `${row?.expired ?? 0} certificates expired; ${row?.reminded ?? 0} holders were reminded.`;
    },
  },
];
