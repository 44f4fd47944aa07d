import type { Gateway } from '#backend/gateway/gateway.ts';
import { startClock } from '#base/server/clock.ts';
import { markSpent } from '#base/server/data-folder.ts';
import type { Sql } from '#base/server/database.ts';
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
import { badgeKeyEncryption, encryptedBadgeKeys } from '#base/server/open-badges/issuer-keys.ts';
import { encryptedPaymentKeys, paymentKeyEncryption } from '#base/server/payments/shop-providers.ts';
import { encryptedProviderSecrets, providerEncryption } from '#base/server/provider-secrets.ts';
import { encryptedPushKeys, type PushKeys, pushKeysOf } from '#base/server/push-keys.ts';
import { createVirusScanner, type VirusScanner } from '#base/server/virus-scanner.ts';
import { createOwnTokens } from '../auth/own-tokens.ts';
import { createRecoveryLinks, type RecoveryLinks } from '../auth/recovery-links.ts';
import { createPageCache, type PageCache } from '../cache/page-cache.ts';
import { isAllowedAt } from '../dashboard/menus/access.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import { type AccountLocales, createAccountLocales } from '../host/account-locales.ts';
import { type Certificates, createCertificates } from '../host/certificates.ts';
import { domainResponse } from '../host/domain-responses.ts';
import { createSiteOf, type SiteOf } from '../host/site-of.ts';
import { createTenants, type Tenants } from '../host/tenants.ts';
import { createStaticFiles, type StaticFiles } from '../http/pages/static-files.ts';
import { createInlineSvgs, type InlineSvgs } from '../render/first-paint/inline-svg.ts';
import { createMetrics, type Metrics } from '../telemetry/metrics.ts';
import { createPageViews, type PageViews } from '../telemetry/page-views.ts';
import { createSecurityLog, type SecurityLog } from '../telemetry/security-log.ts';
import { createUsageStats, type UsageStats } from '../telemetry/usage-stats.ts';
import { createEmbeddedBackend } from './backend.ts';
import { type Invalidation, listenForChanges } from './invalidation.ts';
import { type Build, clientFolder, createRendering, type Rendering } from './rendering.ts';
import { canSendTexts } from './text-messages.ts';

/** Everything one process holds while it serves. Only `start/` knows it: every other module names what it needs. */
export type Runtime = OpenDatabase &
  Omit<Invalidation, 'stop'> &
  Rendering &
  Telemetry &
  Secrets & {
    environment: Environment;
    log: Log;
    tenants: Tenants;
    locales: AccountLocales;
    siteOf: SiteOf;
    pages: PageCache;
    inlineSvgs: InlineSvgs;
    /** Undefined where a hosted backend serves the five services. */
    backend: Gateway | undefined;
    hostedBackendUrl: string;
    staticFiles: StaticFiles;
    certificates: Certificates;
    domains: DomainTools;
    pushKeys: PushKeys;
    /** Undefined without CLAMAV_URL. */
    virusScanner: VirusScanner | undefined;
    recoveryLinks: RecoveryLinks;
    /** Who may open which address of the dashboard. */
    mayOpen: typeof isAllowedAt;
    domainResponse(host: string, path: string): Promise<Response | null>;
    isReady(): boolean;
    setReady(ready: boolean): void;
    stop(): Promise<void>;
  };

export type RuntimeOptions = {
  environment: Environment;
  log: Log;
  open: OpenDatabase;
  port: number;
  /** Absent where nothing is rendered (a worker, a test of the services). */
  build?: Build;
};

