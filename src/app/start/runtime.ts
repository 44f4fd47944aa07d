import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerBuild } from 'react-router';
import type { Gateway } from '#backend/gateway/gateway.ts';
import type { BucketStoreOptions } from '#backend/storage/stores/bucket-store.ts';
import { type DataResponse, fetchData } from '#base/server/call.ts';
import { noteSpent } from '#base/server/data-folder.ts';
import {
  certificateEncryption,
  createDomainTools,
  type DomainTools,
  encryptedCertificateKeys,
} from '#base/server/domain-tools.ts';
import { type EncryptedColumn, reencryptInBackground } from '#base/server/encrypted-columns.ts';
import type { Encryption } from '#base/server/encryption.ts';
import type { Environment } from '#base/server/environment.ts';
import type { Log } from '#base/server/log.ts';
import { encryptedProviderSecrets, providerEncryption } from '#base/server/provider-secrets.ts';
import { encryptedPushKeys, type PushKeys, pushKeysOf } from '#base/server/push-keys.ts';
import { root } from '#base/server/root.ts';
import { createVirusScanner, type VirusScanner } from '#base/server/virus-scanner.ts';
import { chooseLocale } from '#base/shared/locales.ts';
import { pseudoTexts } from '#base/shared/pseudo-language.ts';
import type { SiteAccount } from '#base/shared/site.ts';
import { createOwnTokens } from '../auth/own-tokens.ts';
import { createRecoveryLinks, type RecoveryLinks } from '../auth/recovery-links.ts';
import { createSharedCallback } from '../auth/shared-callback.ts';
import { type InvalidationMessage, type ManualInvalidation, tagsOfChange } from '../cache/cache-tags.ts';
import { createBarrier } from '../cache/invalidation-barrier.ts';
import { createLoadGate, type LoadGate } from '../cache/load-gate.ts';
import { createAsyncCache } from '../cache/memoize.ts';
import { createPageCache, type PageCache } from '../cache/page-cache.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import { type Certificates, createCertificates } from '../host/certificates.ts';
import { domainResponse } from '../host/domain-responses.ts';
import { createTenants, type Tenants } from '../host/tenants.ts';
import { siteOriginOf } from '../host/request-origin.ts';
import { createStaticFiles } from '../http/pages/static-files.ts';
import { createTranslations, readTexts } from '../i18n/translations.ts';
import { createFirstPaint, type FirstPaint } from '../render/first-paint/first-paint.ts';
import { createInlineSvgs, type InlineSvgs } from '../render/first-paint/inline-svg.ts';
import { createRenderer, type Renderer } from '../render/renderer.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import { createPageViews, type PageViews } from '../telemetry/page-views.ts';
import { createSecurityLog, type SecurityLog } from '../telemetry/security-log.ts';
import { createUsageStats, type UsageStats } from '../telemetry/usage-stats.ts';
import { createBackend } from './backend.ts';
import { canSendTexts } from './text-messages.ts';

/** Everything one process holds while it serves. */
export type Runtime = OpenDatabase & {
  environment: Environment;
  log: Log;
  securityLog: SecurityLog;
  tenants: Tenants;
  pages: PageCache;
  renderer: Renderer;
  /** Undefined where nothing is built, as in development. */
  firstPaint: FirstPaint | undefined;
  drawings: InlineSvgs;
  /** Undefined where a hosted backend serves the five services. */
  backend: Gateway | undefined;
  hostedBackendUrl: string;
  siteScript: string;
  translations: ReturnType<typeof createTranslations>;
  staticFiles: ReturnType<typeof createStaticFiles>;
  metrics: ReturnType<typeof createMetrics>;
  figures: UsageStats;
  visits: PageViews;
  spareTime: LoadGate;
  certificates: Certificates;
  domains: DomainTools;
  pushKeys: PushKeys;
  /** All that is kept sealed by the installation's secret. */
  sealedPlaces: readonly EncryptedColumn[];
  /** Seals it anew where there was another secret before, until that is named no more; answers how to end that. */
  sealAnew(): () => Promise<void>;
  /** Undefined where CLAMAV_URL names none. */
  virusScanner: VirusScanner | undefined;
  providerSecrets: Encryption;
  /** What is asked of a domain before it is anybody's site. */
  recovery: RecoveryLinks;
  answerForDomain(host: string, path: string): Promise<Response | null>;
  isReady(): boolean;
  setReady(ready: boolean): void;
  localeOf(account: SiteAccount, wish: string | null, cookie: string | null): Promise<string>;
  localeNow(account: SiteAccount, wish: string | null, cookie: string | null): string | null;
  /** Resolves when every change committed before this call has reached the caches of this process. */
  changesHeard(): Promise<void>;
  /** Makes every process forget pages by hand; resolves when this one has. */
  forgetPages(what: ManualInvalidation): Promise<void>;
  stop(): Promise<void>;
};

