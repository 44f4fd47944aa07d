import type { AuthChangeEvent, Session } from '@supabase/supabase-js';

/** Where a new password is chosen (specification, section 4). */
export const RECOVERY_PLACE = '/login/reset-password';

const DOORS = /^\/(login|signup|members\/invitation)(\/|$)/;

/**
 * What a page does when somebody comes or goes, here or in another tab (the auth client tells every tab of a host):
 * `recover` goes to where a new password is chosen, `forget` throws away what was read, `reload` begins anew as somebody
 * else. The session itself is set and cleared by each of them.
 */
export type AuthEffect = 'recover' | 'forget' | 'reload' | null;

export function authEffectOf(
  event: AuthChangeEvent,
  people: { before: Pick<Session, 'user'> | null; now: Pick<Session, 'user'> | null },
  page: { path: string; cameByLink: boolean; isLeaving: boolean },
): AuthEffect {
  // The tab that opened the link: what is being written in the others must not be lost.
  if (event === 'PASSWORD_RECOVERY') return page.cameByLink && page.path !== RECOVERY_PLACE ? 'recover' : null;
  if (!people.before) return null;
  if (!people.now) return 'forget';
  if (people.before.user.id === people.now.user.id) return null;
  // At the door, and where a name is borrowed or given back, it is this tab that lets the other person in and leads them on by itself.
  return page.isLeaving || DOORS.test(page.path) ? 'forget' : 'reload';
}

/** Whether an address is that of a link from a mail, before the auth client has taken it up. */
export function isFromLink(address: { search: string; hash: string }): boolean {
  return /[?&#](code|token_hash|access_token)=/.test(address.search + address.hash);
}
