import type { MenuItem } from '#base/shared/feature.ts';
import { paths } from '#paths';

/** Entries of the specification whose screens are not built: hidden everywhere. The feature that builds one takes its line over. */
// biome-ignore format: one a line
export const upcoming: readonly MenuItem[] = [
  { in: 'member', id: 'meetings', href: paths.meetings(), icon: 'Video', isOff: true },
  { in: 'member', id: 'bookings', href: paths.bookings(), icon: 'CalendarCheck', feature: 'appointments', isOff: true },
  { in: 'member', id: 'appointments', href: paths.appointments(), icon: 'CalendarClock', feature: 'appointments', isOff: true },
  { in: 'profile', id: 'manageAppointments', href: paths.manageAppointments(), icon: 'CalendarDays', needs: ['manage_options'], isOff: true },
  { in: 'create', id: 'newPopup', href: '/dashboard/manage/marketing/popups', icon: 'PanelTop', needs: ['manage_options'], isOff: true },
  { in: 'create', id: 'newCampaign', href: '/dashboard/manage/marketing/emails', icon: 'Mail', needs: ['manage_options'], isOff: true },
  { in: 'create', id: 'newContact', href: '/dashboard/manage/marketing/emails', icon: 'SquareUser', needs: ['manage_options'], isOff: true },
  { in: 'create', id: 'newFunnel', href: '/dashboard/manage/marketing/funnels', icon: 'GitBranch', needs: ['manage_options'], isOff: true },
  { in: 'create', id: 'newAutomation', href: '/dashboard/manage/marketing/automations', icon: 'Workflow', needs: ['manage_options'], isOff: true },
];
