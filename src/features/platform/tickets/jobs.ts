import { z } from 'zod';
import type { Job, Schedule } from '#base/server/jobs.ts';
import { chooseLocale } from '#base/shared/locales.ts';
import { paths } from '#paths';
import { type MailedMessage, ticketMail } from './mails/ticket-mail.ts';

const payloadShape = z.object({ account_id: z.uuid(), message_id: z.uuid(), user_id: z.uuid() });

type Row = Omit<MailedMessage, 'locale'> & {
  ticket_id: string;
  email: string;
  language: string | null;
  address: string;
};

export const jobs: Job[] = [
  {
    queue: 'ticket-mail',
    handle: async ({ sql, mailer, siteUrlOf, t, replyDomain }, payload) => {
      const { account_id, message_id, user_id } = payloadShape.parse(payload);
      const rows = await sql.query<Row>(
        `select t.id as ticket_id, t.number, t.subject, m.body, m.author_name as author, m.is_staff, u.email,
                private.ticket_name(t.account_id, u.id) as reader, private.ticket_address(t.id, u.id) as address,
                coalesce(s.value ->> 'sitetitle', a.slug) as site_title, s.value ->> 'defaultLanguage' as language,
                (select coalesce(jsonb_agg(f.name order by f.id), '[]') from public.ticket_attachments f
                  where (f.account_id, f.message_id) = (m.account_id, m.id)) as files
           from public.ticket_messages m
           join public.tickets t on (t.account_id, t.id) = (m.account_id, m.ticket_id)
           join public.accounts a on a.account_id = m.account_id
           join auth.users u on u.id = $3
           left join public.options s on s.account_id = m.account_id and s.key = 'settings'
          where m.account_id = $1 and m.id = $2 and not m.is_internal and u.email <> ''`,
        [account_id, message_id, user_id],
      );
      const row = rows[0];
      // The message or its recipient was deleted meanwhile: no mail.
      if (!row) return;
      const locale = chooseLocale(null, row.language);
      const url = `${await siteUrlOf(account_id)}${paths.ticket(row.ticket_id)}`;
      const mail = ticketMail({ ...row, locale }, url, replyDomain !== undefined, (key, values) =>
        t(locale, 'tickets', key, values),
      );
      const replyTo = replyDomain ? `${row.address}@${replyDomain}` : undefined;
      await mailer.deliver({ account_id, to: row.email, ...mail, replyTo });
    },
  },
];

export const schedules: Schedule[] = [
  {
    name: 'prune-ticket-files',
    cron: '17 3 * * *',
    run: async ({ sql, log }) => {
      const removed = (await sql.query<{ removed: string }>('select private.prune_ticket_files() as removed'))[0]
        ?.removed;
      if (Number(removed) > 0) log.info({ removed }, 'Files that were never sent with a ticket were removed.');
    },
  },
];
