import { z } from 'zod';
import type { Job, Schedule } from '#base/server/jobs.ts';
import { paths } from '#paths';
import { type MailedOrder, mailKinds, orderMail } from './mails/order-mail.ts';

const payloadShape = z.object({ account_id: z.uuid(), order_id: z.uuid(), kind: z.enum(mailKinds) });

type Row = Omit<MailedOrder, 'items'> & { email: string; site_title: string; items: MailedOrder['items'] };

export const jobs: Job[] = [
  {
    queue: 'order-mail',
    handle: async ({ sql, mailer, siteUrlOf, t }, payload) => {
      const { account_id, order_id, kind } = payloadShape.parse(payload);
      const rows = await sql.query<Row>(
        `select o.number, o.customer_name, o.currency, o.subtotal::float8, o.discount::float8, o.tax::float8, o.total::float8,
                o.coupon, o.instructions, o.locale, o.email, coalesce(s.value ->> 'sitetitle', a.slug) as site_title,
                (select coalesce(jsonb_agg(jsonb_build_object('title', i.title, 'quantity', i.quantity, 'amount', i.amount)
                   order by i.position), '[]') from public.order_items i
                  where i.account_id = o.account_id and i.order_id = o.id) as items
           from public.orders o
           join public.accounts a on a.account_id = o.account_id
           left join public.options s on s.account_id = o.account_id and s.key = 'settings'
          where o.account_id = $1 and o.id = $2`,
        [account_id, order_id],
      );
      const order = rows[0];
      // An order or an address that is gone by now has nobody to write to.
      if (!order?.email) return;
      const ordersUrl = `${await siteUrlOf(account_id)}${paths.orders()}`;
      const mail = orderMail(kind, order, order.site_title, ordersUrl, (key, values) =>
        t(order.locale, 'orders', key, values),
      );
      await mailer.deliver({ account_id, to: order.email, ...mail });
    },
  },
];

export const schedules: Schedule[] = [
  {
    name: 'release-unpaid-coupons',
    cron: '23 * * * *',
    run: async ({ sql }) => {
      const [row] = await sql.query<{ released: number }>('select private.release_unpaid_coupons() as released');
      return `Gave back ${row?.released ?? 0} uses of coupons that unpaid orders held.`;
    },
  },
];
