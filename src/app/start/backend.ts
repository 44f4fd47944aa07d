import { join } from 'node:path';
import type { SharedCallback } from '#backend/auth/auth-options.ts';
import { createGateway, type Gateway } from '#backend/gateway/gateway.ts';
import { reachBucket } from '#backend/gateway/reach-bucket.ts';
import type { Cleaner, Scan } from '#backend/storage/context.ts';
import type { BucketStoreOptions } from '#backend/storage/stores/bucket-store.ts';
import type { Database } from '#base/server/database.ts';
import type { Log } from '#base/server/log.ts';
import { removePositionOfFile } from '#base/server/pictures/remove-position.ts';
import { cleanSvgFile } from '#base/server/svg/clean-svg.ts';
import type { Tokens } from '#base/server/tokens.ts';
import { hostOf, type RecoveryLinks } from '../auth/recovery-links.ts';
import { createQueryLimits } from '../database/query-limits.ts';
import type { Tenants } from '../host/tenants.ts';
import { accountOfBucket, createStorageGuard } from '../host/file-access.ts';
import { createTextMessages, type TextLimits } from './text-messages.ts';

const ACCESS_TOKEN_SECONDS = 900;
/** In PostgreSQL's units: a page of rows with all they may embed costs a tenth of it on a site with 100,000 members. */
const MAX_READ_COST = 1_000_000;
/** A page of a library has some dozens of new pictures; of what is rendered at once, an account leaves one to others. */
const RENDER_SHARES = { visitorAtOnce: 1, bucketAtOnce: 1, visitorPerMinute: 300, bucketPerMinute: 900 };
const DAY = 86_400;
/** In seconds. The platform's host is for running sites and holds a person's rights everywhere. */
const SESSION_LIMITS = {
  school: { timebox: 180 * DAY, inactivity: 30 * DAY },
  platform: { timebox: 30 * DAY, inactivity: 14 * DAY },
};
/** What a session of a school writes of its person: their name is the member's there, and theirs elsewhere. */
const SITE_METADATA = ['locale', 'shortcuts'];
const unlimited = { points: Number.POSITIVE_INFINITY, seconds: 1 };
/**
 * Failures count by address and person together: a school behind one address is not shut out by a class of it, nor a
 * person by a stranger. What is left by address alone bounds what hashing and mailing may cost.
 */
