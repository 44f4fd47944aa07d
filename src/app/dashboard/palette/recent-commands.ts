import { z } from 'zod';

/** A recently used command, with all that is needed to show it again without a request. */
const recentShape = z
  .array(z.object({ id: z.string().max(200), label: z.string().max(300), href: z.string().max(500).startsWith('/') }))
  .max(20);
export type RecentCommand = z.infer<typeof recentShape>[number];

const MAX_RECENT = 6;
/** By user: a browser may be shared. */
const keyOf = (userId: string) => `recent-commands-${userId}`;

export function readRecent(userId: string): RecentCommand[] {
  try {
    const parsed = recentShape.safeParse(JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]'));
    return parsed.success ? parsed.data.slice(0, MAX_RECENT) : [];
  } catch {
    return [];
  }
}

/** Moves a command to the front. */
export function withRecent(list: readonly RecentCommand[], used: RecentCommand): RecentCommand[] {
  return [used, ...list.filter(({ id }) => id !== used.id)].slice(0, MAX_RECENT);
}

export function keepRecent(userId: string, used: RecentCommand): void {
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(withRecent(readRecent(userId), used)));
  } catch {
    // Storage is blocked: nothing is remembered.
  }
}
