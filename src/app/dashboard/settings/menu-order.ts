import type { MenuEntry } from '../menus/menus.ts';

/** A line of a menu as it is put in order. */
export type MenuLine = { id: string; isShown: boolean };

/** The way home, and the way to where this is changed back. */
const lockedIn: readonly string[] = ['dashboard', 'site', 'manage'];

export function isLockedIn(id: string): boolean {
  return lockedIn.includes(id);
}

/** The entries that have a screen: in the stored order first, then those it leaves out, hidden. Without one, all as they are. */
export function linesOf(menu: readonly MenuEntry[], stored: unknown): MenuLine[] {
  const ids = menu.filter(({ isOff }) => !isOff).map(({ id }) => id);
  if (!Array.isArray(stored)) return ids.map((id) => ({ id, isShown: true }));
  const kept = [...new Set(stored.filter((id): id is string => ids.includes(id as string)))];
  const left = ids.filter((id) => !kept.includes(id));
  return [...kept.map((id) => ({ id, isShown: true })), ...left.map((id) => ({ id, isShown: isLockedIn(id) }))];
}

/**
 * What is kept of an order; null where it is the product's own. An entry without a screen yet keeps its place behind the
 * entry it stands behind in the product's order, and so appears once it has one.
 */
export function storedOf(menu: readonly MenuEntry[], lines: readonly MenuLine[]): string[] | null {
  const shown = lines.filter(({ isShown }) => isShown).map(({ id }) => id);
  const usual = menu.filter(({ isOff }) => !isOff).map(({ id }) => id);
  if (shown.length === usual.length && shown.every((id, at) => id === usual[at])) return null;
  const stored = [...shown];
  menu.forEach((entry, at) => {
    if (!entry.isOff) return;
    const before = stored.indexOf(menu[at - 1]?.id ?? '');
    if (before < 0) stored.push(entry.id);
    else stored.splice(before + 1, 0, entry.id);
  });
  return stored;
}
