import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, openWireWorld, PASSWORD, SITE, type WireWorld } from '#tests/db/auth-wire.ts';
import {
  type Account,
  CLIENT_ID,
  CLIENT_SECRET,
  type LocalProvider,
  openLocalProvider,
} from '#tests/local-provider.ts';
import { fragmentOf, lastMail, openLink, signUpSomebody } from '#tests/mail-reader.ts';
import type { AuthOptions } from './auth-options.ts';

let world: WireWorld;
let provider: LocalProvider;
let service: (request: Request) => Promise<Response>;

function serve(options: Partial<AuthOptions> = {}) {
  const settings = { enabled: true, clientId: CLIENT_ID, secret: CLIENT_SECRET, url: provider.url };
  return world.serve({
    external: {
      google: settings,
      github: { ...settings },
      apple: { ...settings },
      facebook: { ...settings },
      azure: { ...settings },
    },
    ...options,
  });
}

beforeAll(async () => {
  [world, provider] = await Promise.all([openWireWorld(), openLocalProvider()]);
  service = serve();
});
afterAll(async () => {
  await world.close();
  await provider.close();
});

let people = 0;
const newAccount = (more: Partial<Account> = {}): Account => ({
  sub: String(9_000 + ++people),
  email: `ext-${people}@school.test`,
  email_verified: true,
  name: `Ext ${people}`,
  ...more,
});

async function authorize(query: Record<string, string>, of = service, headers: Record<string, string> = {}) {
  const response = await of(new Request(`${SITE}/auth/v1/authorize?${new URLSearchParams(query)}`, { headers }));
  return response;
}

/** The full redirect chain of a browser: to the provider and back; returns the URL it ends at. */
async function throughProvider(account: Account, query: Record<string, string>, of = service): Promise<URL> {
  const redirect = await authorize(query, of);
  expect(redirect.status).toBe(302);
  const callback = provider.signIn(redirect.headers.get('location') ?? '', account);
  const landing = await of(new Request(callback));
  expect(landing.status).toBe(303);
  return new URL(landing.headers.get('location') ?? '');
}

const userOf = (landing: URL) => decodeJwt(fragmentOf(landing).access_token ?? '');

