import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { ApiTools } from '#base/server/api.ts';
import type { Database } from '#base/server/database.ts';
import { isPublicAddress } from '#base/server/dns-tls-probe.ts';
import type { Encryption } from '#base/server/encryption.ts';
import type { Environment } from '#base/server/environment.ts';
import type { Log } from '#base/server/log.ts';
import { createShopProviders } from '#base/server/payments/shop-providers.ts';
import { createStripe } from '#base/server/payments/stripe.ts';
import type { PushKeys } from '#base/server/push-keys.ts';
import { createViesRegister } from '#base/server/vat/vat-register.ts';
import type { VirusScanner } from '#base/server/virus-scanner.ts';
import { createErrorFormatter, type ErrorTexts, type FormatError } from '#base/shared/error-messages.ts';
import { errors } from '#base/shared/errors.ts';
import { resources } from '#features/server-parts.ts';
import { createSessionTools, type SessionDependencies } from '../../auth/session-tools.ts';
import { createSignInTools, type SignInDependencies } from '../../auth/sign-in-tools.ts';
import type { ManualInvalidation } from '../../cache/cache-tags.ts';
import { type PublicFileDependencies, readPublicFile } from '../../host/public-files.ts';
import type { SiteOf } from '../../host/site-of.ts';
import type { Tenants } from '../../host/tenants.ts';
import type { Translations } from '../../i18n/translations.ts';
import { contentPolicy, securityHeaders } from '../../render/content-policy.ts';
import type { Renderer } from '../../render/renderer.ts';
import { inlineScriptSources } from '../../render/script-hashes.ts';

type PreviewDependencies = {
  renderer: Pick<Renderer, 'handleOf' | 'renderPage'>;
  siteOf: SiteOf;
  hostedBackendUrl: string;
  environment: Pick<Environment, 'FILES_ORIGIN'>;
};

type Dependencies = SessionDependencies &
  SignInDependencies &
  PreviewDependencies &
  PublicFileDependencies & {
    environment: Environment;
    database: Database;
    log: Log;
    tenants: Tenants;
    translations: Translations;
    pushKeys: PushKeys;
    paymentKeys: Encryption;
    badgeKeys: Encryption;
    virusScanner: VirusScanner | undefined;
    invalidatePages(what: ManualInvalidation): Promise<void>;
  };

const MAX_PUBLIC_FILE_BYTES = 16 * 1024 * 1024;

/** What the features' `server.ts` are given to work with. */
export function createApiTools(dependencies: Dependencies): ApiTools {
  const { environment, tenants, translations, invalidatePages } = dependencies;
  const siteUrlOf = async (accountId: string) => {
    const account = await tenants.byId(accountId);
    if (!account) throw errors.notFound('There is no such account.');
    return tenants.originOf(account);
  };
  return {
    payments: paymentsOf(environment),
    providers: createShopProviders(environment, dependencies.paymentKeys),
    badgeKeys: dependencies.badgeKeys,
    vatRegister: createViesRegister(environment.VIES_API_BASE),
    database: dependencies.database,
    resources,
    log: dependencies.log,
    baseDomain: environment.BASE_DOMAIN,
    showsOutboxTo: outboxReaders(environment),
    pages: {
      drop: (tags) => invalidatePages({ tags }),
      dropPath: (account_id, path) => invalidatePages({ account_id, path }),
    },
    limit: createRateLimit(),
    signIn: createSignInTools(dependencies),
    siteUrlOf,
    // An aid of development, refused at a start in production.
    mayReach: (address) =>
      (environment.WEBHOOKS_TO_LOOPBACK === 'on' && address === '127.0.0.1') || isPublicAddress(address),
    scan: dependencies.virusScanner?.scan,
    pushKey: dependencies.pushKeys.publicKey,
    preview: createPreview(dependencies),
    readPublicFile: (path) => readPublicFile(dependencies, path, MAX_PUBLIC_FILE_BYTES),
    inboundMailSecret: environment.MAIL_INBOUND_SECRET,
    ...createSessionTools(dependencies, siteUrlOf),
    translateError: createErrorTexts(translations),
    jobs: { t: (locale, namespace, key, values) => translations(locale).t(key, { ns: namespace, ...values }) },
  };
}

function paymentsOf({ STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_BASE }: Environment): ApiTools['payments'] {
  return STRIPE_SECRET_KEY && STRIPE_WEBHOOK_SECRET
    ? createStripe({ secretKey: STRIPE_SECRET_KEY, webhookSecret: STRIPE_WEBHOOK_SECRET, apiBase: STRIPE_API_BASE })
    : undefined;
}

/** Counts by key in memory; one limiter for each kind of limit. */
function createRateLimit(): ApiTools['limit'] {
  const limiters = new Map<string, RateLimiterMemory>();
  return async (key, points, seconds) => {
    const kind = `${points}/${seconds}`;
    const limiter = limiters.get(kind) ?? new RateLimiterMemory({ points, duration: seconds });
    limiters.set(kind, limiter);
    try {
      await limiter.consume(key);
    } catch (error) {
      if (error instanceof RateLimiterRes) throw errors.tooMany(Math.ceil(error.msBeforeNext / 1000));
      throw error;
    }
  };
}

/** A public page with options that are not saved yet. */
function createPreview({ renderer, siteOf, hostedBackendUrl, environment }: PreviewDependencies): ApiTools['preview'] {
  return async (account, path, locale, draft) => {
    if (!renderer.handleOf(path)?.isPublic) return null;
    const site = siteOf(account, locale);
    const { response, scriptOrigins } = await renderer.renderPage(new Request(new URL(path, site.origin)), site, draft);
    const html = await response.text();
    return new Response(html, {
      status: response.status,
      headers: {
        ...securityHeaders,
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
        'content-security-policy': contentPolicy({
          scripts: [...inlineScriptSources, ...scriptOrigins],
          backendUrl: hostedBackendUrl,
          filesOrigin: environment.FILES_ORIGIN,
        }),
      },
    });
  };
}

/** Errors are written in English, and translated by their English sentence. */
function createErrorTexts(translations: Translations): ApiTools['translateError'] {
  const formatters = new Map<string, FormatError>();
  const textsOf = (locale: string) => translations(locale).getResourceBundle(locale, 'refusals') as ErrorTexts;
  return (locale, { message, code }) => {
    const format = formatters.get(locale) ?? createErrorFormatter(textsOf('en'), textsOf(locale), locale);
    formatters.set(locale, format);
    return format(message, code);
  };
}

function outboxReaders({ NODE_ENV, DEV_OUTBOX }: Environment): ApiTools['showsOutboxTo'] {
  if (NODE_ENV === 'production') return 'nobody';
  return DEV_OUTBOX === 'on' ? 'anyone' : 'this machine';
}
