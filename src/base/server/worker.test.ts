import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openWorld, type World } from '#tests/db/world.ts';
import type { JobContext } from './jobs.ts';
import { silentLog } from './log.ts';
import { startWorker, type Worker } from './worker.ts';

let world: World;
let worker: Worker;
/** Jobs that were handled, and who waits for them. */
const done: string[] = [];
const waiting = new Map<string, () => void>();
beforeAll(async () => {
  world = await openWorld();
  const context: JobContext = {
    sql: world.sql,
    mailer: { deliver: async () => {}, close: () => {} },
    log: silentLog,
    siteUrlOf: async () => 'http://localhost',
    t: (_, __, key) => key,
  };
  const handle = async (_: JobContext, { note }: Record<string, unknown>) => {
    done.push(String(note));
    waiting.get(String(note))?.();
  };
  // Polls once a day: every job handled in this file was notified.
  worker = await startWorker({
    database: world.database,
    ownerUrl: world.ownerUrl,
    jobs: [{ queue: 'notes', handle }],
    schedules: [],
    context,
    pollSeconds: 86_400,
  });
});
beforeEach(() => done.splice(0));
afterAll(async () => {
  await worker.stop();
  await world.close();
});

/** Enqueues a job, and resolves when it is handled. */
async function leave(note: string): Promise<void> {
  const isDone = new Promise<void>((settle) => waiting.set(note, settle));
  await world.sql.query(`select private.enqueue('notes', jsonb_build_object('note', $1::text))`, [note]);
  await isDone;
}

test('what a transaction leaves is worked on because the worker is told, not because it looks', async () => {
  await leave('first');
  await leave('second');
  expect(done).toEqual(['first', 'second']);
});

test('more than a worker takes at once is worked on to the last', async () => {
  const notes = Array.from({ length: 23 }, (_, index) => `note ${index}`);
  await Promise.all(notes.map(leave));
  expect(done.toSorted()).toEqual(notes.toSorted());
});
