import { defineFeature } from '#base/shared/feature.ts';
import { paths } from '#paths';

const tab = (path: string, file: string, name: string, number: number) => ({
  path,
  file: `screens/${file}.tsx`,
  layout: 'feature-list' as const,
  parent: paths.affiliates(),
  name,
  tab: number,
});

export const feature = defineFeature({
  name: 'affiliates',
  screens: [
    { ...tab(paths.affiliates(), 'affiliate-list', 'affiliates', 1), parent: paths.marketing() },
    tab(paths.affiliateProgrammes(), 'programme-list', 'programmes', 2),
    tab(paths.affiliateCommissions(), 'commission-list', 'commissions', 3),
    tab(paths.affiliatePayouts(), 'payout-list', 'payouts', 4),
    {
      path: paths.affiliate(),
      file: 'screens/my-programmes.tsx',
      layout: 'feature-list',
      parent: paths.orders(),
      name: 'recommend',
      tab: 5,
    },
  ],
  menus: [{ in: 'create', id: 'newAffiliate', href: paths.affiliates(), icon: 'Share2', needs: ['manage_options'] }],
  settings: [{ id: 'affiliates', area: 'marketing', href: paths.affiliates() }],
});
