import { queryOptions } from '@tanstack/react-query';
import { type Db, dataOf, maybeDataOf } from '#base/shared/db-client.ts';
import { asPage, type ListPage, type ListRequest, type RpcPage } from '#base/shared/list-page.ts';

declare module '#base/shared/database-shapes.ts' {
  interface FunctionShapes {
    list_schedules: { row: Schedule };
    list_schedule_runs: { args: { name: string | null; status: string | null }; returns: RpcPage<ScheduleRun> };
    list_jobs: { args: { queue: string | null }; returns: RpcPage<WaitingJob> };
    list_reports: { args: { account_id: string | null }; returns: RpcPage<BrowserReport> };
    list_noise: { returns: RpcPage<AccountNoise> };
    platform_health: { returns: Health };
  }
}

export type RunStatus = 'waiting' | 'running' | 'succeeded' | 'failed';

export type Schedule = {
  name: string;
  cron: string;
  is_paused: boolean;
  paused_at: string | null;
  /** E-mail address of the administrator who paused it. */
  paused_by: string | null;
  next_run_at: string | null;
  last_status: RunStatus | null;
  last_at: string | null;
  last_seconds: number | null;
  /** Of the runs still stored. */
  runs: number;
  failures: number;
};

export type ScheduleRun = {
  id: string;
  name: string;
  cause: 'clock' | 'hand';
  asked_by: string | null;
  status: RunStatus;
  asked_at: string;
  started_at: string | null;
  finished_at: string | null;
  seconds: number | null;
  output: string;
  error: string | null;
};

export type Process = {
  instance: string;
  role: 'all' | 'web' | 'worker';
  started_at: string;
  seen_at: string;
  memory_bytes: number;
  sockets: number;
  disk_bytes: number | null;
  disk_free_bytes: number | null;
};

export type QueueState = {
  queue: string;
  waiting: number;
  retrying: number;
  active: number;
  failed: number;
  oldest: string | null;
};

/** The last 24 hours, from 23 full hours ago; durations in milliseconds, sizes in bytes. */
export type Health = {
  since: string;
  traffic: { requests: number; failures: number; slow: number; milliseconds: number };
  hours: { at: string; requests: number; failures: number }[];
  queues: QueueState[];
  mails: { made: number; sent: number };
  reports: number;
  storage: { files: number; bytes: number };
  database: { bytes: number; connections: number; limit: number };
  processes: Process[];
  slow: number;
  schedules: { all: number; paused: number; failing: number };
};

export type WaitingJob = { id: string; queue: string; state: string; at: string; tries: number; error: string | null };
export type BrowserReport = { id: string; account_id: string; slug: string; message: string; created_at: string };
export type SlowStatement = {
  hash: string;
  statement: string;
  calls: number;
  milliseconds: number;
  longest: number;
  last_at: string;
};
export type AccountNoise = {
  account_id: string;
  slug: string;
  requests: number;
  failures: number;
  milliseconds: number;
  mails: number;
  reports: number;
  bytes: number;
};

type Paged = { page: number; pageSize: number };

export async function listJobs(
  db: Db,
  { pageSize, ...filters }: Paged & { state: string; queue: string | null },
): Promise<ListPage<WaitingJob>> {
  return asPage(dataOf(await db.rpc('list_jobs', { ...filters, page_size: pageSize })));
}

export async function listReports(
  db: Db,
  { pageSize, ...filters }: Paged & { search: string },
): Promise<ListPage<BrowserReport>> {
  return asPage(dataOf(await db.rpc('list_reports', { account_id: null, ...filters, page_size: pageSize })));
}

/** Accounts by one of their counts, the largest first. */
export async function listNoise(db: Db, { page, pageSize, sort = '' }: ListRequest): Promise<ListPage<AccountNoise>> {
  return asPage(dataOf(await db.rpc('list_noise', { sort, page, page_size: pageSize })));
}

/** Runs a schedule manually; returns the id of the queued run. */
export async function runSchedule(db: Db, name: string): Promise<string> {
  return dataOf(await db.rpc('run_schedule', { name }));
}

export async function pauseSchedule(db: Db, name: string, is_paused: boolean): Promise<void> {
  maybeDataOf(await db.rpc('pause_schedule', { name, is_paused }));
}

const LIVE_MS = 5_000;

export const maintenanceQueries = {
  all: ['maintenance'] as const,
  schedules: (db: Db) =>
    queryOptions({
      queryKey: ['maintenance', 'schedules'],
      queryFn: async (): Promise<Schedule[]> => dataOf(await db.rpc('list_schedules')),
      refetchInterval: LIVE_MS,
    }),
  runs: (db: Db, { pageSize: page_size, ...filters }: Paged & { name: string | null; status: string | null }) =>
    queryOptions({
      queryKey: ['maintenance', 'runs', filters, page_size],
      queryFn: async () => asPage(dataOf(await db.rpc('list_schedule_runs', { ...filters, page_size }))),
      refetchInterval: LIVE_MS,
    }),
  health: (db: Db) =>
    queryOptions({
      queryKey: ['maintenance', 'health'],
      queryFn: async (): Promise<Health> => dataOf(await db.rpc('platform_health')),
      refetchInterval: LIVE_MS * 3,
    }),
  /** How many events subscribers gave up on. */
  deadLetters: (db: Db) =>
    queryOptions({
      queryKey: ['maintenance', 'dead letters'],
      queryFn: async () => dataOf(await db.rpc('dead_letters', { page_size: 1 })).count,
      refetchInterval: LIVE_MS * 3,
    }),
  statements: (db: Db) =>
    queryOptions({
      queryKey: ['maintenance', 'statements'],
      queryFn: async (): Promise<SlowStatement[]> => dataOf(await db.rpc('list_slow_statements')),
    }),
};
