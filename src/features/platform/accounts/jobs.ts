import type { Schedule } from '#base/server/jobs.ts';

const INSUFFICIENT_PRIVILEGE = '42501';

/** Returns no rows when a hosted backend denies access to `auth.sessions`; any other error is thrown. */
function ifHosted(error: { code?: string }): [] {
  if (error.code !== INSUFFICIENT_PRIVILEGE) throw error;
  return [];
}

export const schedules: Schedule[] = [
  {
    name: 'prune-accounts',
    cron: '17 3 * * *',
    run: async ({ sql }) => {
      const logs = await sql.query(
        "delete from private.logs where created_at < now() - interval '30 days' returning id",
      );
      const codes = await sql.query('delete from private.handoff_codes where expires_at < now() returning code_hash');
      // Triggers delete a binding with its session; this deletes older rows and those whose session a hosted backend ended.
      await sql.query("delete from auth.sessions where not_after < now() - interval '1 day'").catch(ifHosted);
      const bindings = await sql
        .query(
          `delete from private.session_accounts b where b.expires_at < now() - interval '1 day'
             or (b.created_at < now() - interval '1 hour' and not exists (select from auth.sessions s where s.id = b.session_id))
           returning session_id`,
        )
        .catch(ifHosted);
      return `Removed ${logs.length} reports of browsers, ${codes.length} codes that were too old and ${bindings.length} sessions that are over.`;
    },
  },
  {
    name: 'prune-sign-ins',
    cron: '23 3 * * *',
    run: async ({ sql }) => (await sql.query<{ said: string }>('select private.prune_sign_ins() as said'))[0]?.said,
  },
];
