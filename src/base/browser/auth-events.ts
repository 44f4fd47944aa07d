import type { AuthChangeEvent, Session } from '@supabase/supabase-js';

/** The screen where a new password is chosen (specification, section 4). */
export const RECOVERY_PATH = '/login/reset-password';

const AUTH_PATHS = /^\/(login|signup|members\/invitation)(\/|$)/;

/**
 * Reacts to the auth client's events, which it broadcasts to every tab of a host: `recover` opens the screen for a new
 * password, `forget` clears cached queries, `reload` reloads the page for the new session. The session state itself is
 * updated by each of them.
 */
export type AuthEffect = 'recover' | 'forget' | 'reload' | null;

export function authEffectOf(
  event: AuthChangeEvent,
  people: { before: Pick<Session, 'user'> | null; now: Pick<Session, 'user'> | null },
  page: { path: string; cameByLink: boolean; isLeaving: boolean },
): AuthEffect {
  // Only the tab that opened the recovery link navigates: unsaved input in the other tabs must survive.
  if (event === 'PASSWORD_RECOVERY') return page.cameByLink && page.path !== RECOVERY_PATH ? 'recover' : null;
  if (!people.before) return null;
  if (!people.now) return 'forget';
  if (people.before.user.id === people.now.user.id) return null;
  // On the login screen, and when impersonation starts or ends, this tab starts the new session and navigates by
  // itself.
  return page.isLeaving || AUTH_PATHS.test(page.path) ? 'forget' : 'reload';
}

/** Whether the URL is a link from an auth mail that the auth client has not consumed yet. */
export function isFromLink(address: { search: string; hash: string }): boolean {
  return /[?&#](code|token_hash|access_token)=/.test(address.search + address.hash);
}
