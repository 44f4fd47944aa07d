import type { BrowserFeature, MenuItem, MenuName } from '#base/shared/feature.ts';
import { contributions } from './contributions.ts';

/** A menu entry: its address, who sees it, and the key of its label. */
export type MenuEntry = Omit<MenuItem, 'in'> & { label: string };

/** The order of the specification, section 2; what is not listed comes after it. */
// biome-ignore format: one menu, one paragraph
const order: Record<MenuName, readonly string[]> = {
  member: [
    'dashboard', 'activity', 'meetings', 'messages', 'courses', 'certificates', 'groups', 'bookings', 'appointments', 'instructor',
    'pages', 'posts', 'docs', 'orders',
  ],
  profile: [
    'site', 'users', 'media', 'ecommerce', 'elearning', 'manageAppointments', 'marketing', 'reports', 'developers', 'manage',
  ],
  owner: ['dashboard', 'notifications', 'billing', 'app', 'setup', 'addons', 'reports', 'support', 'profile'],
  superAdmin: [
    'dashboard', 'notifications', 'accounts', 'owners', 'pages', 'posts', 'docs', 'tickets', 'customers', 'subscriptions',
    'billingProducts', 'billingOrders', 'crons',
  ],
  create: [
    'newPage', 'newPost', 'newCourse', 'newQuiz', 'newAttachment', 'newProduct', 'newMembership', 'newForm', 'newPopup',
    'newAffiliate', 'newCampaign', 'newContact', 'newNotice', 'newFunnel', 'newAutomation',
  ],
  common: ['notifications', 'profile', 'support'],
};

function menuOf(name: MenuName): readonly MenuEntry[] {
  const placeOf = (id: string) => (order[name].includes(id) ? order[name].indexOf(id) : order[name].length);
  return contributions
    .flatMap((feature) =>
      (feature.menus ?? []).filter((item) => item.in === name).map((item) => entryOf(feature, item)),
    )
    .sort((a, b) => placeOf(a.id) - placeOf(b.id));
}

function entryOf(feature: BrowserFeature, { in: _, ...item }: MenuItem): MenuEntry {
  return { ...item, label: `${feature.name}:menuEntries.${item.id}` };
}

/** Member menu. */
export const memberMenu = menuOf('member');
/** Profile menu, for `manage_options`. */
export const profileMenu = menuOf('profile');
/** Account owner menu, on the platform's host. */
export const ownerMenu = menuOf('owner');
/** Super-admin menu, on the platform's host. */
export const superAdminMenu = menuOf('superAdmin');
/** Quick-create, by the specification’s addresses to the letter: everything for `manage_options`, course and quiz for `edit_posts`, nothing for anybody else. */
export const quickCreateMenu = menuOf('create');
/** Screens for everybody that are in no menu: linked by the bell, the user's own menu and help. */
export const commonPlaces = menuOf('common');

const screens = contributions.flatMap((feature) => feature.screens ?? []);
/** The address of a screen without what stands for a part. */
const addressOf = ({ path }: { path: string }) => path.replace(/\/:.*$/, '');

/** Screens of account owners that an account's own dashboard does not have. */
export const ownersAddresses = screens.filter((screen) => screen.for === 'owner').map(addressOf);

/** Addresses below these are for super-admins, on the platform's host. */
export const superAdminAddresses = screens.filter((screen) => screen.for === 'superAdmin').map(addressOf);

/** Addresses of an account's dashboard that are open to super-admins on the platform's host, too. */
export const superAdminPlaces = screens.filter(({ isOnPlatform }) => isOnPlatform).map(addressOf);

/** Addresses in no menu, with what they need. */
export const guardedAddresses: readonly Pick<MenuEntry, 'href' | 'needs' | 'feature'>[] = [
  ...screens
    .filter(({ needs, feature }) => needs || feature)
    .map((screen) => ({ href: addressOf(screen), needs: screen.needs, feature: screen.feature })),
  ...contributions.flatMap(({ guards }) => guards ?? []),
];
