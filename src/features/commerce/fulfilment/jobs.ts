import { z } from 'zod';
import type { Job, JobContext, Schedule } from '#base/server/jobs.ts';
import { composeMail } from '#base/server/mail.ts';
import { directionOf } from '#base/shared/locales.ts';
import { paths } from '#paths';

const voucherShape = z.object({ account_id: z.uuid(), voucher_id: z.uuid() });
const shipmentShape = z.object({ account_id: z.uuid(), order_item_id: z.uuid() });

type Mailed = { email: string; locale: string; site: string; values: Record<string, string> };

/** What a mail about a line of an order says; `button` and `url` are where it leads. */
async function deliverMail(context: JobContext, account_id: string, texts: string, mailed: Mailed, path: string) {
  const { mailer, siteUrlOf, t } = context;
  const { email, locale, site, values } = mailed;
  const text = (key: string) => t(locale, 'fulfilment', `mail.${texts}.${key}`, { ...values, site });
  const note = values.message || values.note || '';
  await mailer.deliver({
    account_id,
    to: email,
    subject: text('subject'),
    ...composeMail({
      heading: text('subject'),
      paragraphs: [text('text'), note, text('next')].filter(Boolean),
      button: { label: text('button'), url: `${await siteUrlOf(account_id)}${path}` },
      footer: site,
      direction: directionOf(locale),
    }),
  });
}

export const jobs: Job[] = [
  {
    queue: 'voucher-mail',
    handle: async (context, payload) => {
      const { account_id, voucher_id } = voucherShape.parse(payload);
      // What was freed, refunded or redeemed meanwhile is not mailed, but for a seat that opened at once.
      const [row] = await context.sql.query<Mailed & { kind: string; code: string; is_redeemed: boolean }>(
        `select v.email, o.locale, coalesce(nullif(s.value ->> 'sitetitle', ''), a.slug) as site, v.kind, v.code, v.redeemed_at is not null as is_redeemed,
                jsonb_build_object('title', i.title, 'from', o.customer_name, 'name', v.recipient_name, 'message', v.message) as values
           from public.vouchers v
           join public.order_items i on (i.account_id, i.id) = (v.account_id, v.order_item_id) and i.revoked_at is null
           join public.orders o on (o.account_id, o.id) = (v.account_id, v.order_id) and o.status = 'paid'
           join public.accounts a on a.account_id = v.account_id
           left join public.options s on s.account_id = v.account_id and s.key = 'settings'
          where v.account_id = $1 and v.id = $2 and v.email <> '' and (v.kind = 'seat' or v.redeemed_at is null)`,
        [account_id, voucher_id],
      );
      if (!row) return;
      const isOpen = row.is_redeemed;
      await deliverMail(
        context,
        account_id,
        isOpen ? 'seatOpen' : row.kind,
        row,
        isOpen ? paths.myCourses() : paths.redeem(row.code),
      );
    },
  },
  {
    queue: 'shipment-mail',
    handle: async (context, payload) => {
      const { account_id, order_item_id } = shipmentShape.parse(payload);
      const [row] = await context.sql.query<Mailed>(
        `select o.email, o.locale, coalesce(nullif(s.value ->> 'sitetitle', ''), a.slug) as site,
                jsonb_build_object('title', i.title, 'number', o.number::text, 'note', h.note) as values
           from public.shipments h
           join public.order_items i on (i.account_id, i.id) = (h.account_id, h.order_item_id)
           join public.orders o on (o.account_id, o.id) = (h.account_id, h.order_id)
           join public.accounts a on a.account_id = h.account_id
           left join public.options s on s.account_id = h.account_id and s.key = 'settings'
          where h.account_id = $1 and h.order_item_id = $2 and o.email <> ''`,
        [account_id, order_item_id],
      );
      if (row) await deliverMail(context, account_id, 'shipped', row, paths.deliveries());
    },
  },
];

export const schedules: Schedule[] = [
  {
    name: 'send-gifts',
    cron: '*/5 * * * *',
    run: async ({ sql }) => {
      const [row] = await sql.query<{ sent: number }>('select private.send_due_gifts() as sent');
      return `Mailed ${row?.sent ?? 0} gifts whose day had come.`;
    },
  },
];
