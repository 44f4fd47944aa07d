import { PgBoss } from 'pg-boss';
import type { Database, Sql } from './database.ts';
import type { Job, JobContext, Schedule } from './jobs.ts';
import type { Log } from './log.ts';
import { RUN_QUEUE, registerSchedules, runByClock, runByHand } from './schedules.ts';

export type Worker = { stop(): Promise<void> };

/** Enqueuing notifies the worker: polling is for retries and missed notifications. */
const WORK = { batchSize: 5, burstWhenBatchFull: true };

/**
 * Moves the rows that transactions left in `private.outbox` to the job queue, and handles them. A row leaves the outbox
 * in the transaction that queues it: nothing is lost, nothing is queued twice.
 */
export async function startWorker(options: {
  database: Database;
  ownerUrl: string;
  jobs: readonly Job[];
  schedules: readonly Schedule[];
  context: JobContext;
  /** Polling interval of a worker. */
  pollSeconds?: number;
}): Promise<Worker> {
  const { context, pollSeconds: secondsBetweenLooks = 2 } = options;
  const work = { ...WORK, pollingIntervalSeconds: secondsBetweenLooks };
  const boss = new PgBoss({ connectionString: options.ownerUrl, max: 3, application_name: 'stoa-jobs' });
  boss.on('error', (error) => context.log.error({ err: error }, 'The job queue reports an error.'));
  await boss.start();
  const sql = options.database.asService();
  const nextOf = (cron: string) => boss.previewSchedule(cron, { count: 1 })[0] ?? null;
  await registerSchedules(sql, options.schedules, nextOf);
  const byHand: Job = {
    queue: RUN_QUEUE,
    handle: async (_, payload) => {
      const schedule = options.schedules.find(({ name }) => name === payload.name);
      if (schedule) await runByHand(sql, schedule, context, String(payload.run_id));
    },
  };
  const workers = new Map<string, string>();
  for (const job of [...options.jobs, byHand]) {
    await boss.createQueue(job.queue, { retryLimit: 5, retryBackoff: true });
    const id = await boss.work<Record<string, unknown>>(job.queue, work, async (batch) => {
      for (const { data } of batch) await job.handle(context, data);
    });
    workers.set(job.queue, id);
  }
  for (const schedule of options.schedules) {
    await boss.createQueue(schedule.name, { retryLimit: 0 });
    await boss.work(schedule.name, async () => runByClock(sql, schedule, context, nextOf(schedule.cron)));
    await boss.schedule(schedule.name, schedule.cron);
  }
  const mover = createMover(sql, boss, workers, context.log);
  const unlisten = await options.database.listen('outbox', mover.move);
  // Notifications sent during a reconnect are lost.
  const timer = setInterval(mover.move, 5_000);
  mover.move();
  return {
    stop: async () => {
      mover.stop();
      clearInterval(timer);
      await unlisten();
      await mover.settled();
      await boss.stop({ graceful: true, timeout: 10_000 });
    },
  };
}

/** Moves rows of the outbox to the job queue, one run at a time. `workers`: the worker of each queue. */
function createMover(sql: Sql, boss: PgBoss, workers: ReadonlyMap<string, string>, log: Log) {
  let moving = Promise.resolve();
  let stopped = false;

  async function moveAll(): Promise<void> {
    while (!stopped) {
      const filled = await moveSome(sql, boss, [...workers.keys()], log);
      if (filled.size === 0) return;
      for (const queue of filled) boss.notifyWorker(workers.get(queue) ?? '');
    }
  }

  return {
    move: (): void => {
      moving = moving
        .then(moveAll)
        .catch((error: unknown) =>
          log.error({ err: error }, 'The outbox could not be emptied; it will be tried again.'),
        );
    },
    stop: (): void => {
      stopped = true;
    },
    settled: () => moving,
  };
}

type Row = { id: string; queue: string; payload: Record<string, unknown> };

/** Returns which queues received jobs. */
async function moveSome(sql: Sql, boss: PgBoss, queues: readonly string[], log: Log): Promise<Set<string>> {
  return sql.transaction(async (tx) => {
    const rows = await tx.query<Row>(
      `delete from private.outbox where id in
         (select id from private.outbox where queue = any($1) order by id for update skip locked limit 100)
       returning id, queue, payload`,
      [queues],
    );
    const db = {
      executeSql: async (text: string, values?: unknown[]) => ({ rows: await tx.query(text, values ?? []) }),
    };
    for (const row of rows) {
      const id = await boss.send(row.queue, row.payload, { db });
      if (!id) log.warn({ queue: row.queue }, 'The job queue took no job for an outbox row.');
    }
    return new Set(rows.map((row) => row.queue));
  });
}
