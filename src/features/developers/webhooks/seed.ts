import type { Seed } from '#base/server/seeding.ts';

/**
 * One webhook that sends orders to a bookkeeping service, with a delivery log. It is paused because nothing listens
 * there.
 */
export const seed: Seed = async ({ sql, accounts }) => {
  const [webhook] = await sql.query<{ id: string }>(
    `insert into public.webhooks (account_id, address, description, events, status)
     values ($1, 'https://books.example.com/hooks/lumen', 'Bookkeeping: every paid and refunded order',
       '{order.paid,order.refunded}', 'paused') returning id`,
    [accounts.demo],
  );
  await sql.query(
    `with paid as (
       select o.*, row_number() over (order by o.paid_at desc) as place from public.orders o
        where o.account_id = $1 and o.status = 'paid' order by o.paid_at desc limit 3),
     told as (
       insert into public.webhook_deliveries (account_id, webhook_id, event_id, type, body, status, attempts, tries, response_status,
         next_attempt_at, delivered_at, created_at)
       select $1, $2, private.uuid_v7(), 'order.paid',
         jsonb_build_object('type', 'order.paid', 'timestamp', p.paid_at, 'data', private.order_facts(o))::text,
         case p.place when 2 then 'failed' else 'delivered' end, 1, 1, case p.place when 2 then 500 else 200 end,
         null, case p.place when 2 then null else p.paid_at end, p.paid_at
         from paid p join public.orders o on (o.account_id, o.id) = (p.account_id, p.id)
       returning account_id, id, event_id, response_status, created_at)
     insert into public.webhook_attempts (account_id, delivery_id, number, request_headers, response_status, response_body, duration_ms, created_at)
     select account_id, id, 1, jsonb_build_object('content-type', 'application/json; charset=utf-8', 'webhook-id', 'msg_' || event_id,
         'webhook-timestamp', extract(epoch from created_at)::bigint::text),
       response_status, case response_status when 500 then 'The ledger is closed for maintenance.' else 'ok' end, 240, created_at from told`,
    [accounts.demo, webhook?.id],
  );
  await sql.query(
    `update public.webhooks w set delivered_at = (select max(d.delivered_at) from public.webhook_deliveries d where d.webhook_id = w.id)
      where w.id = $1`,
    [webhook?.id],
  );
};
