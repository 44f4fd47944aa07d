import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import type { Job, JobContext, Schedule } from '#base/server/jobs.ts';
import { safePost } from '#base/server/safe-fetch.ts';
import { chooseLocale } from '#base/shared/locales.ts';
import { paths } from '#paths';
import { webhookMail } from './mails/webhook-mail.ts';

/** How many deliveries are sent concurrently. */
const CONCURRENCY = 16;

type Message = {
  account_id: string;
  delivery_id: string;
  event_id: string;
  address: string;
  body: string;
  attempt: number;
  secrets: string[];
};

/** Builds the Standard Webhooks headers with one signature for each active secret, newest first. */
export function signedHeaders(
  message: Pick<Message, 'event_id' | 'body' | 'secrets'>,
  now: Date,
): Record<string, string> {
  const id = `msg_${message.event_id}`;
  const signatures = message.secrets.map((secret) => new Webhook(secret).sign(id, now, message.body));
  return {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Stoa-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  };
}

async function send({ sql, log, isAllowedAddress: mayReach }: JobContext, message: Message): Promise<void> {
  const headers = signedHeaders(message, new Date());
  const response = await safePost(message.address, headers, message.body, { mayReach });
  const [row] = await sql.query<{ state: string | null }>(
    'select private.settle_delivery($1, $2, $3::jsonb) as state',
    [
      message.account_id,
      message.delivery_id,
      JSON.stringify({
        request_headers: headers,
        response_status: response.status,
        response_body: response.body,
        retry_after: response.retryAfter,
        problem: response.problem,
        duration_ms: response.durationMs,
      }),
    ],
  );
  if (row?.state === 'disabled') log.info({ account: message.account_id }, 'A webhook was switched off.');
}

/** Sends due deliveries until none is left. */
async function sendDue(context: JobContext, withFailing: boolean): Promise<void> {
  for (;;) {
    const deliveries = await context.sql.query<Message>('select * from private.claim_deliveries($1, $2)', [
      CONCURRENCY,
      withFailing,
    ]);
    if (deliveries.length === 0) return;
    await Promise.all(deliveries.map((message) => send(context, message)));
  }
}

const mailShape = z.object({ account_id: z.uuid(), webhook_id: z.uuid(), user_id: z.uuid() });

export const jobs: Job[] = [
  {
    // Retries are left to the schedule: their timeouts would hold up the other deliveries here.
    queue: 'webhooks',
    handle: (context) => sendDue(context, false),
  },
  {
    queue: 'webhook-mail',
    handle: async ({ sql, mailer, siteUrlOf, t }, payload) => {
      const { account_id, webhook_id, user_id } = mailShape.parse(payload);
      const [row] = await sql.query<{
        address: string;
        reason: string | null;
        email: string;
        site_title: string;
        language: string | null;
      }>(
        `select w.address, w.disabled_reason as reason, u.email, coalesce(s.value ->> 'sitetitle', a.slug) as site_title,
                s.value ->> 'defaultLanguage' as language
           from public.webhooks w
           join public.accounts a on a.account_id = w.account_id
           join auth.users u on u.id = $3
           left join public.options s on s.account_id = w.account_id and s.key = 'settings'
          where w.account_id = $1 and w.id = $2 and w.status = 'disabled' and u.email <> ''`,
        [account_id, webhook_id, user_id],
      );
      // The webhook was enabled again or removed meanwhile: no mail.
      if (!row) return;
      const locale = chooseLocale(null, row.language);
      const url = `${await siteUrlOf(account_id)}${paths.webhook(webhook_id)}`;
      const mail = webhookMail({ ...row, locale, url }, (key, values) => t(locale, 'webhooks', key, values));
      await mailer.deliver({ account_id, to: row.email, ...mail });
    },
  },
];

export const schedules: Schedule[] = [
  { name: 'send-due-webhooks', cron: '* * * * *', run: (context) => sendDue(context, true) },
  {
    name: 'prune-webhook-log',
    cron: '41 3 * * *',
    run: async ({ sql, log }) => {
      const [row] = await sql.query<{ removed: string }>('select private.prune_webhook_log() as removed');
      if (Number(row?.removed) > 0) log.info({ removed: row?.removed }, 'Old messages of webhooks were removed.');
    },
  },
];
