import { createClient, type Session, type SupabaseClient } from '@supabase/supabase-js';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { ApiTools } from '#base/server/api.ts';
import { isPublicAddress } from '#base/server/dns-tls-probe.ts';
import type { Environment } from '#base/server/environment.ts';
import { createStripe } from '#base/server/payments/stripe.ts';
import { createErrorFormatter, type FormatError, type Sentences } from '#base/shared/error-sentences.ts';
import { errors } from '#base/shared/errors.ts';
import { FORMER_SESSION } from '#base/shared/former-session.ts';
import { refreshTokenOfCookies, sessionCookies } from '../../auth/session-cookies.ts';
import { createSignInTools } from '../../auth/sign-in-tools.ts';
import { siteOf } from '../../host/site-of.ts';
import { inlineScriptSources } from '../../render/script-hashes.ts';
import type { Runtime } from '../../start/runtime.ts';
import { contentPolicy, securityHeaders } from '../../render/content-policy.ts';

/** What features' servers are handed, over one assembled process. */
export function createApiTools(runtime: Runtime): ApiTools {
  const limiters = new Map<string, RateLimiterMemory>();
  const siteUrlOf = async (accountId: string) => {
    const account = await runtime.tenants.byId(accountId);
    if (!account) throw errors.notFound('There is no such account.');
    return runtime.tenants.originOf(account);
  };
  const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_BASE } = runtime.environment;
  const sayers = new Map<string, FormatError>();
  return {
    payments:
      STRIPE_SECRET_KEY && STRIPE_WEBHOOK_SECRET
        ? createStripe({ secretKey: STRIPE_SECRET_KEY, webhookSecret: STRIPE_WEBHOOK_SECRET, apiBase: STRIPE_API_BASE })
        : undefined,
    database: runtime.database,
    log: runtime.log,
    baseDomain: runtime.environment.BASE_DOMAIN,
    showsOutboxTo: outboxReaders(runtime.environment),
    pages: {
      drop: (tags) => runtime.forgetPages({ tags }),
      dropPath: (account_id, path) => runtime.forgetPages({ account_id, path }),
    },
    limit: async (key, points, seconds) => {
      const kind = `${points}/${seconds}`;
      const limiter = limiters.get(kind) ?? new RateLimiterMemory({ points, duration: seconds });
      limiters.set(kind, limiter);
      try {
        await limiter.consume(key);
      } catch (refused) {
        if (refused instanceof RateLimiterRes) throw errors.tooMany(Math.ceil(refused.msBeforeNext / 1000));
        throw refused;
      }
    },
    signIn: createSignInTools(runtime),
    siteUrlOf,
    // An aid of development, refused at a start in production.
    mayReach: (address) =>
      (runtime.environment.WEBHOOKS_TO_LOOPBACK === 'on' && address === '127.0.0.1') || isPublicAddress(address),
    scan: runtime.virusScanner?.scan,
    pushKey: runtime.pushKeys.publicKey,
    preview: async (account, path, locale, draft) => {
      if (!runtime.renderer.handleOf(path)?.isPublic) return null;
      const site = siteOf(runtime, account, locale);
      const { answer, scriptOrigins } = await runtime.renderer.renderPage(
        new Request(new URL(path, site.origin)),
        site,
        draft,
      );
      const html = await answer.text();
      return new Response(html, {
        status: answer.status,
        headers: {
          ...securityHeaders,
          'content-type': 'text/html; charset=utf-8',
          'cache-control': 'no-store',
          'x-robots-tag': 'noindex',
          'content-security-policy': contentPolicy({
            scripts: [...inlineScriptSources, ...scriptOrigins],
            backendUrl: runtime.hostedBackendUrl,
            filesOrigin: runtime.environment.FILES_ORIGIN,
          }),
        },
      });
    },
    inboundMailSecret: runtime.environment.MAIL_INBOUND_SECRET,
    startSession: async (userId, accountId, request) => {
      const origin = await siteUrlOf(accountId);
      const former = request ? refreshTokenOfCookies(request) : null;
      const { session } = await sessionFor(runtime, { userId, accountId, origin, former });
      return sessionCookies(session, origin);
    },
    startMarkedSession: async (userId, accountId, mark) => {
      const origin = await siteUrlOf(accountId);
      // The session that stands in the browser is gone back to.
      const { session, client } = await sessionFor(runtime, { userId, accountId, origin, former: null });
      const claims = await runtime.tokens.verify(session.access_token);
      await mark(String(claims?.session_id));
      // The first tokens knew nothing of the mark; they go no further than here.
      const { data, error } = await client.auth.refreshSession({ refresh_token: session.refresh_token });
      if (error || !data.session) throw error ?? new Error('The marked session gave no new tokens.');
      return sessionCookies(data.session, origin);
    },
    setUpLogin: async (email, password, person) => {
      const { admin } = serviceClient(
        runtime,
        `http://${runtime.environment.BASE_DOMAIN}`,
        runtime.keys.service_role_key,
      ).auth;
      const { error } = person
        ? await admin.updateUserById(person, { password, email_confirm: true })
        : await admin.createUser({ email, password, email_confirm: true });
      if (error?.code === 'weak_password' || error?.code === 'validation_failed') {
        throw errors.invalid('This password is too easy to guess.');
      }
      if (error) throw error;
    },
    sayRefusal: (locale, { message, code }) => sayerOf(runtime, sayers, locale)(message, code),
    jobs: { t: (locale, namespace, key, values) => runtime.translations(locale).t(key, { ns: namespace, ...values }) },
  };
}

