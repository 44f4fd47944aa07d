import { defineFeature } from '#base/shared/feature.ts';

export const feature = defineFeature({
  name: 'groups',
  screens: [{ path: '/groups/:slug', file: 'screens/public-group.tsx' }],
});
