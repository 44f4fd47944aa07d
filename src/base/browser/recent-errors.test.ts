import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { recentErrors, recordError, recordUncaughtErrors } from './recent-errors.ts';

/** The part of a tab's sessionStorage that is needed here. */
class Storage {
  readonly kept = new Map<string, string>();
  getItem = (key: string) => this.kept.get(key) ?? null;
  setItem = (key: string, value: string) => void this.kept.set(key, value);
}
let storage: Storage;
beforeEach(() => {
  storage = new Storage();
  vi.stubGlobal('sessionStorage', storage);
});
afterEach(() => vi.unstubAllGlobals());

test('the last five failures are kept, the newest last, each at most 500 characters long', () => {
  for (let n = 1; n <= 7; n++) recordError(new TypeError(`number ${n}`));
  expect(recentErrors()).toEqual([3, 4, 5, 6, 7].map((n) => `TypeError: number ${n}`));
  recordError('x'.repeat(900));
  expect(recentErrors().at(-1)).toHaveLength(500);
});

test('uncaught errors are recorded', () => {
  const target = new EventTarget();
  recordUncaughtErrors(target as Window);
  target.dispatchEvent(Object.assign(new Event('error'), { error: new RangeError('too far') }));
  target.dispatchEvent(Object.assign(new Event('error'), { message: 'Script error.' }));
  target.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: new Error('no answer') }));
  expect(recentErrors()).toEqual(['RangeError: too far', 'Script error.', 'Error: no answer']);
});

test.each([
  ['something else', '{"a":1}'],
  ['no JSON', '{'],
])('a storage that holds %s holds no failures', (_, text) => {
  storage.setItem('recent-errors', text);
  expect(recentErrors()).toEqual([]);
});

test('without storage there are no errors to report, and nothing fails', () => {
  vi.stubGlobal('sessionStorage', undefined);
  recordError(new Error('lost'));
  expect(recentErrors()).toEqual([]);
});
