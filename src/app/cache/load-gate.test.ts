import type { EventLoopUtilization } from 'node:perf_hooks';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLoadGate } from './load-gate.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

/** A process that works for so much of every second. */
function processOf() {
  const visible: EventLoopUtilization = { idle: 0, active: 0, utilization: 0 };
  const spareTime = createLoadGate(() => ({ ...visible }));
  const work = (share: number, seconds: number) => {
    for (let step = 0; step < seconds * 10; step++) {
      visible.active += share * 100;
      visible.idle += (1 - share) * 100;
      vi.advanceTimersByTime(100);
    }
  };
  return { spareTime, work };
}

test.each([
  ['nothing to do', 0, true],
  ['a little to do', 0.3, true],
  ['much to do', 0.7, false],
  ['more to do than it can', 1, false],
])('a process with %s has time to spare: %s, %s', (_, share, expected) => {
  const { spareTime, work } = processOf();
  work(share, 2);
  expect(spareTime.take() !== null).toBe(expected);
});

test('what was is soon forgotten, whether it worked or rested', () => {
  const { spareTime, work } = processOf();
  work(0, 3_600);
  work(1, 2);
  expect(spareTime.take()).toBeNull();
  work(0, 2);
  expect(spareTime.take()).not.toBeNull();
});

test('it is taken by one at a time', () => {
  const { spareTime, work } = processOf();
  work(0, 1);
  const give = spareTime.take();
  expect(spareTime.take()).toBeNull();
  give?.();
  expect(spareTime.take()).not.toBeNull();
});
