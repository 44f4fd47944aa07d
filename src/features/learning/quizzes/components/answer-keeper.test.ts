import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { generated } from '#tests/long.ts';
import type { SavedAnswer } from '../data.ts';
import type { GivenAnswer } from '../rules.ts';
import { AnswerKeeper, type Shelf } from './answer-keeper.ts';

function makeShelf(): NonNullable<Shelf> & { size: () => number } {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    size: () => kept.size,
  };
}

type Outcome = 'kept' | 'lost before' | 'lost after' | { code: string };

/** What the server does, and what the network does to it: one outcome for each request, then all is well. */
function makeServer(outcomes: Outcome[]) {
  const kept = new Map<string, { answer: GivenAnswer; revision: number }>();
  const acknowledged: [string, GivenAnswer][] = [];
  const send = async (id: string, answer: GivenAnswer, revision: number): Promise<SavedAnswer & { saved: boolean }> => {
    await Promise.resolve();
    const outcome = outcomes.shift() ?? 'kept';
    if (outcome === 'lost before') throw new TypeError('Failed to fetch');
    if (typeof outcome === 'object') throw Object.assign(new Error('refused'), outcome);
    const before = kept.get(id);
    const saved = !before || before.revision <= revision || JSON.stringify(before.answer) === JSON.stringify(answer);
    if (saved) kept.set(id, { answer, revision: (before?.revision ?? 0) + 1 });
    if (outcome === 'lost after') throw new TypeError('Failed to fetch');
    const now = kept.get(id) ?? { answer: null, revision: 0 };
    if (saved) acknowledged.push([id, answer]);
    return { saved, ...now, saved_at: '2026-01-01T00:00:00Z' };
  };
  return { kept, send, acknowledged };
}

const open = (server: ReturnType<typeof makeServer>, shelf: Shelf, saved: Record<string, SavedAnswer> = {}) =>
  new AnswerKeeper({ attemptId: 'one', shelf, saved, send: server.send, pause: () => 0 });

describe('an answer', () => {
  test('lies on the device until the server has it, and no longer', async () => {
    const [server, shelf] = [makeServer([]), makeShelf()];
    const keeper = open(server, shelf);
    keeper.give('q1', 'a');
    expect(shelf.size()).toBe(1);
    expect(keeper.snapshot()).toMatchObject({ waiting: 1 });
    await keeper.settle();
    expect(shelf.size()).toBe(0);
    expect(keeper.snapshot()).toMatchObject({ waiting: 0, isOffline: false });
    expect(keeper.snapshot().answers.get('q1')).toMatchObject({ answer: 'a', state: 'saved' });
  });

  test('is tried again while the connection is away, and the last one given wins', async () => {
    const server = makeServer(['lost before', 'lost before', 'lost after']);
    const keeper = open(server, makeShelf());
    const wasOffline: boolean[] = [];
    keeper.subscribe(() => wasOffline.push(keeper.snapshot().isOffline));
    keeper.give('q1', 'a');
    keeper.give('q1', 'b');
    await keeper.settle();
    expect(wasOffline).toContain(true);
    expect(server.kept.get('q1')?.answer).toBe('b');
    expect(keeper.snapshot()).toMatchObject({ waiting: 0, isOffline: false });
  });

  test('that waited when the page was closed is sent when it opens again', async () => {
    const shelf = makeShelf();
    const first = open(makeServer(Array.from({ length: 100 }, () => 'lost before' as const)), shelf);
    first.give('q1', ['a', 'c']);
    first.stop();
    const server = makeServer([]);
    const second = open(server, shelf);
    expect(second.snapshot().answers.get('q1')).toMatchObject({ answer: ['a', 'c'], state: 'waiting' });
    await second.settle();
    expect(server.kept.get('q1')?.answer).toEqual(['a', 'c']);
  });

  test('that was overtaken by another tab gives way to it, and the student is told', async () => {
    const server = makeServer([]);
    server.kept.set('q1', { answer: 'theirs', revision: 4 });
    const keeper = open(server, makeShelf(), { q1: { answer: 'old', revision: 2, saved_at: '2026-01-01T00:00:00Z' } });
    keeper.give('q1', 'mine');
    await keeper.settle();
    expect(keeper.snapshot()).toMatchObject({ overtaken: 'q1' });
    expect(keeper.snapshot().answers.get('q1')?.answer).toBe('theirs');
  });

  test.each(['attempt_closed', 'attempt_overdue', 'not_found'])('refused with %s ends the keeping', async (code) => {
    const keeper = open(makeServer([{ code }]), makeShelf());
    keeper.give('q1', 'a');
    await keeper.settle();
    expect(keeper.snapshot()).toMatchObject({ ended: code });
    keeper.give('q1', 'b');
    expect(keeper.snapshot().answers.get('q1')).toMatchObject({ answer: 'a', state: 'refused' });
  });

  test('no shelf, or a full one, stops nothing', async () => {
    const full: Shelf = { getItem: () => 'not json', setItem: () => expect.fail, removeItem: () => {} };
    full.setItem = () => {
      throw new Error('QuotaExceededError');
    };
    for (const shelf of [null, full]) {
      const server = makeServer([]);
      const keeper = open(server, shelf);
      keeper.give('q1', true);
      await keeper.settle();
      expect(server.kept.get('q1')?.answer).toBe(true);
    }
  });

  test('whatever the network does, the server ends with the last answer given to each question', async () => {
    const outcome = fc.constantFrom<Outcome>('kept', 'lost before', 'lost after');
    const gift = fc.tuple(fc.constantFrom('q1', 'q2', 'q3'), fc.constantFrom('a', 'b', 'c', null), fc.boolean());
    await fc.assert(
      fc.asyncProperty(
        fc.array(outcome, { maxLength: 12 }),
        fc.array(gift, { minLength: 1, maxLength: 12 }),
        async (outcomes, gifts) => {
          const [server, shelf] = [makeServer([...outcomes]), makeShelf()];
          const keeper = open(server, shelf);
          for (const [id, answer, waits] of gifts) {
            keeper.give(id, answer);
            if (waits) await new Promise((resolve) => setImmediate(resolve));
          }
          await keeper.settle();
          for (const [id, answer] of new Map(gifts.map(([id, answer]) => [id, answer]))) {
            expect(server.kept.get(id)?.answer).toBe(answer);
            expect(keeper.snapshot().answers.get(id)).toMatchObject({ answer, state: 'saved' });
          }
          expect(shelf.size()).toBe(0);
        },
      ),
      { ...generated(150) },
    );
  });
});
