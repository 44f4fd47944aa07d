import type { MenuEntry } from './menus.ts';

/** What decides which menu entries someone sees. */
export type MenuAccess = { caps: readonly string[]; features: readonly string[] };

/** Whether someone may open an entry: they have a capability it needs, and its feature is on. */
export function isOpenTo(entry: Pick<MenuEntry, 'needs' | 'feature'>, { caps, features }: MenuAccess): boolean {
  if (entry.feature && !features.includes(entry.feature)) return false;
  return !entry.needs || entry.needs.some((capability) => caps.includes(capability));
}

/** The entries someone sees: built, open to them, and not hidden by `unless`. */
export function visibleEntries(menu: readonly MenuEntry[], access: MenuAccess): MenuEntry[] {
  return menu.filter(
    (entry) => !entry.isOff && isOpenTo(entry, access) && !(entry.unless && access.caps.includes(entry.unless)),
  );
}

/** Filters and orders a menu by a stored list of ids; anything else leaves it unchanged. */
export function arranged(menu: readonly MenuEntry[], stored: unknown): MenuEntry[] {
  if (!Array.isArray(stored)) return [...menu];
  return [...new Set(stored)].flatMap((id) => menu.filter((entry) => entry.id === id));
}

/** Whether an address is an entry's own or below it. */
export function isUnder(pathname: string, href: string): boolean {
  return pathname === href || pathname.startsWith(`${href}/`);
}

/** The entry an address belongs to: the one with the longest address above it. The dashboard's own covers only itself. */
export function entryOf<Entry extends Pick<MenuEntry, 'href'>>(
  pathname: string,
  entries: readonly Entry[],
): Entry | undefined {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname;
  return entries
    .filter(({ href }) => (href === '/dashboard' ? path === href : isUnder(path, href)))
    .reduce<Entry | undefined>(
      (best, entry) => (best && best.href.length >= entry.href.length ? best : entry),
      undefined,
    );
}

/** Whether someone may open an address; where no entry covers it, its screen and the policies decide. */
export function mayOpen(
  pathname: string,
  entries: readonly Pick<MenuEntry, 'href' | 'needs' | 'feature'>[],
  access: MenuAccess,
): boolean {
  const entry = entryOf(pathname, entries);
  return !entry || isOpenTo(entry, access);
}
