import type { BroadcastPayload, Frame } from './frames.ts';
import { Presence, type PresenceDiff, type PresenceStep, processOf } from './presence.ts';

/** Encoded forms of one message, by version and topic: every member that gets the same message shares them. */
export type Memo = Map<string, Buffer | null>;

/** A channel of one socket, as its topic sees it. */
export type Member = {
  hearsBroadcast(): boolean;
  hearsPresence(): boolean;
  push(event: string, payload: unknown, memo: Memo): void;
};

export type Room = { key: string; members: Set<Member>; presence: Presence };

/** Presence steps of one topic. */
export type RoomSteps = { room: string; steps: PresenceStep[] };

/** Every topic with a member in this process or presence in another. */
export type Rooms = {
  join(key: string, member: Member): Room;
  leave(key: string, member: Member): void;
  broadcast(key: string, payload: BroadcastPayload, except?: Member): void;
  /** Applies presence steps of another process. */
  applySteps(told: RoomSteps): void;
  /** The presence of one process, topic by topic. */
  stepsOf(process: string): RoomSteps[];
  /** Drops the presence of processes for which `isAlive` is false. */
  keepOnly(isAlive: (process: string) => boolean): void;
  /** Replaces the presence of one process with the state it sent. */
  replaceSteps(process: string, told: RoomSteps[]): void;
};

/** `onSteps` receives the presence steps of this process. */
export function createRooms(onSteps: (steps: RoomSteps) => void): Rooms {
  const rooms = new Map<string, Room>();

  function send(room: Room, event: Frame['event'], payload: unknown, receives: (member: Member) => boolean): void {
    const memo: Memo = new Map();
    for (const member of room.members) if (receives(member)) member.push(event, payload, memo);
  }

  function closeIfEmpty(room: Room): void {
    if (room.members.size === 0 && room.presence.isEmpty && rooms.get(room.key) === room) rooms.delete(room.key);
  }

  function open(key: string): Room {
    const existing = rooms.get(key);
    if (existing) return existing;
    const room: Room = {
      key,
      members: new Set(),
      presence: new Presence(
        (diff: PresenceDiff) => {
          send(room, 'presence_diff', diff, (member) => member.hearsPresence());
          closeIfEmpty(room);
        },
        (steps) => onSteps({ room: key, steps }),
      ),
    };
    rooms.set(key, room);
    return room;
  }

  function applySteps({ room: key, steps }: RoomSteps): void {
    const room = open(key);
    for (const step of steps) room.presence.apply(step);
    closeIfEmpty(room);
  }

  function keepOnly(keeps: (process: string, room: string, seat: string) => boolean): void {
    for (const room of rooms.values()) {
      const steps = room.presence.seatsOf(() => true);
      for (const step of steps) {
        if (!keeps(processOf(step.seat), room.key, step.seat)) room.presence.apply({ ...step, meta: null });
      }
    }
  }

  return {
    join: (key, member) => {
      const room = open(key);
      room.members.add(member);
      return room;
    },
    leave: (key, member) => {
      const room = rooms.get(key);
      if (!room) return;
      room.members.delete(member);
      closeIfEmpty(room);
    },
    broadcast: (key, payload, except) => {
      const room = rooms.get(key);
      if (room) send(room, 'broadcast', payload, (member) => member !== except && member.hearsBroadcast());
    },
    applySteps,
    stepsOf: (process) =>
      [...rooms.values()]
        .map((room) => ({ room: room.key, steps: room.presence.seatsOf((id) => id === process) }))
        .filter(({ steps }) => steps.length > 0),
    keepOnly: (isAlive) => keepOnly((process) => isAlive(process)),
    replaceSteps: (process, states) => {
      const seats = new Set(states.flatMap(({ room, steps }) => steps.map(({ seat }) => `${room}\n${seat}`)));
      keepOnly((id, room, seat) => id !== process || seats.has(`${room}\n${seat}`));
      for (const steps of states) applySteps(steps);
    },
  };
}
