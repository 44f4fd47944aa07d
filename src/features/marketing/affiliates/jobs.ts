import { z } from 'zod';
import type { Job, Schedule } from '#base/server/jobs.ts';
import { chooseLocale } from '#base/shared/locales.ts';
import { paths } from '#paths';
import { affiliateMail, affiliateMailKinds, type MailedAffiliate } from './mails/affiliate-mail.ts';

const payloadShape = z.object({
  account_id: z.uuid(),
  affiliate_id: z.uuid(),
  kind: z.enum(affiliateMailKinds),
  commission_id: z.uuid().optional(),
  payout_id: z.uuid().optional(),
});

type Row = Omit<MailedAffiliate, 'locale'> & { email: string; code: string; language: string | null };

export const jobs: Job[] = [
  {
    queue: 'affiliate-mail',
    handle: async ({ sql, mailer, siteUrlOf, t }, payload) => {
      const { account_id, affiliate_id, kind, commission_id, payout_id } = payloadShape.parse(payload);
      const [row] = await sql.query<Row>(
        `select m.name, m.email, a.code, p.title as programme, coalesce(s.value ->> 'sitetitle', x.slug) as site_title,
                coalesce(c.amount, o.amount)::float8 as amount, coalesce(c.currency, o.currency) as currency,
                coalesce(u.raw_user_meta_data ->> 'locale', s.value ->> 'defaultLanguage') as language
           from public.affiliates a
           join public.affiliate_programmes p on (p.account_id, p.id) = (a.account_id, a.programme_id)
           join public.members m on (m.account_id, m.id) = (a.account_id, a.member_id) and m.email <> ''
           join auth.users u on u.id = a.user_id
           join public.accounts x on x.account_id = a.account_id
           left join public.options s on s.account_id = a.account_id and s.key = 'settings'
           left join public.affiliate_commissions c on (c.account_id, c.id) = (a.account_id, $3)
           left join public.affiliate_payouts o on (o.account_id, o.id) = (a.account_id, $4)
          where a.account_id = $1 and a.id = $2`,
        [account_id, affiliate_id, commission_id ?? null, payout_id ?? null],
      );
      // The affiliate left meanwhile: no mail.
      if (!row) return;
      const locale = chooseLocale(row.language);
      const site = await siteUrlOf(account_id);
      const urls = { link: `${site}${paths.referral(row.code)}`, screen: `${site}${paths.affiliate()}` };
      const mail = affiliateMail(kind, { ...row, locale }, urls, (key, values) => t(locale, 'affiliates', key, values));
      await mailer.deliver({ account_id, to: row.email, ...mail });
    },
  },
];

type Difference = { account_id: string; currency: string; booked: string; posted: string };

export const schedules: Schedule[] = [
  {
    name: 'check-affiliate-ledger',
    cron: '33 2 * * *',
    run: async ({ sql }) => {
      const differences = await sql.query<Difference>(
        'select account_id, currency, booked::text, posted::text from private.check_affiliate_ledger() limit 20',
      );
      if (differences.length > 0) {
        const lines = differences.map(
          (row) => `${row.account_id} ${row.currency}: ${row.booked} in commissions, ${row.posted} in the ledger`,
        );
        // A failed run is logged as an error and mailed to the super admins.
        throw new Error(`Commissions and the ledger differ: ${lines.join('; ')}.`);
      }
      return 'What is owed to affiliates agrees with the ledger.';
    },
  },
  {
    name: 'forget-affiliate-visits',
    cron: '37 3 * * *',
    run: async ({ sql }) => {
      const [row] = await sql.query<{ removed: number }>('select private.forget_old_clicks() as removed');
      return `Removed ${row?.removed ?? 0} visits that no order can claim any more.`;
    },
  },
];
