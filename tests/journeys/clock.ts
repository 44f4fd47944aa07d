import { inDatabase } from './database.ts';

/** Moves the product's clock forward, and publishes what is due then, as the job of each minute does. */
export function passMinutes(minutes: number): Promise<void> {
  return inDatabase(
    ['select private.move_clock(time_offset + make_interval(mins => $1)) from private.clock', [minutes]],
    ['select private.publish_due()'],
  );
}

/** Lets days pass for the subscriptions of one buyer alone, and does what is due then: other stories go on in their own time. */
export function passDaysOfSubscriptions(email: string, days: number): Promise<void> {
  return inDatabase(
    [
      `with buyer as (select s.account_id, s.id, s.order_id from public.member_subscriptions s
           join public.members m on (m.account_id, m.id) = (s.account_id, s.member_id) where m.email = $1),
         moved as (update public.member_subscriptions s set anchor_at = anchor_at - d, period_start = period_start - d, period_end = period_end - d
           from buyer b, make_interval(days => $2::int) d where (s.account_id, s.id) = (b.account_id, b.id)),
         periods as (update public.subscription_periods p set starts_at = starts_at - d, ends_at = ends_at - d
           from buyer b, make_interval(days => $2::int) d where (p.account_id, p.subscription_id) = (b.account_id, b.id) returning p.account_id, p.order_id)
       update public.order_items i set access_until = access_until - d from periods p, make_interval(days => $2::int) d
        where (i.account_id, i.order_id) = (p.account_id, p.order_id)`,
      [email, days],
    ],
    // When the schedule looks at them next was set before their periods were moved.
    [
      `update public.member_subscriptions s set attempt = attempt from public.members m
        where (m.account_id, m.id) = (s.account_id, s.member_id) and m.email = $1`,
      [email],
    ],
    ['select private.run_subscriptions()'],
  );
}
