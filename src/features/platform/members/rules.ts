import { localPath } from '#base/shared/addresses.ts';

/**
 * Where to go after signing in: an address of this same site, else the dashboard. What another site wrote into the
 * link must not lead there (contract: `redirectedFrom` is honoured same-origin only).
 */
export function redirectTarget(target: string | null, origin: string, fallback = '/dashboard'): string {
  const address = localPath(target, origin);
  // Back to the door would be a circle.
  return address === null || /^\/(?:login|signup)(?:[/?#]|$)/.test(address) ? fallback : address;
}

const emailPattern = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)*\.[a-z]{2,}$/i;

/** The specification's pattern: something, an at sign, a host, a top level of two letters or more. */
export function isEmail(text: string): boolean {
  return text.length <= 320 && emailPattern.test(text);
}

/** A mailed token as the fragment of the page that takes it. */
export function tokenFragment(token: string, type: string): string {
  return new URLSearchParams({ token_hash: token, type }).toString();
}

/** The token such a fragment carries for this type; null where it carries none. */
export function tokenIn(hash: string, type: string): string | null {
  const parameters = new URLSearchParams(hash.replace(/^#/, ''));
  return parameters.get('type') === type ? parameters.get('token_hash') : null;
}

/** Characters a password has at least; the auth service decides, this only says so before it is asked. */
export const passwordMinimum = 8;
export const passwordMaximum = 1_024;

/** What the auth service says is weak about a password, as keys of `members:password`; the rest as `other`. */
export function weaknessKeys(reasons: readonly string[]): string[] {
  const knownReasons = new Set(['length', 'characters', 'pwned']);
  const keys = reasons.map((reason) => (knownReasons.has(reason) ? reason : 'other'));
  return keys.length > 0 ? [...new Set(keys)] : ['other'];
}

/** A telephone number as the world dials it (E.164), however it was written; null where it is none. */
export function phoneOf(text: string): string | null {
  const digits = text
    .trim()
    .replace(/^00/, '+')
    .replace(/[\s().\-/]/g, '');
  return /^\+[1-9]\d{6,14}$/.test(digits) ? digits : null;
}

/** What a role may allow. */
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

/** Whether a right opens a screen of its own yet: a role keeps one that does not, and nobody is offered it. */
export function hasScreen(capability: string): boolean {
  return capability !== 'manage_curriculum' && capability !== 'manage_submissions';
}
