import { localPath } from '#base/shared/addresses.ts';

/**
 * Where to go after signing in: a same-origin URL, else the dashboard; an open redirect is not possible (contract:
 * `redirectedFrom` is honoured same-origin only).
 */
export function redirectTarget(target: string | null, origin: string, fallback = '/dashboard'): string {
  const address = localPath(target, origin);
  // The login page itself would be a loop.
  return address === null || /^\/(?:login|signup)(?:[/?#]|$)/.test(address) ? fallback : address;
}

const emailPattern = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)*\.[a-z]{2,}$/i;

/** The specification's pattern: something, an at sign, a host, a top-level domain of two letters or more. */
export function isEmail(text: string): boolean {
  return text.length <= 320 && emailPattern.test(text);
}

/** The URL fragment for a mailed token. */
export function tokenFragment(token: string, type: string): string {
  return new URLSearchParams({ token_hash: token, type }).toString();
}

/** The token of this type in a fragment; null without one. */
export function tokenIn(hash: string, type: string): string | null {
  const parameters = new URLSearchParams(hash.replace(/^#/, ''));
  return parameters.get('type') === type ? parameters.get('token_hash') : null;
}

/** Minimum password length; the auth service decides, this only saves a request. */
export const passwordMinimum = 8;
export const passwordMaximum = 1_024;

/** Weak password reasons of the auth service as keys of `members:password`; unknown ones as `other`. */
export function weaknessKeys(reasons: readonly string[]): string[] {
  const knownReasons = new Set(['length', 'characters', 'pwned']);
  const keys = reasons.map((reason) => (knownReasons.has(reason) ? reason : 'other'));
  return keys.length > 0 ? [...new Set(keys)] : ['other'];
}

/** An international phone number (E.164) however it was written; null if it is none. */
export function phoneOf(text: string): string | null {
  const digits = text
    .trim()
    .replace(/^00/, '+')
    .replace(/[\s().\-/]/g, '');
  return /^\+[1-9]\d{6,14}$/.test(digits) ? digits : null;
}

/** The capabilities a role can have. */
export const capabilities = [
  'manage_options',
  'create_courses',
  'edit_posts',
  'manage_curriculum',
  'manage_students',
  'manage_submissions',
  'manage_stats',
  'manage_members',
  'log_in_as',
  'manage_shop',
] as const;

/** Whether a capability has a screen yet; one without is kept in roles but not offered. */
export function hasScreen(capability: string): boolean {
  return capability !== 'manage_curriculum' && capability !== 'manage_submissions';
}
