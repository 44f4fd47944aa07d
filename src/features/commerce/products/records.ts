import { Package } from 'lucide-react';
import { byTitle, type RecordSource, titleOf } from '#base/shared/record-source.ts';
import { paths } from '#paths';

export const records: RecordSource[] = [
  {
    kind: 'product',
    of: 'products',
    icon: Package,
    for: 'member',
    needs: ['manage_options', 'manage_shop'],
    rows: byTitle((db) => db.from('products').select('id, title')),
    label: titleOf,
    href: (row) => paths.product(row.id),
  },
];
