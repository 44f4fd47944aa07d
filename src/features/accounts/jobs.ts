import type { Schedule } from '#base/server/jobs.ts';

export const schedules: Schedule[] = [
  {
    name: 'prune-accounts',
    cron: '17 3 * * *',
    run: async ({ sql }) => {
      const logs = await sql.query(
        "delete from private.logs where created_at < now() - interval '30 days' returning id",
      );
      const codes = await sql.query('delete from private.handoff_codes where expires_at < now() returning code_hash');
      return `Removed ${logs.length} reports of browsers and ${codes.length} codes that were too old.`;
    },
  },
  {
    name: 'prune-sign-ins',
    cron: '23 3 * * *',
    run: async ({ sql }) => (await sql.query<{ said: string }>('select private.prune_sign_ins() as said'))[0]?.said,
  },
];
