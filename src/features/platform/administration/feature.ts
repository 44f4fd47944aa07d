import { defineFeature } from '#base/shared/feature.ts';
import { paths } from '#paths';

export const feature = defineFeature({
  name: 'administration',
  screens: [
    { path: paths.accounts(), file: 'screens/account-list.tsx', for: 'superAdmin' },
    { path: paths.accountOwners(), file: 'screens/owner-list.tsx', for: 'superAdmin' },
    { path: paths.billingCustomers(), file: 'screens/customer-list.tsx', for: 'superAdmin' },
    { path: paths.billingSubscriptions(), file: 'screens/subscription-list.tsx', for: 'superAdmin' },
    { path: paths.billingProducts(), file: 'screens/plan-list.tsx', for: 'superAdmin' },
    { path: paths.billingOrders(), file: 'screens/invoice-list.tsx', for: 'superAdmin' },
    {
      path: paths.platformSignIn(),
      file: 'screens/sign-in.tsx',
      parent: paths.crons(),
      name: 'signIn',
      for: 'superAdmin',
    },
    {
      path: paths.platformPeople(),
      file: 'screens/people.tsx',
      parent: paths.crons(),
      name: 'people',
      for: 'superAdmin',
    },
    { path: paths.auditLog(), file: 'screens/audit-log.tsx', parent: paths.crons(), name: 'audit', for: 'superAdmin' },
  ],
  menus: [
    { in: 'superAdmin', id: 'accounts', href: paths.accounts(), icon: 'Boxes' },
    { in: 'superAdmin', id: 'owners', href: paths.accountOwners(), icon: 'SquareUser' },
    { in: 'superAdmin', id: 'customers', href: paths.billingCustomers(), icon: 'Users' },
    { in: 'superAdmin', id: 'subscriptions', href: paths.billingSubscriptions(), icon: 'Wallet' },
    { in: 'superAdmin', id: 'billingProducts', href: paths.billingProducts(), icon: 'Package' },
    { in: 'superAdmin', id: 'billingOrders', href: paths.billingOrders(), icon: 'ReceiptText' },
  ],
  notifications: ['account'],
});
