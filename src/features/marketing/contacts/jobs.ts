import { z } from 'zod';
import type { Job } from '#base/server/jobs.ts';
import { paths } from '#paths';
import { contactMail, contactMailKinds, type MailedContact } from './mails/contact-mail.ts';

const payloadShape = z.object({ account_id: z.uuid(), contact_id: z.uuid(), kind: z.enum(contactMailKinds) });

type Row = MailedContact & { email: string; state: string; confirm: string; leave: string };

export const jobs: Job[] = [
  {
    queue: 'contact-mail',
    handle: async ({ sql, mailer, siteUrlOf, t }, payload) => {
      const { account_id, contact_id, kind } = payloadShape.parse(payload);
      const [row] = await sql.query<Row>(
        `select c.email, c.name, c.state, c.locale, coalesce(s.value ->> 'sitetitle', a.slug) as site_title,
                private.contact_token(c.id, 'confirm') as confirm, private.contact_token(c.id, 'leave') as leave
           from public.contacts c
           join public.accounts a on a.account_id = c.account_id
           left join public.options s on s.account_id = c.account_id and s.key = 'settings'
          where c.account_id = $1 and c.id = $2`,
        [account_id, contact_id],
      );
      // The person changed their mind before the mail was sent: skip it.
      if (row?.state !== (kind === 'confirm' ? 'pending' : 'subscribed')) return;
      const site = await siteUrlOf(account_id);
      const links = {
        confirmUrl: `${site}${paths.subscribed({ token: row.confirm })}`,
        leavePageUrl: `${site}${paths.subscribed({ leave: row.leave })}`,
        unsubscribeUrl: `${site}${paths.unsubscribeContact(row.leave)}`,
      };
      const mail = contactMail(kind, row, links, (key, values) => t(row.locale, 'contacts', key, values));
      await mailer.deliver({ account_id, to: row.email, ...mail });
    },
  },
];
