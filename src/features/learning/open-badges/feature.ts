import { defineFeature } from '#base/shared/feature.ts';
import { paths } from '#paths';

export const feature = defineFeature({
  name: 'open-badges',
  screens: [
    { path: paths.openBadge(':id'), file: 'screens/public-badge.tsx' },
    {
      path: paths.openBadges(),
      file: 'screens/my-badges.tsx',
      parent: paths.myCertificates(),
      name: 'openBadges',
      feature: 'certificates',
    },
  ],
  guards: [{ href: paths.openBadges(), feature: 'certificates' }],
});
