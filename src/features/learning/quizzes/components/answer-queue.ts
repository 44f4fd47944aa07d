import type { SavedAnswer } from '../attempts/data.ts';
import type { StudentAnswer } from '../rules.ts';

/** Storage for unsaved answers on this device: `localStorage`, or null where the browser has none. */
export type AnswerStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null;

export type LocalAnswer = {
  answer: StudentAnswer;
  /** `waiting`: not yet on the server. `refused`: the server rejected it for good. */
  state: 'saved' | 'waiting' | 'refused';
  savedAt: number | null;
};

export type AnswerQueueState = {
  answers: ReadonlyMap<string, LocalAnswer>;
  /** Number of answers the server has not acknowledged. */
  waiting: number;
  /** The last request failed. */
  isOffline: boolean;
  /** The question whose answer was overwritten by a later one of another tab or device. */
  overtaken: string | null;
  /** The error code that ended the attempt, e.g. `attempt_overdue`. */
  ended: string | null;
};

export type AnswerQueueOptions = {
  attemptId: string;
  storage: AnswerStorage;
  saved: Readonly<Record<string, SavedAnswer>>;
  send: (questionId: string, answer: StudentAnswer, revision: number) => Promise<SavedAnswer & { saved: boolean }>;
  /** Retry delay in milliseconds by the number of consecutive failures. */
  retryDelay?: (failures: number) => number;
};

/** `unsure`: answers sent before without acknowledgement; if the server stored one of them, it is ours. Stored as JSON. */
type Pending = { answer: StudentAnswer; revision: number; unsure: StudentAnswer[] };
/** Errors that a retry can't solve. */
const FINAL_CODES = new Set(['attempt_closed', 'attempt_overdue', 'invalid', 'not_found']);
const ENDING_CODES = new Set(['attempt_closed', 'attempt_overdue', 'not_found']);
const storageKey = (attemptId: string) => `quiz-answers:${attemptId}`;
/** As text; the keys in one order, since the database has an order of its own. */
const textOf = (answer: StudentAnswer) =>
  JSON.stringify(
    answer && typeof answer === 'object' && !Array.isArray(answer) ? Object.entries(answer).sort() : answer,
  );
const isSame = (a: StudentAnswer, b: StudentAnswer) => textOf(a) === textOf(b);
const defaultRetryDelay = (failures: number) => Math.min(15_000, 500 * 2 ** failures);

/**
 * Stores each answer on this device until the server has acknowledged it: one request at a time per question, the
 * newest answer last, with retries while offline and after the page was closed and reopened.
 */
export class AnswerQueue {
  private readonly options: AnswerQueueOptions;
  private readonly pending = new Map<string, Pending>();
  private readonly sending = new Set<string>();
  private readonly revisions = new Map<string, number>();
  private readonly listeners = new Set<() => void>();
  private failures = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isStopped = false;
  private idleResolvers: (() => void)[] = [];
  private state: AnswerQueueState;

  constructor(options: AnswerQueueOptions) {
    this.options = options;
    const answers = new Map<string, LocalAnswer>();
    for (const [id, saved] of Object.entries(options.saved)) {
      answers.set(id, { answer: saved.answer, state: 'saved', savedAt: Date.parse(saved.saved_at) });
      this.revisions.set(id, saved.revision);
    }
    for (const [id, waiting] of this.readStorage()) {
      this.pending.set(id, waiting);
      answers.set(id, { answer: waiting.answer, state: 'waiting', savedAt: null });
    }
    this.state = { answers, waiting: this.pending.size, isOffline: false, overtaken: null, ended: null };
  }

  /** For `useSyncExternalStore`. */
  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  snapshot = (): AnswerQueueState => this.state;

  /** Sets an answer: stored on the device before this returns, then sent, at once or with what is typed within a pause. */
  setAnswer(questionId: string, answer: StudentAnswer, pauseMs = 0): void {
    if (this.state.ended) return;
    const unsure = this.pending.get(questionId)?.unsure ?? [];
    this.pending.set(questionId, { answer, revision: this.revisions.get(questionId) ?? 0, unsure });
    this.writeStorage();
    this.update(questionId, { answer, state: 'waiting', savedAt: null }, { overtaken: null });
    if (pauseMs === 0) this.sendPending();
    else this.timer ??= setTimeout(this.sendPending, pauseMs);
  }

