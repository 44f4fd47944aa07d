import { randomUUID } from 'node:crypto';
import { createAuth } from '#backend/auth/auth.ts';
import type { AuthOptions } from '#backend/auth/auth-options.ts';
import { authSealing, encryptedFactorColumn } from '#backend/auth/encryption.ts';
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

type SharedOptions = 'database' | 'tokens' | 'log';

export type GatewayOptions = {
  database: Database;
  /** The owner's connection, for the authentication service. */
  sql: Sql;
  tokens: Tokens;
  log: Log;
  /** The secret that signs links and encrypts stored secrets. */
  secret: string;
  /** Rotated secrets: still decrypt what they encrypted and verify links they signed until those expire. */
  formerSecrets?: readonly string[];
  auth: Omit<AuthOptions, 'sql' | 'tokens' | 'log' | 'encryptionKey' | 'formerEncryptionKeys'>;
  rest?: Omit<RestOptions, SharedOptions>;
  storage: Omit<StorageOptions, SharedOptions | 'secret' | 'formerSecrets'>;
  realtime: Omit<RealtimeOptions, SharedOptions>;
  functions?: Readonly<Record<string, ServerFunction>>;
};

/** The five services behind one request handler. */
export type Gateway = {
  /** The service that handles a path, wrapped with the shared response headers; undefined for any other path. */
  serviceOf(path: string): Handler | undefined;
  /** Calls the data service with plain data, with the same response headers. */
  answerData(call: DataRequest): Promise<DataResponse>;
  /** For the server's `upgrade` event. */
  upgrade: Realtime['upgrade'];
  /** For calls inside the process, without the shared response headers. */
  auth: Handler;
  /** Resolves once authentication has finished the work it deferred past its responses. */
  authIdle(): Promise<void>;
  realtime: Realtime;
  /** Columns the services store encrypted. */
  sealedPlaces: readonly EncryptedColumn[];
  /** Sanitizes a stored file by its bucket's upload rules; true where the file changed. */
  cleanStored(objectId: string): Promise<boolean>;
  /** Whether the data service can respond: it has loaded the schema and reaches the database. */
  isReady(): Promise<boolean>;
  close(): Promise<void>;
};

const SERVICE = /^\/(rest|auth|storage|realtime|functions)\/v1(?:\/|$)/;

/**
 * Mounts authentication, data, files, realtime and functions at `/{service}/v1` over one database and one set of keys.
 * Every response carries a request id (`sb-request-id`, `x-request-id`) and `x-content-type-options: nosniff`.
 */
export async function createGateway(options: GatewayOptions): Promise<Gateway> {
  const { database, tokens, log, secret } = options;
  const shared = { database, tokens, log };
  const formerSecrets = options.formerSecrets ?? [];
  const encryptionKey = timingSafeHash(secret, 'auth');
  const formerEncryptionKeys = formerSecrets.map((former) => timingSafeHash(former, 'auth'));
  const auth = createAuth({ ...options.auth, sql: options.sql, tokens, log, encryptionKey, formerEncryptionKeys });
  const rest = createRest({ ...options.rest, ...shared });
  const storage = await createStorage({ ...options.storage, ...shared, secret, formerSecrets });
  const realtime = createRealtime({ ...options.realtime, ...shared });
  await realtime.ready;
  const functions = createFunctions({ tokens, log, handlers: options.functions ?? {} });
  const handlers: Record<string, Handler> = {
    rest: rest.fetch,
    auth: auth.fetch,
    storage: storage.fetch,
    realtime: realtime.fetch,
    functions: functions.fetch,
  };
  const services = Object.fromEntries(
    Object.entries(handlers).map(([name, handle]) => [name, withRequestId(handle, log)]),
  );
  return {
    serviceOf: (path) => services[SERVICE.exec(path)?.[1] ?? ''],
    answerData: async (request) => {
      const response = await rest.answer(request);
      const id = requestIdOf(request.headers['x-request-id']);
      response.headers['x-content-type-options'] ??= 'nosniff';
      response.headers['sb-request-id'] = id;
      response.headers['x-request-id'] = id;
      return response;
    },
    sealedPlaces: [encryptedFactorColumn(authSealing(encryptionKey, formerEncryptionKeys))],
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

/** Adds the request id and `nosniff` to every response; an uncaught error becomes a 500 with an id that is logged. */
function withRequestId(handle: Handler, log: Log): Handler {
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
