import { FileText } from 'lucide-react';
import { byTitle, type RecordRow, type RecordSource, textOf, titleOf } from '#base/shared/record-source.ts';
import { paths } from '#paths';

const page = {
  kind: 'page',
  of: 'pages',
  icon: FileText,
  rows: byTitle((db) => db.from('pages').select('id, title, slug').eq('kind', 'page')),
  label: titleOf,
  href: (row: RecordRow) => paths.editPage(textOf(row, 'slug')),
} satisfies Partial<RecordSource>;

/** Those of a site, and of the platform for super-admins. */
export const records: RecordSource[] = [
  { ...page, for: 'member', needs: ['manage_options'] },
  { ...page, for: 'superAdmin' },
];
