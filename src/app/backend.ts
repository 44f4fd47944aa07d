import { join } from 'node:path';
import { createAuth } from '#backend/auth/auth.ts';
import { createFunctions } from '#backend/functions/functions.ts';
import { createRealtime } from '#backend/realtime/realtime.ts';
import { createRest, type Rest } from '#backend/rest/rest.ts';
import { createStorage } from '#backend/storage/storage.ts';
import type { Database } from '#base/server/database.ts';
import { type Handler, normaliseHost } from '#base/server/http.ts';
import type { Log } from '#base/server/log.ts';
import { sealed, type Tokens } from '#base/server/tokens.ts';
import { refusalWhileActing } from './acting.ts';
import type { Tenants } from './tenants.ts';

const ACCESS_TOKEN_SECONDS = 900;

export type Backend = {
  /** The service that answers a path; undefined where none does. */
  serviceOf(path: string): Handler | undefined;
  rest: Rest;
  auth: Handler;
  realtime: ReturnType<typeof createRealtime>;
  close(): Promise<void>;
};

/** The five wire services over one database, told what they need to know of the product. */
export async function createBackend(options: {
  database: Database;
  tokens: Tokens;
  tenants: Tenants;
  log: Log;
  dataFolder: string;
  secret: string;
  siteUrlOf(request: Request): string;
  isAllowedRedirect(request: Request, url: string): boolean;
}): Promise<Backend> {
  const { database, tokens, log } = options;
  const sql = database.asService();
  const scopeOf = async (request: Request) => {
    const host = normaliseHost(new URL(options.siteUrlOf(request)).host);
    return (await options.tenants.accountOf(host))?.account_id ?? null;
  };
  const auth = createAuth({
    sql,
    tokens,
    log,
    scopeOf,
    siteUrlOf: options.siteUrlOf,
    isAllowedRedirect: options.isAllowedRedirect,
    encryptionKey: sealed(options.secret, 'auth'),
    mailerAutoconfirm: true,
    jwtExp: ACCESS_TOKEN_SECONDS,
    mfaWebAuthnEnrollEnabled: true,
    mfaWebAuthnVerifyEnabled: true,
    passkeyEnabled: true,
    bindSession: async (tx, sessionId, scope) => {
      await tx.query(
        `insert into private.session_accounts (session_id, account_id, user_id)
         select id, $2::uuid, user_id from auth.sessions where id = $1::uuid on conflict (session_id) do nothing`,
        [sessionId, scope],
      );
    },
    sessionClaims: async (tx, sessionId) => {
      const [row] = await tx.query<{ claims: Record<string, unknown> }>('select private.session_claims($1) as claims', [
        sessionId,
      ]);
      return row?.claims ?? {};
    },
    sendMail: async (tx, mail) => {
      await tx.query('select private.enqueue($1, $2::jsonb)', ['auth-mail', JSON.stringify(mail)]);
    },
  });
  const rest = createRest({ database, tokens, log });
  const storage = await createStorage({
    database,
    tokens,
    log,
    folder: join(options.dataFolder, 'storage'),
    fileSizeLimit: 512 * 1024 * 1024,
    secret: options.secret,
  });
  const realtime = createRealtime({ database, tokens, log, scopeOf });
  await realtime.ready;
  const functions = createFunctions({ tokens, log, handlers: {} });
  const services: Record<string, Handler> = {
    rest: (request) => rest.fetch(request),
    auth: async (request) => (await refusalWhileActing(request, tokens)) ?? auth.fetch(request),
    storage: (request) => storage.fetch(request),
    realtime: (request) => realtime.fetch(request),
    functions: (request) => functions.fetch(request),
  };
  return {
    serviceOf: (path) => services[/^\/(rest|auth|storage|realtime|functions)\/v1(?:\/|$)/.exec(path)?.[1] ?? ''],
    rest,
    auth: services.auth as Handler,
    realtime,
    close: async () => {
      await realtime.close();
      await rest.close();
      await storage.close();
    },
  };
}
