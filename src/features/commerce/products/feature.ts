import { defineFeature } from '#base/shared/feature.ts';
import { paths } from '#paths';

export const feature = defineFeature({
  name: 'products',
  screens: [
    { path: paths.ecommerce(), file: 'screens/product-list.tsx', layout: 'feature-list', name: 'products', tab: 1 },
    {
      path: paths.memberships(),
      file: 'screens/product-list.tsx',
      layout: 'feature-list',
      id: 'memberships',
      parent: paths.ecommerce(),
      name: 'memberships',
      tab: 2,
    },
    {
      path: `${paths.ecommerce()}/products/:id`,
      file: 'screens/product-editor.tsx',
      parent: paths.ecommerce(),
      name: 'product',
    },
  ],
  menus: [
    {
      in: 'profile',
      id: 'ecommerce',
      href: paths.ecommerce(),
      icon: 'ShoppingBag',
      needs: ['manage_options', 'manage_shop'],
    },
    { in: 'create', id: 'newProduct', href: paths.ecommerce(), icon: 'ShoppingBag', needs: ['manage_options'] },
    { in: 'create', id: 'newMembership', href: paths.memberships(), icon: 'Wallet', needs: ['manage_options'] },
  ],
  settings: [
    { id: 'products', area: 'ecommerce', href: paths.ecommerce() },
    { id: 'memberships', area: 'ecommerce', href: paths.memberships() },
  ],
  scopes: ['products:read'],
});
