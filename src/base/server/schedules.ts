import type { Sql } from './database.ts';
import type { JobContext, Schedule } from './jobs.ts';
import type { Log } from './log.ts';

const OUTPUT_LENGTH = 20_000;
const ERROR_LENGTH = 4_000;
const RUNS_KEPT = 200;
/** A run that has not ended by then belongs to a dead process. */
const LOST_MINUTES = 15;

/** Queue of manual runs: `{ name, run_id }`, written by `public.run_schedule`. */
export const RUN_QUEUE = 'run-schedule';
/** Queue of alerts for schedules that begin to fail: `{ run_id }`. */
export const FAILURE_QUEUE = 'schedule-failed';

/**
 * Stores the list of schedules. A removed schedule keeps its history and is marked.
 * @param nextOf the next time of a cron expression in UTC; null where it has none.
 */
export async function registerSchedules(
  sql: Sql,
  schedules: readonly Schedule[],
  nextOf: (cron: string) => Date | null,
): Promise<void> {
  await sql.transaction(async (tx) => {
    for (const { name, cron } of schedules) {
      await tx.query(
        `insert into private.schedules (name, cron, next_run_at) values ($1, $2, $3)
         on conflict (name) do update set cron = excluded.cron, next_run_at = excluded.next_run_at, is_known = true, updated_at = now()`,
        [name, cron, nextOf(cron)],
      );
    }
    await tx.query('update private.schedules set is_known = false where is_known and name <> all ($1)', [
      schedules.map(({ name }) => name),
    ]);
  });
}

/** Runs a schedule on time, unless it is paused or still running. Never rejects because of the run. */
export async function runByClock(
  sql: Sql,
  schedule: Schedule,
  context: JobContext,
  nextRun: Date | null,
): Promise<void> {
  await sql.query('update private.schedules set next_run_at = $2, updated_at = now() where name = $1', [
    schedule.name,
    nextRun,
  ]);
  await giveUpLost(sql, schedule.name);
  const [run] = await sql.query<{ id: string }>(
    `insert into private.schedule_runs (name, cause, status, started_at)
     select name, 'clock', 'running', now() from private.schedules where name = $1 and paused_at is null
     on conflict do nothing returning id`,
    [schedule.name],
  );
  if (run) await execute(sql, schedule, context, run.id);
}

/**
 * Runs a schedule manually, paused or not. Does nothing where the run is no longer waiting.
 * @throws where another run of the schedule is active, so that the queue retries.
 */
export async function runByHand(sql: Sql, schedule: Schedule, context: JobContext, runId: string): Promise<void> {
  await giveUpLost(sql, schedule.name);
  const [run] = await sql.query<{ id: string }>(
    `update private.schedule_runs set status = 'running', started_at = now()
      where id = $1 and name = $2 and status = 'waiting' returning id`,
    [runId, schedule.name],
  );
  if (run) await execute(sql, schedule, context, run.id);
}

async function giveUpLost(sql: Sql, name: string): Promise<void> {
  await sql.query(
    `update private.schedule_runs set status = 'failed', finished_at = now(), error = 'The server stopped before this ended.'
      where name = $1 and status = 'running' and started_at < now() - make_interval(mins => $2)`,
    [name, LOST_MINUTES],
  );
}

async function execute(sql: Sql, schedule: Schedule, context: JobContext, runId: string): Promise<void> {
  const { log, lines } = listened(context.log);
  let error: string | null = null;
  try {
    const result = await schedule.run({ ...context, log });
    if (typeof result === 'string') lines.push(result);
  } catch (cause) {
    context.log.error({ err: cause, schedule: schedule.name }, 'A scheduled job failed.');
    error = (cause instanceof Error ? cause.message : String(cause)).slice(0, ERROR_LENGTH) || 'It said nothing.';
  }
  await sql.transaction(async (tx) => {
    const [before] = await tx.query<{ status: string }>(
      `select status from private.schedule_runs where name = $1 and status in ('succeeded', 'failed') order by id desc limit 1`,
      [schedule.name],
    );
    await tx.query(
      `update private.schedule_runs set status = $2, finished_at = clock_timestamp(), output = $3, error = $4 where id = $1`,
      [runId, error === null ? 'succeeded' : 'failed', lines.join('\n').slice(0, OUTPUT_LENGTH), error],
    );
    // Alert once when it begins to fail, not on every failing run.
    if (error !== null && before?.status !== 'failed') {
      await tx.query('select private.enqueue($1, $2::jsonb)', [FAILURE_QUEUE, JSON.stringify({ run_id: runId })]);
    }
    await tx.query(
      `delete from private.schedule_runs where name = $1 and id <=
         (select id from private.schedule_runs where name = $1 order by id desc offset $2 limit 1)`,
      [schedule.name, RUNS_KEPT],
    );
  });
}

/** A log that also records its messages, one line each. */
function listened(log: Log): { log: Log; lines: string[] } {
  const lines: string[] = [];
  const note = (facts: object, message: string) => {
    const words = Object.entries(facts).map(([name, value]) =>
      value instanceof Error ? `${name}: ${value.message}` : `${name}: ${JSON.stringify(value)}`,
    );
    lines.push(words.length > 0 ? `${message} (${words.join(', ')})` : message);
  };
  const both = (level: keyof Log) => (facts: object, message: string) => {
    log[level](facts, message);
    note(facts, message);
  };
  return { log: { debug: both('debug'), info: both('info'), warn: both('warn'), error: both('error') }, lines };
}
