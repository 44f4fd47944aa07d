import { randomBytes } from 'node:crypto';
import type { Database } from '#base/server/database.ts';
import type { Log } from '#base/server/log.ts';
import type { Bus } from './bus.ts';
import type { BroadcastPayload } from './frames.ts';
import type { TopicRegistry, TopicSteps } from './rooms.ts';
import { serviceCaller } from './service-caller.ts';

/** Messages between processes; their keys are the wire format between versions, so they stay. */
type ClusterMessage =
  | { kind: 'hello' }
  | { kind: 'bye' }
  | { kind: 'state'; to: string; rooms: TopicSteps[]; isFirst: boolean; isLast: boolean }
  | { kind: 'steps'; told: TopicSteps }
  | {
      kind: 'broadcast';
      room: string;
      event: string;
      payload?: unknown;
      bytes?: string;
      meta?: Record<string, unknown>;
    };

export type HeartbeatTimes = { beatMs: number; patienceMs: number };
export const defaultHeartbeatTimes: HeartbeatTimes = { beatMs: 5_000, patienceMs: 20_000 };

/** Milliseconds a starting process waits for the state of the processes it found: one may have died. */
const STATE_TIMEOUT_MS = 1_000;
/** Seats per state message. */
const SEATS_PER_MESSAGE = 500;

/** The other processes of the installation: which are alive, their broadcasts and their presence. */
export type Cluster = {
  /** The name of this process. */
  readonly id: string;
  /** Time of the last heartbeat by the database's clock, ISO 8601. */
  lastHeartbeat(): string | null;
  /** Registers this process, exchanges presence state with the others, and starts the heartbeat. */
  start(topics: TopicRegistry): Promise<void>;
  /** Whether this process needs triggers for row changes; stored with the next heartbeat. */
  setTriggersUsed(isUsed: boolean): Promise<void>;
  broadcast(room: string, payload: BroadcastPayload): void;
  publishSteps(steps: TopicSteps): void;
  /** Requests state again: messages may have been missed while the database was unreachable. */
  requestState(): void;
  close(): Promise<void>;
};

