import { Newspaper } from 'lucide-react';
import { byTitle, type RecordRow, type RecordSource, textOf, titleOf } from '#base/shared/record-source.ts';
import { paths } from '#paths';

const post = {
  kind: 'post',
  of: 'posts',
  icon: Newspaper,
  rows: byTitle((db) => db.from('posts').select('id, title, slug')),
  label: titleOf,
  href: (row: RecordRow) => paths.editPost(textOf(row, 'slug')),
} satisfies Partial<RecordSource>;

/** Those of a site, and of the platform for super-admins. */
export const records: RecordSource[] = [
  { ...post, for: 'member', needs: ['manage_options'] },
  { ...post, for: 'superAdmin' },
];
