import { defineFeature } from '#base/shared/feature.ts';
import { paths } from '#paths';

export const feature = defineFeature({
  name: 'payments',
  screens: [
    {
      path: paths.currencies(),
      file: 'screens/currency-list.tsx',
      layout: 'feature-list',
      parent: paths.ecommerce(),
      name: 'currencies',
      tab: 8,
    },
    {
      path: paths.providerEventList(),
      file: 'screens/provider-event-list.tsx',
      parent: paths.payment(),
      name: 'providerEvents',
    },
  ],
  settings: [{ id: 'currencies', area: 'ecommerce', href: paths.currencies() }],
});
