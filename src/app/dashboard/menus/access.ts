import type { Access } from '#base/shared/site.ts';
import { isUnder, mayOpen } from './menu-rules.ts';
import {
  guardedAddresses,
  memberMenu,
  ownerMenu,
  ownersAddresses,
  profileMenu,
  superAdminAddresses,
  superAdminMenu,
  superAdminPlaces,
} from './menus.ts';

const accountEntries = [...memberMenu, ...profileMenu, ...guardedAddresses];

/** Whether someone may open an address of the dashboard. For others the server responds with 403 and the shell shows why. */
export function isAllowedAt(pathname: string, access: Access): boolean {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname;
  if (access.kind === 'superAdmin') return superAdminPlaces.includes(path) || isPlatformAddress(path, superAdminMenu);
  if (isForAdmins(path)) return false;
  if (access.kind === 'owner') return isPlatformAddress(path, ownerMenu);
  return !ownersAddresses.some((address) => isUnder(path, address)) && mayOpen(path, accountEntries, access);
}

function isForAdmins(path: string): boolean {
  return superAdminAddresses.some((address) => isUnder(path, address));
}

/** On the platform's host the addresses of an account's own dashboard are not open. */
function isPlatformAddress(path: string, menu: readonly { href: string }[]): boolean {
  const others = accountEntries.filter(
    ({ href }) => !menu.some((entry) => entry.href === href) && href !== '/dashboard/profile',
  );
  return !others.some(({ href }) => isUnder(path, href));
}
