import type { SavedAnswer } from '../data.ts';
import type { GivenAnswer } from '../rules.ts';

/** Where answers wait on this device; `localStorage`, or null where the browser has none to give. */
export type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null;

export type KeptAnswer = {
  answer: GivenAnswer;
  /** `waiting`: only on this device so far. `refused`: the server will never take it. */
  state: 'saved' | 'waiting' | 'refused';
  savedAt: number | null;
};

export type KeeperView = {
  answers: ReadonlyMap<string, KeptAnswer>;
  /** How many answers the server has not acknowledged. */
  waiting: number;
  /** The last try to reach the server failed. */
  isOffline: boolean;
  /** A question whose answer another tab or device changed later: theirs stands. */
  overtaken: string | null;
  /** The code of the refusal that ended the attempt, e.g. `attempt_overdue`. */
  ended: string | null;
};

export type KeeperOptions = {
  attemptId: string;
  shelf: Shelf;
  saved: Readonly<Record<string, SavedAnswer>>;
  send: (questionId: string, answer: GivenAnswer, revision: number) => Promise<SavedAnswer & { saved: boolean }>;
  /** Milliseconds before the next try, after so many failures in a row. */
  pause?: (failures: number) => number;
};

/** `unsure`: what was sent before and never acknowledged; the server may keep one of these, and it is ours. */
type Pending = { answer: GivenAnswer; revision: number; unsure: GivenAnswer[] };
/** Trying again would bring the same. */
const FINAL = new Set(['attempt_closed', 'attempt_overdue', 'invalid', 'not_found']);
const ENDS = new Set(['attempt_closed', 'attempt_overdue', 'not_found']);
const shelfKey = (attemptId: string) => `quiz-answers:${attemptId}`;
const isSame = (one: GivenAnswer, other: GivenAnswer) => JSON.stringify(one) === JSON.stringify(other);
const usualPause = (failures: number) => Math.min(15_000, 500 * 2 ** failures);

/**
 * Keeps every answer on this device until the server has acknowledged it: one request at a time for a question, the
 * newest answer last, again and again while the connection is away, and after the page was closed and opened anew.
 */
export class AnswerKeeper {
  private readonly options: KeeperOptions;
  private readonly pending = new Map<string, Pending>();
  private readonly sending = new Set<string>();
  private readonly revisions = new Map<string, number>();
  private readonly listeners = new Set<() => void>();
  private failures = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isStopped = false;
  private settled: (() => void)[] = [];
  private view: KeeperView;

  constructor(options: KeeperOptions) {
    this.options = options;
    const answers = new Map<string, KeptAnswer>();
    for (const [id, kept] of Object.entries(options.saved)) {
      answers.set(id, { answer: kept.answer, state: 'saved', savedAt: Date.parse(kept.saved_at) });
      this.revisions.set(id, kept.revision);
    }
    for (const [id, waiting] of this.readShelf()) {
      this.pending.set(id, waiting);
      answers.set(id, { answer: waiting.answer, state: 'waiting', savedAt: null });
    }
    this.view = { answers, waiting: this.pending.size, isOffline: false, overtaken: null, ended: null };
  }

  /** For `useSyncExternalStore`. */
  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  snapshot = (): KeeperView => this.view;

  /** Takes an answer: on the shelf before this returns, then on its way. */
  give(questionId: string, answer: GivenAnswer): void {
    if (this.view.ended) return;
    const unsure = this.pending.get(questionId)?.unsure ?? [];
    this.pending.set(questionId, { answer, revision: this.revisions.get(questionId) ?? 0, unsure });
    this.writeShelf();
    this.show(questionId, { answer, state: 'waiting', savedAt: null }, { overtaken: null });
    this.push();
  }

  /** Tries what waits now, without waiting for the pause to end: the connection is back. */
  push = (): void => {
    if (this.isStopped) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    for (const id of this.pending.keys()) if (!this.sending.has(id)) void this.sendOne(id);
  };

