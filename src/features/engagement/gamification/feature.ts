import { defineFeature } from '#base/shared/feature.ts';
import { paths } from '#paths';

export const feature = defineFeature({
  name: 'gamification',
  screens: [
    { path: paths.leaderboard(), file: 'screens/leaderboard.tsx', parent: paths.dashboard(), name: 'leaderboard' },
    {
      path: paths.gamification(),
      file: 'screens/rules.tsx',
      layout: 'feature-list',
      parent: paths.elearning(),
      name: 'gamification',
      tab: 4,
      needs: ['manage_options'],
    },
    {
      path: `${paths.gamification()}/badges`,
      file: 'screens/badge-list.tsx',
      layout: 'feature-list',
      parent: paths.gamification(),
      name: 'badges',
      needs: ['manage_options'],
    },
  ],
  guards: [{ href: paths.leaderboard() }],
  settings: [{ id: 'gamification', area: 'elearning', href: paths.gamification() }],
  notifications: ['gamification'],
});
