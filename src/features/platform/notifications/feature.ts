import { defineFeature } from '#base/shared/feature.ts';
import { paths } from '#paths';

export const feature = defineFeature({
  name: 'notifications',
  screens: [{ path: paths.notifications(), file: 'screens/notification-list.tsx', layout: 'feature-list' }],
  menus: [
    { in: 'owner', id: 'notifications', href: paths.notifications(), icon: 'Bell' },
    { in: 'superAdmin', id: 'notifications', href: paths.notifications(), icon: 'Bell' },
    { in: 'common', id: 'notifications', href: paths.notifications(), icon: 'Bell' },
  ],
  // `messages` stands in the preferences before anything sends it.
  notifications: ['general', 'messages', 'family'],
});
