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

/** Orders by number ("#12") or, for managers, by name and email. */
function orders(isOwn: boolean): RecordQuery {
  return (db, { account_id, userId }, words, signal) => {
    const number = /^#?(\d{1,9})$/.exec(words)?.[1];
    let query = db.from('orders').select('id, number, customer_name').eq('account_id', account_id);
    if (isOwn) query = query.eq('user_id', userId);
    if (number) query = query.eq('number', Number(number));
    else query = query.like('search_text', searchPattern(words));
    return query.order('placed_at', { ascending: false }).limit(MAX_RECORDS_PER_SOURCE).abortSignal(signal);
  };
}

const order = { kind: 'order', of: 'orders', icon: ReceiptText, for: 'member' } as const;

export const records: RecordSource[] = [
  {
    ...order,
    needs: ['manage_options', 'manage_shop'],
    rows: orders(false),
    label: (row) => `#${textOf(row, 'number')} ${textOf(row, 'customer_name')}`,
    href: (row) => searchUrl(paths.manageOrders(), textOf(row, 'number')),
  },
  {
    ...order,
    unless: 'manage_options',
    rows: orders(true),
    label: (row) => `#${textOf(row, 'number')}`,
    href: (row) => searchUrl(paths.orders(), textOf(row, 'number')),
  },
];
