import { isTransientError } from '#base/shared/db-client.ts';

export type SaveState = 'saved' | 'waiting' | 'saving' | 'failed';

const PAUSE_MS = 1_000;
/** Interval of new attempts while the server can't be reached or is busy: a browser does not always notice that it is back. */
const RETRY_MS = 10_000;

/** Saves the latest value after a pause, one save at a time. */
export class Autosaver<Value> {
  private readonly save: (value: Value) => Promise<void>;
  private readonly onState: (state: SaveState) => void;
  private pending: { value: Value } | null = null;
  private isSaving = false;
  private isWorthRetrying = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private running: Promise<void> = Promise.resolve();

  constructor(save: (value: Value) => Promise<void>, onState: (state: SaveState) => void) {
    this.save = save;
    this.onState = onState;
  }

  /** Also while a save is on its way: whoever leaves now may cut it off. */
  get hasUnsaved(): boolean {
    return this.pending !== null || this.isSaving;
  }

  change(value: Value): void {
    this.pending = { value };
    this.onState('waiting');
    this.flushIn(PAUSE_MS);
  }

  /** Saves at once. @throws the error of the save; the value is kept for the next attempt. */
  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.running = this.running.catch(() => {}).then(() => this.saveLatest());
    return this.running;
  }

  /** For the moment the network is back: saves what was not rejected. */
  retry(): void {
    if (this.isWorthRetrying) void this.flush().catch(() => {});
  }

  stop(): void {
    void this.flush().catch(() => {});
    clearTimeout(this.timer);
  }

  private flushIn(milliseconds: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.flush().catch(() => {}), milliseconds);
  }

  private async saveLatest(): Promise<void> {
    const next = this.pending;
    if (!next) return;
    this.pending = null;
    this.isWorthRetrying = false;
    this.isSaving = true;
    this.onState('saving');
    try {
      await this.save(next.value).finally(() => {
        this.isSaving = false;
      });
      this.onState(this.pending ? 'waiting' : 'saved');
    } catch (error) {
      this.pending ??= next;
      this.onState('failed');
      // What the server rejected is saved with the next change, or by hand.
      this.isWorthRetrying = isTransientError(error);
      if (this.isWorthRetrying) this.flushIn(RETRY_MS);
      throw error;
    }
  }
}
