import { UserRound } from 'lucide-react';
import { MAX_RECORDS_PER_SOURCE, type RecordSource, searchUrl, textOf } from '#base/shared/record-source.ts';
import { paths } from '#paths';

export const records: RecordSource[] = [
  {
    kind: 'member',
    of: 'members',
    icon: UserRound,
    for: 'member',
    needs: ['manage_options', 'manage_members'],
    rows: (db, { account_id }, words, signal) =>
      db
        .rpc('member_page', {
          account_id,
          filter: { search: words },
          sort: 'name',
          is_ascending: true,
          page_size: MAX_RECORDS_PER_SOURCE,
          skip: 0,
        })
        .abortSignal(signal)
        .then(({ data, error }) => ({ data: data?.rows ?? null, error })),
    label: (row) => textOf(row, 'name') || textOf(row, 'email'),
    href: (row) => searchUrl(paths.users(), textOf(row, 'email') || textOf(row, 'name')),
  },
];
