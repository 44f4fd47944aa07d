import { z } from 'zod';
import type { Job } from '#base/server/jobs.ts';
import { chooseLocale } from '#base/shared/locales.ts';
import { authMail, mailKinds } from './mails/auth-mails.ts';

const payloadShape = z.object({
  to: z.string(),
  kind: z.enum(mailKinds),
  url: z.string(),
  token: z.string(),
  scope: z.string().nullable(),
  left: z.number().optional(),
  locale: z.string().optional(),
});

export const jobs: Job[] = [
  {
    queue: 'auth-mail',
    handle: async ({ sql, mailer, t }, payload) => {
      const mail = payloadShape.parse(payload);
      const site = (
        await sql.query<{ title: string | null; language: string | null }>(
          `select value ->> 'sitetitle' as title, value ->> 'defaultLanguage' as language
             from public.options where account_id = $1 and key = 'settings'`,
          [mail.scope],
        )
      )[0];
      await mailer.deliver(
        authMail({ ...mail, locale: chooseLocale(mail.locale, site?.language), site: site?.title || 'Stoa' }, t),
      );
    },
  },
];
