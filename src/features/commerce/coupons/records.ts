import { Ticket } from 'lucide-react';
import { byTitle, type RecordSource, searchUrl, textOf } from '#base/shared/record-source.ts';
import { paths } from '#paths';

export const records: RecordSource[] = [
  {
    kind: 'coupon',
    of: 'coupons',
    icon: Ticket,
    for: 'member',
    needs: ['manage_options', 'manage_shop'],
    rows: byTitle((db) => db.from('coupons').select('id, name')),
    label: (row) => textOf(row, 'name'),
    href: (row) => searchUrl(paths.coupons(), textOf(row, 'name')),
  },
];
