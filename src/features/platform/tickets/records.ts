import { LifeBuoy } from 'lucide-react';
import { searchPattern } from '#base/shared/normalize-search.ts';
import { MAX_RECORDS_PER_SOURCE, type RecordRow, type RecordSource, textOf } from '#base/shared/record-source.ts';
import { paths } from '#paths';

const ticket = {
  kind: 'ticket',
  of: 'tickets',
  icon: LifeBuoy,
  rows: (db, { account_id }, words, signal) =>
    db
      .from('tickets')
      .select('id, number, subject')
      .match(account_id ? { account_id } : {})
      .like('search_text', searchPattern(words))
      .order('last_message_at', { ascending: false })
      .limit(MAX_RECORDS_PER_SOURCE)
      .abortSignal(signal),
  label: (row: RecordRow) => `#${textOf(row, 'number')} ${textOf(row, 'subject')}`,
  href: (row: RecordRow) => paths.ticket(row.id),
} satisfies Partial<RecordSource>;

export const records: RecordSource[] = [
  { ...ticket, for: 'member' },
  { ...ticket, for: 'owner' },
  { ...ticket, for: 'superAdmin' },
];
