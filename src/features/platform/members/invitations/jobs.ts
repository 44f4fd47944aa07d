import { z } from 'zod';
import type { Job } from '#base/server/jobs.ts';
import { chooseLocale } from '#base/shared/locales.ts';
import { paths } from '#paths';
import { invitationMail } from './mails/invitation-mail.ts';

const mailShape = z.object({ account_id: z.string(), invitation_id: z.string(), code: z.string() });
const importShape = z.object({ account_id: z.string(), import_id: z.string() });
const BATCH_SIZE = 100;

export const jobs: Job[] = [
  {
    queue: 'invitation-mail',
    handle: async ({ sql, mailer, siteUrlOf, t }, payload) => {
      const { account_id, invitation_id, code } = mailShape.parse(payload);
      // Invitations revoked, accepted or resent in the meantime are not mailed.
      const [row] = await sql.query<{
        email: string;
        name: string;
        inviter: string | null;
        site: string | null;
        language: string | null;
      }>(
        `select i.email, i.name, m.name as inviter, s.value ->> 'sitetitle' as site, s.value ->> 'defaultLanguage' as language
           from public.invitations i
           left join public.members m on m.account_id = i.account_id and m.user_id = i.invited_by
           left join public.options s on s.account_id = i.account_id and s.key = 'settings'
          where i.account_id = $1 and i.id = $2 and i.accepted_at is null and i.revoked_at is null
            and i.code_hash = encode(sha256(convert_to($3, 'UTF8')), 'hex')`,
        [account_id, invitation_id, code],
      );
      if (!row) return;
      const locale = chooseLocale(undefined, row.language ?? undefined);
      const url = `${await siteUrlOf(account_id)}${paths.invitation(code)}`;
      const { email, name, inviter, site } = row;
      await mailer.deliver(
        invitationMail({ account_id, to: email, name, inviter: inviter ?? '', site: site || 'Stoa', url, locale }, t),
      );
    },
  },
  {
    queue: 'member-import',
    handle: async ({ sql }, payload) => {
      const { account_id, import_id } = importShape.parse(payload);
      // Each batch commits on its own, so that finished work survives a crash.
      for (;;) {
        const [row] = await sql.query<{ worked: number }>('select private.import_some($1, $2, $3) as worked', [
          account_id,
          import_id,
          BATCH_SIZE,
        ]);
        if (!row || row.worked < BATCH_SIZE) return;
      }
    },
  },
];
