import { LibraryBig } from 'lucide-react';
import { byTitle, type RecordRow, type RecordSource, titleOf } from '#base/shared/record-source.ts';
import { paths } from '#paths';

const doc = {
  kind: 'doc',
  of: 'docs',
  icon: LibraryBig,
  rows: byTitle((db) => db.from('docs').select('id, title')),
  label: titleOf,
  href: (row: RecordRow) => paths.editDoc(row.id),
} satisfies Partial<RecordSource>;

/** Those of a site, and of the platform for super-admins. */
export const records: RecordSource[] = [
  { ...doc, for: 'member', needs: ['manage_options'] },
  { ...doc, for: 'superAdmin' },
];
