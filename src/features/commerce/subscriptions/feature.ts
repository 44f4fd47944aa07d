import { defineFeature } from '#base/shared/feature.ts';
import { paths } from '#paths';

export const feature = defineFeature({
  name: 'subscriptions',
  screens: [
    {
      path: paths.manageSubscriptions(),
      file: 'screens/subscription-list.tsx',
      layout: 'feature-list',
      parent: paths.ecommerce(),
      name: 'subscriptions',
      tab: 4,
    },
    {
      path: paths.subscriptions(),
      file: 'screens/my-subscriptions.tsx',
      layout: 'feature-list',
      parent: paths.orders(),
      name: 'subscriptions',
      tab: 2,
    },
    {
      path: paths.paymentMethods(),
      file: 'methods/screens/my-methods.tsx',
      layout: 'feature-list',
      parent: paths.orders(),
      name: 'paymentMethods',
      tab: 4,
    },
  ],
  settings: [{ id: 'subscriptions', area: 'ecommerce', href: paths.manageSubscriptions() }],
});
