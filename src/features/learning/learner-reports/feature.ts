import { defineFeature } from '#base/shared/feature.ts';
import { paths } from '#paths';

export const feature = defineFeature({
  name: 'learner-reports',
  screens: [
    { path: paths.progress(':id?'), file: 'screens/progress.tsx', name: 'progress', feature: 'lms' },
  ],
  menus: [{ in: 'member', id: 'progress', href: paths.progress(), icon: 'ChartColumn', feature: 'lms' }],
});
