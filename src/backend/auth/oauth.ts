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
import { redirect, refusalParameters, withParameters, withQuery } from './redirects.ts';
import { clientNetwork, isUuid } from './request-input.ts';
import { hashOf } from './secrets.ts';

const FORM_LIMIT = 65_536;

/** GET /authorize leads to another provider, /callback back from it; GET /user/identities/authorize adds an identity. */
export function oauthRoutes(auth: AuthContext): Hono {
  return new Hono()
    .get('/authorize', async (c) => found(await begin(auth, c.req.raw, null)))
    .get('/user/identities/authorize', async (c) => {
      const who = await requireUser(auth, c.req.raw);
      // A shared callback links whoever comes back, whose browser that is it can't tell: somebody could be led into adding
      // their own account to a stranger's login.
      if (!auth.securityManualLinkingEnabled || auth.sharedCallback) throw authErrors.manualLinkingDisabled();
      await requirePresence(auth, c.req.raw, who);
      const url = await begin(auth, c.req.raw, who.user.id);
      return c.req.query('skip_http_redirect') === 'true' ? json({ url }) : found(url);
    })
    .get('/callback', (c) => finish(auth, c.req.raw, new URL(c.req.url).searchParams))
    .post('/callback', async (c) => finish(auth, c.req.raw, await formOf(c.req.raw)));
}

function found(location: string): Response {
  return new Response(null, { status: 302, headers: { location } });
}

const OWN_PARAMETERS = [
  ...['provider', 'scopes', 'redirect_to', 'invite_token', 'code_challenge', 'code_challenge_method', 'apikey'],
  // What makes the request safe is ours to say.
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

/** Remembers the flow and answers where the browser goes. The `state` is unguessable and good once. */
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
  const state = await keepFlow(auth, {
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
    extra: sharedCallback ? {} : furtherParameters(query),
  });
}

/** What the client wants to tell the provider itself. */
function furtherParameters(query: URLSearchParams): Record<string, string> {
  const further: Record<string, string> = {};
  for (const [key, value] of query) {
    if (!OWN_PARAMETERS.includes(key) && key.length <= 64 && value.length <= 1_024) further[key] = value;
  }
  return further;
}

/** @throws {AuthError} 404 user_not_found for an invitation that is unknown or over. */
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

async function keepFlow(auth: AuthContext, flow: NewFlow): Promise<string> {
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

/** Apple answers by a form. @throws {AuthError} 413, 400. */
async function formOf(request: Request): Promise<URLSearchParams> {
  const bytes = await readBytes(request, FORM_LIMIT).catch(() => {
    throw authErrors.validation('The form is too large', 413);
  });
  return new URLSearchParams(new TextDecoder().decode(bytes));
}

/** The flow of a `state`, once, where it began or where all of them come back to. */
async function takeFlow(auth: AuthContext, request: Request, state: string): Promise<OAuthFlow | undefined> {
  const id = state.split('.')[0];
  if (!isUuid(id)) return undefined;
  const { sharedCallback } = auth;
  if (sharedCallback && !(await sharedCallback.isHere(request))) return undefined;
  const scope = sharedCallback ? undefined : await scopeToTake(auth, request);
  const [begun] = await auth.sql.query<{ code_verifier: string }>(
    `select s.code_verifier from auth.flow_state f join auth.oauth_client_states s on s.id = f.oauth_client_state_id
      where f.id = $1 and ($2 or f.scope is not distinct from $3)`,
    [id, scope === undefined, scope ?? null],
  );
  if (!begun || !isSame(state, stateOf(id, begun.code_verifier))) return undefined;
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

/** Every outcome leads to a page: the one the flow began for, or the site where the flow is unknown. */
async function finish(auth: AuthContext, asked: Request, answer: URLSearchParams): Promise<Response> {
  const { sharedCallback } = auth;
  const flow = await takeFlow(auth, asked, answer.get('state') ?? '');
  const began = flow && { scope: flow.scope, returnTo: flow.referrer ?? '' };
  const request = began && sharedCallback ? await sharedCallback.requestAt(asked, began) : asked;
  if (!flow || !request) {
    const refusal = answer.get('state')
      ? authErrors.badOAuthState('OAuth callback with invalid state')
      : authErrors.badOAuthCallback('OAuth state parameter missing');
    const lostUrl = sharedCallback?.lostUrl ?? auth.siteUrlOf(asked);
    return refusedTo(auth, lostUrl, refusalParameters(refusal));
  }
  const target = flow.referrer ?? auth.siteUrlOf(request);
  const told = answer.get('error');
  if (told) {
    const parameters = {
      error: told.slice(0, 100),
      error_code: 'bad_oauth_callback',
      error_description: (answer.get('error_description') ?? told).slice(0, 500),
    };
    return refusedTo(auth, target, parameters);
  }
  try {
    return redirect(await completeFlow(auth, request, answer, flow, target));
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    return refusedTo(auth, target, refusalParameters(error));
  }
}

/** A server reads the page of a shared callback: nothing is left in the fragment, which a browser would carry further. */
function refusedTo(auth: AuthContext, target: string, parameters: Record<string, string>): Response {
  return redirect(auth.sharedCallback ? withQuery(target, parameters) : withParameters(target, parameters, true));
}
