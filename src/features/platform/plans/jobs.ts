import type { Schedule } from '#base/server/jobs.ts';

export const schedules: Schedule[] = [
  {
    name: 'count-active-users',
    cron: '41 2 * * *',
    run: async ({ sql }) => {
      // A session that spans the turn of a month counts as an active user in both.
      await sql.query(
        `select private.note_meter(x.account_id, 'active_users', 1, x.user_id::text) from
           (select distinct s.account_id, s.user_id from private.session_accounts s join auth.sessions a on a.id = s.session_id
             where coalesce(a.refreshed_at at time zone 'UTC', a.created_at) >= date_trunc('month', now())) x`,
      );
      await sql.query("delete from private.meter_uses where created_at < now() - interval '13 months'");
    },
  },
];
