import type { MenuEntry } from './menus.ts';

/** What decides which lines of a menu someone sees. */
export type MenuAccess = { caps: readonly string[]; features: readonly string[] };

/** Whether someone may open an entry: what it needs is allowed and switched on. */
export function isOpenTo(entry: Pick<MenuEntry, 'needs' | 'feature'>, { caps, features }: MenuAccess): boolean {
  if (entry.feature && !features.includes(entry.feature)) return false;
  return !entry.needs || entry.needs.some((capability) => caps.includes(capability));
}

/** The entries someone sees: switched on, open to them, and not for others alone. */
export function visibleEntries(menu: readonly MenuEntry[], standing: MenuAccess): MenuEntry[] {
  return menu.filter(
    (entry) => !entry.isOff && isOpenTo(entry, standing) && !(entry.unless && standing.caps.includes(entry.unless)),
  );
}

/** A stored list of enabled ids filters a menu and gives its order; anything else leaves it as it is. */
export function arranged(menu: readonly MenuEntry[], stored: unknown): MenuEntry[] {
  if (!Array.isArray(stored)) return [...menu];
  return [...new Set(stored)].flatMap((id) => menu.filter((entry) => entry.id === id));
}

/** Whether an address is one of an entry: the entry's own, or below it. */
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

/** Whether someone may stand at an address at all; what no entry covers is decided by the screen and by policies. */
export function mayOpen(
  pathname: string,
  entries: readonly Pick<MenuEntry, 'href' | 'needs' | 'feature'>[],
  standing: MenuAccess,
): boolean {
  const entry = entryOf(pathname, entries);
  return !entry || isOpenTo(entry, standing);
}
