import { defineFeature } from '#base/shared/feature.ts';
import { paths } from '#paths';

export const feature = defineFeature({
  name: 'invoices',
  screens: [
    {
      path: paths.manageInvoices(),
      file: 'screens/invoice-list.tsx',
      layout: 'feature-list',
      parent: paths.ecommerce(),
      name: 'shopInvoices',
      tab: 4,
    },
    {
      path: paths.orderInvoices(),
      file: 'screens/my-invoices.tsx',
      layout: 'feature-list',
      parent: paths.orders(),
      name: 'shopInvoices',
      tab: 2,
    },
  ],
  settings: [{ id: 'invoices', area: 'ecommerce', href: paths.manageInvoices() }],
  scopes: ['invoices:read'],
});
