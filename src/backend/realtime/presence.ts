export type Meta = Record<string, unknown> & { phx_ref: string; phx_ref_prev?: string };
type Entries = Record<string, { metas: Meta[] }>;
export type PresenceDiff = { joins: Entries; leaves: Entries };

/** One person shown, or no longer shown (`meta` null), by one channel of one process. */
export type PresenceStep = { seat: string; key: string; meta: Meta | null };

type Seated = { key: string; meta: Meta };

/** Differences are gathered this long, so that a thousand arrivals are not a million messages. */
const GATHERED_MS = 30;

/**
 * Who is present in one room, in the shapes of Phoenix's presence: a key, and under it one entry for each channel.
 * A channel is a seat, `{process}/{number}`; the room of every process holds the seats of all.
 */
export class Presence {
  readonly #seats = new Map<string, Seated>();
  readonly #heard: (diff: PresenceDiff) => void;
  readonly #published: (steps: PresenceStep[]) => void;
  #joins = new Map<string, Meta[]>();
  #leaves = new Map<string, Meta[]>();
  #steps: PresenceStep[] = [];
  #timer: NodeJS.Timeout | null = null;
  #state: Entries | null = null;
  /** What the state was encoded to, as long as it stands. */
  memo: Map<string, Buffer | null> = new Map();

  /** `heard` is told every difference, `published` the steps that were taken in this process. */
  constructor(heard: (diff: PresenceDiff) => void, published: (steps: PresenceStep[]) => void) {
    this.#heard = heard;
    this.#published = published;
  }

  get isEmpty(): boolean {
    return this.#seats.size === 0 && this.#timer === null;
  }

  /** Takes a step of this process: those who share the room elsewhere are told with the next difference. */
  take(step: PresenceStep): void {
    if (this.apply(step)) this.#steps.push(step);
  }

  /** Takes a step that another process told of; false where it changes nothing. */
  apply({ seat, key, meta }: PresenceStep): boolean {
    const before = this.#seats.get(seat);
    if (!meta && !before) return false;
    if (meta?.phx_ref === before?.meta.phx_ref) return false;
    if (before) this.#note('leave', before.key, before.meta);
    if (meta) {
      this.#seats.set(seat, { key, meta });
      this.#note('join', key, meta);
    } else this.#seats.delete(seat);
    return true;
  }

  metaOf(seat: string): Meta | undefined {
    return this.#seats.get(seat)?.meta;
  }

  /** The seats of one process, or of all but the living ones. */
  seatsOf(isOf: (process: string) => boolean): PresenceStep[] {
    const found: PresenceStep[] = [];
    for (const [seat, { key, meta }] of this.#seats) if (isOf(processOf(seat))) found.push({ seat, key, meta });
    return found;
  }

  /**
   * The state as every member last heard it: what is still being gathered follows as a difference, to newcomers too.
   * The same object until then, so that a thousand newcomers cost one encoding.
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
      this.#heard(diff);
    }
    if (steps.length > 0) this.#published(steps);
  }

  #note(kind: 'join' | 'leave', key: string, meta: Meta): void {
    const joins = this.#joins.get(key) ?? [];
    if (kind === 'leave' && joins.some((one) => one.phx_ref === meta.phx_ref)) {
      // Came and went unheard: nobody needs to know.
      const left = joins.filter((one) => one.phx_ref !== meta.phx_ref);
      if (left.length > 0) this.#joins.set(key, left);
      else this.#joins.delete(key);
    } else {
      const noted = kind === 'join' ? this.#joins : this.#leaves;
      const metas = noted.get(key);
      if (metas) metas.push(meta);
      else noted.set(key, [meta]);
    }
    this.#timer ??= setTimeout(() => this.flush(), GATHERED_MS).unref();
  }
}

/** The process a seat is of. */
export function processOf(seat: string): string {
  return seat.slice(0, seat.indexOf('/'));
}

function entriesOf(source: Iterable<[string, Meta[]]>): Entries {
  // Keys are chosen by clients: `__proto__` must be a key like any other.
  return Object.fromEntries([...source].map(([key, metas]) => [key, { metas }]));
}