  /** Resolves when nothing waits any more, or nothing more can be done. */
  settle(): Promise<void> {
    if (this.isIdle()) return Promise.resolve();
    this.push();
    return new Promise((resolve) => this.settled.push(resolve));
  }

  /** Forgets the timer; what waits stays on the shelf. */
  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  /** Lets go of an attempt that was handed in. */
  clear(): void {
    this.pending.clear();
    this.writeShelf();
    this.stop();
  }

  private isIdle(): boolean {
    return this.pending.size === 0 || this.view.ended !== null;
  }

  private async sendOne(id: string): Promise<void> {
    const given = this.pending.get(id);
    if (!given) return;
    this.sending.add(id);
    try {
      const kept = await this.options.send(id, given.answer, given.revision);
      this.failures = 0;
      this.revisions.set(id, kept.revision);
      this.acknowledge(id, given, kept);
    } catch (error) {
      this.fail(id, given, (error as { code?: string }).code ?? '');
    } finally {
      this.sending.delete(id);
    }
    this.afterOne(id, given);
  }

  private acknowledge(id: string, given: Pending, kept: SavedAnswer & { saved: boolean }): void {
    const newer = this.pending.get(id);
    if (newer && newer !== given) {
      // Given meanwhile, so knowing all that was kept until now.
      this.pending.set(id, { answer: newer.answer, revision: kept.revision, unsure: [] });
      this.writeShelf();
      this.show(id, undefined, { isOffline: false });
      return;
    }
    if (!kept.saved && given.unsure.some((answer) => isSame(answer, kept.answer))) {
      this.pending.set(id, { answer: given.answer, revision: kept.revision, unsure: [] });
      this.writeShelf();
      return;
    }
    this.pending.delete(id);
    this.writeShelf();
    const answer = { answer: kept.answer, state: 'saved', savedAt: Date.parse(kept.saved_at) } as const;
    this.show(id, answer, { isOffline: false, overtaken: kept.saved ? this.view.overtaken : id });
  }

  private fail(id: string, given: Pending, code: string): void {
    if (!FINAL.has(code)) {
      this.failures += 1;
      const waiting = this.pending.get(id);
      if (waiting) this.pending.set(id, { ...waiting, unsure: [...waiting.unsure, given.answer].slice(-20) });
      this.writeShelf();
      this.show(id, undefined, { isOffline: true });
      return;
    }
    if (this.pending.get(id) === given) this.pending.delete(id);
    this.writeShelf();
    this.show(
      id,
      { answer: given.answer, state: 'refused', savedAt: null },
      { ended: ENDS.has(code) ? code : this.view.ended },
    );
  }

  private afterOne(id: string, sent: Pending): void {
    if (this.isIdle()) {
      for (const resolve of this.settled.splice(0)) resolve();
      return;
    }
    if (this.isStopped) return;
    if (this.failures === 0) {
      if (this.pending.has(id) && this.pending.get(id) !== sent) void this.sendOne(id);
      return;
    }
    const pause = (this.options.pause ?? usualPause)(this.failures);
    this.timer ??= setTimeout(this.push, pause);
  }

  private show(id: string, answer: KeptAnswer | undefined, change: Partial<KeeperView>): void {
    const answers = answer ? new Map(this.view.answers).set(id, answer) : this.view.answers;
    this.view = { ...this.view, ...change, answers, waiting: this.pending.size };
    for (const listener of this.listeners) listener();
  }

  private readShelf(): Map<string, Pending> {
    try {
      return new Map(
        JSON.parse(this.options.shelf?.getItem(shelfKey(this.options.attemptId)) ?? '[]') as [string, Pending][],
      );
    } catch {
      return new Map();
    }
  }

  private writeShelf(): void {
    const { shelf, attemptId } = this.options;
    try {
      if (this.pending.size === 0) shelf?.removeItem(shelfKey(attemptId));
      else shelf?.setItem(shelfKey(attemptId), JSON.stringify([...this.pending]));
    } catch {
      // A full or forbidden storage: the answers are still in this page and on their way.
    }
  }
}
