import { inBatches } from '#base/shared/batch.ts';
import { type Db, dataOf } from '#base/shared/db-client.ts';
import { asPage, type ListPage } from '#base/shared/list-page.ts';

declare module '#base/shared/database-shapes.ts' {
  interface FunctionShapes {
    dead_letters: { returns: DeadLetters };
  }
}

/** An event that a subscriber failed to handle to the last attempt. */
export type DeadLetter = {
  subscriber: string;
  event_id: string;
  account_id: string;
  slug: string;
  type: string;
  subject: string;
  attempts: number;
  error: string;
  occurred_at: string;
  first_tried_at: string | null;
  last_tried_at: string;
  /** When it was last replayed; null for never. */
  replayed_at: string | null;
};

type DeadLetters = { count: number; rows: DeadLetter[]; subscribers: { name: string; count: number }[] };

export const deadLettersKey = ['events', 'dead letters'] as const;

/** One page of the dead letters, newest first, of one subscriber or of all. */
export async function listDeadLetters(
  db: Db,
  { subscriber, page, pageSize }: { subscriber: string | null; page: number; pageSize: number },
): Promise<ListPage<DeadLetter> & Pick<DeadLetters, 'subscribers'>> {
  const result = dataOf(await db.rpc('dead_letters', { subscriber, page, page_size: pageSize }));
  return { ...asPage(result), subscribers: result.subscribers };
}

/** The id of a row: an event has one for each subscriber that gave up on it. */
export const idOf = ({ subscriber, event_id }: Pick<DeadLetter, 'subscriber' | 'event_id'>) =>
  `${subscriber} ${event_id}`;

/** Replays dead letters by the ids of their rows; returns how many. */
export async function replaySelected(db: Db, ids: readonly string[]): Promise<number> {
  let replayed = 0;
  for (const [subscriber = '', selected] of Map.groupBy(ids, (id) => id.split(' ')[0])) {
    const { changed } = await inBatches(
      selected.map((id) => id.split(' ')[1] ?? ''),
      async (events) => ({ changed: dataOf(await db.rpc('replay_dead_letters', { events, subscriber })), refused: [] }),
    );
    replayed += changed;
  }
  return replayed;
}

/** Replays everything that a subscriber gave up on; returns how many. */
export async function replayAll(db: Db, subscriber: string): Promise<number> {
  return dataOf(await db.rpc('replay_dead_letters', { subscriber }));
}
