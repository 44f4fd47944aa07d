import { defineFeature } from '#base/shared/feature.ts';
import { paths } from '#paths';

export const feature = defineFeature({
  name: 'groups',
  screens: [
    { path: '/groups/:slug', file: 'screens/public-group.tsx' },
    { path: paths.groups(), file: 'screens/group-list.tsx', id: 'groups', feature: 'groups' },
    {
      path: '/dashboard/groups/:slug/:tab?',
      file: 'screens/group.tsx',
      parent: paths.groups(),
      name: 'group',
      feature: 'groups',
    },
  ],
  menus: [{ in: 'member', id: 'groups', href: paths.groups(), icon: 'UsersRound', feature: 'groups' }],
});
