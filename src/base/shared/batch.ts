import { type Db, dataOf } from './db-client.ts';

/** What became of what many were asked for at once; those refused stay as they are, counted by the reason. */
export type Outcome = { changed: number; refused: { sentence: string; code: string; count: number }[] };

/** How many one call of the database takes (`private.do_each`). */
const MAX_IDS = 200;

/** A long list cut into short ones. */
export function chunk<Item>(items: readonly Item[], size = MAX_IDS): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
}

/** As many ids as one address holds: PostgREST's `in` stands in it. */
const IN_AN_ADDRESS = 100;

/** Does the same to however many rows that an address names, where nothing of it can be refused. */
export async function inUrlBatches(
  ids: readonly string[],
  act: (ids: string[]) => PromiseLike<unknown>,
): Promise<void> {
  for (const some of chunk(ids, IN_AN_ADDRESS)) await act(some);
}

/** Does something to however many rows, in as few calls as there may be, and adds up what became of them. */
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

/** Has a function of the database do to many what it does to one; `more`: what else it is told. */
export function bulkRpc(
  db: Db,
  act: Parameters<Db['rpc']>[0],
  ids: readonly string[],
  more: Record<string, string> = {},
): Promise<Outcome> {
  return inBatches(
    ids,
    async (some) => dataOf(await db.rpc(act, { ids: some, ...more } as never)) as unknown as Outcome,
  );
}
