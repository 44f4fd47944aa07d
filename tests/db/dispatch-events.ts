import type { Sql } from '#base/server/database.ts';
import { createEventDispatcher } from '#base/server/event-dispatcher.ts';
import type { JobContext } from '#base/server/jobs.ts';
import { silentLog } from '#base/server/log.ts';
import { subscribers } from '#features/server-parts.ts';

/** Hands every event that is due to its subscribers, as the worker does. */
export async function dispatchEvents(sql: Sql): Promise<void> {
  await createEventDispatcher({ sql, subscribers, context: { log: silentLog } as JobContext }).drain();
}
