import { randomBytes } from 'node:crypto';
import type { Database } from '#base/server/database.ts';
import type { Log } from '#base/server/log.ts';
import type { Bus } from './bus.ts';
import { broadcastMessage, broadcastOf, type ClusterMessage, stateMessages } from './cluster-messages.ts';
import type { BroadcastPayload } from './frames.ts';
import { createHeartbeat, defaultHeartbeatTimes, type HeartbeatTimes } from './heartbeat.ts';
import { serviceCaller } from './service-caller.ts';
import type { TopicRegistry, TopicSteps } from './topic-registry.ts';

/** Milliseconds a starting process waits for the state of the processes it found: one may have died. */
const STATE_TIMEOUT_MS = 1_000;
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
  const peers = createPeers();
  let topics: TopicRegistry | null = null;
  const states = createStateWait();
  const heartbeat = createHeartbeat({
    database,
    log,
    process: id,
    times,
    onBegin: peers.beginHeartbeat,
    onResult: (alive, wasForgotten) => {
      if (peers.update(alive)) topics?.retainProcesses((process) => process === id || peers.names().has(process));
      // A process that was silent too long was forgotten with its presence: exchange state again.
      if (wasForgotten) exchangeState();
    },
  });

  function publish(message: ClusterMessage): void {
    bus.publish(JSON.stringify({ from: id, ...message }));
  }

  /** A process without others publishes nothing: a broadcast then costs the database nothing. */
  function publishToOthers(message: ClusterMessage): void {
    if (peers.names().size > 0) publish(message);
  }

  function publishStateTo(to: string): void {
    for (const message of stateMessages(topics?.stepsOf(id) ?? [], to)) publish(message);
  }

  function exchangeState(): void {
    publish({ kind: 'hello' });
    for (const process of peers.names()) publishStateTo(process);
  }

  function onMessage(text: string): void {
    const { from, ...message } = JSON.parse(text) as ClusterMessage & { from: string };
    if (from === id || !topics) return;
    if (message.kind === 'bye') {
      peers.left(from);
      topics.retainProcesses((process) => process !== from);
      return;
    }
    peers.heardFrom(from);
    if (message.kind === 'hello') publishStateTo(from);
    else if (message.kind !== 'state' || message.to === id) applyMessage(topics, from, message);
    if (message.kind === 'state' && message.to === id && message.isLast) states.arrived(from);
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
    lastHeartbeat: heartbeat.last,
    start: async (registry) => {
      topics = registry;
      await heartbeat.beat();
      // The other processes know this one now; what they have of presence is on its way.
      const received = states.from(peers.names());
      exchangeState();
      await received;
      heartbeat.schedule();
    },
    setTriggersUsed: heartbeat.setTriggersUsed,
    broadcast: (room, payload) => {
      if (peers.names().size > 0) publish(broadcastMessage(room, payload));
    },
    publishSteps: (steps) => publishToOthers({ kind: 'steps', told: steps }),
    requestState: exchangeState,
    close: async () => {
      if (heartbeat.stop()) {
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

/** The other living processes. */
function createPeers() {
  let others = new Set<string>();
  /** Processes heard from since the last heartbeat began, which its result may not include yet. */
  const recent = new Set<string>();
  return {
    names: (): ReadonlySet<string> => others,
    heardFrom: (process: string): void => {
      others.add(process);
      recent.add(process);
    },
    left: (process: string): void => {
      others.delete(process);
      recent.delete(process);
    },
    beginHeartbeat: (): void => recent.clear(),
    /** Takes the result of a heartbeat. Whether a process is gone. */
    update: (alive: string[]): boolean => {
      const before = others;
      others = new Set([...alive, ...recent]);
      return [...before].some((process) => !others.has(process));
    },
  };
}

function applyMessage(topics: TopicRegistry, from: string, message: ClusterMessage): void {
  if (message.kind === 'steps') topics.applySteps(message.told);
  else if (message.kind === 'broadcast') topics.broadcast(message.room, broadcastOf(message));
  else if (message.kind === 'state') {
    // The first part replaces the stored state; later parts add to it.
    if (message.isFirst) topics.replaceSteps(from, message.rooms);
    else for (const steps of message.rooms) topics.applySteps(steps);
  }
}

/** Waits for the state of other processes, but not for long: one of them may have died. */
function createStateWait() {
  let missing = new Set<string>();
  let done = () => {};
  return {
    from: (processes: ReadonlySet<string>): Promise<void> => {
      missing = new Set(processes);
      if (missing.size === 0) return Promise.resolve();
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, STATE_TIMEOUT_MS);
        done = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    },
    /** All of the state of a process has arrived. */
    arrived: (process: string): void => {
      if (missing.delete(process) && missing.size === 0) done();
    },
  };
}
