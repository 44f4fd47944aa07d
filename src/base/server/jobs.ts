import { PgBoss } from 'pg-boss';
import type { Database, Sql } from './database.ts';
import type { Log } from './log.ts';
import type { Mailer } from './mail.ts';

/** What a job is given: the owner's door, mail, and ways to reach people. */
export type JobContext = {
  sql: Sql;
  mailer: Mailer;
  log: Log;
  /** The origin of an account's public site, e.g. `https://demo.stoa.example`. */
  siteUrlOf(accountId: string): Promise<string>;
  /** The translation of a key in a locale: `t('en', 'orders', 'mail.paid.subject', { number })`. */
  t(locale: string, namespace: string, key: string, values?: Record<string, unknown>): string;
  /** The domain whose mail comes back to us; undefined where none does. */
  replyDomain?: string;
  /** Which network addresses customers may have messages sent to; those of the open internet where nothing is said. */
  mayReach?: (address: string) => boolean;
};

/** The form of a feature's `jobs.ts`: who works on which queue. A handler that rejects is tried again (5 times, with growing pauses). */
export type Job = { queue: string; handle(context: JobContext, payload: Record<string, unknown>): Promise<void> };
/** Something done by the clock. `cron` in UTC. */
export type Schedule = { name: string; cron: string; run(context: JobContext): Promise<void> };

export type Worker = { stop(): Promise<void> };

/**
 * Moves what transactions left in `private.outbox` to the job queue, and works on it. A row leaves the outbox in
 * the transaction that puts it into the queue: nothing is lost, nothing is queued twice.
 */
export async function startWorker(options: {
  database: Database;
  ownerUrl: string;
  jobs: readonly Job[];
  schedules: readonly Schedule[];
  context: JobContext;
}): Promise<Worker> {
  const { context } = options;
  const boss = new PgBoss({ connectionString: options.ownerUrl, max: 3, application_name: 'stoa-jobs' });
  boss.on('error', (error) => context.log.error({ err: error }, 'The job queue reports an error.'));
  await boss.start();
  for (const job of options.jobs) {
    await boss.createQueue(job.queue, { retryLimit: 5, retryBackoff: true });
    await boss.work<Record<string, unknown>>(
      job.queue,
      { pollingIntervalSeconds: 0.5, batchSize: 5 },
      async (batch) => {
        for (const { data } of batch) await job.handle(context, data);
      },
    );
  }
  for (const schedule of options.schedules) {
    await boss.createQueue(schedule.name, { retryLimit: 0 });
    await boss.work(schedule.name, async () => schedule.run(context));
    await boss.schedule(schedule.name, schedule.cron);
  }
  const sql = options.database.asService();
  const queues = new Set(options.jobs.map((job) => job.queue));
  let moving = Promise.resolve();
  let stopped = false;
  const move = () => {
    moving = moving
      .then(async () => {
        while (!stopped && (await moveSome(sql, boss, queues, context.log)) > 0);
      })
      .catch((error: unknown) =>
        context.log.error({ err: error }, 'The outbox could not be emptied; it will be tried again.'),
      );
  };
  const unlisten = await options.database.listen('outbox', move);
  // A notification may be missed while the connection is away.
  const timer = setInterval(move, 5_000);
  move();
  return {
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await unlisten();
      await moving;
      await boss.stop({ graceful: true, timeout: 10_000 });
    },
  };
}

type Row = { id: string; queue: string; payload: Record<string, unknown> };

async function moveSome(sql: Sql, boss: PgBoss, queues: Set<string>, log: Log): Promise<number> {
  return sql.transaction(async (tx) => {
    const rows = await tx.query<Row>(
      `delete from private.outbox where id in
         (select id from private.outbox where queue = any($1) order by id for update skip locked limit 100)
       returning id, queue, payload`,
      [[...queues]],
    );
    const db = {
      executeSql: async (text: string, values?: unknown[]) => ({ rows: await tx.query(text, values ?? []) }),
    };
    for (const row of rows) {
      const id = await boss.send(row.queue, row.payload, { db });
      if (!id) log.warn({ queue: row.queue }, 'The job queue took no job for an outbox row.');
    }
    return rows.length;
  });
}
