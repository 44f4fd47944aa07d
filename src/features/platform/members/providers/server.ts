import { createHash, createPrivateKey, randomBytes } from 'node:crypto';
import {
  type Api,
  type ApiContext,
  type ApiTools,
  bodyOf,
  requireCapability,
  type SignInTools,
} from '#base/server/api.ts';
import type { Caller } from '#base/server/database.ts';
import { recordRequestFacts } from '#base/server/security-events.ts';
import { isTrustedNavigation } from '#base/server/trusted-navigation.ts';
import { localPath } from '#base/shared/addresses.ts';
import { AppError, errors } from '#base/shared/errors.ts';
import { paths } from '#paths';
import { redirectTarget } from '../rules.ts';
import { isSignInProvider, problemOf, type SignInProblem, type SignInProvider } from './rules.ts';
import { type ProviderSettingsInput, providerSettingsInput } from './schema.ts';

/** Time limit of a sign-in at the provider. */
const COOKIE_SECONDS = 900;
const COOKIE = 'stoa-sign-in';
const COOKIE_PATTERN = /^([\w-]{43})\.([\w-]*)$/;

export const api: Api = (router, tools) => {
  router.get(paths.signInProviders(), async (context) => {
    const caller = await requireCapability(context, tools.database, 'manage_options');
    const rows = await tools.database
      .as(caller)
      .query<{ provider: string }>('select provider from private.shared_sign_in_providers() as provider');
    return context.json({
      callback_url: tools.signIn?.callbackUrl ?? null,
      shared: rows.map(({ provider }) => provider),
    });
  });

  router.put(paths.signInProvider(':provider'), async (context) => {
    const provider = providerIn(context);
    const account = context.get('account').account_id;
    const input = await bodyOf(context, providerSettingsInput, 16_384);
    const caller = await requireCapability(context, tools.database, 'manage_options', input.account_id ?? account);
    await tools.limit(`sign-in-providers:${account}`, 60, 3_600);
    const encryptedSecret = await checkCredentials(tools, caller, account, provider, input);
    const { account_id: _, secret: __, ...settings } = input;
    await tools.database
      .as(caller)
      .query('select private.save_sign_in_provider($1, $2, $3::jsonb, $4)', [
        account,
        provider,
        JSON.stringify(settings),
        encryptedSecret,
      ]);
    return context.json({ status: true });
  });

  router.delete(paths.signInProvider(':provider'), async (context) => {
    const provider = providerIn(context);
    const caller = await requireCapability(context, tools.database, 'manage_options');
    await tools.database
      .as(caller)
      .query('select private.remove_sign_in_provider($1, $2)', [context.get('account').account_id, provider]);
    return context.json({ status: true });
  });

  router.get(paths.signInWith(':provider'), (context) => startSignIn(context, tools));
  router.get(paths.finishSignInWith(), (context) => finishSignIn(context, tools));
};

function providerIn(context: ApiContext): SignInProvider {
  const provider = context.req.param('provider');
  if (!isSignInProvider(provider)) throw errors.notFound();
  return provider;
}

/**
 * Checks the credentials with the provider and returns the encrypted secret; null when the stored one is kept. @throws
 * {AppError}
 */
async function checkCredentials(
  { database, signIn }: ApiTools,
  caller: Caller,
  account: string,
  provider: SignInProvider,
  input: ProviderSettingsInput,
): Promise<string | null> {
  if (!signIn) throw errors.notFound();
  if (input.source === 'platform') return null;
  const secret = input.secret || (await storedSecret({ database, signIn }, caller, account, provider));
  const required = {
    client_id: input.client_id,
    secret,
    ...(provider === 'apple' ? { team_id: input.team_id, key_id: input.key_id } : {}),
  };
  const message = 'Enter the credentials from the provider.';
  const missing = Object.entries(required).flatMap(([name, value]) => (value ? [] : [[name, message]]));
  if (missing.length > 0) throw errors.invalid('Some fields are not valid.', Object.fromEntries(missing));
  if (provider === 'apple' && !isAppleKey(secret)) {
    throw errors.invalid('Some fields are not valid.', {
      secret: 'This is not an Apple key. Paste the whole .p8 file.',
    });
  }
  const outcome = await signIn.check(provider, { ...input, secret });
  if (outcome === 'unreachable') {
    throw new AppError(503, 'provider_unreachable', 'The provider does not respond. Try again in a moment.');
  }
  if (outcome === 'wrong_callback') {
    throw errors.invalid('Some fields are not valid.', {
      client_id: 'The callback URL is not registered with the provider. Add it there first.',
    });
  }
  if (outcome === 'wrong') {
    throw errors.invalid('Some fields are not valid.', {
      secret: 'The provider rejected this client ID and secret.',
    });
  }
  return input.secret ? signIn.encrypt(account, provider, input.secret) : null;
}

