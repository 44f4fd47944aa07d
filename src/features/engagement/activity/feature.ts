import { defineFeature } from '#base/shared/feature.ts';
import { paths } from '#paths';

export const feature = defineFeature({
  name: 'activity',
  screens: [{ path: paths.activity(), file: 'screens/activity.tsx', id: 'activity' }],
  menus: [{ in: 'member', id: 'activity', href: paths.activity(), icon: 'Activity' }],
});
