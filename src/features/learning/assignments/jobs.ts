import type { Schedule } from '#base/server/jobs.ts';

export const schedules: Schedule[] = [
  {
    // Once for all that came in since: a class that hands in the same evening is one notification.
    name: 'tell-graders',
    cron: '*/15 * * * *',
    run: async ({ sql, log }) => {
      const courses = (await sql.query<{ courses: number }>('select private.tell_graders() as courses'))[0]?.courses;
      if (courses) log.info({ courses }, 'Graders were told what waits for them.');
    },
  },
  {
    name: 'prune-work-files',
    cron: '40 3 * * *',
    run: async ({ sql, log }) => {
      const removed = (await sql.query<{ removed: string }>('select private.prune_work_files() as removed'))[0]
        ?.removed;
      if (Number(removed)) log.info({ files: Number(removed) }, 'Files that belong to no work were deleted.');
    },
  },
];
