export type Meta = Record<string, unknown> & { phx_ref: string; phx_ref_prev?: string };
type Entries = Record<string, { metas: Meta[] }>;
export type PresenceDiff = { joins: Entries; leaves: Entries };

/** One presence entry added or removed (`meta` null) by one channel of one process. */
export type PresenceStep = { seat: string; key: string; meta: Meta | null };

type Seated = { key: string; meta: Meta };

/** Differences are collected this long, so that a thousand joins are not a million messages. */
const GATHERED_MS = 30;

/**
 * Presence of one topic, in the shapes of Phoenix's presence: a key with one entry per channel. A channel has a seat,
 * `{process}/{number}`; every process holds the seats of all.
 */
export class Presence {
  readonly #seats = new Map<string, Seated>();
  readonly #onDiff: (diff: PresenceDiff) => void;
  readonly #onSteps: (steps: PresenceStep[]) => void;
  #joins = new Map<string, Meta[]>();
  #leaves = new Map<string, Meta[]>();
  #steps: PresenceStep[] = [];
  #timer: NodeJS.Timeout | null = null;
  #state: Entries | null = null;
  /** Encoded forms of the current state, until it changes. */
  memo: Map<string, Buffer | null> = new Map();

  /** `onDiff` receives every difference, `onSteps` the steps taken in this process. */
  constructor(onDiff: (diff: PresenceDiff) => void, onSteps: (steps: PresenceStep[]) => void) {
    this.#onDiff = onDiff;
    this.#onSteps = onSteps;
  }

  get isEmpty(): boolean {
    return this.#seats.size === 0 && this.#timer === null;
  }

  /** Applies a step of this process; other processes receive it with the next difference. */
  take(step: PresenceStep): void {
    if (this.apply(step)) this.#steps.push(step);
  }

  /** Applies a step of another process; false where it changes nothing. */
  apply({ seat, key, meta }: PresenceStep): boolean {
    const previous = this.#seats.get(seat);
    if (!meta && !previous) return false;
    if (meta?.phx_ref === previous?.meta.phx_ref) return false;
    if (previous) this.#note('leave', previous.key, previous.meta);
    if (meta) {
      this.#seats.set(seat, { key, meta });
      this.#note('join', key, meta);
    } else this.#seats.delete(seat);
    return true;
  }

  metaOf(seat: string): Meta | undefined {
    return this.#seats.get(seat)?.meta;
  }

  /** The steps that recreate the seats of the matching processes. */
  seatsOf(matches: (process: string) => boolean): PresenceStep[] {
    const steps: PresenceStep[] = [];
    for (const [seat, { key, meta }] of this.#seats) if (matches(processOf(seat))) steps.push({ seat, key, meta });
    return steps;
  }

  /**
   * The state as every member last received it: pending changes follow as a difference, to new members too. The same
   * object until then, so that a thousand joins cost one encoding.
   */
  state(): Entries {
    if (!this.#state) {
      const pending = new Set([...this.#joins.values()].flat());
      const byKey = Map.groupBy(this.#seats.values(), ({ key }) => key);
      const entries = new Map<string, Meta[]>();
      for (const [key, seated] of byKey) {
        entries.set(
          key,
          seated.map(({ meta }) => meta).filter((meta) => !pending.has(meta)),
        );
      }
      for (const [key, metas] of this.#leaves) entries.set(key, [...(entries.get(key) ?? []), ...metas]);
      this.#state = entriesOf([...entries].filter(([, metas]) => metas.length > 0));
    }
    return this.#state;
  }

  flush(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const steps = this.#steps;
    this.#steps = [];
    if (this.#joins.size > 0 || this.#leaves.size > 0) {
      const diff = { joins: entriesOf(this.#joins), leaves: entriesOf(this.#leaves) };
      this.#joins = new Map();
      this.#leaves = new Map();
      this.#state = null;
      this.memo = new Map();
      this.#onDiff(diff);
    }
    if (steps.length > 0) this.#onSteps(steps);
  }

  #note(kind: 'join' | 'leave', key: string, meta: Meta): void {
    const joins = this.#joins.get(key) ?? [];
    if (kind === 'leave' && joins.some((existing) => existing.phx_ref === meta.phx_ref)) {
      // Joined and left within one interval: not published at all.
      const remaining = joins.filter((existing) => existing.phx_ref !== meta.phx_ref);
      if (remaining.length > 0) this.#joins.set(key, remaining);
      else this.#joins.delete(key);
    } else {
      const target = kind === 'join' ? this.#joins : this.#leaves;
      const metas = target.get(key);
      if (metas) metas.push(meta);
      else target.set(key, [meta]);
    }
    this.#timer ??= setTimeout(() => this.flush(), GATHERED_MS).unref();
  }
}

/** The process id of a seat. */
export function processOf(seat: string): string {
  return seat.slice(0, seat.indexOf('/'));
}

function entriesOf(source: Iterable<[string, Meta[]]>): Entries {
  // Keys are chosen by clients: `__proto__` must be a key like any other.
  return Object.fromEntries([...source].map(([key, metas]) => [key, { metas }]));
}
