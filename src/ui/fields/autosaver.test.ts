import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DbError, isNetworkError } from '#base/shared/db-client.ts';
import { Autosaver, type SaveState } from './autosaver.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A server that stores texts, and fails as it is told. */
function autosaverWith(failures: Error[]) {
  const stored: string[] = [];
  const states: SaveState[] = [];
  const autosaver = new Autosaver<string>(
    async (text) => {
      const failure = failures.shift();
      if (failure) throw failure;
      stored.push(text);
    },
    (state) => states.push(state),
  );
  return { autosaver, stored, states };
}
const offline = () => new Error('TypeError: Failed to fetch');

describe('autosave', () => {
  test('saves the latest value once after a pause', async () => {
    const { autosaver, stored, states } = autosaverWith([]);
    autosaver.change('L');
    autosaver.change('Light');
    await vi.runAllTimersAsync();
    expect([stored, states]).toEqual([['Light'], ['waiting', 'waiting', 'saving', 'saved']]);
  });

  test('saves what the network kept from being saved as soon as the network is back', async () => {
    const { autosaver, stored, states } = autosaverWith([offline()]);
    autosaver.change('Light');
    await expect(autosaver.flush()).rejects.toThrow('Failed to fetch');
    expect([states.at(-1), autosaver.hasUnsaved]).toEqual(['failed', true]);
    autosaver.retry();
    await vi.advanceTimersByTimeAsync(0);
    expect([stored, states.at(-1), autosaver.hasUnsaved]).toEqual([['Light'], 'saved', false]);
  });

  test('tries again by itself where the browser does not notice that the network is back', async () => {
    const { autosaver, stored } = autosaverWith([offline(), offline()]);
    autosaver.change('Light');
    await vi.runAllTimersAsync();
    expect(stored).toEqual(['Light']);
  });

  test('tries again by itself where the server was busy', async () => {
    const busy = ['57014', 'PGRST003', '53300'].map((code) => new DbError('Try again.', code));
    const { autosaver, stored } = autosaverWith(busy);
    autosaver.change('Light');
    await vi.runAllTimersAsync();
    expect(stored).toEqual(['Light']);
  });

  test('never says saved while something typed meanwhile is not', async () => {
    const states: SaveState[] = [];
    const answer = Promise.withResolvers<void>();
    const autosaver = new Autosaver<string>(
      () => answer.promise,
      (state) => states.push(state),
    );
    autosaver.change('Light');
    const saving = autosaver.flush();
    await vi.advanceTimersByTimeAsync(0);
    expect([states.at(-1), autosaver.hasUnsaved]).toEqual(['saving', true]);
    autosaver.change('Light and shade');
    answer.resolve();
    await saving;
    expect([states.at(-1), autosaver.hasUnsaved]).toEqual(['waiting', true]);
  });

  test('does not repeat what the server rejected until it is changed', async () => {
    const { autosaver, stored } = autosaverWith([new DbError('Somebody else saved.', '23514')]);
    autosaver.change('Light');
    await vi.runAllTimersAsync();
    autosaver.retry();
    await vi.runAllTimersAsync();
    expect(stored).toEqual([]);
    autosaver.change('Shade');
    await vi.runAllTimersAsync();
    expect(stored).toEqual(['Shade']);
  });
});

test.each([
  ['TypeError: Failed to fetch', true],
  ['NetworkError when attempting to fetch resource.', true],
  ['Load failed', true],
  ['There is no such coupon.', false],
  ['Failed to add the coupon.', false],
])('%j is a lost connection: %s', (message, expected) => expect(isNetworkError(new Error(message))).toBe(expected));
