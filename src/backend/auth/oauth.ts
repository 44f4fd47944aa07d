import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import { json, readBytes } from '#base/server/http.ts';
import { isSame } from '#base/server/tokens.ts';
import { AuthError, authErrors } from './auth-error.ts';
import type { AuthContext } from './auth-options.ts';
import { requireUser } from './caller-session.ts';
import { type Challenge, challengeIn } from './flow-state.ts';
import { redirectTarget } from './mailed-links.ts';
import { completeFlow, type OAuthFlow } from './oauth-completion.ts';
import { scopeToMake, scopeToTake } from './one-time-tokens.ts';
import { requirePresence } from './presence-proof.ts';
import { authorizationUrl, providerIn, redirectUriOf, stateOf } from './provider-client.ts';
import { errorParameters, redirect, withParameters, withQuery } from './redirects.ts';
import { clientNetwork, isUuid } from './request-input.ts';
import { hashOf } from './secrets.ts';

const FORM_LIMIT = 65_536;

/** GET /authorize redirects to another provider, /callback comes back from it; GET /user/identities/authorize links an identity. */
export function oauthRoutes(auth: AuthContext): Hono {
  return new Hono()
    .get('/authorize', async (c) => redirectTo(await begin(auth, c.req.raw, null)))
    .get('/user/identities/authorize', async (c) => {
      const caller = await requireUser(auth, c.req.raw);
      // A shared callback can't tell whose browser comes back: somebody could be led into linking their own account to a
      // stranger's login.
      if (!auth.securityManualLinkingEnabled || auth.sharedCallback) throw authErrors.manualLinkingDisabled();
      await requirePresence(auth, c.req.raw, caller);
      const url = await begin(auth, c.req.raw, caller.user.id);
      return c.req.query('skip_http_redirect') === 'true' ? json({ url }) : redirectTo(url);
    })
    .get('/callback', (c) => handleCallback(auth, c.req.raw, new URL(c.req.url).searchParams))
    .post('/callback', async (c) => handleCallback(auth, c.req.raw, await formOf(c.req.raw)));
}

function redirectTo(location: string): Response {
  return new Response(null, { status: 302, headers: { location } });
}

const OWN_PARAMETERS = [
  ...['provider', 'scopes', 'redirect_to', 'invite_token', 'code_challenge', 'code_challenge_method', 'apikey'],
  // These are set by us: they make the request safe.
  ...[
    'client_id',
    'redirect_uri',
    'response_type',
    'response_mode',
    'state',
    'nonce',
    'scope',
    'request',
    'request_uri',
  ],
  'skip_http_redirect',
];

/** Stores the flow and returns the provider's URL. The `state` is unguessable and valid once. */
async function begin(auth: AuthContext, request: Request, linkTo: string | null): Promise<string> {
  const query = new URL(request.url).searchParams;
  const { sharedCallback } = auth;
  const scope = await scopeToMake(auth, request);
  const provider = await providerIn(auth, scope, query.get('provider') ?? '');
  const challenge = challengeIn({
    code_challenge: query.get('code_challenge'),
    code_challenge_method: query.get('code_challenge_method'),
  });
  const returnTo = redirectTarget(auth, request);
  if (sharedCallback && challenge?.method !== 's256') throw authErrors.validation('This sign-in needs PKCE with s256');
  if (sharedCallback && !sharedCallback.isReturn(request, returnTo)) {
    throw authErrors.validation('redirect_to is not an address where a sign-in ends');
  }
  await auth.rateLimits.consume({ limit: 'externalSignInsPerAddress', key: clientNetwork(request) });
  const inviteToken = await inviteIn(auth, request, query.get('invite_token'));
  const verifier = randomBytes(48).toString('base64url');
  const state = await storeFlow(auth, {
    provider: provider.name,
    challenge,
    verifier,
    referrer: returnTo,
    inviteToken,
    linkTo,
    emailOptional: provider.settings.emailOptional ?? false,
    scope,
  });
  return authorizationUrl(provider, {
    state,
    verifier,
    redirectUri: redirectUriOf(auth, request, provider.settings),
    scopes: sharedCallback ? '' : (query.get('scopes') ?? '').slice(0, 1_024),
    extra: sharedCallback ? {} : extraParameters(query),
  });
}

/** Parameters the client passes through to the provider. */
function extraParameters(query: URLSearchParams): Record<string, string> {
  const extra: Record<string, string> = {};
  for (const [key, value] of query) {
    if (!OWN_PARAMETERS.includes(key) && key.length <= 64 && value.length <= 1_024) extra[key] = value;
  }
  return extra;
}

/** @throws {AuthError} 404 user_not_found for an unknown or expired invitation. */
async function inviteIn(auth: AuthContext, request: Request, token: string | null): Promise<string | null> {
  if (!token) return null;
  const scope = await scopeToTake(auth, request);
  const [row] = await auth.sql.query(
    `select 1 from auth.one_time_tokens where token_hash = $1 and token_type = 'confirmation_token'
       and created_at > now() - make_interval(secs => $2) and ($3 or scope is not distinct from $4)`,
    [hashOf(token), auth.mailerOtpExp, scope === undefined, scope ?? null],
  );
  if (!row) throw authErrors.userNotFound();
  return token.slice(0, 512);
}

