import { z } from 'zod';
import type { Job } from '#base/server/jobs.ts';
import { chooseLocale } from '#base/shared/locales.ts';
import { paths } from '#paths';
import { formMail, type MailedSubmission } from './mails/form-mail.ts';

const payloadShape = z.object({ account_id: z.uuid(), submission_id: z.uuid() });

type Row = Omit<MailedSubmission, 'locale'> & {
  form_id: string;
  email: string;
  language: string | null;
  managers: string[];
};

export const jobs: Job[] = [
  {
    queue: 'form-mail',
    handle: async ({ sql, mailer, siteUrlOf, t }, payload) => {
      const { account_id, submission_id } = payloadShape.parse(payload);
      const [row] = await sql.query<Row>(
        `select f.id as form_id, f.name as form, s.answers, s.email, coalesce(o.value ->> 'sitetitle', a.slug) as site_title,
                o.value ->> 'defaultLanguage' as language,
                (select coalesce(jsonb_agg(m.email order by m.created_at), '[]') from public.members m
                   join public.roles r on (r.account_id, r.role_id) = (m.account_id, m.role_id)
                  where m.account_id = s.account_id and m.blocked_at is null and m.email <> '' and 'manage_options' = any (r.caps)) as managers
           from public.form_submissions s
           join public.forms f on (f.account_id, f.id) = (s.account_id, s.form_id)
           join public.accounts a on a.account_id = s.account_id
           left join public.options o on o.account_id = s.account_id and o.key = 'settings'
          where s.account_id = $1 and s.id = $2`,
        [account_id, submission_id],
      );
      // The submission was removed meanwhile: no mail.
      if (!row) return;
      const locale = chooseLocale(null, row.language);
      const url = `${await siteUrlOf(account_id)}${paths.formAnswers(row.form_id)}`;
      const mail = formMail({ ...row, locale }, url, (key, values) => t(locale, 'forms', key, values));
      for (const to of row.managers) await mailer.deliver({ account_id, to, ...mail, replyTo: row.email || undefined });
    },
  },
];
