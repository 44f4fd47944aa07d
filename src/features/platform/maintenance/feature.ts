import { defineFeature } from '#base/shared/feature.ts';
import { paths } from '#paths';

export const feature = defineFeature({
  name: 'maintenance',
  screens: [
    { path: paths.crons(), file: 'screens/cron-list.tsx', for: 'superAdmin' },
    { path: paths.health(), file: 'screens/health.tsx', parent: paths.crons(), name: 'health', for: 'superAdmin' },
    {
      path: `${paths.health()}/:list`,
      file: 'screens/health-list.tsx',
      parent: paths.health(),
      name: 'healthList',
      for: 'superAdmin',
    },
  ],
  menus: [{ in: 'superAdmin', id: 'crons', href: paths.crons(), icon: 'Clock' }],
});