export function createCluster(
  database: Database,
  bus: Bus,
  log: Log,
  times: HeartbeatTimes = defaultHeartbeatTimes,
): Cluster {
  const id = randomBytes(6).toString('hex');
  let others = new Set<string>();
  /** Processes heard from since the last heartbeat began, which its result may not include yet. */
  const recent = new Set<string>();
  /** Processes whose state is still missing; `done` is called when it has all arrived. */
  let awaitedStates: { from: Set<string>; done(): void } | null = null;
  let pendingHeartbeat: Promise<void> = Promise.resolve();
  let usesTriggers = true;
  let topics: TopicRegistry | null = null;
  let lastHeartbeat: string | null = null;
  let timer: NodeJS.Timeout | null = null;

  function publish(message: ClusterMessage): void {
    bus.publish(JSON.stringify({ from: id, ...message }));
  }

  /** A process without others publishes nothing: a broadcast then costs the database nothing. */
  function publishToOthers(message: ClusterMessage): void {
    if (others.size > 0) publish(message);
  }

  function publishStateTo(to: string): void {
    const ownSteps = topics?.stepsOf(id) ?? [];
    let isFirst = true;
    for (let batch = takeSeats(ownSteps); batch.length > 0 || isFirst; batch = takeSeats(ownSteps)) {
      publish({ kind: 'state', to, rooms: batch, isFirst, isLast: ownSteps.length === 0 });
      isFirst = false;
    }
  }

  function onMessage(text: string): void {
    const { from, ...message } = JSON.parse(text) as ClusterMessage & { from: string };
    if (from === id || !topics) return;
    if (message.kind === 'bye') {
      others.delete(from);
      recent.delete(from);
      topics.retainProcesses((process) => process !== from);
      return;
    }
    others.add(from);
    recent.add(from);
    if (message.kind === 'hello') publishStateTo(from);
    else if (message.kind === 'steps') topics.applySteps(message.told);
    else if (message.kind === 'broadcast') {
      const { room, event, payload, bytes, meta } = message;
      topics.broadcast(room, {
        type: 'broadcast',
        event,
        payload: bytes === undefined ? payload : Buffer.from(bytes, 'base64'),
        ...(meta ? { meta } : {}),
      });
    } else if (message.kind === 'state' && message.to === id) {
      // The first part replaces the stored state; later parts add to it.
      if (message.isFirst) topics.replaceSteps(from, message.rooms);
      else for (const steps of message.rooms) topics.applySteps(steps);
      if (message.isLast && awaitedStates?.from.delete(from) && awaitedStates.from.size === 0) awaitedStates.done();
    }
  }

  /** Resolves when the other processes know this one and have sent their presence state. */
  async function announce(): Promise<void> {
    const statesReceived = new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, STATE_TIMEOUT_MS);
      const done = () => {
        clearTimeout(timer);
        resolve();
      };
      awaitedStates = { from: new Set(others), done };
    });
    publish({ kind: 'hello' });
    for (const process of others) publishStateTo(process);
    if (others.size > 0) await statesReceived;
    awaitedStates?.done();
    awaitedStates = null;
  }

  /** Serializes heartbeats, so that the newest result wins. */
  function heartbeat(): Promise<void> {
    const next = pendingHeartbeat.then(sendHeartbeat);
    pendingHeartbeat = next.catch(() => {});
    return next;
  }

  async function sendHeartbeat(): Promise<void> {
    recent.clear();
    const [row] = await database
      .as(serviceCaller)
      .query<{ told: { wasThere: boolean; others: string[]; at: string } }>(
        'select realtime.beat($1, $2, $3) as told',
        [id, usesTriggers, times.patienceMs],
      );
    if (!row) return;
    const wasForgotten = lastHeartbeat !== null && !row.told.wasThere;
    lastHeartbeat = row.told.at;
    const alive = new Set([...row.told.others, ...recent]);
    const gone = [...others].filter((process) => !alive.has(process));
    others = alive;
    if (gone.length > 0) topics?.retainProcesses((process) => process === id || alive.has(process));
    // A process that was silent too long was forgotten with its presence: exchange state again.
    if (wasForgotten) {
      publish({ kind: 'hello' });
      for (const process of others) publishStateTo(process);
    }
  }

  function scheduleHeartbeat(): void {
    timer = setTimeout(() => {
      heartbeat()
        .catch((error: unknown) => log.warn({ error: String(error) }, 'a sign of life could not be given'))
        .finally(() => {
          if (timer) scheduleHeartbeat();
        });
    }, times.beatMs).unref();
  }

  bus.subscribe((text) => {
    try {
      onMessage(text);
    } catch (error) {
      log.error({ error: String(error) }, 'what another process said could not be understood');
    }
  });

  return {
    id,
    lastHeartbeat: () => lastHeartbeat,
    start: async (registry) => {
      topics = registry;
      await heartbeat();
      await announce();
      scheduleHeartbeat();
    },
    setTriggersUsed: async (isUsed) => {
      usesTriggers = isUsed;
      if (timer) await heartbeat();
    },
    broadcast: (room, { event, payload, meta }) => {
      if (others.size === 0) return;
      const body = Buffer.isBuffer(payload) ? { bytes: payload.toString('base64') } : { payload };
      publish({ kind: 'broadcast', room, event, ...body, ...(meta ? { meta } : {}) });
    },
    publishSteps: (steps) => publishToOthers({ kind: 'steps', told: steps }),
    requestState: () => {
      publish({ kind: 'hello' });
      for (const process of others) publishStateTo(process);
    },
    close: async () => {
      if (timer) clearTimeout(timer);
      const wasStarted = timer !== null;
      timer = null;
      if (wasStarted) {
        publishToOthers({ kind: 'bye' });
        await bus.close();
        await database
          .as(serviceCaller)
          .query('select realtime.farewell($1)', [id])
          .catch((error: unknown) => log.debug({ error: String(error) }, 'no farewell could be said'));
      }
      await bus.close();
    },
  };
}

/** Removes the first SEATS_PER_MESSAGE seats from `rooms` and returns them. */
function takeSeats(states: TopicSteps[]): TopicSteps[] {
  const batch: TopicSteps[] = [];
  for (let remaining = SEATS_PER_MESSAGE; remaining > 0 && states.length > 0; ) {
    const [first] = states;
    if (!first) break;
    const steps = first.steps.splice(0, remaining);
    remaining -= steps.length;
    batch.push({ room: first.room, steps });
    if (first.steps.length === 0) states.shift();
  }
  return batch;
}
