import pg from 'pg';
import type { Caller, Database } from '#base/server/database.ts';
import type { Log } from '#base/server/log.ts';

/** What a caller's policies allow on a channel. */
export type Rights = {
  readBroadcast: boolean;
  writeBroadcast: boolean;
  readPresence: boolean;
  writePresence: boolean;
};

/** A public channel is open to everyone with an API key. */
export const allRights: Rights = {
  readBroadcast: true,
  writeBroadcast: true,
  readPresence: true,
  writePresence: true,
};

const QUERY_CANCELED = '57014';
/** SQLSTATE classes of a broken connection or a restarting server: no policy has decided. */
const UNAVAILABLE = /^(?:08|53|57P|58|XX)/;

/** The rights could not be queried; `message` and `code` are the published ones. */
export class RightsCheckError extends Error {
  readonly code: string;

  constructor(code: string, sentence: string) {
    super(sentence);
    this.code = code;
  }
}

/**
 * The rights on a private channel by the policies on `realtime.messages`. A policy that fails grants none.
 * @throws {RightsCheckError} `QueryCanceled`, `UnableToConnectToProject`
 */
export async function rightsOn(database: Database, caller: Caller, topic: string, log: Log): Promise<Rights> {
  const rights = await queryPolicies<Partial<Rights>>(
    database,
    caller,
    'select realtime.topic_rights($1) as result',
    topic,
    log,
  );
  return {
    readBroadcast: rights?.readBroadcast === true,
    writeBroadcast: rights?.writeBroadcast === true,
    readPresence: rights?.readPresence === true,
    writePresence: rights?.writePresence === true,
  };
}

/**
 * Whether the caller may persist a broadcast to a private channel: the policies on extension `persistence`.
 * @throws {RightsCheckError} as {@link rightsOn}
 */
export async function mayPersist(database: Database, caller: Caller, topic: string, log: Log): Promise<boolean> {
  return (
    (await queryPolicies<boolean>(database, caller, 'select realtime.may_keep($1) as result', topic, log)) === true
  );
}

async function queryPolicies<Result>(
  database: Database,
  caller: Caller,
  statement: string,
  topic: string,
  log: Log,
): Promise<Result | undefined> {
  try {
    const [row] = await database.as(caller).query<{ result: Result }>(statement, [topic]);
    return row?.result;
  } catch (error) {
    const code = error instanceof pg.DatabaseError ? (error.code ?? '') : '08000';
    if (code === QUERY_CANCELED) throw new RightsCheckError('QueryCanceled', 'Query was cancelled, please try again');
    if (UNAVAILABLE.test(code)) {
      throw new RightsCheckError('UnableToConnectToProject', 'Realtime was unable to connect to the project database');
    }
    log.warn({ error: String(error), code: 'RlsPolicyError' }, 'a policy on realtime.messages failed');
    return undefined;
  }
}