export async function createRuntime(options: RuntimeOptions): Promise<Runtime> {
  const { environment, log, open } = options;
  const sql = open.database.asService();
  const hosts = createHosts(sql, options);
  const { tenants, recoveryLinks, certificateKeys, providerSecrets, paymentKeys, badgeKeys } = hosts;
  const tokens = environment.embeddedBackend ? createOwnTokens(open.tokens, tenants) : open.tokens;
  const virusScanner = environment.CLAMAV_URL ? createVirusScanner(environment.CLAMAV_URL, log) : undefined;
  const hostedBackendUrl = (environment.BACKEND_URL ?? '').replace(/\/+$/, '');
  const backend = environment.embeddedBackend
    ? await createEmbeddedBackend({
        environment,
        log,
        sql,
        open,
        tokens,
        tenants,
        recoveryLinks,
        providerSecrets,
        scan: virusScanner?.scan,
      })
    : undefined;
  const isPseudo = environment.PSEUDO_LANGUAGE === 'on';
  const rendering = await createRendering({ build: options.build, isPseudo, answerData: backend?.handleData, log });
  const pages = createPageCache({
    isEnabled: typeof options.build !== 'function' && environment.PAGE_CACHE === 'on',
    maxBytes: environment.PAGE_CACHE_MB * 1024 * 1024,
  });
  const inlineSvgs = createInlineSvgs();
  const caches = { ...hosts, pages, inlineSvgs, optionReads: rendering.optionReads };
  const invalidation = await listenForChanges({ database: open.database, sql, log, caches });
  const telemetry = createTelemetry(sql, options, { pages, rendering });
  const readiness = createReadiness();
  const stopClock = await startClock({ sql, listen: open.database.listen }, environment.CLOCK_OFFSET);

  return {
    ...open,
    ...hosts,
    ...rendering,
    ...invalidation,
    ...telemetry,
    ...readiness,
    ...createSecrets(sql, options, { certificateKeys, providerSecrets, paymentKeys, badgeKeys, backend }),
    tokens,
    environment,
    log,
    siteOf: createSiteOf({
      tenants,
      baseDomain: environment.BASE_DOMAIN,
      backend: { url: hostedBackendUrl, anon_key: open.keys.anon_key },
      canSendTexts: canSendTexts(environment),
      isPseudo,
      siteScript: rendering.siteScript,
    }),
    pages,
    inlineSvgs,
    backend,
    hostedBackendUrl,
    staticFiles: createStaticFiles(clientFolder),
    pushKeys: await pushKeysOf(sql, open.jwtSecret, open.formerSecrets ?? []),
    virusScanner,
    domains: createDomainTools({ environment, sealing: certificateKeys, sql }),
    mayOpen: isAllowedAt,
    domainResponse: (host, path) => domainResponse(sql, host, path),
    stop: async () => {
      readiness.setReady(false);
      telemetry.securityLog.flush();
      await invalidation.stop();
      await stopClock();
      await backend?.close();
      await open.close();
    },
  };
}

/** What depends on which host is which account. */
function createHosts(sql: Sql, { environment, log, open, port }: RuntimeOptions) {
  const { jwtSecret, formerSecrets = [] } = open;
  const tenants = createTenants(sql, environment.BASE_DOMAIN, port);
  const certificateKeys = certificateEncryption(jwtSecret, formerSecrets);
  return {
    tenants,
    locales: createAccountLocales(sql),
    recoveryLinks: createRecoveryLinks({ tenants, secret: jwtSecret, formerSecrets }),
    certificateKeys,
    certificates: createCertificates(sql, certificateKeys, log),
    providerSecrets: providerEncryption(jwtSecret, formerSecrets),
    paymentKeys: paymentKeyEncryption(jwtSecret, formerSecrets),
    badgeKeys: badgeKeyEncryption(jwtSecret, formerSecrets),
  };
}

type Telemetry = { metrics: Metrics; usageStats: UsageStats; pageViews: PageViews; securityLog: SecurityLog };

function createTelemetry(
  sql: Sql,
  { environment, log, open }: RuntimeOptions,
  { pages, rendering }: { pages: PageCache; rendering: Rendering },
): Telemetry {
  return {
    metrics: createMetrics({ pages, rendering: rendering.renderer.stats, token: environment.METRICS_TOKEN }),
    usageStats: createUsageStats({
      sql,
      takeSlow: open.database.takeSlow,
      log,
      role: environment.ROLE,
      folder: environment.DATA_DIR,
    }),
    pageViews: createPageViews({ sql, log }),
    securityLog: createSecurityLog(log, open.tokens),
  };
}

type Secrets = {
  providerSecrets: Encryption;
  /** Encrypts the keys of shops' payment providers. */
  paymentKeys: Encryption;
  badgeKeys: Encryption;
  /** Every column encrypted by the installation's secret. */
  encryptedColumns: readonly EncryptedColumn[];
  /** Encrypts them anew after the secret was changed, in the background; the result stops it. */
  reencrypt(): () => Promise<void>;
};

function createSecrets(
  sql: Sql,
  { environment, log, open: { jwtSecret, formerSecrets = [] } }: RuntimeOptions,
  parts: {
    certificateKeys: Encryption;
    providerSecrets: Encryption;
    paymentKeys: Encryption;
    badgeKeys: Encryption;
    backend: Gateway | undefined;
  },
): Secrets {
  const encryptedColumns = [
    ...(parts.backend?.encryptedColumns ?? []),
    ...encryptedCertificateKeys(parts.certificateKeys),
    encryptedPushKeys(jwtSecret, formerSecrets),
    encryptedProviderSecrets(parts.providerSecrets),
    encryptedPaymentKeys(parts.paymentKeys),
    encryptedBadgeKeys(parts.badgeKeys),
  ];
  return {
    providerSecrets: parts.providerSecrets,
    paymentKeys: parts.paymentKeys,
    badgeKeys: parts.badgeKeys,
    encryptedColumns,
    reencrypt: () =>
      formerSecrets.length === 0
        ? async () => {}
        : reencryptInBackground({
            sql,
            places: encryptedColumns,
            log,
            done: () => markSpent(environment.DATA_DIR, formerSecrets),
          }),
  };
}

function createReadiness(): Pick<Runtime, 'isReady' | 'setReady'> {
  let isReady = false;
  return {
    isReady: () => isReady,
    setReady: (ready) => {
      isReady = ready;
    },
  };
}
