type Meta = Record<string, unknown> & { phx_ref: string; phx_ref_prev?: string };
type Entries = Record<string, { metas: Meta[] }>;
export type PresenceDiff = { joins: Entries; leaves: Entries };

/** Differences are gathered this long, so that a thousand arrivals are not a million messages. */
const GATHERED_MS = 30;

/** Who is present in one room, in the shapes of Phoenix's presence: a key, and under it one entry for each channel. */
export class Presence {
  readonly #entries = new Map<string, Map<object, Meta>>();
  readonly #tell: (diff: PresenceDiff) => void;
  #joins = new Map<string, Meta[]>();
  #leaves = new Map<string, Meta[]>();
  #timer: NodeJS.Timeout | null = null;
  static #count = 0;

  constructor(tell: (diff: PresenceDiff) => void) {
    this.#tell = tell;
  }

  get isEmpty(): boolean {
    return this.#entries.size === 0;
  }

  /** Adds or replaces what `member` shows under `key`. */
  track(member: object, key: string, payload: Record<string, unknown>): void {
    const members = this.#entries.get(key) ?? new Map<object, Meta>();
    this.#entries.set(key, members);
    const before = members.get(member);
    const meta: Meta = { ...payload, phx_ref: `F${(Presence.#count++).toString(36)}` };
    delete meta.phx_ref_prev;
    if (before) meta.phx_ref_prev = before.phx_ref;
    members.set(member, meta);
    if (before) this.#note('leave', key, before);
    this.#note('join', key, meta);
  }

  untrack(member: object, key: string): void {
    const members = this.#entries.get(key);
    const meta = members?.get(member);
    if (!members || !meta) return;
    members.delete(member);
    if (members.size === 0) this.#entries.delete(key);
    this.#note('leave', key, meta);
  }

  /** The state as it stands; what was gathered goes out first, so that nobody hears of an arrival twice. */
  state(): Entries {
    this.flush();
    return entriesOf([...this.#entries].map(([key, members]) => [key, [...members.values()]]));
  }

  flush(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#joins.size === 0 && this.#leaves.size === 0) return;
    const diff = { joins: entriesOf(this.#joins), leaves: entriesOf(this.#leaves) };
    this.#joins = new Map();
    this.#leaves = new Map();
    this.#tell(diff);
  }

  #note(kind: 'join' | 'leave', key: string, meta: Meta): void {
    const joins = this.#joins.get(key) ?? [];
    if (kind === 'leave' && joins.some((one) => one.phx_ref === meta.phx_ref)) {
      // Came and went unheard: nobody needs to know.
      const left = joins.filter((one) => one.phx_ref !== meta.phx_ref);
      if (left.length > 0) this.#joins.set(key, left);
      else this.#joins.delete(key);
    } else {
      const list = kind === 'join' ? this.#joins : this.#leaves;
      list.set(key, [...(list.get(key) ?? []), meta]);
    }
    this.#timer ??= setTimeout(() => this.flush(), GATHERED_MS).unref();
  }
}

function entriesOf(source: Iterable<[string, Meta[]]>): Entries {
  // Keys are chosen by clients: `__proto__` must be a key like any other.
  return Object.fromEntries([...source].map(([key, metas]) => [key, { metas }]));
}
