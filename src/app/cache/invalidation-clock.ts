/** Tags held with the time of their invalidation. */
const MAX_TAGS = 50_000;

/** A logical clock that ticks at every invalidation and knows which tags were invalidated since a moment. */
export class InvalidationClock {
  readonly #invalidatedAt = new Map<string, number>();
  #now = 0;
  /** Renders that began before can't be validated: their invalidations were dropped from memory. */
  #validatableFrom = 0;

  get now(): number {
    return this.#now;
  }

  invalidate(tags: readonly string[]): void {
    this.#now++;
    if (this.#invalidatedAt.size > MAX_TAGS) {
      this.#invalidatedAt.clear();
      this.#validatableFrom = this.#now;
    }
    for (const tag of tags) this.#invalidatedAt.set(tag, this.#now);
  }

  hasChangedSince(tags: readonly string[], then: number): boolean {
    return then < this.#validatableFrom || tags.some((tag) => (this.#invalidatedAt.get(tag) ?? 0) > then);
  }
}
