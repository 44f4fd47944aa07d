import { defineFeature } from '#base/shared/feature.ts';
import { paths } from '#paths';

export const feature = defineFeature({
  name: 'docs',
  screens: [
    { path: paths.docs(), file: 'screens/public-docs.tsx' },
    { path: `${paths.docs()}/:slug`, file: 'screens/public-doc.tsx' },
    { path: '/preview/docs/:secret', file: 'screens/public-doc-preview.tsx' },
    { path: paths.manageDocs(), file: 'screens/doc-list.tsx', id: 'manage-docs' },
    { path: `${paths.manageDocs()}/:id`, file: 'screens/doc-editor.tsx', parent: paths.manageDocs(), name: 'doc' },
  ],
  menus: [
    { in: 'member', id: 'docs', href: paths.manageDocs(), icon: 'LibraryBig', needs: ['manage_options'] },
    { in: 'superAdmin', id: 'docs', href: paths.manageDocs(), icon: 'LibraryBig' },
  ],
});
