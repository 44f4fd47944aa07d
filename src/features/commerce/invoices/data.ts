import { queryOptions } from '@tanstack/react-query';
import { clockNow } from '#base/shared/clock.ts';
import { type Db, dataOf, maybeDataOf } from '#base/shared/db-client.ts';
import { type ListPage, type ListRequest, pageOf } from '#base/shared/list-page.ts';
import { daysOf, type Period } from './rules.ts';
import { defaultNumbering, type Invoice, type InvoiceDocument, type InvoiceKind, type Numbering } from './schema.ts';

declare module '#base/shared/database-shapes.ts' {
  interface ColumnShapes {
    order_invoices: { kind: InvoiceKind; document: InvoiceDocument };
  }
}

const COLUMNS =
  'id, number, kind, order_id, invoice_id, issued_at, locale, currency, net, tax, total, document, orders!inner(user_id)';

export type InvoiceFilters = ListRequest & {
  kinds?: readonly InvoiceKind[];
  period?: Period | undefined;
  /** A buyer's own. */
  user_id?: string;
};

const sortable = { number: 'number', kind: 'kind', issued_at: 'issued_at', total: 'total' };

export const invoiceKey = (account_id: string) => ['invoices', account_id] as const;

/** One page of invoices and credit notes: the account's for managers, a buyer's own with `user_id`. */
export async function listInvoices(db: Db, account_id: string, filters: InvoiceFilters): Promise<ListPage<Invoice>> {
  let query = db.from('order_invoices').select(COLUMNS, { count: 'exact' }).eq('account_id', account_id);
  if (filters.user_id !== undefined) query = query.eq('orders.user_id', filters.user_id);
  if (filters.kinds?.length) query = query.in('kind', [...filters.kinds]);
  if (filters.period) {
    const { from, before } = daysOf(filters.period, new Date(clockNow()));
    query = query.gte('issued_at', from).lt('issued_at', before);
  }
  return pageOf<Invoice>(query, filters, { sortable, usual: 'issued_at', search: 'search_text' });
}

/** An order that was paid before there were invoices. */
export type UninvoicedOrder = {
  order_id: string;
  number: number;
  customer_name: string;
  total: number;
  currency: string;
  paid_at: string;
};

/** Issues the invoice of a paid order that has none. */
export async function issueInvoice(db: Db, order_id: string): Promise<void> {
  dataOf(await db.rpc('invoice_order', { order_id }));
}

export async function saveNumbering(db: Db, account_id: string, numbering: Numbering): Promise<void> {
  const settings = db.from('invoice_settings');
  const saved = dataOf(await settings.update(numbering).eq('account_id', account_id).select('account_id'));
  if (saved.length === 0) dataOf(await settings.insert({ account_id, ...numbering }).select('account_id'));
}

export const invoiceQueries = {
  numbering: (db: Db, account_id: string) =>
    queryOptions({
      queryKey: ['invoices', account_id, 'numbering'],
      queryFn: async (): Promise<Numbering> =>
        maybeDataOf(
          await db
            .from('invoice_settings')
            .select('prefix, credit_note_prefix, has_year, digits')
            .eq('account_id', account_id)
            .maybeSingle(),
        ) ?? defaultNumbering,
    }),
  seller: (db: Db, account_id: string) =>
    queryOptions({
      queryKey: ['invoices', account_id, 'seller'],
      queryFn: async () =>
        maybeDataOf(
          await db
            .from('seller_details')
            .select('legal_name, street, postcode, city, country, vat_number, registration_number')
            .eq('account_id', account_id)
            .maybeSingle(),
        ),
    }),
  uninvoiced: (db: Db, account_id: string) =>
    queryOptions({
      queryKey: ['invoices', account_id, 'uninvoiced'],
      queryFn: async () => dataOf(await db.rpc('uninvoiced_orders')) as UninvoicedOrder[],
    }),
};
