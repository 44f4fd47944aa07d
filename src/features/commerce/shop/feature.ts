import { defineFeature } from '#base/shared/feature.ts';
import { paths } from '#paths';

export const feature = defineFeature({
  name: 'shop',
  screens: [
    { path: paths.shop(), file: 'screens/public-shop.tsx' },
    { path: `${paths.shop()}/:slug`, file: 'screens/public-product.tsx' },
  ],
});
