import { z } from 'zod';
import type { Job, Schedule } from '#base/server/jobs.ts';
import { chooseLocale } from '#base/shared/locales.ts';
import { paths } from '#paths';
import type { Compared, ReportName } from '../rules.ts';
import { reportMail } from './mails/letter-mail.ts';

const payloadShape = z.object({ account_id: z.uuid(), post_id: z.uuid() });

type Row = {
  report: ReportName;
  rhythm: 'weekly' | 'monthly';
  first: string;
  last: string;
  name: string;
  email: string;
  may_read: boolean;
  site_title: string;
  language: string | null;
  content: { frame: { currency: string; zone: string }; numbers: Record<string, Compared> };
};

export const jobs: Job[] = [
  {
    queue: 'report-letter',
    handle: async ({ sql, mailer, siteUrlOf, t }, payload) => {
      const { account_id, post_id } = payloadShape.parse(payload);
      await sql.transaction(async (tx) => {
        // The first worker to claim it sends it; if the mail fails the post waits again.
        const [post] = await tx.query<{ letter_id: string; member_id: string }>(
          `select letter_id, member_id from public.report_posts
            where account_id = $1 and id = $2 and state = 'waiting' for update skip locked`,
          [account_id, post_id],
        );
        if (!post) return;
        const [row] = await tx.query<Row>(
          `select l.report, l.rhythm, p.first_day::text as first, p.last_day::text as last, m.name, m.email,
                  private.may_read_letters(m.account_id, m.id)
                    and exists (select from public.report_readers r where (r.account_id, r.letter_id, r.member_id) = (m.account_id, l.id, m.id)) as may_read,
                  coalesce(s.value ->> 'sitetitle', a.slug) as site_title, s.value ->> 'defaultLanguage' as language,
                  private.report_of(p.account_id, l.report, 'custom', p.first_day, p.last_day, 'previous', '{}') as content
             from public.report_posts p
             join public.report_letters l on (l.account_id, l.id) = (p.account_id, p.letter_id)
             join public.members m on (m.account_id, m.id) = (p.account_id, p.member_id)
             join public.accounts a on a.account_id = p.account_id
             left join public.options s on s.account_id = p.account_id and s.key = 'settings'
            where p.account_id = $1 and p.id = $2`,
          [account_id, post_id],
        );
        if (!row) return;
        // The reader lost the permission or left after it was queued.
        if (!row.may_read || !row.email) {
          await tx.query(`update public.report_posts set state = 'dropped' where account_id = $1 and id = $2`, [
            account_id,
            post_id,
          ]);
          return;
        }
        await tx.query(
          `update public.report_posts set state = 'sent', sent_at = now() where account_id = $1 and id = $2`,
          [account_id, post_id],
        );
        const locale = chooseLocale(null, row.language);
        const site = await siteUrlOf(account_id);
        const query = `?period=custom&since=${row.first}&until=${row.last}`;
        const mail = reportMail(
          { ...row, ...row.content, locale },
          { report: `${site}${paths.manageReport(row.report)}${query}`, settings: `${site}${paths.reportLetters()}` },
          (key, values) => t(locale, 'reports', key, values),
        );
        await mailer.deliver({ account_id, to: row.email, ...mail });
      });
    },
  },
];

export const schedules: Schedule[] = [
  {
    name: 'post-reports',
    cron: '*/15 * * * *',
    run: async ({ sql }) => {
      const [row] = await sql.query<{ posted: number }>('select private.post_letters(now()) as posted');
      return row?.posted ? `Reports queued: ${row.posted}.` : undefined;
    },
  },
];
