import type { Seed } from '#base/server/seeding.ts';
import { defaultNumbering } from './schema.ts';

/** The invoices of the demo's orders are as old as the payments and refunds they are of. */
export const seed: Seed = async ({ sql, accounts }) => {
  const { prefix, credit_note_prefix } = defaultNumbering;
  await sql.query('insert into public.invoice_settings (account_id, prefix, credit_note_prefix) values ($1, $2, $3)', [
    accounts.demo,
    prefix,
    credit_note_prefix,
  ]);
  await sql.transaction(async (tx) => {
    await tx.query('alter table public.order_invoices disable trigger order_invoices_stay');
    await tx.query(
      `update public.order_invoices i set issued_at = o.paid_at, created_at = o.paid_at
         from public.orders o where (o.account_id, o.id) = (i.account_id, i.order_id) and i.kind = 'invoice'`,
    );
    await tx.query('alter table public.order_invoices enable trigger order_invoices_stay');
  });
};
