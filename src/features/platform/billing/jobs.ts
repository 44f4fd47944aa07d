import { z } from 'zod';
import type { Job, Schedule } from '#base/server/jobs.ts';
import { chooseLocale } from '#base/shared/locales.ts';
import { paths } from '#paths';
import { billingMail, mailKinds } from './mails/billing-mail.ts';
import { type InvoiceDocument, invoicePdf } from './mails/invoice-paper.ts';

const payloadShape = z.object({
  account_id: z.uuid(),
  kind: z.enum(mailKinds),
  fields: z.object({
    number: z.string().optional(),
    amount: z.number().optional(),
    currency: z.string().optional(),
    due: z.string().optional(),
    until: z.string().nullish(),
    step: z.number().optional(),
    invoice_id: z.uuid().nullish(),
  }),
});

type Row = { email: string | null; locale: string | null; title: string; platform: string };

export const jobs: Job[] = [
  {
    queue: 'billing-mail',
    handle: async ({ sql, mailer, siteUrlOf, t }, payload) => {
      const { account_id, kind, fields } = payloadShape.parse(payload);
      const [row] = await sql.query<Row>(
        `select u.email, u.raw_user_meta_data ->> 'locale' as locale, coalesce(nullif(o.value ->> 'sitetitle', ''), a.slug) as title,
                (select p.account_id from public.accounts p where p.is_platform) as platform
           from public.accounts a left join auth.users u on u.id = a.owner_id
           left join public.options o on o.account_id = a.account_id and o.key = 'settings' where a.account_id = $1`,
        [account_id],
      );
      // The account or its owner was deleted meanwhile: no recipient.
      if (!row?.email) return;
      const locale = chooseLocale(row.locale);
      const platformUrl = await siteUrlOf(row.platform);
      const url = `${platformUrl}${paths.billing(account_id)}`;
      const mail = billingMail(kind, fields, row.title, url, locale, (key, values) =>
        t(locale, 'billing', key, values),
      );
      const [invoice] = fields.invoice_id
        ? await sql.query<{ document: InvoiceDocument }>(
            'select private.invoice_document(id) as document from public.invoices where account_id = $1 and id = $2',
            [account_id, fields.invoice_id],
          )
        : [];
      // The platform's own site is reached at the base domain of all sites.
      const attachments = invoice
        ? [await invoicePdf(invoice.document, new URL(platformUrl).hostname, locale, t)]
        : undefined;
      // Sent by the platform, so it does not count against the account's mail cap.
      await mailer.deliver({ account_id: row.platform, to: row.email, ...mail, attachments });
    },
  },
];

export const schedules: Schedule[] = [
  {
    name: 'run-billing',
    cron: '7 * * * *',
    run: async ({ sql }) => {
      await sql.query('select private.run_billing()');
      await sql.query("delete from private.billing_events where received_at < now() - interval '90 days'");
    },
  },
];
