import { expect, test } from 'vitest';
import { isGuardedPath } from './guarded-paths.ts';

test.each([
  ['/login', true],
  ['/login/', true],
  ['/LogIn', true],
  ['//login', true],
  ['/%6Cogin', true],
  ['/%256Cogin', true],
  ['/login%2Freset-password', true],
  ['/login/reset-password', true],
  ['/login/nothing-here', true],
  ['/signup', true],
  ['/Signup/', true],
  ['/dashboard/profile', true],
  ['/checkout', true],
  ['/checkout/%zz', true],
  ['/', false],
  ['/login-tips', false],
  ['/blog/login', false],
  ['/%zz', false],
])('%s is guarded: %s', (path, isGuarded) => {
  expect(isGuardedPath(path)).toBe(isGuarded);
});
