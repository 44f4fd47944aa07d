import { expect, test, vi } from 'vitest';
import { silentLog } from '#base/server/log.ts';
import { createBarrier } from './invalidation-barrier.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

function planted() {
  const messages: { payload: string; done(): void; fail(error: Error): void }[] = [];
  const log = { ...silentLog };
  const barrier = createBarrier(
    (payload) => new Promise<void>((resolve, reject) => messages.push({ payload, done: resolve, fail: reject })),
    log,
  );
  const passed: string[] = [];
  const wait = (name: string) => void barrier.passed().then(() => passed.push(name));
  return { barrier, messages, passed, wait, log };
}

test('a writer goes on when its message has come back', async () => {
  const { barrier, messages, passed, wait } = planted();
  wait('one');
  messages[0]?.done();
  await settled();
  expect(passed).toEqual([]);
  expect(barrier.receive(messages[0]?.payload ?? '')).toBe(true);
  await settled();
  expect(passed).toEqual(['one']);
});

test('whoever comes while a message is under way waits for the next, which they share', async () => {
  const { barrier, messages, passed, wait } = planted();
  wait('first');
  wait('second');
  wait('third');
  expect(messages).toHaveLength(1);
  messages[0]?.done();
  barrier.receive(messages[0]?.payload ?? '');
  await settled();
  expect(passed).toEqual(['first']);
  expect(messages).toHaveLength(2);
  messages[1]?.done();
  barrier.receive(messages[1]?.payload ?? '');
  await settled();
  expect(passed).toEqual(['first', 'second', 'third']);
  wait('fourth');
  expect(messages).toHaveLength(3);
});

test('a database that is away holds no writer up, and the next is told again', async () => {
  const { messages, passed, wait, log } = planted();
  const warned = vi.spyOn(log, 'warn');
  wait('one');
  wait('two');
  messages[0]?.fail(new Error('away'));
  await settled();
  expect(passed).toEqual(['one']);
  expect(warned).toHaveBeenCalledOnce();
  expect(messages).toHaveLength(2);
});

test('what is no barrier is left to whoever acts on it', () => {
  expect(planted().barrier.receive('{"thing":"pages"}')).toBe(false);
});
