import { defineFeature } from '#base/shared/feature.ts';
import { paths } from '#paths';

export const feature = defineFeature({
  name: 'tax',
  screens: [
    {
      path: paths.taxes(),
      file: 'screens/tax-settings.tsx',
      layout: 'feature-list',
      parent: paths.ecommerce(),
      name: 'taxes',
      tab: 7,
    },
  ],
  settings: [{ id: 'taxes', area: 'ecommerce', href: paths.taxes() }],
});
