import type { BroadcastPayload, Frame } from './frames.ts';
import { Presence, type PresenceDiff, type PresenceStep, processOf } from './presence.ts';

/** Encoded forms of one message, by version and topic: every member that gets the same message shares them. */
export type Memo = Map<string, Buffer | null>;

/** A channel of one socket, as its topic sees it. */
export type Member = {
  receivesBroadcast(): boolean;
  receivesPresence(): boolean;
  push(event: string, payload: unknown, memo: Memo): void;
};

export type TopicState = { key: string; members: Set<Member>; presence: Presence };

/** Presence steps of one topic. */
export type TopicSteps = { room: string; steps: PresenceStep[] };

/** Every topic with a member in this process or presence in another. */
export type TopicRegistry = {
  join(key: string, member: Member): TopicState;
  leave(key: string, member: Member): void;
  broadcast(key: string, payload: BroadcastPayload, except?: Member): void;
  /** Applies presence steps of another process. */
  applySteps(steps: TopicSteps): void;
  /** The presence of one process, topic by topic. */
  stepsOf(process: string): TopicSteps[];
  /** Drops the presence of processes for which `isAlive` is false. */
  retainProcesses(isAlive: (process: string) => boolean): void;
  /** Replaces the presence of one process with the state it sent. */
  replaceSteps(process: string, states: TopicSteps[]): void;
};

function send(topic: TopicState, event: Frame['event'], payload: unknown, receives: (member: Member) => boolean): void {
  const memo: Memo = new Map();
  for (const member of topic.members) if (receives(member)) member.push(event, payload, memo);
}

function retainSeats(
  topics: Iterable<TopicState>,
  keeps: (process: string, room: string, seat: string) => boolean,
): void {
  for (const topic of topics) {
    const steps = topic.presence.seatsOf(() => true);
    for (const step of steps) {
      if (!keeps(processOf(step.seat), topic.key, step.seat)) topic.presence.apply({ ...step, meta: null });
    }
  }
}

/** `onSteps` receives the presence steps of this process. */
export function createTopicRegistry(onSteps: (steps: TopicSteps) => void): TopicRegistry {
  const topics = new Map<string, TopicState>();

  function closeIfEmpty(topic: TopicState): void {
    if (topic.members.size === 0 && topic.presence.isEmpty && topics.get(topic.key) === topic) topics.delete(topic.key);
  }

  function open(key: string): TopicState {
    const existing = topics.get(key);
    if (existing) return existing;
    const topic: TopicState = {
      key,
      members: new Set(),
      presence: new Presence(
        (diff: PresenceDiff) => {
          send(topic, 'presence_diff', diff, (member) => member.receivesPresence());
          closeIfEmpty(topic);
        },
        (steps) => onSteps({ room: key, steps }),
      ),
    };
    topics.set(key, topic);
    return topic;
  }

  function applySteps({ room: key, steps }: TopicSteps): void {
    const topic = open(key);
    for (const step of steps) topic.presence.apply(step);
    closeIfEmpty(topic);
  }

  return {
    join: (key, member) => {
      const topic = open(key);
      topic.members.add(member);
      return topic;
    },
    leave: (key, member) => {
      const topic = topics.get(key);
      if (!topic) return;
      topic.members.delete(member);
      closeIfEmpty(topic);
    },
    broadcast: (key, payload, except) => {
      const topic = topics.get(key);
      if (topic) send(topic, 'broadcast', payload, (member) => member !== except && member.receivesBroadcast());
    },
    applySteps,
    stepsOf: (process) =>
      [...topics.values()]
        .map((topic) => ({ room: topic.key, steps: topic.presence.seatsOf((id) => id === process) }))
        .filter(({ steps }) => steps.length > 0),
    retainProcesses: (isAlive) => retainSeats(topics.values(), isAlive),
    replaceSteps: (process, states) => {
      const seats = new Set(states.flatMap(({ room, steps }) => steps.map(({ seat }) => `${room}\n${seat}`)));
      retainSeats(topics.values(), (id, room, seat) => id !== process || seats.has(`${room}\n${seat}`));
      for (const steps of states) applySteps(steps);
    },
  };
}
