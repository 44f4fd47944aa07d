import { defineFeature } from '#base/shared/feature.ts';
import { paths } from '#paths';

export const feature = defineFeature({
  name: 'payments',
  screens: [
    {
      path: paths.providerEventList(),
      file: 'screens/provider-event-list.tsx',
      parent: paths.payment(),
      name: 'providerEvents',
    },
  ],
});
