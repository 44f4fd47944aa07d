import { defineFeature } from '#base/shared/feature.ts';
import { paths } from '#paths';

export const feature = defineFeature({
  name: 'billing',
  screens: [
    { path: paths.upgrade(), file: 'screens/upgrade.ts', layout: 'none' },
    { path: paths.billing(), file: 'screens/billing.tsx', for: 'owner' },
    {
      path: `${paths.billing()}/invoices/:id`,
      file: 'screens/invoice.tsx',
      parent: paths.billing(),
      name: 'invoice',
      for: 'owner',
    },
    { path: paths.app(), file: 'screens/app-screen.tsx', for: 'owner' },
    { path: paths.setup(), file: 'screens/setup.tsx', for: 'owner' },
    { path: paths.addons(), file: 'screens/addons.tsx', for: 'owner' },
  ],
  menus: [
    { in: 'owner', id: 'billing', href: paths.billing(), icon: 'CreditCard' },
    { in: 'owner', id: 'app', href: paths.app(), icon: 'PanelTop' },
    { in: 'owner', id: 'setup', href: paths.setup(), icon: 'Rocket' },
    { in: 'owner', id: 'addons', href: paths.addons(), icon: 'Puzzle' },
  ],
});