  /** Sends pending answers now instead of waiting for the retry delay. */
  sendPending = (): void => {
    if (this.isStopped) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    for (const id of this.pending.keys()) if (!this.sending.has(id)) void this.sendOne(id);
  };

  /** Resolves when no answer is pending any more, or the attempt has ended. */
  whenIdle(): Promise<void> {
    if (this.isIdle()) return Promise.resolve();
    this.sendPending();
    return new Promise((resolve) => this.idleResolvers.push(resolve));
  }

  /** Stops retrying; pending answers stay in the storage. */
  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  /** Discards the pending answers of a submitted attempt. */
  clear(): void {
    this.pending.clear();
    this.writeStorage();
    this.stop();
  }

  private isIdle(): boolean {
    return this.pending.size === 0 || this.state.ended !== null;
  }

  private async sendOne(id: string): Promise<void> {
    const sent = this.pending.get(id);
    if (!sent) return;
    this.sending.add(id);
    try {
      const saved = await this.options.send(id, sent.answer, sent.revision);
      this.failures = 0;
      this.revisions.set(id, saved.revision);
      this.acknowledge(id, sent, saved);
    } catch (error) {
      this.fail(id, sent, (error as { code?: string }).code ?? '');
    } finally {
      this.sending.delete(id);
    }
    this.afterOne(id, sent);
  }

  private acknowledge(id: string, sent: Pending, saved: SavedAnswer & { saved: boolean }): void {
    const newer = this.pending.get(id);
    if (newer && newer !== sent) {
      // Changed meanwhile: the new answer is based on what the server has just stored.
      this.pending.set(id, { answer: newer.answer, revision: saved.revision, unsure: [] });
      this.writeStorage();
      this.update(id, undefined, { isOffline: false });
      return;
    }
    if (!saved.saved && sent.unsure.some((answer) => isSame(answer, saved.answer))) {
      this.pending.set(id, { answer: sent.answer, revision: saved.revision, unsure: [] });
      this.writeStorage();
      return;
    }
    this.pending.delete(id);
    this.writeStorage();
    const answer = { answer: saved.answer, state: 'saved', savedAt: Date.parse(saved.saved_at) } as const;
    this.update(id, answer, { isOffline: false, overtaken: saved.saved ? this.state.overtaken : id });
  }

  private fail(id: string, sent: Pending, code: string): void {
    if (!FINAL_CODES.has(code)) {
      this.failures += 1;
      const pending = this.pending.get(id);
      if (pending) this.pending.set(id, { ...pending, unsure: [...pending.unsure, sent.answer].slice(-20) });
      this.writeStorage();
      this.update(id, undefined, { isOffline: true });
      return;
    }
    if (this.pending.get(id) === sent) this.pending.delete(id);
    this.writeStorage();
    this.update(
      id,
      { answer: sent.answer, state: 'refused', savedAt: null },
      { ended: ENDING_CODES.has(code) ? code : this.state.ended },
    );
  }

  private afterOne(id: string, sent: Pending): void {
    if (this.isIdle()) {
      for (const resolve of this.idleResolvers.splice(0)) resolve();
      return;
    }
    if (this.isStopped) return;
    if (this.failures === 0) {
      const isNewer = this.pending.has(id) && this.pending.get(id) !== sent;
      if (isNewer && this.timer === undefined) void this.sendOne(id);
      return;
    }
    const pause = (this.options.retryDelay ?? defaultRetryDelay)(this.failures);
    this.timer ??= setTimeout(this.sendPending, pause);
  }

  private update(id: string, answer: LocalAnswer | undefined, change: Partial<AnswerQueueState>): void {
    const answers = answer ? new Map(this.state.answers).set(id, answer) : this.state.answers;
    this.state = { ...this.state, ...change, answers, waiting: this.pending.size };
    for (const listener of this.listeners) listener();
  }

  private readStorage(): Map<string, Pending> {
    try {
      return new Map(
        JSON.parse(this.options.storage?.getItem(storageKey(this.options.attemptId)) ?? '[]') as [string, Pending][],
      );
    } catch {
      return new Map();
    }
  }

  private writeStorage(): void {
    const { storage: shelf, attemptId } = this.options;
    try {
      if (this.pending.size === 0) shelf?.removeItem(storageKey(attemptId));
      else shelf?.setItem(storageKey(attemptId), JSON.stringify([...this.pending]));
    } catch {
      // Storage is full or forbidden: the answers are still in memory and being sent.
    }
  }
}