/** The official client over the services, in process where they are ours. */
function serviceClient(
  runtime: Runtime,
  origin: string,
  key: string,
  headers: Record<string, string> = {},
): SupabaseClient {
  const { backend } = runtime;
  return createClient(runtime.hostedBackendUrl || origin, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { headers, ...(backend ? { fetch: (input, init) => backend.auth(new Request(input, init)) } : {}) },
  });
}

/** English is what refusals are written in. */
function sayerOf(runtime: Runtime, made: Map<string, FormatError>, locale: string): FormatError {
  const textsOf = (one: string) => runtime.translations(one).getResourceBundle(one, 'refusals') as Sentences;
  const say = made.get(locale) ?? createErrorFormatter(textsOf('en'), textsOf(locale), locale);
  made.set(locale, say);
  return say;
}

function outboxReaders({ NODE_ENV, DEV_OUTBOX }: Environment): ApiTools['showsOutboxTo'] {
  if (NODE_ENV === 'production') return 'nobody';
  return DEV_OUTBOX === 'on' ? 'anyone' : 'this machine';
}

/**
 * A session begun on the host of `origin`, by a one-time link that never leaves this process. `former`: the refresh token of
 * the one that it takes the place of.
 */
async function sessionFor(
  runtime: Runtime,
  { userId, accountId, origin, former }: { userId: string; accountId: string; origin: string; former: string | null },
): Promise<{ session: Session; client: SupabaseClient }> {
  const { admin } = serviceClient(runtime, origin, runtime.keys.service_role_key).auth;
  const { data: person, error: unknown } = await admin.getUserById(userId);
  if (unknown) throw errors.notFound('There is no such person.');
  const token_hash = await oneTimeToken(runtime, admin, person.user, origin);
  const visitor = serviceClient(runtime, origin, runtime.keys.anon_key, former ? { [FORMER_SESSION]: former } : {});
  const { data, error } = await visitor.auth.verifyOtp({
    type: 'magiclink',
    token_hash,
  });
  if (error || !data.session) throw error ?? new Error('The one-time link started no session.');
  // A hosted service does not know on whose site the session begins.
  if (!runtime.backend) {
    const bound = await visitor.rpc('bind_session', { account_id: accountId });
    if (bound.error) throw bound.error;
  }
  return { session: data.session, client: visitor };
}

/** The token of a link that signs a person in; who has a number and no address is known to our own service alone. */
async function oneTimeToken(
  { backend, keys }: Runtime,
  admin: SupabaseClient['auth']['admin'],
  { email, phone }: { email?: string | undefined; phone?: string | undefined },
  origin: string,
): Promise<string> {
  if (email) {
    const { data, error } = await admin.generateLink({ type: 'magiclink', email });
    if (error) throw error;
    return data.properties.hashed_token;
  }
  if (!backend || !phone) throw errors.notFound('There is no such person.');
  const { service_role_key } = keys;
  const response = await backend.auth(
    new Request(`${origin}/auth/v1/admin/generate_link`, {
      method: 'POST',
      headers: {
        apikey: service_role_key,
        authorization: `Bearer ${service_role_key}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ type: 'magiclink', phone }),
    }),
  );
  if (!response.ok) throw new Error(`The auth service made no link: ${await response.text()}`);
  return ((await response.json()) as { hashed_token: string }).hashed_token;
}
