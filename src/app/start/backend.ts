import { join } from 'node:path';
import type { AuthOptions } from '#backend/auth/auth-options.ts';
import { createGateway, type Gateway } from '#backend/gateway/gateway.ts';
import { reachBucket } from '#backend/gateway/reach-bucket.ts';
import type { Cleaner, Scan } from '#backend/storage/context.ts';
import type { BucketStoreOptions } from '#backend/storage/stores/bucket-store.ts';
import type { Sql } from '#base/server/database.ts';
import type { Encryption } from '#base/server/encryption.ts';
import type { Environment } from '#base/server/environment.ts';
import type { Log } from '#base/server/log.ts';
import { removePositionOfFile } from '#base/server/pictures/remove-position.ts';
import { cleanSvgFile } from '#base/server/svg/clean-svg.ts';
import type { Tokens } from '#base/server/tokens.ts';
import { hostOf, type RecoveryLinks } from '../auth/recovery-links.ts';
import { createSharedCallback } from '../auth/shared-callback.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import { createQueryLimits } from '../database/query-limits.ts';
import { accountOfBucket, createStorageGuard } from '../host/file-access.ts';
import { siteOriginOf } from '../host/request-origin.ts';
import type { Tenants } from '../host/tenants.ts';
import { canSendTexts, createTextMessages } from './text-messages.ts';

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

type BackendOptions = {
  environment: Environment;
  log: Log;
  open: OpenDatabase;
  /** Bypasses row-level security: sign-in and uploads store rows of their own schemas. */
  sql: Sql;
  tokens: Tokens;
  tenants: Tenants;
  recoveryLinks: RecoveryLinks;
  providerSecrets: Encryption;
  /** Scans every file before it can be read. */
  scan: Scan | undefined;
};

/** The five services in process, with what only the product knows: accounts, limits, mails and files. */
export async function createEmbeddedBackend(options: BackendOptions): Promise<Gateway> {
  const { environment, log, open, sql, tenants, tokens } = options;
  const scopeOf = async (request: Request) => (await tenants.accountOf(hostOf(request)))?.account_id ?? null;
  return createGateway({
    database: open.database,
    sql,
    tokens,
    log,
    secret: open.jwtSecret,
    formerSecrets: open.formerSecrets ?? [],
    auth: { scopeOf, ...signInSettings(environment), ...signInParts(options), ...sessionParts(options) },
    rest: {
      noteActing: 'private.note_acting',
      readLimits: { embeds: 10, depth: 4, sameResource: 3, cost: MAX_READ_COST },
      admit: createQueryLimits(tenants),
      keepsPersonsPrivate: true,
      answersViewWrites: true,
      textSaysCharset: true,
    },
    storage: await storageParts(options),
    realtime: {
      scopeOf,
      changes: open.replicationUrl === undefined ? {} : { url: open.replicationUrl },
      ...(environment.REDIS_URL === undefined ? {} : { redis: { url: environment.REDIS_URL, secret: open.jwtSecret } }),
    },
  });
}

function signInSettings(environment: Environment) {
  // With a mail server, addresses are confirmed by mail.
  const mailIsSent = environment.SMTP_URL !== undefined;
  return {
    sensitiveChangesNeedProof: true,
    securityManualLinkingEnabled: true,
    bindsOneTimeTokens: true,
    mailerAutoconfirm: !mailIsSent,
    mailIsSent,
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
    // By text, or in development by the outbox, where an owner offers it.
    externalPhoneEnabled: canSendTexts(environment),
    phoneNeedsPassword: true,
  };
}

