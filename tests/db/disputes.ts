import type { Sql } from '#base/server/database.ts';

/** A provider says that a pending order is paid. */
export async function payByProvider(sql: Sql, order: string): Promise<void> {
  await sql.query(
    `insert into public.payments (account_id, subject, user_id, provider, is_test, amount, currency, status, provider_reference)
     select account_id, 'order:' || id, user_id, 'stripe', true, total - credit, currency, 'pending', 'cs_' || id from public.orders where id = $1`,
    [order],
  );
  await sql.query(
    `update public.payments set status = 'succeeded', succeeded_at = now() where subject = 'order:' || $1`,
    [order],
  );
}

/** A provider says what has become of a dispute about an order: it waits, the shop has won it (`failed`) or lost it; of all that was paid, or an amount. */
export async function reportDispute(
  sql: Sql,
  order: string,
  reference: string,
  status: 'pending' | 'failed' | 'succeeded',
  amount?: number,
): Promise<void> {
  await sql.query(
    `select private.record_refunds(p.account_id, p.id, jsonb_build_array(jsonb_build_object('reference', $2::text, 'kind', 'chargeback',
       'amount', coalesce($4::int, p.amount), 'status', $3::text))) from public.payments p where p.subject = 'order:' || $1`,
    [order, reference, status, amount],
  );
}
