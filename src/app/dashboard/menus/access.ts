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

const ofAccounts = [...memberMenu, ...profileMenu, ...guardedAddresses];

/** Whether an address of the dashboard is for somebody. The server answers others with 403, the shell shows them why. */
export function isAllowedAt(pathname: string, who: Access): boolean {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname;
  if (who.kind === 'superAdmin') return superAdminPlaces.includes(path) || isPlatformAddress(path, superAdminMenu);
  if (isForAdmins(path)) return false;
  if (who.kind === 'owner') return isPlatformAddress(path, ownerMenu);
  return !ownersAddresses.some((address) => isUnder(path, address)) && mayOpen(path, ofAccounts, who);
}

function isForAdmins(path: string): boolean {
  return superAdminAddresses.some((address) => isUnder(path, address));
}

/** On the platform's host nothing of an account's own dashboard is open. */
function isPlatformAddress(path: string, menu: readonly { href: string }[]): boolean {
  const others = ofAccounts.filter(
    ({ href }) => !menu.some((entry) => entry.href === href) && href !== '/dashboard/profile',
  );
  return !others.some(({ href }) => isUnder(path, href));
}
