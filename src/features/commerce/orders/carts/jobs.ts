import { z } from 'zod';
import type { Job, Schedule } from '#base/server/jobs.ts';
import { paths } from '#paths';
import { cartMail, type MailedCart } from './mails/cart-mail.ts';

const payloadShape = z.object({ account_id: z.uuid(), cart_id: z.uuid() });

export const jobs: Job[] = [
  {
    queue: 'cart-mail',
    handle: async ({ sql, mailer, siteUrlOf, t }, payload) => {
      const { account_id, cart_id } = payloadShape.parse(payload);
      // What is no longer for sale is not reminded of.
      const [cart] = await sql.query<MailedCart & { email: string; token: string; status: string }>(
        `select c.email, c.customer_name, c.locale, c.currency, c.token, c.status, coalesce(s.value ->> 'sitetitle', a.slug) as site_title,
                (select coalesce(jsonb_agg(l order by at), '[]') from jsonb_array_elements(c.lines) with ordinality x(l, at)
                   join public.products p on p.account_id = c.account_id and p.id = (l ->> 'product_id')::uuid and p.status = 'published') as lines
           from public.carts c join public.accounts a on a.account_id = c.account_id
           left join public.options s on s.account_id = c.account_id and s.key = 'settings'
          where c.account_id = $1 and c.id = $2`,
        [account_id, cart_id],
      );
      // Ordered, stopped or emptied meanwhile.
      if (cart?.status !== 'reminded' || cart.lines.length === 0) return;
      const site = await siteUrlOf(account_id);
      const links = {
        cart: site + paths.savedCart(cart.token),
        stop: site + paths.savedCart(cart.token, true),
        unsubscribe: site + paths.stopCartReminders(cart.token),
      };
      const mail = cartMail(cart, links, (key, values) => t(cart.locale, 'carts', key, values));
      await mailer.deliver({ account_id, to: cart.email, ...mail });
    },
  },
];

export const schedules: Schedule[] = [
  {
    name: 'remind-of-carts',
    cron: '*/10 * * * *',
    run: async ({ sql }) => {
      const [row] = await sql.query<{ reminded: number }>('select private.remind_of_carts() as reminded');
      return `Reminded of ${row?.reminded ?? 0} carts that were left.`;
    },
  },
];
