import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, expect, test, vi } from 'vitest';

const renewal = 'http://demo.localhost/auth/v1/token?grant_type=refresh_token';
const refused = async () => new Response('{}', { status: 400 });
const within = (answer: Promise<Response>) => Promise.race([answer.then(({ status }) => status), pause(20, 'nothing')]);

let leaving: typeof import('./sign-out.ts');
beforeEach(async () => {
  vi.resetModules();
  leaving = await import('./sign-out.ts');
});

test('a page stays until it says that it goes', () => {
  expect(leaving.isSigningOut()).toBe(false);
  leaving.markSigningOut();
  expect(leaving.isSigningOut()).toBe(true);
});

test('who signs out hears every answer', async () => {
  leaving.markSigningOut();
  expect(await within(leaving.unlessSessionSwitched(refused)(renewal))).toBe(400);
});

test('on the way to another session nobody hears that the old one is over, even who asked before; all else is heard', async () => {
  const send = leaving.unlessSessionSwitched(refused);
  expect(await within(send(renewal))).toBe(400);
  const asked = send(renewal);
  leaving.markSessionSwitch();
  expect(leaving.isSigningOut()).toBe(true);
  expect(await within(asked)).toBe('nothing');
  expect(await within(send(renewal))).toBe('nothing');
  expect(await within(send('http://demo.localhost/rest/v1/members'))).toBe(400);
});
