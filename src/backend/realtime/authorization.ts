import type { Caller, Database } from '#base/server/database.ts';

/** What a caller may do on a channel. */
export type Rights = {
  readBroadcast: boolean;
  writeBroadcast: boolean;
  readPresence: boolean;
  writePresence: boolean;
};

/** A public channel is open to everyone who holds a key. */
export const everything: Rights = {
  readBroadcast: true,
  writeBroadcast: true,
  readPresence: true,
  writePresence: true,
};

/** The rights on a private channel, as the policies on `realtime.messages` give them. */
export async function rightsOn(database: Database, caller: Caller, topic: string): Promise<Rights> {
  const [row] = await database
    .as(caller)
    .query<{ rights: Partial<Rights> }>('select realtime.topic_rights($1) as rights', [topic]);
  const rights = row?.rights ?? {};
  return {
    readBroadcast: rights.readBroadcast === true,
    writeBroadcast: rights.writeBroadcast === true,
    readPresence: rights.readPresence === true,
    writePresence: rights.writePresence === true,
  };
}