// https://supabase.com/docs/reference/javascript/auth-signinwithoauth, https://supabase.com/docs/guides/auth/social-login
describe('a sign-in at another provider', () => {
  it('is refused where the provider says it is another, and nobody is sent there', async () => {
    // The same server under another issuer name.
    const foreign = {
      enabled: true,
      clientId: CLIENT_ID,
      secret: CLIENT_SECRET,
      url: provider.url.replace('127.0.0.1', 'localhost'),
    };
    const before = provider.asked.length;
    const redirect = await authorize({ provider: 'google' }, serve({ external: { google: foreign } }));
    expect([redirect.status, redirect.headers.get('location')]).toEqual([503, null]);
    expect(provider.asked.length).toBe(before);
  });

  it.each(['google', 'apple', 'azure', 'github', 'facebook'])('%s makes a person with what it tells', async (name) => {
    const account = newAccount(name === 'azure' ? { claims: { xms_edov: true } } : {});
    const query = { provider: name, redirect_to: `${SITE}/welcome?a=1`, scopes: 'extra' };
    const landing = await throughProvider(account, query);
    expect(landing.origin + landing.pathname + landing.search).toBe(`${SITE}/welcome?a=1`);
    const fragment = fragmentOf(landing);
    expect(fragment).toMatchObject({
      token_type: 'bearer',
      provider_token: expect.stringContaining('access-'),
      provider_refresh_token: 'refresh-of-provider',
    });
    expect(decodeJwt(fragment.access_token ?? '')).toMatchObject({
      email: account.email,
      amr: [{ method: 'oauth' }],
      app_metadata: { provider: name, providers: [name] },
      user_metadata: { full_name: account.name, email: account.email, email_verified: true, provider_id: account.sub },
    });
    const request = provider.asked.at(-1);
    expect(request?.get('scope')?.split(' ')).toContain('extra');
    expect(request?.get('code_challenge_method')).toBe('S256');
    expect(request?.get('nonce')).toEqual(name === 'github' || name === 'facebook' ? null : expect.any(String));
    expect(request?.get('response_mode')).toBe(name === 'apple' ? 'form_post' : null);
    const secondSignIn = userOf(await throughProvider(account, { provider: name }));
    expect(secondSignIn.sub).toBe(decodeJwt(fragment.access_token ?? '').sub);
  });

  it('by PKCE ends in a code, exchanged through the official client, with the provider’s tokens', async () => {
    const account = newAccount();
    const client = world.client({ service, flowType: 'pkce' });
    const { data } = await client.auth.signInWithOAuth({
      provider: 'google',
      options: { redirectTo: `${SITE}/welcome`, queryParams: { prompt: 'consent' }, skipBrowserRedirect: true },
    });
    const redirect = await service(new Request(data.url ?? ''));
    const address = redirect.headers.get('location') ?? '';
    expect(new URL(address).searchParams.get('prompt')).toBe('consent');
    const url = new URL((await service(new Request(provider.signIn(address, account)))).headers.get('location') ?? '');
    expect(url.hash).toBe('');
    const code = url.searchParams.get('code') ?? '';
    const [row] = await world.sql.query<{ provider_access_token: string }>(
      'select provider_access_token from auth.flow_state where provider_access_token is not null',
    );
    expect(row?.provider_access_token).toMatch(/^v1\./);
    const session = await client.auth.exchangeCodeForSession(code);
    expect(session.error).toBeNull();
    expect(session.data.session).toMatchObject({
      provider_token: expect.stringContaining('access-'),
      provider_refresh_token: 'refresh-of-provider',
    });
    expect(session.data.user?.email).toBe(account.email);
    expect((await client.auth.exchangeCodeForSession(code)).error?.name).toBe('AuthPKCECodeVerifierMissingError');
  });

  it('reads Apple’s form, with the name it sends once', async () => {
    const account = newAccount({ name: undefined });
    const redirect = await authorize({ provider: 'apple' });
    const callback = provider.signIn(redirect.headers.get('location') ?? '', account);
    const form = new URLSearchParams(callback.search);
    form.set('user', JSON.stringify({ name: { firstName: 'Ada', lastName: 'Byron' } }));
    const landing = await service(new Request(`${SITE}/auth/v1/callback`, { method: 'POST', body: form }));
    expect(userOf(new URL(landing.headers.get('location') ?? '')).user_metadata).toMatchObject({
      full_name: 'Ada Byron',
    });
  });

  it('counts a state once, and none that is ours no longer', async () => {
    const account = newAccount();
    const redirect = await authorize({ provider: 'google', redirect_to: `${SITE}/page` });
    const address = redirect.headers.get('location') ?? '';
    const first = provider.signIn(address, account);
    expect((await service(new Request(first))).headers.get('location')).toContain('access_token=');
    const url = new URL((await service(new Request(provider.signIn(address, account)))).headers.get('location') ?? '');
    expect(url.origin + url.pathname).toBe(`${SITE}/`);
    expect(url.searchParams.get('error_code')).toBe('bad_oauth_state');
    const expired = await authorize({ provider: 'google' });
    await world.sql.query(`update auth.flow_state set created_at = now() - interval '16 minutes'`);
    const over = await service(new Request(provider.signIn(expired.headers.get('location') ?? '', account)));
    expect(over.headers.get('location')).toContain('bad_oauth_state');
  });

  it('has a state of more random bits than its id, and takes nothing less', async () => {
    const account = newAccount();
    const redirect = await authorize({ provider: 'google', redirect_to: `${SITE}/page` });
    const callback = new URL(provider.signIn(redirect.headers.get('location') ?? '', account));
    const state = callback.searchParams.get('state') ?? '';
    const [id = '', proof = ''] = state.split('.');
    expect(Buffer.from(proof, 'base64url')).toHaveLength(32);
    for (const wrong of [id, `${id}.`, `${id}.${proof.slice(0, -4)}`, `${id}.${'A'.repeat(43)}`, `${state}.${proof}`]) {
      callback.searchParams.set('state', wrong);
      const rejected = await service(new Request(callback));
      expect(rejected.headers.get('location')).toContain('bad_oauth_state');
    }
    // None of them has used up the flow.
    callback.searchParams.set('state', state);
    expect((await service(new Request(callback))).headers.get('location')).toContain('access_token=');
  });

  it.each([
    ['a forged signature', { forged: true }, 'bad_oauth_callback'],
    ['another audience', { claims: { aud: 'somebody-else' } }, 'bad_oauth_callback'],
    ['another issuer', { claims: { iss: 'https://evil.test' } }, 'bad_oauth_callback'],
    ['another nonce', { claims: { nonce: 'replayed' } }, 'bad_oauth_callback'],
    ['a token from yesterday', { claims: { exp: 1_700_000_000 } }, 'bad_oauth_callback'],
    ['a refused code', { refusal: 'invalid_grant' }, 'bad_oauth_callback'],
    ['nobody', { sub: '' }, 'bad_oauth_callback'],
    ['no address', { email: undefined }, 'email_address_not_provided'],
  ])('is refused for %s, at the page it began for', async (_what, wrong, code) => {
    const landing = await throughProvider(newAccount(wrong), { provider: 'google', redirect_to: `${SITE}/page` });
    expect(landing.pathname).toBe('/page');
    expect(Object.fromEntries(landing.searchParams)).toMatchObject({ error_code: code, error: expect.any(String) });
    expect(fragmentOf(landing)).toMatchObject({ error_code: code, error_description: expect.any(String) });
    expect(landing.href).not.toContain(CLIENT_SECRET);
  });

  it('passes on a denied consent', async () => {
    const redirect = await authorize({ provider: 'google', redirect_to: `${SITE}/page` });
    const state = new URL(redirect.headers.get('location') ?? '').searchParams.get('state') ?? '';
    const query = new URLSearchParams({ state, error: 'access_denied', error_description: 'The user said no' });
    const landing = await service(new Request(`${SITE}/auth/v1/callback?${query}`));
    const target = new URL(landing.headers.get('location') ?? '');
    expect(target.pathname).toBe('/page');
    expect(Object.fromEntries(target.searchParams)).toMatchObject({
      error: 'access_denied',
      error_description: 'The user said no',
    });
  });

  it('is refused in GoTrue’s words', async () => {
    const cases: [Record<string, string>, number, string][] = [
      [{}, 400, 'validation_failed'],
      [{ provider: 'myspace' }, 400, 'validation_failed'],
      [{ provider: 'constructor' }, 400, 'validation_failed'],
      [{ provider: 'google', code_challenge: 'x' }, 400, 'validation_failed'],
      [{ provider: 'google', code_challenge: 'x', code_challenge_method: 's256' }, 400, 'validation_failed'],
      [{ provider: 'google', invite_token: 'unknown' }, 404, 'user_not_found'],
    ];
    for (const [query, status, code] of cases) {
      const response = await authorize(query, service, { 'x-supabase-api-version': '2024-01-01' });
      expect([query, response.status, await response.json()]).toMatchObject([query, status, { code }]);
    }
    const off = await authorize({ provider: 'google' }, world.serve());
    expect([off.status, (await off.json()).error_code]).toEqual([400, 'validation_failed']);
    const unreachable = { enabled: true, clientId: 'x', secret: 'y', url: 'http://127.0.0.1:9' };
    const away = serve({ external: { google: unreachable } });
    expect((await authorize({ provider: 'google' }, away)).status).toBe(503);
    const unknownFlow = await service(new Request(`${SITE}/auth/v1/callback`));
    expect(unknownFlow.headers.get('location')).toContain('bad_oauth_callback');
  });

  it('lets nobody forge what makes it safe', async () => {
    const redirect = await authorize({
      provider: 'google',
      client_id: 'evil',
      redirect_uri: 'https://evil.test',
      state: 'chosen',
      nonce: 'chosen',
      response_type: 'token',
      redirect_to: 'https://evil.test',
    });
    const query = new URL(redirect.headers.get('location') ?? '').searchParams;
    expect(query.get('client_id')).toBe(CLIENT_ID);
    expect(query.get('redirect_uri')).toBe(`${SITE}/auth/v1/callback`);
    expect(query.get('response_type')).toBe('code');
    expect([query.get('state'), query.get('nonce')]).not.toContain('chosen');
    const landing = await service(new Request(provider.signIn(redirect.headers.get('location') ?? '', newAccount())));
    expect(new URL(landing.headers.get('location') ?? '').origin).toBe(SITE);
  });
});