type NewFlow = {
  provider: string;
  challenge: Challenge | undefined;
  verifier: string;
  referrer: string;
  inviteToken: string | null;
  linkTo: string | null;
  emailOptional: boolean;
  scope: string | null;
};

async function storeFlow(auth: AuthContext, flow: NewFlow): Promise<string> {
  const [row] = await auth.sql.query<{ id: string }>(
    `with old_states as (delete from auth.oauth_client_states where created_at < now() - interval '1 day'),
     old_flows as (delete from auth.flow_state where created_at < now() - interval '1 day'),
     client as (insert into auth.oauth_client_states (provider_type, code_verifier) values ($1, $2) returning id)
     insert into auth.flow_state (code_challenge, code_challenge_method, provider_type, authentication_method, referrer,
       invite_token, linking_target_id, email_optional, scope, oauth_client_state_id)
     select $3, $4::auth.code_challenge_method, $1, 'oauth', $5, $6, $7, $8, $9, id from client returning id`,
    [
      flow.provider,
      flow.verifier,
      flow.challenge?.challenge ?? null,
      flow.challenge?.method ?? null,
      flow.referrer,
      flow.inviteToken,
      flow.linkTo,
      flow.emailOptional,
      flow.scope,
    ],
  );
  if (!row) throw new Error('No flow was written.');
  return stateOf(row.id, flow.verifier);
}

/** Reads the form body of Apple's callback. @throws {AuthError} 413, 400. */
async function formOf(request: Request): Promise<URLSearchParams> {
  const bytes = await readBytes(request, FORM_LIMIT).catch(() => {
    throw authErrors.validation('The form is too large', 413);
  });
  return new URLSearchParams(new TextDecoder().decode(bytes));
}

/** Takes the flow of a `state`, once, on the host where it began or on the shared callback. */
async function takeFlow(auth: AuthContext, request: Request, state: string): Promise<OAuthFlow | undefined> {
  const id = state.split('.')[0];
  if (!isUuid(id)) return undefined;
  const { sharedCallback } = auth;
  if (sharedCallback && !(await sharedCallback.isHere(request))) return undefined;
  const scope = sharedCallback ? undefined : await scopeToTake(auth, request);
  const [started] = await auth.sql.query<{ code_verifier: string }>(
    `select s.code_verifier from auth.flow_state f join auth.oauth_client_states s on s.id = f.oauth_client_state_id
      where f.id = $1 and ($2 or f.scope is not distinct from $3)`,
    [id, scope === undefined, scope ?? null],
  );
  if (!started || !isSame(state, stateOf(id, started.code_verifier))) return undefined;
  const [flow] = await auth.sql.query<OAuthFlow>(
    `with flow as (update auth.flow_state f set updated_at = now(), oauth_client_state_id = null
       from auth.oauth_client_states s
       where f.id = $1 and s.id = f.oauth_client_state_id and f.created_at > now() - interval '15 minutes'
       returning f.*, s.id as state_id, s.code_verifier),
     spent as (delete from auth.oauth_client_states where id in (select state_id from flow))
     select id, provider_type, referrer, code_challenge is not null as is_pkce, invite_token, linking_target_id,
       email_optional, code_verifier, scope from flow`,
    [id],
  );
  return flow;
}

/** Always redirects: to the flow's target, or to the site for an unknown flow. */
async function handleCallback(
  auth: AuthContext,
  callback: Request,
  callbackParameters: URLSearchParams,
): Promise<Response> {
  const { sharedCallback } = auth;
  const flow = await takeFlow(auth, callback, callbackParameters.get('state') ?? '');
  const origin = flow && { scope: flow.scope, returnTo: flow.referrer ?? '' };
  const request = origin && sharedCallback ? await sharedCallback.requestAt(callback, origin) : callback;
  if (!flow || !request) {
    const stateError = callbackParameters.get('state')
      ? authErrors.badOAuthState('OAuth callback with invalid state')
      : authErrors.badOAuthCallback('OAuth state parameter missing');
    const lostUrl = sharedCallback?.lostUrl ?? auth.siteUrlOf(callback);
    return redirectError(auth, lostUrl, errorParameters(stateError));
  }
  const target = flow.referrer ?? auth.siteUrlOf(request);
  const providerError = callbackParameters.get('error');
  if (providerError) {
    const parameters = {
      error: providerError.slice(0, 100),
      error_code: 'bad_oauth_callback',
      error_description: (callbackParameters.get('error_description') ?? providerError).slice(0, 500),
    };
    return redirectError(auth, target, parameters);
  }
  try {
    return redirect(await completeFlow(auth, request, callbackParameters, flow, target));
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    return redirectError(auth, target, errorParameters(error));
  }
}

/** A shared callback's page is read on the server: the error goes to the query only, as browsers carry fragments further. */
function redirectError(auth: AuthContext, target: string, parameters: Record<string, string>): Response {
  return redirect(auth.sharedCallback ? withQuery(target, parameters) : withParameters(target, parameters, true));
}
