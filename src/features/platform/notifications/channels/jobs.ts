import { z } from 'zod';
import type { Job, JobContext, Schedule } from '#base/server/jobs.ts';
import { chooseLocale, directionOf } from '#base/shared/locales.ts';
import { paths } from '#paths';
import { messageFor } from '../rules.ts';
import { notificationMail } from './mails/notification-mail.ts';
import { type Digest, type PushNotice, plainText, truncate } from './rules.ts';

const MAX_TITLE = 80;
/** Keeps the payload under the size limit of push services in any language. */
const MAX_BODY = 300;

type Waiting = {
  notifications: {
    id: string;
    message: string;
    said: unknown;
    lines: { name: string; title: string; line: string; path: string }[];
  }[];
  language: string | null;
  site_title: string;
};

/** SQL columns: a person's still unseen notifications, newest first, with their language and the site title. */
const waiting = `
  (select coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'message', n.message, 'said', n.said,
      'lines', (select coalesce(jsonb_agg(to_jsonb(l)), '[]') from private.notification_lines(n.account_id, n.id) l)) order by n.created_at desc, n.id desc), '[]')
     from public.account_notifications n
    where n.account_id = a.account_id and n.user_id = u.id and n.id = any ($3::uuid[]) and n.seen_at is null) as notifications,
  coalesce(u.raw_user_meta_data ->> 'locale', s.value ->> 'defaultLanguage') as language,
  coalesce(s.value ->> 'sitetitle', a.slug) as site_title`;

const mailShape = z.object({ account_id: z.uuid(), user_id: z.uuid(), notification_ids: z.array(z.uuid()).max(1_000) });
const pushShape = z.object({ account_id: z.uuid(), delivery_id: z.uuid() });

/** Path to open on a click: the list, which marks the notification read and redirects to its link. */
const openPath = (notifications: readonly { id: string }[]) =>
  paths.notifications(notifications.length === 1 ? { open: notifications[0]?.id } : {});

async function sendMail({ sql, mailer, siteUrlOf, t }: JobContext, payload: Record<string, unknown>): Promise<void> {
  const { account_id, user_id, notification_ids } = mailShape.parse(payload);
  const [row] = await sql.query<Waiting & { email: string; name: string; rhythm: Digest; leave: string }>(
    `select u.email, coalesce(m.name, u.raw_user_meta_data ->> 'display_name', '') as name,
            coalesce(p.email_rhythm, 'soon') as rhythm,
            replace(u.id::text, '-', '') || '-' || private.unsubscribe_signature(a.account_id, u.id) as leave, ${waiting}
       from auth.users u
       join public.accounts a on a.account_id = $1
       left join public.members m on m.account_id = a.account_id and m.user_id = u.id
       left join public.options s on s.account_id = a.account_id and s.key = 'settings'
       left join public.notification_preferences p on p.account_id = a.account_id and p.user_id = u.id
      where u.id = $2 and u.email <> '' and m.blocked_at is null and (m.id is not null or a.is_platform)
        and a.status = 'active'`,
    [account_id, user_id, notification_ids],
  );
  // Seen, deleted or blocked meanwhile: no mail.
  if (!row || row.notifications.length === 0) return;
  const locale = chooseLocale(row.language);
  const translate = (key: string, values?: Record<string, unknown>) => t(locale, 'notifications', key, values);
  const site = await siteUrlOf(account_id);
  const mail = notificationMail(
    {
      ...row,
      messages: row.notifications.map((notification) => messageFor(notification, translate, locale)),
      gathered: row.notifications.flatMap(({ lines }) =>
        lines.map(({ path, ...line }) => ({ ...line, url: `${site}${path}` })),
      ),
      locale,
    },
    {
      openUrl: `${site}${openPath(row.notifications)}`,
      preferencesUrl: `${site}${paths.notifications({ view: 'preferences' })}`,
      unsubscribeUrl: `${site}${paths.leaveMails(row.leave)}`,
    },
    translate,
  );
  await mailer.deliver({ account_id, to: row.email, ...mail });
}

type Push = Waiting & { endpoint: string; p256dh: string; auth: string };

function payloadOf({ notifications, language, site_title }: Push, t: JobContext['t']): PushNotice {
  const lang = chooseLocale(language);
  const [first] = notifications;
  const count = notifications.length;
  const translate = (key: string, values?: Record<string, unknown>) => t(lang, 'notifications', key, values);
  return {
    title: truncate(site_title, MAX_TITLE),
    body:
      count === 1
        ? truncate(plainText(first ? messageFor(first, translate, lang) : ''), MAX_BODY)
        : translate('push.several', { count }),
    url: openPath(notifications),
    tag: first?.id ?? '',
    lang,
    dir: directionOf(lang),
  };
}

/** @throws where the push service asks to retry later, so that the queue retries the job. */
async function sendPush({ sql, push, t, log }: JobContext, payload: Record<string, unknown>): Promise<void> {
  const { account_id, delivery_id } = pushShape.parse(payload);
  const [row] = await sql.query<Push>(
    `with d as (select * from private.push_deliveries d where d.account_id = $1 and d.id = $2 and d.status = 'waiting')
     select b.endpoint, b.p256dh_key as p256dh, b.auth_secret as auth, ${waiting.replace('$3::uuid[]', 'd.notification_ids')}
       from d
       join public.push_subscriptions b on (b.account_id, b.id) = (d.account_id, d.subscription_id)
       join public.accounts a on a.account_id = d.account_id
       join auth.users u on u.id = b.user_id
       left join public.members m on m.account_id = a.account_id and m.user_id = u.id
       left join public.options s on s.account_id = a.account_id and s.key = 'settings'
      where m.blocked_at is null and (m.id is not null or a.is_platform)
        and a.status = 'active'`,
    [account_id, delivery_id],
  );
  if (!push || !row) return;
  // What was read meanwhile is not sent, and holds no unit of the plan.
  if (row.notifications.length === 0) {
    await sql.query('select private.settle_push($1, $2, $3)', [account_id, delivery_id, 'refused']);
    return;
  }
  const { state, reason } = await push.send(row, JSON.stringify(payloadOf(row, t)));
  if (state === 'later') throw new Error(`The push service could not take it now (${reason}).`);
  await sql.query('select private.settle_push($1, $2, $3)', [account_id, delivery_id, state]);
  if (state === 'refused') log.warn({ account: account_id, reason }, 'A push service refused a message.');
}

const claimPushes = ({ sql }: JobContext) => sql.query('select private.claim_pushes()').then(() => {});

export const jobs: Job[] = [
  { queue: 'notification-push', handle: claimPushes },
  { queue: 'push', handle: sendPush },
  { queue: 'notification-mail', handle: sendMail },
];

export const schedules: Schedule[] = [
  {
    // Sends what was unseen for five minutes, what quiet hours held back, and daily and weekly digests.
    name: 'send-notifications',
    cron: '* * * * *',
    run: async ({ sql, log }) => {
      const [row] = await sql.query<{ mails: number; pushes: number }>(
        'select private.claim_mails() as mails, private.claim_pushes() as pushes',
      );
      if (row && row.mails + row.pushes > 0) log.info(row, 'Notifications went out by mail and push.');
    },
  },
  {
    name: 'prune-push-deliveries',
    cron: '29 3 * * *',
    run: async ({ sql, log }) => {
      const removed = (await sql.query<{ removed: string }>('select private.prune_push_deliveries() as removed'))[0];
      if (Number(removed?.removed) > 0) log.info({ ...removed }, 'Old pushes were forgotten.');
    },
  },
];
