import { z } from 'zod';
import type { Job } from '#base/server/jobs.ts';
import { chooseLocale } from '#base/shared/locales.ts';

const payloadShape = z.object({
  id: z.string(),
  to: z.string(),
  kind: z.string(),
  code: z.string(),
  scope: z.string().nullable(),
  locale: z.string().optional(),
  made_at: z.coerce.date(),
});

type Site = { title: string | null; language: string | null; platform: string };

/** Sends text messages queued by the auth service, in the recipient's language. */
export const textJob: Job = {
  queue: 'auth-text',
  handle: async ({ sql, textSender: texter, siteUrlOf, t }, payload) => {
    const { id, to, kind, code, scope, locale, made_at } = payloadShape.parse(payload);
    const [site] = await sql.query<Site>(
      `select o.value ->> 'sitetitle' as title, o.value ->> 'defaultLanguage' as language, private.platform_account() as platform
         from (select) one left join public.options o on o.account_id = $1 and o.key = 'settings'`,
      [scope],
    );
    const messageKey = kind === 'recovery' || kind === 'registered' ? kind : 'code';
    // A password is only reset on the platform's host, so the text names the host where its code belongs.
    const host = messageKey === 'recovery' && site ? new URL(await siteUrlOf(site.platform)).host : '';
    const body = t(chooseLocale(locale, site?.language), 'phones', `text.${messageKey}`, {
      site: site?.title || 'Stoa',
      code,
      host,
    });
    await texter?.deliver({ id, account_id: scope, to, kind, body, madeAt: made_at });
  },
};