// https://supabase.com/docs/guides/auth/auth-identity-linking (automatic linking)
describe('the same address at another provider', () => {
  it('leads to the person who has proven it: one person, two ways', async () => {
    const email = world.newAddress();
    const confirming = serve({ mailerAutoconfirm: false });
    const client = world.client({ service: confirming });
    const { data } = await client.auth.signUp({ email, password: PASSWORD });
    await openLink(world, lastMail(world).link);
    const landing = await throughProvider(newAccount({ email: email.toUpperCase() }), { provider: 'google' });
    const claims = userOf(landing);
    expect(claims.sub).toBe(data.user?.id);
    expect(claims.app_metadata).toEqual({ provider: 'email', providers: ['email', 'google'] });
    expect((await world.client().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  });

  it('takes the password of whoever signed up with it unproven: they may be waiting for its owner', async () => {
    const { email, client, user } = await signUpSomebody(world);
    const landing = await throughProvider(newAccount({ email }), { provider: 'google' });
    expect(userOf(landing).sub).toBe(user.id);
    expect(userOf(landing).app_metadata).toMatchObject({ providers: ['google'] });
    expect((await client.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
    expect((await world.client().auth.signInWithPassword({ email, password: PASSWORD })).error?.code).toBe(
      'invalid_credentials',
    );
  });

  it('counts as proven once a mailed link was opened', async () => {
    const { email } = await signUpSomebody(world);
    await world.client().auth.signInWithOtp({ email });
    await openLink(world, lastMail(world).link);
    await throughProvider(newAccount({ email }), { provider: 'google' });
    expect((await world.client().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  });

  it('leads nowhere where the provider has not verified it', async () => {
    const { email } = await signUpSomebody(world);
    for (const [name, account] of [
      ['google', newAccount({ email, email_verified: false })],
      ['github', newAccount({ email, email_verified: false })],
      ['azure', newAccount({ email, claims: { xms_edov: false } })],
    ] as const) {
      const landing = await throughProvider(account, { provider: name });
      expect([name, landing.searchParams.get('error_code')]).toEqual([name, 'provider_email_needs_verification']);
    }
    expect((await world.client().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  });

  it('believes Azure’s common endpoint only where the tenant owns the domain', async () => {
    const { email } = await signUpSomebody(world);
    const settings = { enabled: true, clientId: CLIENT_ID, secret: CLIENT_SECRET };
    const { providers, personOfClaims } = await import('./providers.ts');
    const azure = providers.azure;
    if (azure.kind !== 'connect') throw new Error('Azure speaks OpenID Connect');
    const verified = (url: string | undefined, claims: Record<string, unknown>) =>
      personOfClaims(azure, { ...settings, url }, { sub: 'x', email, ...claims }).emails[0]?.isVerified;
    expect(verified(undefined, {})).toBe(false);
    expect(verified('https://login.microsoftonline.com/organizations', {})).toBe(false);
    expect(verified('https://login.microsoftonline.com/my-tenant', {})).toBe(true);
    expect(verified(undefined, { xms_edov: true })).toBe(true);
    expect(verified('https://login.microsoftonline.com/my-tenant', { xms_edov: '0' })).toBe(false);
  });

  it('is confirmed by mail where it is new and unverified', async () => {
    const confirming = serve({ mailerAutoconfirm: false });
    const account = newAccount({ email_verified: false });
    const landing = await throughProvider(account, { provider: 'google', redirect_to: `${SITE}/page` }, confirming);
    expect(landing.searchParams.get('error_code')).toBe('provider_email_needs_verification');
    expect(lastMail(world)).toMatchObject({ to: account.email, kind: 'confirmation' });
    const opened = await openLink(world, lastMail(world).link);
    expect(opened.pathname).toBe('/page');
    expect(userOf(await throughProvider(account, { provider: 'google' }, confirming)).email).toBe(account.email);
  });

  it('is closed to banned users and, where sign-up is, to new ones', async () => {
    const account = newAccount();
    const claims = userOf(await throughProvider(account, { provider: 'google' }));
    await world.admin().auth.admin.updateUserById(String(claims.sub), { ban_duration: '1h' });
    expect((await throughProvider(account, { provider: 'google' })).searchParams.get('error_code')).toBe('user_banned');
    const closed = serve({ disableSignup: true });
    expect((await throughProvider(newAccount(), { provider: 'google' }, closed)).searchParams.get('error_code')).toBe(
      'signup_disabled',
    );
  });

  it('accepts an invitation, which only its address can', async () => {
    const email = world.newAddress();
    await world.admin().auth.admin.inviteUserByEmail(email);
    const invite_token = lastMail(world).hash;
    const otherAccount = await throughProvider(newAccount(), { provider: 'google', invite_token });
    expect(otherAccount.searchParams.get('error_code')).toBe('validation_failed');
    const claims = userOf(await throughProvider(newAccount({ email }), { provider: 'google', invite_token }));
    expect(claims).toMatchObject({ email, app_metadata: { providers: ['email', 'google'] } });
    expect((await authorize({ provider: 'google', invite_token })).status).toBe(404);
  });
});

// https://supabase.com/docs/reference/javascript/auth-signinwithidtoken
describe('an ID token', () => {
  const nonceHash = async (nonce: string) =>
    Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(nonce))).toString('hex');

  it('signs in whom it is for, with the nonce only the app knows', async () => {
    const account = newAccount();
    const token = await provider.idToken(account, { nonce: await nonceHash('ours') });
    const { data, error } = await world
      .client({ service })
      .auth.signInWithIdToken({ provider: 'google', token, nonce: 'ours' });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email: account.email, app_metadata: { provider: 'google' } });
    expect(decodeJwt(data.session?.access_token ?? '').amr).toMatchObject([{ method: 'oauth' }]);
  });

  it('is refused where anything about it does not hold', async () => {
    const account = newAccount();
    const fresh = (claims?: Record<string, unknown>, more: Partial<Account> = {}) =>
      provider.idToken({ ...account, ...more }, claims);
    const nonce = await nonceHash('ours');
    const cases: [string, Record<string, unknown>, string][] = [
      ['nothing', { provider: 'google' }, 'validation_failed'],
      ['no provider', { id_token: await fresh() }, 'validation_failed'],
      ['no such provider', { id_token: await fresh(), provider: 'spotify' }, 'validation_failed'],
      ['a provider without ID tokens', { id_token: await fresh(), provider: 'github' }, 'validation_failed'],
      ['a forged one', { id_token: await fresh({}, { forged: true }), provider: 'google' }, 'validation_failed'],
      ['another audience', { id_token: await fresh({ aud: 'x' }), provider: 'google' }, 'validation_failed'],
      ['another issuer', { id_token: await fresh({ iss: 'x' }), provider: 'google' }, 'validation_failed'],
      ['an old one', { id_token: await fresh({ exp: 5 }), provider: 'google' }, 'validation_failed'],
      ['no nonce told', { id_token: await fresh({ nonce }), provider: 'google' }, 'validation_failed'],
      ['no nonce in it', { id_token: await fresh(), provider: 'google', nonce: 'ours' }, 'validation_failed'],
      ['another nonce', { id_token: await fresh({ nonce }), provider: 'google', nonce: 'x' }, 'validation_failed'],
      [
        'another access token',
        { id_token: await fresh({ at_hash: 'AAAA' }), access_token: 'x', provider: 'google' },
        'validation_failed',
      ],
      ['a text', { id_token: 'x.y.z', provider: 'google' }, 'validation_failed'],
      ['alg none', { id_token: `${btoa('{"alg":"none"}')}.${btoa('{}')}.`, provider: 'google' }, 'validation_failed'],
    ];
    for (const [label, body, code] of cases) {
      const response = await call(service, 'POST', '/token?grant_type=id_token', body);
      expect([label, response.status, response.body?.code]).toEqual([label, 400, code]);
    }
    const off = serve({ external: { google: { enabled: false, clientId: CLIENT_ID, secret: 'x' } } });
    const response = await call(off, 'POST', '/token?grant_type=id_token', { id_token: 'x', provider: 'google' });
    expect(response).toMatchObject({ status: 400, body: { code: 'provider_disabled' } });
    const rejected = await call(service, 'POST', '/token?grant_type=id_token', { id_token: 'x', provider: 'google' });
    expect(rejected.body).toMatchObject({ error: 'invalid request', error_description: 'Bad ID token' });
  });
});
