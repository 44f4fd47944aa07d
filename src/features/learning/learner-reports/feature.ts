import { defineFeature } from '#base/shared/feature.ts';
import { paths } from '#paths';

export const feature = defineFeature({
  name: 'learner-reports',
  screens: [
    {
      path: paths.progress(),
      file: 'screens/progress.tsx',
      parent: paths.myCourses(),
      name: 'progress',
      feature: 'lms',
    },
  ],
});
