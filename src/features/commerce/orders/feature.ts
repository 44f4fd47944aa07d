import { defineFeature } from '#base/shared/feature.ts';
import { paths } from '#paths';

export const feature = defineFeature({
  name: 'orders',
  screens: [
    { path: paths.checkout(), file: 'screens/public-checkout.tsx' },
    { path: paths.savedCart(), file: 'carts/screens/public-saved-cart.tsx' },
    { path: paths.thankYou(), file: 'screens/public-thankyou.tsx' },
    { path: paths.orders(), file: 'screens/my-orders.tsx', layout: 'feature-list', name: 'shopOrders', tab: 1 },
    {
      path: paths.manageOrders(),
      file: 'screens/order-list.tsx',
      layout: 'feature-list',
      parent: paths.ecommerce(),
      name: 'shopOrders',
      tab: 3,
    },
    {
      path: paths.manageCarts(),
      file: 'carts/screens/cart-list.tsx',
      layout: 'feature-list',
      parent: paths.ecommerce(),
      name: 'carts',
      tab: 5,
    },
    {
      path: paths.payment(),
      file: 'screens/payment-settings.tsx',
      layout: 'feature-list',
      parent: paths.ecommerce(),
      name: 'payment',
      tab: 6,
    },
  ],
  menus: [{ in: 'member', id: 'orders', href: paths.orders(), icon: 'ReceiptText', unless: 'manage_options' }],
  settings: [
    { id: 'orders', area: 'ecommerce', href: paths.manageOrders() },
    { id: 'carts', area: 'ecommerce', href: paths.manageCarts() },
    { id: 'payment', area: 'ecommerce', href: paths.payment() },
  ],
  scopes: ['orders:read'],
  notifications: ['orders', 'sales'],
});
