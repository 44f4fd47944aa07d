import type { Sql } from '#base/server/database.ts';

/**
 * A payment of the student by a provider, with what comes with it: its method, refund, message and difference. The demo has none,
 * because no provider stands behind made-up keys.
 */
export async function addPayment(sql: Sql, account: string): Promise<void> {
  await sql.query(
    `with payer as (select user_id from public.members where account_id = $1 and email = 'student@demo.test'),
          provider as (insert into public.payment_providers (account_id, provider) values ($1, 'offline')),
          kept as (
            insert into public.payment_methods (account_id, user_id, provider, provider_reference, brand, last4, exp_month, exp_year, is_default)
            select $1, user_id, 'stripe', 'pm_1', 'visa', '4242', 9, 2029, true from payer returning id),
          setup as (
            insert into public.payment_setups (account_id, user_id, provider, is_test, status, provider_reference)
            select $1, user_id, 'stripe', true, 'pending', 'cs_2' from payer),
          differs as (
            insert into public.payment_differences (account_id, provider, kind, reference, amount, currency, occurred_at)
            values ($1, 'stripe', 'missing_here', 'pi_1', 2500, 'EUR', now())),
          paid as (
            insert into public.payments (account_id, subject, user_id, provider, is_test, amount, currency, status, provider_reference,
              payment_method_id, succeeded_at)
            select $1, 'donation:' || gen_random_uuid(), payer.user_id, 'stripe', true, 2500, 'EUR', 'succeeded', 'cs_1', kept.id, now()
              from payer, kept returning id),
          refunded as (
            insert into public.payment_refunds (account_id, payment_id, origin, amount, status, provider_reference)
            select $1, id, 'provider', 2500, 'succeeded', 're_1' from paid returning id),
          disputed as (
            insert into public.order_disputes (account_id, order_id, payment_refund_id, amount, currency, status, opened_at, closed_at)
            select $1, o.id, refunded.id, 2500, 'EUR', 'won', now(), now() from refunded,
              (select id from public.orders where account_id = $1 order by id limit 1) o)
     insert into public.provider_events (account_id, provider, event_id, type, reference, payment_id, status, attempts, processed_at)
     select $1, 'stripe', 'evt_1', 'checkout.session.completed', 'cs_1', id, 'processed', 1, now() from paid`,
    [account],
  );
}