function signInParts({ environment, sql, tenants, recoveryLinks, providerSecrets }: BackendOptions) {
  const siteUrlOf = (request: Request) => siteOriginOf(tenants, request);
  const texts = { countries: environment.SMS_COUNTRIES, perDay: environment.SMS_PER_DAY };
  return {
    siteUrlOf,
    isAllowedRedirect: (request: Request, url: string) => new URL(url).origin === siteUrlOf(request),
    recovery: recoveryLinks,
    sharedCallback: createSharedCallback({
      sql,
      tenants,
      sealing: providerSecrets,
      standIn: environment.SIGN_IN_STAND_IN,
    }),
    ...(canSendTexts(environment) ? createTextMessages({ tenants, texts, sql, hostOf }) : {}),
    passwordWordsOf: async (request, userId) => {
      const account = await tenants.accountOf(hostOf(request));
      const rows = await sql.query<{ words: string[] }>('select private.names_of_sites($1, $2) as words', [
        account?.account_id ?? null,
        userId ?? null,
      ]);
      return rows.map(({ words }) => [...words, hostOf(request)]);
    },
    isActing: (claims) => claims.act !== undefined,
    sendMail: async (tx, mail) => {
      await tx.query('select private.enqueue($1, $2::jsonb)', ['auth-mail', JSON.stringify(mail)]);
    },
  } satisfies Partial<AuthOptions>;
}

function sessionParts({ tenants }: BackendOptions) {
  return {
    bindSession: async (tx, sessionId, scope) => {
      await tx.query(
        `insert into private.session_accounts (session_id, account_id, user_id)
           select id, $2::uuid, user_id from auth.sessions where id = $1::uuid on conflict (session_id) do nothing`,
        [sessionId, scope],
      );
    },
    // A session begun by a recovery link is bound to no account, and valid where that link is used.
    isSessionOf: async (sql, sessionId, scope) => {
      const [elsewhere] = await sql.query(
        'select from private.session_accounts where session_id = $1 and account_id is distinct from $2::uuid',
        [sessionId, scope],
      );
      return !elsewhere;
    },
    sessionLimitsOf: async (request) => {
      const account = await tenants.accountOf(hostOf(request));
      return account && !account.is_platform ? SESSION_LIMITS.school : SESSION_LIMITS.platform;
    },
    // For sessions from before each had a limit of its own.
    sessionsInactivityTimeout: SESSION_LIMITS.school.inactivity,
    sessionsEndFormer: true,
    reachOf: async (sql, sessionId) => {
      const [row] = await sql.query<{ sessions: string[]; is_home: boolean }>(
        'select sessions, is_home from private.reach_of_session($1)',
        [sessionId],
      );
      return { sessions: row?.sessions ?? [sessionId], ...(row?.is_home ? {} : { metadata: SITE_METADATA }) };
    },
    sessionClaims: async (tx, sessionId) => {
      const [row] = await tx.query<{ claims: Record<string, unknown> }>('select private.session_claims($1) as claims', [
        sessionId,
      ]);
      return row?.claims ?? {};
    },
  } satisfies Partial<AuthOptions>;
}

async function storageParts({ environment, open, sql, tenants, scan }: BackendOptions) {
  const bucketStore = bucketStoreOf(environment);
  return {
    folder: join(environment.DATA_DIR, 'storage'),
    fileSizeLimit: 512 * 1024 * 1024,
    cleanerOf: (bucketId: string, type: string) => (accountOfBucket(bucketId) ? cleanerOfType(type) : undefined),
    isStrict: (bucketId: string) => accountOfBucket(bucketId) !== null,
    ...(scan ? { scan } : {}),
    pictures: { shares: RENDER_SHARES },
    guard: createStorageGuard({
      sql,
      tenants,
      filesOrigin: environment.FILES_ORIGIN,
      originOf: (request) => siteOriginOf(tenants, request),
    }),
    ...(bucketStore ? { store: await reachBucket(bucketStore, 'S3_BUCKET') } : {}),
    s3: { region: bucketStore?.region ?? 'local', tenantId: 'stub', anonKey: open.keys.anon_key },
  };
}

/** The operator's S3 bucket; undefined where files lie in the data folder. */
function bucketStoreOf(environment: Environment): BucketStoreOptions | undefined {
  const { S3_BUCKET, S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY, S3_SECRET_KEY } = environment;
  if (!S3_BUCKET) return undefined;
  return {
    bucket: S3_BUCKET,
    endpoint: S3_ENDPOINT,
    region: S3_REGION ?? 'us-east-1',
    accessKeyId: S3_ACCESS_KEY,
    secretAccessKey: S3_SECRET_KEY,
  };
}

function cleanerOfType(type: string): Cleaner | undefined {
  if (type === 'image/svg+xml') return cleanSvgFile;
  return type.startsWith('image/') ? removePositionOfFile : undefined;
}
