import { randomUUID } from 'node:crypto';
import { createAuth } from '#backend/auth/auth.ts';
import type { AuthOptions } from '#backend/auth/auth-options.ts';
import { authSealing, sealedFactors } from '#backend/auth/encryption.ts';
import { createFunctions, type ServerFunction } from '#backend/functions/functions.ts';
import { createRealtime, type Realtime, type RealtimeOptions } from '#backend/realtime/realtime.ts';
import { createRest, type RestOptions } from '#backend/rest/rest.ts';
import { createStorage, type StorageOptions } from '#backend/storage/storage.ts';
import type { DataRequest, DataResponse } from '#base/server/call.ts';
import type { Database, Sql } from '#base/server/database.ts';
import type { EncryptedColumn } from '#base/server/encrypted-columns.ts';
import { type Handler, json } from '#base/server/http.ts';
import type { Log } from '#base/server/log.ts';
import { requestIdOf } from '#base/server/request-id.ts';
import { type Tokens, timingSafeHash } from '#base/server/tokens.ts';

type Ground = 'database' | 'tokens' | 'log';

export type GatewayOptions = {
  database: Database;
  /** The owner's door, for the authentication service. */
  sql: Sql;
  tokens: Tokens;
  log: Log;
  /** What links and kept secrets are sealed with. */
  secret: string;
  /** Secrets from before: what they sealed is opened, links they signed count until they expire. */
  formerSecrets?: readonly string[];
  auth: Omit<AuthOptions, 'sql' | 'tokens' | 'log' | 'encryptionKey' | 'formerEncryptionKeys'>;
  rest?: Omit<RestOptions, Ground>;
  storage: Omit<StorageOptions, Ground | 'secret' | 'formerSecrets'>;
  realtime: Omit<RealtimeOptions, Ground>;
  functions?: Readonly<Record<string, ServerFunction>>;
};

/** The five services behind one door. */
export type Gateway = {
  /** The service that answers a path, with what the door adds to every answer; undefined where none does. */
  serviceOf(path: string): Handler | undefined;
  /** The data service on plain data, with the same additions. */
  answerData(call: DataRequest): Promise<DataResponse>;
  /** For the server's `upgrade` event. */
  upgrade: Realtime['upgrade'];
  /** Asked in process, where nobody stands between. */
  auth: Handler;
  /** Resolves when authentication has done what it answered before. */
  authIdle(): Promise<void>;
  realtime: Realtime;
  /** What the services keep sealed. */
  sealedPlaces: readonly EncryptedColumn[];
  /** Cleans a stored file as its bucket cleans uploads; true where something changed. */
  cleanStored(objectId: string): Promise<boolean>;
  /** The data service can answer: it knows the shape of the database, and reaches it. */
  isReady(): Promise<boolean>;
  close(): Promise<void>;
};

const SERVICE = /^\/(rest|auth|storage|realtime|functions)\/v1(?:\/|$)/;

/**
 * Mounts authentication, data, files, realtime and functions at `/{service}/v1` over one database and one set of keys.
 * Every answer names its request (`sb-request-id`, `x-request-id`) and is taken for no other type than it says.
 */
export async function createGateway(options: GatewayOptions): Promise<Gateway> {
  const { database, tokens, log, secret } = options;
  const ground = { database, tokens, log };
  const formerSecrets = options.formerSecrets ?? [];
  const encryptionKey = timingSafeHash(secret, 'auth');
  const formerEncryptionKeys = formerSecrets.map((former) => timingSafeHash(former, 'auth'));
  const auth = createAuth({ ...options.auth, sql: options.sql, tokens, log, encryptionKey, formerEncryptionKeys });
  const rest = createRest({ ...options.rest, ...ground });
  const storage = await createStorage({ ...options.storage, ...ground, secret, formerSecrets });
  const realtime = createRealtime({ ...options.realtime, ...ground });
  await realtime.ready;
  const functions = createFunctions({ tokens, log, handlers: options.functions ?? {} });
  const handlers: Record<string, Handler> = {
    rest: rest.fetch,
    auth: auth.fetch,
    storage: storage.fetch,
    realtime: realtime.fetch,
    functions: functions.fetch,
  };
  const services = Object.fromEntries(Object.entries(handlers).map(([name, handle]) => [name, named(handle, log)]));
  return {
    serviceOf: (path) => services[SERVICE.exec(path)?.[1] ?? ''],
    answerData: async (call) => {
      const answer = await rest.answer(call);
      const id = requestIdOf(call.headers['x-request-id']);
      answer.headers['x-content-type-options'] ??= 'nosniff';
      answer.headers['sb-request-id'] = id;
      answer.headers['x-request-id'] = id;
      return answer;
    },
    sealedPlaces: [sealedFactors(authSealing(encryptionKey, formerEncryptionKeys))],
    upgrade: realtime.upgrade,
    auth: auth.fetch,
    authIdle: auth.idle,
    realtime,
    cleanStored: storage.cleanStored,
    isReady: rest.isReady,
    close: async () => {
      await auth.idle();
      await realtime.close();
      await rest.close();
      await storage.close();
    },
  };
}

/** What every answer of every service carries; whatever a service lets through becomes a 500 with an id of the log. */
function named(handle: Handler, log: Log): Handler {
  return async (request) => {
    const id = requestIdOf(request.headers.get('x-request-id'));
    const response = await handle(request).catch((error: unknown) => failed(request, error, log));
    const { headers } = response;
    headers.set('sb-request-id', id);
    headers.set('x-request-id', id);
    if (!headers.has('x-content-type-options')) headers.set('x-content-type-options', 'nosniff');
    return response;
  };
}

function failed(request: Request, error: unknown, log: Log): Response {
  const id = randomUUID();
  log.error({ err: error, id, path: new URL(request.url).pathname }, 'A service failed.');
  return json({ message: `Something went wrong on our side (${id}).` }, 500, {
    'access-control-allow-origin': '*',
    'x-error-id': id,
  });
}
