import { authErrors } from './auth-error.ts';

const SECONDS = { h: 3_600, m: 60, s: 1 } as const;
const MAX_SECONDS = 3_600 * 24 * 365 * 200;

/** Go's notation of a duration (`24h`, `1h30m`, `90s`) in seconds, at most 200 years. @throws {AuthError} 400. */
export function secondsOf(text: string, name: string): number {
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(h|m|s)/g)];
  if (parts.length === 0 || parts.map((part) => part[0]).join('') !== text) {
    throw authErrors.validation(`invalid format for ${name}: ${text.slice(0, 40)}`);
  }
  const seconds = parts.reduce((sum, part) => sum + Number(part[1]) * SECONDS[part[2] as keyof typeof SECONDS], 0);
  return Math.min(seconds, MAX_SECONDS);
}
