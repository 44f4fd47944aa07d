import type { Schedule } from '#base/server/jobs.ts';

/** Images are cleaned one by one, as each is held in memory; a run takes one or two minutes at most. */
const BATCH_SIZE = 200;

export const schedules: Schedule[] = [
  {
    // Resumable: each image leaves the list once it is clean.
    name: 'clean-older-pictures',
    cron: '*/5 * * * *',
    run: async ({ sql, cleanStored, log }) => {
      if (!cleanStored) return;
      const rows = await sql.query<{ object_id: string }>(
        'select object_id from private.older_pictures order by tried_at nulls first, object_id limit $1',
        [BATCH_SIZE],
      );
      let changed = 0;
      const failures: unknown[] = [];
      for (const { object_id } of rows) {
        // A failed image goes to the end of the list.
        await sql.query('update private.older_pictures set tried_at = now() where object_id = $1', [object_id]);
        try {
          if (await cleanStored(object_id)) changed++;
          await sql.query('delete from private.older_pictures where object_id = $1', [object_id]);
        } catch (error) {
          log.error({ err: error, object_id }, 'The position of an older picture could not be removed.');
          failures.push(error);
        }
      }
      if (failures.length > 0) throw new Error(`${failures.length} of ${rows.length} pictures could not be looked at.`);
      return rows.length === 0 ? undefined : `Looked at ${rows.length} pictures, and changed ${changed}.`;
    },
  },
];
