/** Result of a bulk operation; rejected rows stay unchanged and are counted by reason. */
export type Outcome = { changed: number; refused: { sentence: string; code: string; count: number }[] };

/** Maximum ids per call of a database function (`private.apply_to_each`). */
const MAX_IDS = 200;

/** Splits a list into chunks. */
export function chunk<Item>(items: readonly Item[], size = MAX_IDS): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
}

/** Chunks of ids that fit in one URL, for PostgREST's `in` filter. */
const IN_AN_ADDRESS = 100;

/** Applies an operation by URL filter to any number of rows, where none can be rejected. */
export async function inUrlBatches(
  ids: readonly string[],
  act: (ids: string[]) => PromiseLike<unknown>,
): Promise<void> {
  for (const some of chunk(ids, IN_AN_ADDRESS)) await act(some);
}

/** Applies an operation to any number of rows in as few calls as possible, and sums up the results. */
export async function inBatches(ids: readonly string[], act: (ids: string[]) => Promise<Outcome>): Promise<Outcome> {
  const sum: Outcome = { changed: 0, refused: [] };
  for (const some of chunk(ids)) {
    const { changed, refused } = await act(some);
    sum.changed += changed;
    for (const reason of refused) {
      const existing = sum.refused.find(({ sentence, code }) => sentence === reason.sentence && code === reason.code);
      if (existing) existing.count += reason.count;
      else sum.refused.push({ ...reason });
    }
  }
  return sum;
}
