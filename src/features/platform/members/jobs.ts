import { z } from 'zod';
import type { Job } from '#base/server/jobs.ts';
import { chooseLocale } from '#base/shared/locales.ts';
import { paths } from '#paths';
import { authMail, mailKinds } from './mails/auth-mails.ts';
import { textJob } from './phones/jobs.ts';

const payloadShape = z.object({
  to: z.string(),
  kind: z.enum(mailKinds),
  url: z.string(),
  token: z.string(),
  scope: z.string().nullable(),
  left: z.number().optional(),
  isFirstPassword: z.boolean().optional(),
  locale: z.string().optional(),
});

export const jobs: Job[] = [
  textJob,
  {
    queue: 'auth-mail',
    handle: async ({ sql, mailer, siteUrlOf, t }, payload) => {
      const mail = payloadShape.parse(payload);
      const site = (
        await sql.query<{ title: string | null; language: string | null }>(
          `select value ->> 'sitetitle' as title, value ->> 'defaultLanguage' as language
             from public.options where account_id = $1 and key = 'settings'`,
          [mail.scope],
        )
      )[0];
      // Queued by SQL, which does not know the site's URL.
      if (mail.kind === 'welcome' && mail.scope) mail.url = `${await siteUrlOf(mail.scope)}${paths.dashboard()}`;
      await mailer.deliver(
        authMail({ ...mail, locale: chooseLocale(mail.locale, site?.language), site: site?.title || 'Stoa' }, t),
      );
    },
  },
];
