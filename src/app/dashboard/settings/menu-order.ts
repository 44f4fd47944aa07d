import type { MenuEntry } from '../menus/menus.ts';

/** A menu entry in the order editor. */
export type MenuLine = { id: string; isShown: boolean };

/** Entries that can't be hidden: home, and the screen with this setting. */
const lockedIn: readonly string[] = ['dashboard', 'site', 'manage'];

export function isLockedIn(id: string): boolean {
  return lockedIn.includes(id);
}

/** The entries with a screen: in the stored order, then those it leaves out, hidden. Without a stored order all, visible. */
export function linesOf(menu: readonly MenuEntry[], stored: unknown): MenuLine[] {
  const ids = menu.filter(({ isOff }) => !isOff).map(({ id }) => id);
  if (!Array.isArray(stored)) return ids.map((id) => ({ id, isShown: true }));
  const order = [...new Set(stored.filter((id): id is string => ids.includes(id as string)))];
  const left = ids.filter((id) => !order.includes(id));
  return [...order.map((id) => ({ id, isShown: true })), ...left.map((id) => ({ id, isShown: isLockedIn(id) }))];
}

/**
 * The order to store; null where it is the default. An entry without a screen stays behind its predecessor of the default
 * order, and so appears once it has one.
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
