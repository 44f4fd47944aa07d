import { defineFeature } from '#base/shared/feature.ts';
import { paths } from '#paths';

export const feature = defineFeature({
  name: 'coupons',
  screens: [
    {
      path: paths.coupons(),
      file: 'screens/coupon-list.tsx',
      layout: 'feature-list',
      parent: paths.ecommerce(),
      name: 'coupons',
      tab: 5,
    },
  ],
  settings: [{ id: 'coupons', area: 'ecommerce', href: paths.coupons() }],
  scopes: ['coupons:read', 'coupons:write'],
  lookups: [{ table: 'coupons', maxMisses: 30, seconds: 600 }],
});
