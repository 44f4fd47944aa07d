import { z } from 'zod';
import type { Job, Schedule } from '#base/server/jobs.ts';
import { FAILURE_QUEUE } from '#base/server/schedules.ts';
import { paths } from '#paths';
import { failureMail } from './mails/failure-mail.ts';

const failure = z.object({ run_id: z.uuid() });
const mailed = failure.extend({ email: z.string().max(320) });

type Row = { name: string; error: string; platform: string };

export const jobs: Job[] = [
  {
    // One job for each recipient: a rejected address does not affect the others.
    queue: FAILURE_QUEUE,
    handle: async ({ sql }, payload) => {
      const { run_id } = failure.parse(payload);
      await sql.query(
        `select private.enqueue('failure-mail', jsonb_build_object('run_id', $1::text, 'email', email)) from private.super_admins`,
        [run_id],
      );
    },
  },
  {
    queue: 'failure-mail',
    handle: async ({ sql, mailer, siteUrlOf, t }, payload) => {
      const { run_id, email } = mailed.parse(payload);
      const [row] = await sql.query<Row>(
        `select name, coalesce(error, '') as error, private.platform_account() as platform from private.schedule_runs where id = $1`,
        [run_id],
      );
      if (!row) return;
      const url = `${await siteUrlOf(row.platform)}${paths.crons({ job: row.name })}`;
      const mail = failureMail(row, url, (key, values) => t('en', 'maintenance', key, values));
      await mailer.deliver({ account_id: row.platform, to: email, ...mail });
    },
  },
];

export const schedules: Schedule[] = [
  {
    name: 'prune-figures',
    cron: '41 3 * * *',
    run: async ({ sql }) =>
      (await sql.query<{ summary: string }>('select private.prune_figures() as summary'))[0]?.summary,
  },
  {
    name: 'prune-mails',
    cron: '53 3 * * *',
    run: async ({ sql }) =>
      (await sql.query<{ summary: string }>('select private.prune_mails() as summary'))[0]?.summary,
  },
];
