import { defineFeature } from '#base/shared/feature.ts';
import { paths } from '#paths';

export const feature = defineFeature({
  name: 'media',
  screens: [
    { path: paths.media(), file: 'screens/media-library.tsx' },
    {
      path: '/dashboard/media',
      file: 'screens/media-library.tsx',
      id: 'media-by-its-short-name',
      parent: paths.media(),
      name: 'media',
      isAlias: true,
      needs: ['manage_options'],
    },
  ],
  menus: [
    { in: 'profile', id: 'media', href: paths.media(), icon: 'Image', needs: ['manage_options'] },
    { in: 'create', id: 'newAttachment', href: '/dashboard/media', icon: 'Image', needs: ['manage_options'] },
  ],
  settings: [{ id: 'media', area: 'media', href: paths.media() }],
});
