import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, expect, test, vi } from 'vitest';

const renewal = 'http://demo.localhost/auth/v1/token?grant_type=refresh_token';
const badRequest = async () => new Response('{}', { status: 400 });
const within = (response: Promise<Response>) =>
  Promise.race([response.then(({ status }) => status), pause(20, 'nothing')]);

let leaving: typeof import('./sign-out.ts');
beforeEach(async () => {
  vi.resetModules();
  leaving = await import('./sign-out.ts');
});

test('a page is not leaving until it is marked so', () => {
  expect(leaving.isSigningOut()).toBe(false);
  leaving.markSigningOut();
  expect(leaving.isSigningOut()).toBe(true);
});

test('every response arrives while signing out', async () => {
  leaving.markSigningOut();
  expect(await within(leaving.unlessSessionSwitched(badRequest)(renewal))).toBe(400);
});

test('on the way to another session nobody hears that the old one is over, even who asked before; all else is heard', async () => {
  const send = leaving.unlessSessionSwitched(badRequest);
  expect(await within(send(renewal))).toBe(400);
  const pending = send(renewal);
  leaving.markSessionSwitch();
  expect(leaving.isSigningOut()).toBe(true);
  expect(await within(pending)).toBe('nothing');
  expect(await within(send(renewal))).toBe('nothing');
  expect(await within(send('http://demo.localhost/rest/v1/members'))).toBe(400);
});
