import type { BroadcastPayload } from './frames.ts';
import type { TopicSteps } from './topic-registry.ts';

/** Messages between processes; their keys are the wire format between versions, so they stay. */
export type ClusterMessage =
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

/** Seats per state message. */
const SEATS_PER_MESSAGE = 500;

/** The presence of this process, for another one: in parts of some seats, at least one. */
export function* stateMessages(ownSteps: TopicSteps[], to: string): Generator<ClusterMessage> {
  let isFirst = true;
  for (let batch = takeSeats(ownSteps); batch.length > 0 || isFirst; batch = takeSeats(ownSteps)) {
    yield { kind: 'state', to, rooms: batch, isFirst, isLast: ownSteps.length === 0 };
    isFirst = false;
  }
}

/** JSON carries no bytes: they are sent in base64. */
export function broadcastMessage(room: string, { event, payload, meta }: BroadcastPayload): ClusterMessage {
  const body = Buffer.isBuffer(payload) ? { bytes: payload.toString('base64') } : { payload };
  return { kind: 'broadcast', room, event, ...body, ...(meta ? { meta } : {}) };
}

export function broadcastOf({ event, payload, bytes, meta }: ClusterMessage & { kind: 'broadcast' }) {
  return {
    type: 'broadcast' as const,
    event,
    payload: bytes === undefined ? payload : Buffer.from(bytes, 'base64'),
    ...(meta ? { meta } : {}),
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
