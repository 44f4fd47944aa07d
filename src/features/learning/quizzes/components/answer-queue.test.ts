import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { generated } from '#tests/long.ts';
import type { SavedAnswer } from '../attempts/data.ts';
import type { StudentAnswer } from '../rules.ts';
import { AnswerQueue, type AnswerStorage } from './answer-queue.ts';

function makeStorage(): NonNullable<AnswerStorage> & { size: () => number } {
  const entries = new Map<string, string>();
  return {
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
    size: () => entries.size,
  };
}

type Outcome = 'kept' | 'lost before' | 'lost after' | { code: string };

/** A stand-in for the server behind an unreliable network: one outcome per request, then every request succeeds. */
function makeServer(outcomes: Outcome[]) {
  const stored = new Map<string, { answer: StudentAnswer; revision: number }>();
  const acknowledged: [string, StudentAnswer][] = [];
  const send = async (
    id: string,
    answer: StudentAnswer,
    revision: number,
  ): Promise<SavedAnswer & { saved: boolean }> => {
    await Promise.resolve();
    const outcome = outcomes.shift() ?? 'kept';
    if (outcome === 'lost before') throw new TypeError('Failed to fetch');
    if (typeof outcome === 'object') throw Object.assign(new Error('refused'), outcome);
    const existing = stored.get(id);
    const saved =
      !existing || existing.revision <= revision || JSON.stringify(existing.answer) === JSON.stringify(answer);
    if (saved) stored.set(id, { answer, revision: (existing?.revision ?? 0) + 1 });
    if (outcome === 'lost after') throw new TypeError('Failed to fetch');
    const current = stored.get(id) ?? { answer: null, revision: 0 };
    if (saved) acknowledged.push([id, answer]);
    return { saved, ...current, saved_at: '2026-01-01T00:00:00Z' };
  };
  return { stored, send, acknowledged };
}

const open = (server: ReturnType<typeof makeServer>, shelf: AnswerStorage, saved: Record<string, SavedAnswer> = {}) =>
  new AnswerQueue({ attemptId: 'one', storage: shelf, saved, send: server.send, retryDelay: () => 0 });

describe('an answer', () => {
  test('is stored on the device until the server has it', async () => {
    const [server, shelf] = [makeServer([]), makeStorage()];
    const keeper = open(server, shelf);
    keeper.setAnswer('q1', 'a');
    expect(shelf.size()).toBe(1);
    expect(keeper.snapshot()).toMatchObject({ waiting: 1 });
    await keeper.whenIdle();
    expect(shelf.size()).toBe(0);
    expect(keeper.snapshot()).toMatchObject({ waiting: 0, isOffline: false });
    expect(keeper.snapshot().answers.get('q1')).toMatchObject({ answer: 'a', state: 'saved' });
  });

  test('is tried again while the connection is away, and the last one given wins', async () => {
    const server = makeServer(['lost before', 'lost before', 'lost after']);
    const keeper = open(server, makeStorage());
    const wasOffline: boolean[] = [];
    keeper.subscribe(() => wasOffline.push(keeper.snapshot().isOffline));
    keeper.setAnswer('q1', 'a');
    keeper.setAnswer('q1', 'b');
    await keeper.whenIdle();
    expect(wasOffline).toContain(true);
    expect(server.stored.get('q1')?.answer).toBe('b');
    expect(keeper.snapshot()).toMatchObject({ waiting: 0, isOffline: false });
  });

  test('that waited when the page was closed is sent when it opens again', async () => {
    const shelf = makeStorage();
    const first = open(makeServer(Array.from({ length: 100 }, () => 'lost before' as const)), shelf);
    first.setAnswer('q1', ['a', 'c']);
    first.stop();
    const server = makeServer([]);
    const second = open(server, shelf);
    expect(second.snapshot().answers.get('q1')).toMatchObject({ answer: ['a', 'c'], state: 'waiting' });
    await second.whenIdle();
    expect(server.stored.get('q1')?.answer).toEqual(['a', 'c']);
  });

  test('that was overwritten by another tab is replaced by it, and the student is notified', async () => {
    const server = makeServer([]);
    server.stored.set('q1', { answer: 'theirs', revision: 4 });
    const keeper = open(server, makeStorage(), {
      q1: { answer: 'old', revision: 2, saved_at: '2026-01-01T00:00:00Z' },
    });
    keeper.setAnswer('q1', 'mine');
    await keeper.whenIdle();
    expect(keeper.snapshot()).toMatchObject({ overtaken: 'q1' });
    expect(keeper.snapshot().answers.get('q1')?.answer).toBe('theirs');
  });

  test.each(['attempt_closed', 'attempt_overdue', 'not_found'])('rejected with %s ends the attempt', async (code) => {
    const keeper = open(makeServer([{ code }]), makeStorage());
    keeper.setAnswer('q1', 'a');
    await keeper.whenIdle();
    expect(keeper.snapshot()).toMatchObject({ ended: code });
    keeper.setAnswer('q1', 'b');
    expect(keeper.snapshot().answers.get('q1')).toMatchObject({ answer: 'a', state: 'refused' });
  });

  test('works without storage, and with a full one', async () => {
    const full: AnswerStorage = { getItem: () => 'not json', setItem: () => expect.fail, removeItem: () => {} };
    full.setItem = () => {
      throw new Error('QuotaExceededError');
    };
    for (const shelf of [null, full]) {
      const server = makeServer([]);
      const keeper = open(server, shelf);
      keeper.setAnswer('q1', true);
      await keeper.whenIdle();
      expect(server.stored.get('q1')?.answer).toBe(true);
    }
  });

  test('whatever the network does, the server ends up with the last answer to each question', async () => {
    const outcome = fc.constantFrom<Outcome>('kept', 'lost before', 'lost after');
    const input = fc.tuple(fc.constantFrom('q1', 'q2', 'q3'), fc.constantFrom('a', 'b', 'c', null), fc.boolean());
    await fc.assert(
      fc.asyncProperty(
        fc.array(outcome, { maxLength: 12 }),
        fc.array(input, { minLength: 1, maxLength: 12 }),
        async (outcomes, inputs) => {
          const [server, shelf] = [makeServer([...outcomes]), makeStorage()];
          const keeper = open(server, shelf);
          for (const [id, answer, isAwaited] of inputs) {
            keeper.setAnswer(id, answer);
            if (isAwaited) await new Promise((resolve) => setImmediate(resolve));
          }
          await keeper.whenIdle();
          for (const [id, answer] of new Map(inputs.map(([id, answer]) => [id, answer]))) {
            expect(server.stored.get(id)?.answer).toBe(answer);
            expect(keeper.snapshot().answers.get(id)).toMatchObject({ answer, state: 'saved' });
          }
          expect(shelf.size()).toBe(0);
        },
      ),
      { ...generated(150) },
    );
  });
});
