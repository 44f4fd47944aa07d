import { defineFeature } from '#base/shared/feature.ts';
import { paths } from '#paths';

export const feature = defineFeature({
  name: 'search',
  screens: [
    { path: paths.search(), file: 'screens/public-search.tsx' },
    { path: '/sitemap.xml', file: 'screens/public-sitemap.ts', layout: 'none' },
    { path: '/robots.txt', file: 'screens/public-robots.ts', layout: 'none' },
  ],
});
