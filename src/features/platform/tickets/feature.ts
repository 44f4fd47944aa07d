import { defineFeature } from '#base/shared/feature.ts';
import { paths } from '#paths';

export const feature = defineFeature({
  name: 'tickets',
  screens: [
    { path: paths.tickets(), file: 'screens/ticket-list.tsx' },
    { path: paths.newTicket(), file: 'screens/new-ticket.tsx', parent: paths.tickets(), name: 'newTicket' },
    { path: paths.ticketReplies(), file: 'screens/ticket-replies.tsx', parent: paths.tickets(), name: 'ticketReplies' },
    { path: `${paths.tickets()}/:id`, file: 'screens/ticket-thread.tsx', parent: paths.tickets(), name: 'ticket' },
  ],
  menus: [
    { in: 'owner', id: 'support', href: paths.tickets(), icon: 'LifeBuoy' },
    { in: 'superAdmin', id: 'tickets', href: paths.tickets(), icon: 'LifeBuoy' },
    { in: 'common', id: 'support', href: paths.tickets(), icon: 'LifeBuoy' },
  ],
  notifications: ['tickets'],
});
