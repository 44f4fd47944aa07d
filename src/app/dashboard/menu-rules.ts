import type { Capability } from '#base/browser/member.ts';
import type { MenuEntry } from './menus.ts';

/** What decides which lines of a menu someone sees. */
export type Standing = { caps: readonly Capability[]; features: readonly string[] };

/** Whether someone may open an entry: what it needs is allowed and switched on. */
export function isOpenTo(entry: Pick<MenuEntry, 'needs' | 'feature'>, { caps, features }: Standing): boolean {
  if (entry.feature && !features.includes(entry.feature)) return false;
  return !entry.needs || entry.needs.some((capability) => caps.includes(capability));
}

/** The entries someone sees: open to them, not for others alone, and with a screen behind. */
export function visibleEntries(
  menu: readonly MenuEntry[],
  standing: Standing,
  isBuilt: (href: string) => boolean,
): MenuEntry[] {
  return menu.filter(
    (entry) =>
      isOpenTo(entry, standing) && !(entry.unless && standing.caps.includes(entry.unless)) && isBuilt(entry.href),
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

/** Screens that stand a step below an entry of the menus: at which address, below which entry, under which name. */
const innerScreens = [
  { at: '/dashboard/course', under: '/dashboard/instructor', name: 'courseEditor' },
  { at: '/dashboard/instructor/new', under: '/dashboard/instructor', name: 'newCourse' },
  { at: '/dashboard/instructor/quizzes', under: '/dashboard/instructor', name: 'quizzes' },
  { at: '/dashboard/maintenance/health', under: '/dashboard/maintenance/crons', name: 'health' },
  { at: '/dashboard/maintenance/audit', under: '/dashboard/maintenance/crons', name: 'audit' },
  { at: '/dashboard/post', under: '/dashboard/posts', name: 'newPost' },
  { at: '/dashboard/posts/comments', under: '/dashboard/posts', name: 'comments' },
  { at: '/dashboard/docs/', under: '/dashboard/docs', name: 'docEditor' },
  { at: '/dashboard/posts/', under: '/dashboard/posts', name: 'postEditor' },
  { at: '/dashboard/tickets/new', under: '/dashboard/tickets', name: 'newTicket' },
  { at: '/dashboard/tickets/replies', under: '/dashboard/tickets', name: 'ticketReplies' },
  { at: '/dashboard/tickets/', under: '/dashboard/tickets', name: 'ticket' },
] as const;

export type InnerScreen = (typeof innerScreens)[number];

/** The entry one stands at or below, and the name of the screen below it where it has one of its own. */
export function placeOf<Entry extends Pick<MenuEntry, 'href'>>(
  pathname: string,
  entries: readonly Entry[],
): { entry: Entry | undefined; inner: InnerScreen | undefined } {
  const inner = innerScreens.find(({ at }) => (at.endsWith('/') ? pathname.startsWith(at) : isUnder(pathname, at)));
  return { entry: entryOf(inner?.under ?? pathname, entries), inner };
}

/** Whether someone may stand at an address at all; what no entry covers is decided by the screen and by policies. */
export function mayStandAt(
  pathname: string,
  entries: readonly Pick<MenuEntry, 'href' | 'needs' | 'feature'>[],
  standing: Standing,
): boolean {
  const entry = entryOf(pathname, entries);
  return !entry || isOpenTo(entry, standing);
}

/**
 * Whether some route answers an address with a screen of its own. A catch-all and a page of the customer's
 * (`/:pageSlug`) are none.
 */
export function isAnswered(href: string, patterns: readonly string[]): boolean {
  const parts = href.split('/').filter(Boolean);
  return patterns.some((pattern) => {
    const wanted = pattern.split('/').filter(Boolean);
    if (wanted.includes('*') || wanted[0]?.startsWith(':')) return false;
    const required = wanted.filter((part) => !part.endsWith('?')).length;
    if (parts.length < required || parts.length > wanted.length) return false;
    return parts.every((part, index) => {
      const name = wanted[index] ?? '';
      return name.startsWith(':') || name.replace(/\?$/, '') === part;
    });
  });
}
