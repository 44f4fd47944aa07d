import pg from 'pg';
import type { Caller, Database } from '#base/server/database.ts';
import type { Log } from '#base/server/log.ts';

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

export const nothing: Rights = {
  readBroadcast: false,
  writeBroadcast: false,
  readPresence: false,
  writePresence: false,
};

const QUERY_CANCELED = '57014';
/** Connection trouble and a server that is going down or coming up: nothing a policy has said. */
const UNAVAILABLE = /^(?:08|53|57P|58|XX)/;

/** The rights could not be asked for; the message is the published sentence, `code` the published code. */
export class RightsUnknown extends Error {
  readonly code: string;

  constructor(code: string, sentence: string) {
    super(sentence);
    this.code = code;
  }
}

/**
 * The rights on a private channel, as the policies on `realtime.messages` give them. A policy that fails gives none.
 * @throws {RightsUnknown} `QueryCanceled`, `UnableToConnectToProject`
 */
export async function rightsOn(database: Database, caller: Caller, topic: string, log: Log): Promise<Rights> {
  const rights = await tried<Partial<Rights>>(database, caller, 'select realtime.topic_rights($1) as told', topic, log);
  return {
    readBroadcast: rights?.readBroadcast === true,
    writeBroadcast: rights?.writeBroadcast === true,
    readPresence: rights?.readPresence === true,
    writePresence: rights?.writePresence === true,
  };
}

/**
 * Whether what the caller broadcasts to a private channel may be kept: the policies' word on extension `persistence`.
 * @throws {RightsUnknown} as {@link rightsOn}
 */
export async function mayKeep(database: Database, caller: Caller, topic: string, log: Log): Promise<boolean> {
  return (await tried<boolean>(database, caller, 'select realtime.may_keep($1) as told', topic, log)) === true;
}

async function tried<Told>(
  database: Database,
  caller: Caller,
  text: string,
  topic: string,
  log: Log,
): Promise<Told | undefined> {
  try {
    const [row] = await database.as(caller).query<{ told: Told }>(text, [topic]);
    return row?.told;
  } catch (error) {
    const code = error instanceof pg.DatabaseError ? (error.code ?? '') : '08000';
    if (code === QUERY_CANCELED) throw new RightsUnknown('QueryCanceled', 'Query was cancelled, please try again');
    if (UNAVAILABLE.test(code)) {
      throw new RightsUnknown('UnableToConnectToProject', 'Realtime was unable to connect to the project database');
    }
    log.warn({ error: String(error), code: 'RlsPolicyError' }, 'a policy on realtime.messages failed');
    return undefined;
  }
}
