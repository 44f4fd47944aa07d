import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { createAuth } from '#backend/auth/auth.ts';
import type { AuthMail, AuthOptions, AuthSms } from '#backend/auth/auth-options.ts';
import { createDatabase, type Sql } from '#base/server/database.ts';
import { silentLog } from '#base/server/log.ts';
import { createTokens, type Tokens } from '#base/server/tokens.ts';
import { copyOfService } from './postgres.ts';

export const SITE = 'http://school.test';
export const PASSWORD = 'correct horse battery';

/** The service over a database of its own, with nothing of the product in it. For tests. */
export type WireWorld = {
  sql: Sql;
  tokens: Tokens;
  /** Everything mailed, oldest first. */
  mails: AuthMail[];
  /** Everything texted, oldest first. */
  texts: AuthSms[];
  /** Session id and scope of every session bound. */
  bound: Map<string, string>;
  /** A service with other options over the same database. */
  serve(options?: Partial<AuthOptions>): (request: Request) => Promise<Response>;
  /** The official client, speaking to the service in process. */
  client(options?: ClientOptions): SupabaseClient;
  /** The official client with the service key. */
  admin(): SupabaseClient;
  serviceKey: string;
  newAddress(): string;
  close(): Promise<void>;
};

export type ClientOptions = {
  service?: (request: Request) => Promise<Response>;
  flowType?: 'implicit' | 'pkce';
  key?: string;
  headers?: Record<string, string>;
  /** The client's passkey interface is behind a switch of its own. */
  passkeys?: boolean;
};

export async function openWireWorld(): Promise<WireWorld> {
  const { ownerUrl, drop } = await copyOfService('auth');
  const database = createDatabase({ ownerUrl, clientUrl: ownerUrl, poolSize: 32 });
  const sql = database.asService();
  const tokens = createTokens('a secret that only this test knows, long enough');
  const [anonKey, serviceKey] = await Promise.all([
    tokens.sign({ role: 'anon', iss: 'test' }),
    tokens.sign({ role: 'service_role', iss: 'test' }),
  ]);
  const mails: AuthMail[] = [];
  const texts: AuthSms[] = [];
  const bound = new Map<string, string>();
  const serve = (options: Partial<AuthOptions> = {}) =>
    createAuth({
      sql,
      tokens,
      log: silentLog,
      scopeOf: async (request) => new URL(request.url).hostname,
      bindSession: async (_tx, sessionId, scope) => void bound.set(sessionId, scope),
      encryptionKey: 'only these tests seal with this',
      sendMail: async (_tx, mail) => void mails.push(mail),
      sendSms: async (_tx, sms) => void texts.push(sms),
      mailerAutoconfirm: true,
      jwtExp: 900,
      smsMaxFrequency: 0,
      mfaPhoneMaxFrequency: 0,
      siteUrlOf: (request) => new URL(request.url).origin,
      isAllowedRedirect: (request, url) => new URL(url).origin === new URL(request.url).origin,
      limits: {
        signUpsPerAddress: { points: Infinity, seconds: 1 },
        mailsPerAddress: { points: Infinity, seconds: 1 },
        smsPerAddress: { points: Infinity, seconds: 1 },
      },
      ...options,
    }).fetch;
  const shared = serve();
  const client = (wanted: ClientOptions = {}) => {
    const { service = shared, flowType = 'implicit', key = anonKey, headers = {}, passkeys = false } = wanted;
    return createClient(SITE, key, {
      global: { headers, fetch: (input, init) => service(new Request(input, init)) },
      auth: {
        flowType,
        autoRefreshToken: false,
        persistSession: true,
        storage: inMemory(),
        detectSessionInUrl: false,
        ...(passkeys ? { experimental: { passkey: true } } : {}),
      },
    });
  };
  let people = 0;
  return {
    sql,
    tokens,
    mails,
    texts,
    bound,
    serve,
    client,
    admin: () => client({ key: serviceKey }),
    serviceKey,
    newAddress: () => `person-${++people}@school.test`,
    close: async () => {
      await database.close();
      await drop();
    },
  };
}

function inMemory() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

/** A call as any HTTP client makes it: status and parsed body, `null` where there is none. */
export async function call(
  service: (request: Request) => Promise<Response>,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: Record<string, unknown> | null; headers: Headers }> {
  const response = await service(
    new Request(`${SITE}/auth/v1${path}`, {
      method,
      headers: { 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01', ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    }),
  );
  const text = await response.text();
  return { status: response.status, body: text ? JSON.parse(text) : null, headers: response.headers };
}
