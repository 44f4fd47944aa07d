import type { Seed } from '#base/server/seeding.ts';

/**
 * A payment of last year by a provider that the shop no longer uses: what was paid stays to be seen. No provider is set up, because
 * none would take money with made-up keys.
 */
export const seed: Seed = async ({ sql, accounts: { demo } }) => {
  await sql.query(
    `with payer as (select user_id from public.members where account_id = $1 and email = 'student@demo.test'),
          off as (insert into public.payment_providers (account_id, provider) values ($1, 'offline')),
          kept as (
            insert into public.payment_methods (account_id, user_id, provider, provider_reference, brand, last4, exp_month, exp_year)
            select $1, user_id, 'stripe', 'pm_demo', 'visa', '4242', 9, 2029 from payer returning id),
          paid as (
            insert into public.payments (account_id, subject, user_id, provider, is_test, amount, currency, status, provider_reference,
              payment_method_id, succeeded_at, refunded, created_at)
            select $1, 'donation:' || gen_random_uuid(), payer.user_id, 'stripe', true, 2500, 'EUR', 'succeeded', 'cs_test_demo', kept.id,
                   now() - interval '300 days', 2500, now() - interval '300 days' from payer, kept returning id),
          refunded as (
            insert into public.payment_refunds (account_id, payment_id, origin, amount, status, provider_reference)
            select $1, id, 'provider', 2500, 'succeeded', 're_demo' from paid)
     insert into public.provider_events (account_id, provider, event_id, type, reference, payment_id, status, attempts, received_at, processed_at)
     select $1, 'stripe', 'evt_demo', 'checkout.session.completed', 'cs_test_demo', id, 'processed', 1, now() - interval '20 days', now() - interval '20 days'
       from paid`,
    [demo],
  );
  await sql.query(
    `insert into public.payment_differences (account_id, provider, kind, reference, amount, currency, occurred_at)
     values ($1, 'stripe', 'missing_here', 'pi_demo', 2500, 'EUR', now() - interval '300 days')`,
    [demo],
  );
};
