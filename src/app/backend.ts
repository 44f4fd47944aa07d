import { join } from 'node:path';
import { createGateway, type Gateway } from '#backend/gateway/gateway.ts';
import { reachBucket } from '#backend/gateway/reach-bucket.ts';
import type { BucketStoreOptions } from '#backend/storage/stores/bucket-store.ts';
import type { Database } from '#base/server/database.ts';
import { normaliseHost } from '#base/server/http.ts';
import type { Log } from '#base/server/log.ts';
import { cleanSvgFile } from '#base/server/svg/clean-svg.ts';
import type { Tokens } from '#base/server/tokens.ts';
import type { Tenants } from './tenants.ts';

const ACCESS_TOKEN_SECONDS = 900;
/** The two buckets of an account, one for everybody and one for its people. */
const ACCOUNT_BUCKET = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:-private)?$/;

/** The five wire services, told what they need to know of the product. */
export async function createBackend(options: {
  database: Database;
  tokens: Tokens;
  tenants: Tenants;
  log: Log;
  dataFolder: string;
  /** A direct connection of a role that may read the log of row changes, where there is one. */
  replicationUrl?: string | undefined;
  /** Carries realtime messages between processes instead of NOTIFY. */
  redisUrl?: string | undefined;
  secret: string;
  /** The public key: with a session token it opens the S3 protocol. */
  anonKey: string;
  /** Files lie there instead of in the data folder. */
  bucketStore?: BucketStoreOptions;
  siteUrlOf(request: Request): string;
  isAllowedRedirect(request: Request, url: string): boolean;
}): Promise<Gateway> {
  const { database, tokens, log, secret, bucketStore } = options;
  const scopeOf = async (request: Request) => {
    const host = normaliseHost(new URL(options.siteUrlOf(request)).host);
    return (await options.tenants.accountOf(host))?.account_id ?? null;
  };
  return createGateway({
    database,
    sql: database.asService(),
    tokens,
    log,
    secret,
    auth: {
      scopeOf,
      siteUrlOf: options.siteUrlOf,
      isAllowedRedirect: options.isAllowedRedirect,
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
        const [row] = await tx.query<{ claims: Record<string, unknown> }>(
          'select private.session_claims($1) as claims',
          [sessionId],
        );
        return row?.claims ?? {};
      },
      isActing: (claims) => claims.act !== undefined,
      sendMail: async (tx, mail) => {
        await tx.query('select private.enqueue($1, $2::jsonb)', ['auth-mail', JSON.stringify(mail)]);
      },
    },
    rest: { noteActing: 'private.note_acting' },
    storage: {
      folder: join(options.dataFolder, 'storage'),
      fileSizeLimit: 512 * 1024 * 1024,
      cleanerOf: (bucketId, type) =>
        type === 'image/svg+xml' && ACCOUNT_BUCKET.test(bucketId) ? cleanSvgFile : undefined,
      ...(bucketStore ? { store: await reachBucket(bucketStore, 'S3_BUCKET') } : {}),
      s3: { region: bucketStore?.region ?? 'local', tenantId: 'stub', anonKey: options.anonKey },
    },
    realtime: {
      scopeOf,
      changes: options.replicationUrl === undefined ? {} : { url: options.replicationUrl },
      ...(options.redisUrl === undefined ? {} : { redis: { url: options.redisUrl, secret: options.secret } }),
    },
  });
}
