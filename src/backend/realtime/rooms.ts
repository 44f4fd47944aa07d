import type { BroadcastPayload, Frame } from './frames.ts';
import { Presence, type PresenceDiff, type PresenceStep, processOf } from './presence.ts';

/** What one message was encoded to, by form and topic: everyone who gets the same message shares it. */
export type Memo = Map<string, Buffer | null>;

/** A channel of one socket, as its room sees it. */
export type Member = {
  hearsBroadcast(): boolean;
  hearsPresence(): boolean;
  push(event: string, payload: unknown, memo: Memo): void;
};

export type Room = { key: string; members: Set<Member>; presence: Presence };

/** What a room knows of one process's people. */
export type RoomSteps = { room: string; steps: PresenceStep[] };

/** Every room that somebody of this process is in, or somebody of another is present in. */
export type Rooms = {
  join(key: string, member: Member): Room;
  leave(key: string, member: Member): void;
  broadcast(key: string, payload: BroadcastPayload, except?: Member): void;
  /** What people of another process did. */
  applySteps(told: RoomSteps): void;
  /** Who this process shows, room by room. */
  stepsOf(process: string): RoomSteps[];
  /** Lets everybody go whose process is not among the living. */
  keepOnly(isAlive: (process: string) => boolean): void;
  /** Replaces what is known of one process by what it says itself. */
  replaceSteps(process: string, told: RoomSteps[]): void;
};

/** `published` is told what people of this process did. */
export function createRooms(published: (told: RoomSteps) => void): Rooms {
  const rooms = new Map<string, Room>();

  function send(room: Room, event: Frame['event'], payload: unknown, hears: (member: Member) => boolean): void {
    const memo: Memo = new Map();
    for (const member of room.members) if (hears(member)) member.push(event, payload, memo);
  }

  function closeIfEmpty(room: Room): void {
    if (room.members.size === 0 && room.presence.isEmpty && rooms.get(room.key) === room) rooms.delete(room.key);
  }

  function open(key: string): Room {
    const known = rooms.get(key);
    if (known) return known;
    const room: Room = {
      key,
      members: new Set(),
      presence: new Presence(
        (diff: PresenceDiff) => {
          send(room, 'presence_diff', diff, (member) => member.hearsPresence());
          closeIfEmpty(room);
        },
        (steps) => published({ room: key, steps }),
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

  function keepOnly(isKept: (process: string, room: string, seat: string) => boolean): void {
    for (const room of rooms.values()) {
      const seats = room.presence.seatsOf(() => true);
      for (const step of seats) {
        if (!isKept(processOf(step.seat), room.key, step.seat)) room.presence.apply({ ...step, meta: null });
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
        .map((room) => ({ room: room.key, steps: room.presence.seatsOf((one) => one === process) }))
        .filter(({ steps }) => steps.length > 0),
    keepOnly: (isAlive) => keepOnly((process) => isAlive(process)),
    replaceSteps: (process, told) => {
      const said = new Set(told.flatMap(({ room, steps }) => steps.map(({ seat }) => `${room}\n${seat}`)));
      keepOnly((one, room, seat) => one !== process || said.has(`${room}\n${seat}`));
      for (const one of told) applySteps(one);
    },
  };
}
