import { defineFeature } from '#base/shared/feature.ts';
import { paths } from '#paths';

export const feature = defineFeature({
  name: 'messages',
  screens: [
    { path: paths.messages(), file: 'screens/messages.tsx', id: 'messages' },
    {
      path: paths.conversation(':id'),
      file: 'screens/messages.tsx',
      id: 'conversation',
      parent: paths.messages(),
      name: 'conversation',
    },
    {
      path: paths.messageReports(),
      file: 'screens/message-reports.tsx',
      parent: paths.messages(),
      name: 'reports',
      needs: ['manage_members'],
    },
  ],
  menus: [{ in: 'member', id: 'messages', href: paths.messages(), icon: 'MessagesSquare' }],
  settings: [{ id: 'reports', area: 'users', href: paths.messageReports(), name: 'reports' }],
});