/** The operator's S3 bucket, undefined where files lie in the data folder. */
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

/** Of how many accounts the language is kept in memory. */
const MOST_LANGUAGES = 100_000;
/** Of how many accounts what their look is made of is, some 4 KB each. */
const MOST_LOOKS = 1_000;

const client = join(root, 'build', 'client');

export async function createRuntime(options: {
  environment: Environment;
  log: Log;
  open: OpenDatabase;
  port: number;
  /** React Router's server build; absent where nothing is rendered (a worker, a test of the services). */
  build?: ServerBuild | (() => Promise<ServerBuild>);
}): Promise<Runtime> {
  const { environment, log, open } = options;
  const sql = open.database.asService();
  const tenants = createTenants(sql, environment.BASE_DOMAIN, options.port);
  const tokens = environment.embeddedBackend ? createOwnTokens(open.tokens, tenants) : open.tokens;
  const isDevelopment = typeof options.build === 'function';
  const pages = createPageCache({
    isKept: !isDevelopment && environment.PAGE_CACHE === 'on',
    maximumBytes: environment.PAGE_CACHE_MB * 1024 * 1024,
  });
  const drawings = createInlineSvgs();
  const { jwtSecret, formerSecrets = [] } = open;
  const certificateKeys = certificateEncryption(jwtSecret, formerSecrets);
  const certificates = createCertificates(sql, certificateKeys, log);
  const languages = createAsyncCache<string>(MOST_LANGUAGES);
  const looks = createAsyncCache<DataResponse>(MOST_LOOKS);
  const hostedBackendUrl = (environment.BACKEND_URL ?? '').replace(/\/+$/, '');
  const recovery = createRecoveryLinks({ tenants, secret: jwtSecret, formerSecrets });
  const providerSecrets = providerEncryption(jwtSecret, formerSecrets);
  const siteUrlOf = (request: Request) => siteOriginOf(tenants, request);
  const virusScanner = environment.CLAMAV_URL ? createVirusScanner(environment.CLAMAV_URL, log) : undefined;
  const backend = environment.embeddedBackend
    ? await createBackend({
        database: open.database,
        tokens,
        tenants,
        log,
        dataFolder: environment.DATA_DIR,
        replicationUrl: open.replicationUrl,
        redisUrl: environment.REDIS_URL,
        secret: jwtSecret,
        formerSecrets,
        mailIsSent: environment.SMTP_URL !== undefined,
        canText: canSendTexts(environment),
        texts: { countries: environment.SMS_COUNTRIES, perDay: environment.SMS_PER_DAY },
        anonKey: open.keys.anon_key,
        bucketStore: bucketStoreOf(environment),
        filesOrigin: environment.FILES_ORIGIN,
        scan: virusScanner?.scan,
        siteUrlOf,
        isAllowedRedirect: (request, url) => new URL(url).origin === siteUrlOf(request),
        recovery,
        sharedCallback: createSharedCallback({
          sql,
          tenants,
          sealing: providerSecrets,
          standIn: environment.SIGN_IN_STAND_IN,
        }),
      })
    : undefined;
  const sealedPlaces = [
    ...(backend?.sealedPlaces ?? []),
    ...encryptedCertificateKeys(certificateKeys),
    encryptedPushKeys(jwtSecret, formerSecrets),
    encryptedProviderSecrets(providerSecrets),
  ];
  const isPseudo = environment.PSEUDO_LANGUAGE === 'on';
  const translations = createTranslations(isPseudo ? (locale) => pseudoTexts(readTexts(locale)) : readTexts);
  const answerData = backend?.answerData ?? fetchData;
  const renderer = options.build
    ? await createRenderer({
        build: options.build,
        answerData,
        answerLook: async (call) => {
          const answer = await looks.get(call.url, () => answerData(call));
          if (answer.status !== 200) looks.forget(call.url);
          return answer;
        },
        translations,
        log,
      })
    : noRenderer;
  const tell = (payload: string) => sql.query('select pg_notify($1, $2)', ['changes', payload]);
  const barrier = createBarrier(tell, log);
  const spareTime = createLoadGate();
  const securityLog = createSecurityLog(log, open.tokens);
  let ready = false;

  function forget(tags: readonly string[]): void {
    pages.drop(tags);
    drawings.drop(tags);
  }

  function hearChange(payload: string): void {
    if (barrier.hear(payload)) return;
    const change = JSON.parse(payload) as InvalidationMessage;
    if ('tags' in change) return void forget(change.tags);
    if ('path' in change) return void pages.dropPath(change.account_id, change.path);
    forget(tagsOfChange(change));
    // The address of the site stands in every page of it.
    if (change.thing === 'accounts' && change.account_id) pages.dropAccount(change.account_id);
    if (change.thing === 'accounts' || change.thing === 'domain_claims') {
      certificates.forget();
      tenants.forget();
    }
    if (change.thing === 'options' && change.id === 'settings') languages.forget(change.account_id ?? '');
    // Who may read them depends on the account.
    if (change.thing === 'options' || change.thing === 'accounts') looks.forget();
  }

  /** Nothing in memory is known to hold any longer. */
  function forgetAll(): void {
    pages.clear();
    drawings.clear();
    certificates.forget();
    tenants.forget();
    languages.forget();
    looks.forget();
  }
  const unlisten = await open.database.listen('changes', hearChange, forgetAll);

  async function defaultLanguage(accountId: string): Promise<string> {
    const rows = await sql.query<{ language: string | null }>(
      `select value ->> 'defaultLanguage' as language from public.options where account_id = $1 and key = 'settings'`,
      [accountId],
    );
    return rows[0]?.language ?? 'en';
  }

  return {
    ...open,
    tokens,
    environment,
    log,
    securityLog,
    tenants,
    pages,
    drawings,
    renderer,
    firstPaint:
      options.build && !isDevelopment && existsSync(join(client, 'assets')) ? createFirstPaint(client) : undefined,
    backend,
    hostedBackendUrl,
    siteScript: isDevelopment ? '/src/app/site/site-script.ts' : siteScript(),
    translations,
    staticFiles: createStaticFiles(client),
    metrics: createMetrics({ pages, rendering: renderer.figures, token: environment.METRICS_TOKEN }),
    figures: createUsageStats({
      sql,
      takeSlow: open.database.takeSlow,
      log,
      role: environment.ROLE,
      folder: environment.DATA_DIR,
    }),
    visits: createPageViews({ sql, log }),
    spareTime,
    certificates,
    pushKeys: await pushKeysOf(sql, jwtSecret, formerSecrets),
    virusScanner,
    providerSecrets,
    domains: createDomainTools({ environment, sealing: certificateKeys, sql }),
    sealedPlaces,
    sealAnew: () =>
      formerSecrets.length === 0
        ? async () => {}
        : reencryptInBackground({
            sql,
            places: sealedPlaces,
            log,
            done: () => noteSpent(environment.DATA_DIR, formerSecrets),
          }),
    recovery,
    answerForDomain: (host, path) => domainResponse(sql, host, path),
    isReady: () => ready,
    setReady: (value) => {
      ready = value;
    },
    localeOf: async ({ account_id }, wish, cookie) =>
      chooseLocale(wish, cookie, await languages.get(account_id, () => defaultLanguage(account_id))),
    localeNow: ({ account_id }, wish, cookie) => {
      const language = languages.now(account_id);
      return language === undefined ? null : chooseLocale(wish, cookie, language);
    },
    changesHeard: barrier.passed,
    forgetPages: async (what) => {
      await tell(JSON.stringify(what));
      await barrier.passed();
    },
    stop: async () => {
      ready = false;
      spareTime.stop();
      securityLog.flush();
      await unlisten();
      await backend?.close();
      await open.close();
    },
  };
}

const noRenderer: Renderer = {
  figures: { renders: 0, seconds: 0, readingSeconds: 0 },
  handleOf: () => undefined,
  render: async () => new Response('', { status: 404 }),
  renderPage: async () => ({
    answer: new Response('', { status: 404 }),
    tags: new Set(),
    reads: [],
    scriptOrigins: [],
  }),
};

/** The address of the script of public pages, from the manifest of its build. */
function siteScript(): string {
  const manifest = join(client, 'site', 'manifest.json');
  if (!existsSync(manifest)) return '/site/not-built.js';
  const entries = JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, { file: string; isEntry?: boolean }>;
  return `/site/${Object.values(entries).find((entry) => entry.isEntry)?.file}`;
}