const limits = {
  signInFailuresPerAddress: unlimited,
  signInFailuresPerEmail: unlimited,
  verifyFailures: { points: 20, seconds: 900 },
  verifyFailuresPerAddress: unlimited,
  verifyFailuresPerEmail: unlimited,
  signUpsPerAddress: { points: 300, seconds: 300 },
  mailsPerAddress: { points: 300, seconds: 300 },
};

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
  formerSecrets?: readonly string[] | undefined;
  /** A mail server is named: what is mailed reaches its mailbox, and addresses are confirmed by it. */
  mailIsSent: boolean;
  /** Texts reach their numbers, or in development an outbox: people may sign in by telephone where an owner offers it. */
  canText: boolean;
  texts: TextLimits;
  /** The public key: with a session token it opens the S3 protocol. */
  anonKey: string;
  /** Files lie there instead of in the data folder. */
  bucketStore?: BucketStoreOptions;
  /** FILES_ORIGIN */
  filesOrigin?: string | undefined;
  /** Looks through every file before it can be read. */
  scan?: Scan | undefined;
  siteUrlOf(request: Request): string;
  isAllowedRedirect(request: Request, url: string): boolean;
  recovery: RecoveryLinks;
  sharedCallback: SharedCallback;
}): Promise<Gateway> {
  const { database, tokens, log, secret, bucketStore } = options;
  const scopeOf = async (request: Request) => (await options.tenants.accountOf(hostOf(request)))?.account_id ?? null;
  return createGateway({
    database,
    sql: database.asService(),
    tokens,
    log,
    secret,
    formerSecrets: options.formerSecrets ?? [],
    auth: {
      scopeOf,
      siteUrlOf: options.siteUrlOf,
      isAllowedRedirect: options.isAllowedRedirect,
      recovery: options.recovery,
      sharedCallback: options.sharedCallback,
      sensitiveChangesNeedProof: true,
      securityManualLinkingEnabled: true,
      bindsOneTimeTokens: true,
      mailerAutoconfirm: !options.mailIsSent,
      mailIsSent: options.mailIsSent,
      guardAddresses: true,
      recordFailures: true,
      limits,
      mailerCodeExp: 600,
      jwtExp: ACCESS_TOKEN_SECONDS,
      mfaWebAuthnEnrollEnabled: true,
      mfaWebAuthnVerifyEnabled: true,
      mfaRecoveryCodesEnabled: true,
      mfaRenameEnabled: true,
      passkeyEnabled: true,
      passkeyUserVerificationRequired: true,
      externalPhoneEnabled: options.canText,
      phoneNeedsPassword: true,
      ...(options.canText ? createTextMessages({ ...options, sql: database.asService(), hostOf }) : {}),
      bindSession: async (tx, sessionId, scope) => {
        await tx.query(
          `insert into private.session_accounts (session_id, account_id, user_id)
           select id, $2::uuid, user_id from auth.sessions where id = $1::uuid on conflict (session_id) do nothing`,
          [sessionId, scope],
        );
      },
      // One that a recovery link began is bound to none, and counts where that link is taken.
      isSessionOf: async (sql, sessionId, scope) => {
        const [elsewhere] = await sql.query(
          'select from private.session_accounts where session_id = $1 and account_id is distinct from $2::uuid',
          [sessionId, scope],
        );
        return !elsewhere;
      },
      sessionLimitsOf: async (request) => {
        const account = await options.tenants.accountOf(hostOf(request));
        return account && !account.is_platform ? SESSION_LIMITS.school : SESSION_LIMITS.platform;
      },
      // Of sessions from before each had a limit of its own.
      sessionsInactivityTimeout: SESSION_LIMITS.school.inactivity,
      passwordWordsOf: async (request, userId) => {
        const here = await options.tenants.accountOf(hostOf(request));
        const rows = await database
          .asService()
          .query<{ words: string[] }>('select private.names_of_sites($1, $2) as words', [
            here?.account_id ?? null,
            userId ?? null,
          ]);
        return rows.map(({ words }) => [...words, hostOf(request)]);
      },
      sessionsEndFormer: true,
      reachOf: async (sql, sessionId) => {
        const [row] = await sql.query<{ sessions: string[]; is_home: boolean }>(
          'select sessions, is_home from private.reach_of_session($1)',
          [sessionId],
        );
        return { sessions: row?.sessions ?? [sessionId], ...(row?.is_home ? {} : { metadata: SITE_METADATA }) };
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
    rest: {
      noteActing: 'private.note_acting',
      readLimits: { embeds: 10, depth: 4, sameResource: 3, cost: MAX_READ_COST },
      admit: createQueryLimits(options.tenants),
      keepsPersonsPrivate: true,
      answersViewWrites: true,
      textSaysCharset: true,
    },
    storage: {
      folder: join(options.dataFolder, 'storage'),
      fileSizeLimit: 512 * 1024 * 1024,
      cleanerOf: (bucketId, type) => (accountOfBucket(bucketId) ? cleanerOfType(type) : undefined),
      isStrict: (bucketId) => accountOfBucket(bucketId) !== null,
      ...(options.scan ? { scan: options.scan } : {}),
      pictures: { shares: RENDER_SHARES },
      guard: createStorageGuard({
        sql: database.asService(),
        tenants: options.tenants,
        filesOrigin: options.filesOrigin,
        originOf: options.siteUrlOf,
      }),
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

function cleanerOfType(type: string): Cleaner | undefined {
  if (type === 'image/svg+xml') return cleanSvgFile;
  return type.startsWith('image/') ? removePositionOfFile : undefined;
}
