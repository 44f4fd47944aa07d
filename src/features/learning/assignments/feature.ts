import { defineFeature } from '#base/shared/feature.ts';
import { paths } from '#paths';

export const feature = defineFeature({
  name: 'assignments',
  screens: [
    {
      path: paths.submissions(),
      file: 'grading/screens/submission-queue.tsx',
      parent: paths.instructor(),
      name: 'submissions',
    },
  ],
});
