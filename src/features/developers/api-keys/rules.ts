export type KeyState = 'active' | 'expired' | 'revoked';

export function keyState(key: { expires_at: string | null; revoked_at: string | null }, now: Date): KeyState {
  if (key.revoked_at) return 'revoked';
  return key.expires_at && new Date(key.expires_at) <= now ? 'expired' : 'active';
}

/** Lifetimes of a new key in days; 0 never expires. */
export const lifetimes = [30, 90, 365, 0] as const;

export function expiryOf(days: number, now: Date): string | null {
  return days === 0 ? null : new Date(now.getTime() + days * 86_400_000).toISOString();
}
