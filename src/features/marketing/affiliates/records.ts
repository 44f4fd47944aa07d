import { Share2 } from 'lucide-react';
import { searchPattern } from '#base/shared/normalize-search.ts';
import { MAX_RECORDS_PER_SOURCE, type RecordRow, type RecordSource, searchUrl } from '#base/shared/record-source.ts';
import { paths } from '#paths';

const nameOf = (row: RecordRow) => (row.members as { name: string } | null)?.name ?? '';

/** Affiliates by the name or address of their member. */
export const records: RecordSource[] = [
  {
    kind: 'affiliate',
    of: 'affiliates',
    icon: Share2,
    for: 'member',
    needs: ['manage_options'],
    rows: (db, { account_id }, words, signal) =>
      db
        .from('affiliates')
        .select('id, members!inner(name, search_text)')
        .eq('account_id', account_id)
        .like('members.search_text', searchPattern(words))
        .order('created_at', { ascending: false })
        .limit(MAX_RECORDS_PER_SOURCE)
        .abortSignal(signal),
    label: nameOf,
    href: (row) => searchUrl(paths.affiliates(), nameOf(row)),
  },
];
