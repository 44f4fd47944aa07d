import { expect, test } from 'vitest';
import { readEnvironment } from '#base/server/environment.ts';
import { startupBanner } from './startup-banner.ts';

test('a start prints a link for each address of the list that nobody has proved, and else none', () => {
  const environment = readEnvironment({ SEED: 'none', SUPER_ADMIN_EMAILS: 'boss@x.test', BASE_DOMAIN: 'x.test' });
  const links = [{ email: 'boss@x.test', path: '/login/set-up?code=abc' }];
  expect(startupBanner(environment, 3_000, links)).toContain('boss@x.test  http://x.test:3000/login/set-up?code=abc');
  expect(startupBanner(environment, 3_000)).not.toContain('set-up');
});
