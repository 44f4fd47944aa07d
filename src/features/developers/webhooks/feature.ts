import { defineFeature } from '#base/shared/feature.ts';
import { paths } from '#paths';

export const feature = defineFeature({
  name: 'webhooks',
  screens: [
    { path: paths.webhooks(), file: 'screens/webhook-list.tsx', layout: 'event-catalogue', name: 'webhooks', tab: 1 },
    {
      path: `${paths.webhooks()}/webhooks/:id`,
      file: 'screens/webhook-detail.tsx',
      layout: 'event-catalogue',
      parent: paths.webhooks(),
      name: 'webhook',
    },
  ],
  menus: [{ in: 'profile', id: 'developers', href: paths.webhooks(), icon: 'Webhook', needs: ['manage_options'] }],
  settings: [{ id: 'webhooks', area: 'developers', href: paths.webhooks() }],
  notifications: ['webhooks'],
});