async function storedSecret(
  { database, signIn }: { database: ApiTools['database']; signIn: SignInTools },
  caller: Caller,
  account: string,
  provider: SignInProvider,
): Promise<string> {
  const [row] = await database
    .as(caller)
    .query<{ sealed: string | null }>('select private.encrypted_provider_secret($1, $2) as sealed', [
      account,
      provider,
    ]);
  if (!row?.sealed) return '';
  try {
    return signIn.decrypt(account, provider, row.sealed);
  } catch {
    return '';
  }
}

function isAppleKey(text: string): boolean {
  try {
    return createPrivateKey(text).asymmetricKeyDetails?.namedCurve === 'prime256v1';
  } catch {
    return false;
  }
}

/** Redirects to the provider. The PKCE verifier is kept in an HttpOnly cookie. */
async function startSignIn(context: ApiContext, tools: ApiTools): Promise<Response> {
  const { headers } = context.req.raw;
  const next = nextOf(context);
  if (await isRateLimited(context, tools)) return redirectToLogin(next, 'busy');
  const isOurs = isTrustedNavigation(headers, { origin: context.get('origin'), baseDomain: tools.baseDomain });
  // Prefetches are not clicks.
  if (!isOurs || headers.has('sec-purpose') || !tools.signIn) return redirectToLogin(next, 'failed');
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const address = await tools.signIn.addressOf(context.req.raw, context.req.param('provider') ?? '', challenge);
  if (!address) return redirectToLogin(next, 'failed');
  const response = seeOther(address);
  const cookieValue = `${verifier}.${Buffer.from(next ?? '').toString('base64url')}`;
  response.headers.append('set-cookie', cookieLine(context, cookieValue, COOKIE_SECONDS));
  return response;
}

/** Limits sign-ins per network; high, because a whole class can share one address. */
async function isRateLimited(context: ApiContext, tools: ApiTools): Promise<boolean> {
  return tools.limit(`sign-in-with:${context.get('network')}`, 300, 60).then(
    () => false,
    () => true,
  );
}

/** The redirect target: of the link, or of the login page it was clicked on. */
function nextOf(context: ApiContext): string | null {
  const origin = context.get('origin');
  const referrer = URL.parse(context.req.header('referer') ?? '');
  const referrerTarget = referrer?.origin === origin ? referrer.searchParams.get('redirectedFrom') : null;
  return localPath(context.req.query('redirectedFrom') ?? referrerTarget, origin);
}

async function finishSignIn(context: ApiContext, tools: ApiTools): Promise<Response> {
  const [, verifier = '', encoded = ''] = COOKIE_PATTERN.exec(cookieIn(context)) ?? [];
  const next = localPath(Buffer.from(encoded, 'base64url').toString() || null, context.get('origin'));
  const { error, error_code, code } = context.req.query();
  if (await isRateLimited(context, tools)) return redirectToLogin(next, 'busy');
  const clearCookie = (response: Response) => {
    response.headers.append('set-cookie', cookieLine(context, '', 0));
    return response;
  };
  if (error || !code) return clearCookie(redirectToLogin(next, problemOf([error_code, error])));
  if (!verifier || !tools.signIn) return clearCookie(redirectToLogin(next, 'expired'));
  const outcome = await tools.signIn.finish(context.req.raw, code, verifier);
  if ('code' in outcome) {
    recordRequestFacts(context.req.raw, { rejection: 'code_refused' });
    return clearCookie(redirectToLogin(next, problemOf([outcome.code])));
  }
  const isComplete = await isSignInComplete(context, tools, outcome.person);
  const response = isComplete
    ? seeOther(redirectTarget(next, context.get('origin')))
    : seeOther(paths.goOnAtLogin(next ?? undefined));
  for (const cookie of outcome.cookies) response.headers.append('set-cookie', cookie);
  return clearCookie(response);
}

/** Whether the sign-in is complete; otherwise the user owes a second step or has to join first. */
async function isSignInComplete(context: ApiContext, tools: ApiTools, person: string): Promise<boolean> {
  const { account_id } = context.get('account');
  const [row] = await tools.database
    .as(context.get('caller'))
    .query<{ goes_on: boolean }>('select private.is_sign_in_complete($1, $2) as goes_on', [account_id, person]);
  return row?.goes_on === true;
}

function redirectToLogin(next: string | null, problem: SignInProblem): Response {
  return seeOther(paths.loginAfterProblem(problem, next ?? undefined));
}

function seeOther(location: string): Response {
  const headers = { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
  return new Response(null, { status: 303, headers });
}

/** On https the `__Host-` prefix keeps sibling subdomains from setting it. */
function cookieName(context: ApiContext): string {
  return context.get('isEncrypted') ? `__Host-${COOKIE}` : COOKIE;
}

function cookieLine(context: ApiContext, value: string, seconds: number): string {
  const secure = context.get('isEncrypted') ? '; Secure' : '';
  return `${cookieName(context)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}

function cookieIn(context: ApiContext): string {
  const name = `${cookieName(context)}=`;
  const pair = (context.req.header('cookie') ?? '').split('; ').find((part) => part.startsWith(name));
  return pair?.slice(name.length) ?? '';
}
