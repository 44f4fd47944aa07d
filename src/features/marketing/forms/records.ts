import { PanelTop } from 'lucide-react';
import { byTitle, type RecordSource, textOf } from '#base/shared/record-source.ts';
import { paths } from '#paths';

export const records: RecordSource[] = [
  {
    kind: 'form',
    of: 'forms',
    icon: PanelTop,
    for: 'member',
    needs: ['manage_options'],
    rows: byTitle((db) => db.from('forms').select('id, name')),
    label: (row) => textOf(row, 'name'),
    href: (row) => paths.editForm(row.id),
  },
];
