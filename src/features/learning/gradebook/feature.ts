import { defineFeature } from '#base/shared/feature.ts';
import { paths } from '#paths';

export const feature = defineFeature({
  name: 'gradebook',
  screens: [
    {
      path: '/dashboard/course/:slug/gradebook',
      file: 'screens/gradebook.tsx',
      parent: paths.instructor(),
      name: 'gradebook',
      feature: 'lms',
      needs: ['manage_submissions', 'manage_options'],
    },
    {
      path: `${paths.myCourses()}/:slug/grades`,
      file: 'screens/my-grades.tsx',
      parent: `${paths.myCourses()}/:slug`,
      name: 'grades',
      feature: 'lms',
    },
  ],
});
