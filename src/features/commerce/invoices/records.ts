import { ReceiptText } from 'lucide-react';
import { searchPattern } from '#base/shared/normalize-search.ts';
import {
  MAX_RECORDS_PER_SOURCE,
  type RecordQuery,
  type RecordSource,
  searchUrl,
  textOf,
} from '#base/shared/record-source.ts';
import { paths } from '#paths';

/** Invoices by number, customer or order ("#12"). */
function invoices(isOwn: boolean): RecordQuery {
  return (db, { account_id, userId }, words, signal) => {
    let query = db
      .from('order_invoices')
      .select('id, number, orders!inner(user_id)')
      .eq('account_id', account_id)
      .like('search_text', searchPattern(words));
    if (isOwn) query = query.eq('orders.user_id', userId);
    return query.order('issued_at', { ascending: false }).limit(MAX_RECORDS_PER_SOURCE).abortSignal(signal);
  };
}

const invoice = { kind: 'shopInvoice', of: 'invoices', icon: ReceiptText, for: 'member' } as const;

export const records: RecordSource[] = [
  {
    ...invoice,
    needs: ['manage_options', 'manage_shop'],
    rows: invoices(false),
    label: (row) => textOf(row, 'number'),
    href: (row) => searchUrl(paths.manageInvoices(), textOf(row, 'number')),
  },
  {
    ...invoice,
    unless: 'manage_options',
    rows: invoices(true),
    label: (row) => textOf(row, 'number'),
    href: (row) => searchUrl(paths.orderInvoices(), textOf(row, 'number')),
  },
];
