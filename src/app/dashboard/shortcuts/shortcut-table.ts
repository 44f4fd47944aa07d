import type { MenuEntry } from '../menus/menus.ts';

/** Keys of actions. Their labels are `shortcuts.{id}` of the shell's texts. */
export const acts = {
  search: '/',
  new: 'n',
  sideBar: '[',
  site: 'v',
  help: '?',
} as const;
export type Act = keyof typeof acts;

/** The first key of a navigation shortcut. */
export const GO = 'g';

/** The second key of a navigation shortcut, by the id of the menu entry. */
const entryKeys: Record<string, string> = {
  dashboard: 'd',
  notifications: 'n',
  courses: 'c',
  certificates: 'x',
  messages: 'm',
  groups: 'g',
  activity: 'v',
  instructor: 'i',
  pages: 'p',
  posts: 'b',
  orders: 'o',
  site: 's',
  users: 'u',
  media: 'l',
  ecommerce: 'e',
  elearning: 'f',
  marketing: 'k',
  developers: 'w',
  manage: 'a',
  support: 't',
  tickets: 't',
  profile: 'y',
  billing: 'b',
  app: 'p',
  setup: 's',
  addons: 'o',
  reports: 'r',
  accounts: 'a',
  owners: 'u',
  docs: 'h',
  customers: 'c',
  subscriptions: 's',
  billingProducts: 'l',
  billingOrders: 'o',
  crons: 'j',
};

export type ShortcutTarget = { key: string; entry: MenuEntry };

/** Navigation shortcuts of menu entries, each with its own key: of two with the same key the first gets it. */
export function shortcutTargets(entries: readonly MenuEntry[]): ShortcutTarget[] {
  const usedKeys = new Set<string>();
  const targets: ShortcutTarget[] = [];
  for (const entry of entries) {
    const key = entryKeys[entry.id];
    if (!key || usedKeys.has(key) || targets.some((target) => target.entry.href === entry.href)) continue;
    usedKeys.add(key);
    targets.push({ key, entry });
  }
  return targets;
}
