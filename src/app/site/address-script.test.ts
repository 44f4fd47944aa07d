import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { addressScript } from './address-script.ts';

/** The address that is left after the script has run. */
function leftOf(address: string): string {
  const location = new URL(address, 'https://demo.example');
  let left = location.pathname + location.search + location.hash;
  const replaceState = (_: unknown, __: string, url: string) => {
    left = url;
  };
  runInNewContext(addressScript, { location, history: { state: null, replaceState } });
  return left;
}

test.each([
  ['/', '/'],
  ['/about?utm_source=x#team', '/about?utm_source=x#team'],
  ['/#access_token=a.b.c&expires_in=900&refresh_token=r&type=signup', '/'],
  ['/dashboard?x=1#provider_token=p&access_token=a.b.c', '/dashboard?x=1'],
  ['/#type=recovery&refresh_token=r', '/'],
  // What says that a link has failed is shown by the page, and what asks for a password is read by it.
  ['/login#error=access_denied&error_code=otp_expired', '/login#error=access_denied&error_code=otp_expired'],
  ['/login/reset-password#type=recovery&token_hash=h', '/login/reset-password#type=recovery&token_hash=h'],
])('of %s the address keeps %s', (address, left) => {
  expect(leftOf(address)).toBe(left);
});
