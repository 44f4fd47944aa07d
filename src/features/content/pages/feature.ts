import { defineFeature } from '#base/shared/feature.ts';
import { paths } from '#paths';

export const feature = defineFeature({
  name: 'pages',
  screens: [
    { path: paths.home(), file: 'screens/public-home.tsx', layout: 'page-blocks' },
    { path: '/:pageSlug', file: 'screens/public-page.tsx', layout: 'page-blocks' },
    { path: '/preview/:secret', file: 'screens/public-preview.tsx', layout: 'page-blocks' },
    {
      path: `${paths.pages()}/:slug`,
      file: 'screens/page-editor.tsx',
      layout: 'builder',
      parent: paths.pages(),
      name: 'pageEditor',
    },
    { path: paths.pages(), file: 'screens/page-list.tsx' },
  ],
  menus: [
    { in: 'member', id: 'pages', href: paths.pages(), icon: 'FileText', needs: ['manage_options'] },
    { in: 'superAdmin', id: 'pages', href: paths.pages(), icon: 'FileText' },
    { in: 'create', id: 'newPage', href: `${paths.pages()}/`, icon: 'FileText', needs: ['manage_options'] },
  ],
  settings: [{ id: 'templates', area: 'site', href: paths.pages() }],
});
