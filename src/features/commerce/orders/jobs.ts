import { z } from 'zod';
import type { Job, JobContext, Schedule } from '#base/server/jobs.ts';
import { chooseLocale } from '#base/shared/locales.ts';
import { paths } from '#paths';
import { type MailedOrder, type MailedRefund, orderMail, type Translate } from './mails/order-mail.ts';
import { saleMail } from './mails/sale-mail.ts';
import { mailKinds } from './schema.ts';

const payloadShape = z.object({
  account_id: z.uuid(),
  order_id: z.uuid(),
  kind: z.enum(mailKinds),
  refund_id: z.uuid().optional(),
  /** The manager who had the mail sent again. */
  resent_by: z.uuid().optional(),
});

const salePayloadShape = payloadShape.omit({ kind: true, refund_id: true, resent_by: true });

type Row = Omit<MailedOrder, 'items'> & {
  status: string;
  email: string;
  site_title: string;
  items: MailedOrder['items'];
};

type Seller = { name: string; email: string; language: string | null };

async function mailedOrder({ sql }: JobContext, account_id: string, order_id: string): Promise<Row | undefined> {
  const rows = await sql.query<Row>(
    `select o.number, o.status, o.customer_name, o.currency, o.subtotal::float8, o.discount::float8, o.prices_include_tax, o.total::float8, o.credit::float8,
            o.coupon, o.instructions, o.locale, o.email, coalesce(s.value ->> 'sitetitle', a.slug) as site_title,
            (select coalesce(jsonb_agg(jsonb_build_object('title', i.title, 'quantity', i.quantity, 'amount', i.amount, 'tax', i.tax, 'tax_rate', i.tax_rate,
               'tax_category', i.tax_category, 'tax_name', i.tax_name)
               order by i.position), '[]') from public.order_items i
              where i.account_id = o.account_id and i.order_id = o.id) as items
       from public.orders o
       join public.accounts a on a.account_id = o.account_id
       left join public.options s on s.account_id = o.account_id and s.key = 'settings'
      where o.account_id = $1 and o.id = $2`,
    [account_id, order_id],
  );
  return rows[0];
}

async function mailedRefund({ sql }: JobContext, account_id: string, id = ''): Promise<MailedRefund | undefined> {
  if (!id) return undefined;
  const [row] = await sql.query<MailedRefund>(
    'select kind, amount::float8, takes_access from public.refunds where account_id = $1 and id = $2',
    [account_id, id],
  );
  return row;
}

/** Managers of the shop who did not switch sales mails off; the buyer gets none about their own order. */
function sellersOf({ sql }: JobContext, account_id: string, order_id: string): Promise<Seller[]> {
  return sql.query<Seller>(
    `select m.name, m.email, coalesce(u.raw_user_meta_data ->> 'locale', s.value ->> 'defaultLanguage') as language
       from public.members m
       join public.roles r on (r.account_id, r.role_id) = (m.account_id, m.role_id) and r.caps && '{manage_options,manage_shop}'
       join auth.users u on u.id = m.user_id
       left join public.options s on s.account_id = m.account_id and s.key = 'settings'
       left join public.notification_preferences p on (p.account_id, p.user_id) = (m.account_id, m.user_id)
      where m.account_id = $1 and m.blocked_at is null and m.email <> '' and 'sales' <> all (coalesce(p.no_email, '{}'))
        and m.user_id is distinct from (select o.user_id from public.orders o where (o.account_id, o.id) = ($1, $2))
      order by m.created_at`,
    [account_id, order_id],
  );
}

export const jobs: Job[] = [
  {
    queue: 'order-mail',
    handle: async (context, payload) => {
      const { mailer, siteUrlOf, t } = context;
      const { account_id, order_id, kind, refund_id, resent_by } = payloadShape.parse(payload);
      const order = await mailedOrder(context, account_id, order_id);
      // The order or its address was deleted meanwhile.
      if (!order?.email) return;
      const ordersUrl = `${await siteUrlOf(account_id)}${paths.orders()}`;
      const translate: Translate = (key, values) => t(order.locale, 'orders', key, values);
      const refund = await mailedRefund(context, account_id, refund_id);
      const mail = orderMail(kind, order, order.site_title, ordersUrl, translate, refund);
      const subject = refund_id ? `refund:${refund_id}` : `order:${order_id}`;
      const attachments = kind === 'placed' ? undefined : await context.attachmentsOf?.(account_id, subject);
      await mailer.deliver({ account_id, to: order.email, ...mail, attachments });
      await context.sql.query(
        `select private.record_order_entry($1, $2, 'mail', jsonb_build_object('mail', $3::text, 'resent', $4::uuid is not null), person => $4)`,
        [account_id, order_id, kind, resent_by ?? null],
      );
    },
  },
  {
    queue: 'sale-mail',
    handle: async (context, payload) => {
      const { mailer, siteUrlOf, t } = context;
      const { account_id, order_id } = salePayloadShape.parse(payload);
      const order = await mailedOrder(context, account_id, order_id);
      if (!order) return;
      const ordersUrl = `${await siteUrlOf(account_id)}${paths.manageOrders()}`;
      for (const { name, email, language } of await sellersOf(context, account_id, order_id)) {
        const locale = chooseLocale(language);
        const mail = saleMail(order, { name, locale }, order.site_title, ordersUrl, (key, values) =>
          t(locale, 'orders', key, values),
        );
        await mailer.deliver({ account_id, to: email, ...mail });
      }
    },
  },
];

type Difference = { account_id: string; subject: string; booked: string | null; posted: string | null };

export const schedules: Schedule[] = [
  {
    name: 'check-order-ledger',
    cron: '27 2 * * *',
    run: async ({ sql }) => {
      const differences = await sql.query<Difference>(
        'select account_id, subject, booked::text, posted::text from private.check_order_ledger() limit 20',
      );
      if (differences.length > 0) {
        const lines = differences.map(
          (row) =>
            `${row.account_id} ${row.subject}: ${row.booked ?? 'nothing'} in orders, ${row.posted ?? 'nothing'} in the ledger`,
        );
        // A failed run is logged as an error and mailed to the super admins.
        throw new Error(`Orders and the ledger differ: ${lines.join('; ')}.`);
      }
      const [row] = await sql.query<{ orders: number; refunds: number }>(
        `select (select count(*) from public.orders where paid_at is not null)::int as orders, (select count(*) from public.refunds)::int as refunds`,
      );
      return `${row?.orders ?? 0} paid orders and ${row?.refunds ?? 0} refunds agree with the ledger.`;
    },
  },
  {
    name: 'notify-access-ends',
    cron: '*/5 * * * *',
    run: async ({ sql }) => {
      const [row] = await sql.query<{ sent: number }>('select private.notify_access_ends() as sent');
      return `Announced ${row?.sent ?? 0} ends of paid access.`;
    },
  },
  {
    name: 'release-unpaid-coupons',
    cron: '23 * * * *',
    run: async ({ sql }) => {
      const [row] = await sql.query<{ released: number }>('select private.release_unpaid_coupons() as released');
      return `Gave back ${row?.released ?? 0} uses of coupons that unpaid orders held.`;
    },
  },
];
