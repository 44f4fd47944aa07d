import { defineFeature } from '#base/shared/feature.ts';
import { paths } from '#paths';

export const feature = defineFeature({
  name: 'events',
  screens: [
    {
      path: paths.deadLetters(),
      file: 'screens/dead-letters.tsx',
      parent: paths.crons(),
      name: 'deadLetters',
      for: 'superAdmin',
    },
  ],
});
