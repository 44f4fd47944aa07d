import { isEmail } from '../rules.ts';

/** The e-mail address or phone number typed at sign-in, read from the fragment; empty without one. */
export function loginNameFrom(hash: string, hasPhone = false): string {
  const email = new URLSearchParams(hash.replace(/^#/, '')).get('email') ?? '';
  return isEmail(email) || (hasPhone && /^[+\d\s().\-/]{5,40}$/.test(email)) ? email : '';
}
