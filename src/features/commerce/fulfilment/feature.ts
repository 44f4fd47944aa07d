import { defineFeature } from '#base/shared/feature.ts';
import { paths } from '#paths';

export const feature = defineFeature({
  name: 'fulfilment',
  screens: [
    {
      path: paths.fulfilment(),
      file: 'screens/delivery-list.tsx',
      layout: 'feature-list',
      parent: paths.ecommerce(),
      name: 'fulfilment',
      tab: 5,
    },
    {
      path: paths.deliveries(),
      file: 'screens/my-deliveries.tsx',
      layout: 'feature-list',
      parent: paths.orders(),
      name: 'deliveries',
      tab: 3,
    },
    { path: paths.redeem(), file: 'screens/redeem-voucher.tsx', parent: paths.orders(), name: 'redeem' },
  ],
  settings: [{ id: 'fulfilment', area: 'ecommerce', href: paths.fulfilment() }],
});
