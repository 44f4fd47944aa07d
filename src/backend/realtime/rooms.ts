import type { BroadcastPayload, Frame } from './frames.ts';
import { Presence, type PresenceDiff } from './presence.ts';

/** A channel of one socket, as its room sees it. */
export type Member = {
  /** Whether it hears broadcasts and presence. */
  hearsBroadcast(): boolean;
  hearsPresence(): boolean;
  /** `memo` is shared by everyone who gets the same message, so that it is encoded once for each form of it. */
  push(event: string, payload: unknown, memo: Map<string, string | Buffer | null>): void;
};

export type Room = { members: Set<Member>; presence: Presence };

/** Every channel of this process by room. */
export type Rooms = {
  join(key: string, member: Member): Room;
  leave(key: string, member: Member): void;
  broadcast(key: string, payload: BroadcastPayload, except?: Member): void;
};

export function createRooms(): Rooms {
  const rooms = new Map<string, Room>();

  function send(room: Room, event: Frame['event'], payload: unknown, hears: (member: Member) => boolean): void {
    const memo = new Map<string, string | Buffer | null>();
    for (const member of room.members) if (hears(member)) member.push(event, payload, memo);
  }

  function open(key: string): Room {
    const room: Room = {
      members: new Set(),
      presence: new Presence((diff: PresenceDiff) =>
        send(room, 'presence_diff', diff, (member) => member.hearsPresence()),
      ),
    };
    rooms.set(key, room);
    return room;
  }

  return {
    join: (key, member) => {
      const room = rooms.get(key) ?? open(key);
      room.members.add(member);
      return room;
    },
    leave: (key, member) => {
      const room = rooms.get(key);
      if (!room) return;
      room.members.delete(member);
      if (room.members.size === 0) rooms.delete(key);
    },
    broadcast: (key, payload, except) => {
      const room = rooms.get(key);
      if (room) send(room, 'broadcast', payload, (member) => member !== except && member.hearsBroadcast());
    },
  };
}
