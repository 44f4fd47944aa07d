import type { MenuEntry } from '../menus/menus.ts';

/** What a key does that leads nowhere. Its words are `shortcuts.{id}` of the shell's strings. */
export const acts = {
  search: '/',
  new: 'n',
  sideBar: '[',
  site: 'v',
  help: '?',
} as const;
export type Act = keyof typeof acts;

/** After this key the next one says where to go. */
export const GO = 'g';

/** The second key of the way to an entry of the menus, by its id. */
const places: Record<string, string> = {
  dashboard: 'd',
  notifications: 'n',
  courses: 'c',
  messages: 'm',
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

export type Way = { key: string; entry: MenuEntry };

/** The ways to the entries someone has, each by a key of its own: of two that want one key the first keeps it. */
export function waysTo(entries: readonly MenuEntry[]): Way[] {
  const taken = new Set<string>();
  const ways: Way[] = [];
  for (const entry of entries) {
    const key = places[entry.id];
    if (!key || taken.has(key) || ways.some((way) => way.entry.href === entry.href)) continue;
    taken.add(key);
    ways.push({ key, entry });
  }
  return ways;
}
