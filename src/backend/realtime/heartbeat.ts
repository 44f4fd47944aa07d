import type { Database } from '#base/server/database.ts';
import type { Log } from '#base/server/log.ts';
import { serviceCaller } from './service-caller.ts';

export type HeartbeatTimes = { beatMs: number; patienceMs: number };
export const defaultHeartbeatTimes: HeartbeatTimes = { beatMs: 5_000, patienceMs: 20_000 };

/** Tells the database regularly that this process is alive, and learns from it which others are. */
export function createHeartbeat(options: {
  database: Database;
  log: Log;
  process: string;
  times: HeartbeatTimes;
  onBegin(): void;
  /** `wasForgotten`: this process was silent for too long, and the others have dropped it. */
  onResult(others: string[], wasForgotten: boolean): void;
}) {
  const { database, log, process, times } = options;
  let pending: Promise<void> = Promise.resolve();
  let usesTriggers = true;
  let last: string | null = null;
  let timer: NodeJS.Timeout | null = null;

  /** Serializes heartbeats, so that the newest result wins. */
  function beat(): Promise<void> {
    const next = pending.then(send);
    pending = next.catch(() => {});
    return next;
  }

  async function send(): Promise<void> {
    options.onBegin();
    const [row] = await database
      .as(serviceCaller)
      .query<{ told: { wasThere: boolean; others: string[]; at: string } }>(
        'select realtime.beat($1, $2, $3) as told',
        [process, usesTriggers, times.patienceMs],
      );
    if (!row) return;
    const wasForgotten = last !== null && !row.told.wasThere;
    last = row.told.at;
    options.onResult(row.told.others, wasForgotten);
  }

  function schedule(): void {
    timer = setTimeout(() => {
      beat()
        .catch((error: unknown) => log.warn({ error: String(error) }, 'a sign of life could not be given'))
        .finally(() => {
          if (timer) schedule();
        });
    }, times.beatMs).unref();
  }

  return {
    beat,
    schedule,
    /** Time of the last heartbeat by the database's clock, ISO 8601. */
    last: () => last,
    /** Stored with the next heartbeat: at once if they are running. */
    setTriggersUsed: async (isUsed: boolean): Promise<void> => {
      usesTriggers = isUsed;
      if (timer) await beat();
    },
    /** Whether it was running. */
    stop: (): boolean => {
      if (timer) clearTimeout(timer);
      const wasStarted = timer !== null;
      timer = null;
      return wasStarted;
    },
  };
}
