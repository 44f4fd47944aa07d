import type { Seed } from '#base/server/seeding.ts';

const buyer = { email: 'instructor@demo.test', name: 'Tomás Rivera', daysAgo: 9 };

/** A member of the demo pays for a download, anew every month. */
export const seed: Seed = async ({ sql, accounts }) => {
  await sql.transaction(async (tx) => {
    await tx.query('insert into public.renewal_settings (account_id) values ($1) on conflict do nothing', [
      accounts.demo,
    ]);
    const [order] = await tx.query<{ id: string }>(
      `with buyer as (select m.account_id, m.id, m.user_id from public.members m where m.account_id = $1 and m.email = $2),
         product as (select p.id, p.title, p.type, r.id as price_id, r.amount, r.currency, '{"value": 1, "parameter": "month"}'::jsonb as frequency
           from public.products p join public.prices r on (r.account_id, r.product_id) = (p.account_id, p.id) and r.is_active
          where p.account_id = $1 and p.type = 'digital' and p.status = 'published' order by p.created_at limit 1),
         counted as (update private.order_counters k set last_number = last_number + 1 where k.account_id = $1 returning last_number),
         placed as (insert into public.orders (account_id, number, user_id, member_id, email, customer_name, currency, subtotal, total, placed_at, created_at)
           select b.account_id, k.last_number, b.user_id, b.id, $2, $3, p.currency, p.amount, p.amount,
               now() - make_interval(days => $4), now() - make_interval(days => $4)
             from buyer b, product p, counted k returning account_id, id)
       insert into public.order_items (account_id, order_id, product_id, price_id, title, type, quantity, amount, frequency, price_kind, renewal_amount, position)
       select o.account_id, o.id, p.id, p.price_id, p.title, p.type, 1, p.amount, p.frequency, 'subscription', p.amount, 1 from placed o, product p
       returning order_id as id`,
      [accounts.demo, buyer.email, buyer.name, buyer.daysAgo],
    );
    if (!order) return;
    await tx.query('select private.settle_order($1, $2, now() - make_interval(days => $3))', [
      accounts.demo,
      order.id,
      buyer.daysAgo,
    ]);
    await tx.query('update public.member_subscriptions set created_at = period_start where order_id = $1', [order.id]);
    // They had planned to pay by the year once, at a price that is no longer sold, and took that back.
    await tx.query(
      `insert into public.subscription_changes (account_id, subscription_id, from_title, title, amount, frequency, takes_effect, effective_at, status, created_by, created_at)
       select s.account_id, s.id, s.title, s.title, s.amount * 10, '{"value": 1, "parameter": "year"}', 'period_end', s.period_end, 'cancelled', s.user_id, s.period_start
         from public.member_subscriptions s where s.order_id = $1`,
      [order.id],
    );
    // Mails and notifications of past orders are not sent.
    await tx.query(`delete from private.outbox where queue = 'order-mail' and payload ->> 'order_id' = $1`, [order.id]);
    await tx.query('delete from public.account_notifications where account_id = $1 and created_at = now()', [
      accounts.demo,
    ]);
  });
};
