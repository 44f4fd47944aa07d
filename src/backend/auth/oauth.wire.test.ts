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
  const known = { enabled: true, clientId: CLIENT_ID, secret: CLIENT_SECRET, url: provider.url };
  return world.serve({
    external: {
      google: known,
      github: { ...known },
      apple: { ...known },
      facebook: { ...known },
      azure: { ...known },
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
const somebody = (more: Partial<Account> = {}): Account => ({
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

/** The whole way of a browser: to the provider, and back to us; answers where it ends. */
async function throughProvider(account: Account, query: Record<string, string>, of = service): Promise<URL> {
  const there = await authorize(query, of);
  expect(there.status).toBe(302);
  const back = provider.signIn(there.headers.get('location') ?? '', account);
  const end = await of(new Request(back));
  expect(end.status).toBe(303);
  return new URL(end.headers.get('location') ?? '');
}

const userOf = (end: URL) => decodeJwt(fragmentOf(end).access_token ?? '');

// https://supabase.com/docs/reference/javascript/auth-signinwithoauth, https://supabase.com/docs/guides/auth/social-login
describe('a sign-in at another provider', () => {
  it('is refused where the provider says it is another, and nobody is sent there', async () => {
    // The same server, which names itself by its other name.
    const foreign = {
      enabled: true,
      clientId: CLIENT_ID,
      secret: CLIENT_SECRET,
      url: provider.url.replace('127.0.0.1', 'localhost'),
    };
    const before = provider.asked.length;
    const there = await authorize({ provider: 'google' }, serve({ external: { google: foreign } }));
    expect([there.status, there.headers.get('location')]).toEqual([503, null]);
    expect(provider.asked.length).toBe(before);
  });

  it.each(['google', 'apple', 'azure', 'github', 'facebook'])('%s makes a person with what it tells', async (name) => {
    const account = somebody(name === 'azure' ? { claims: { xms_edov: true } } : {});
    const end = await throughProvider(account, { provider: name, redirect_to: `${SITE}/welcome?a=1`, scopes: 'extra' });
    expect(end.origin + end.pathname + end.search).toBe(`${SITE}/welcome?a=1`);
    const fragment = fragmentOf(end);
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
    const asked = provider.asked.at(-1);
    expect(asked?.get('scope')?.split(' ')).toContain('extra');
    expect(asked?.get('code_challenge_method')).toBe('S256');
    expect(asked?.get('nonce')).toEqual(name === 'github' || name === 'facebook' ? null : expect.any(String));
    expect(asked?.get('response_mode')).toBe(name === 'apple' ? 'form_post' : null);
    const again = userOf(await throughProvider(account, { provider: name }));
    expect(again.sub).toBe(decodeJwt(fragment.access_token ?? '').sub);
  });

  it('by PKCE ends in a code, exchanged through the official client, with the provider’s tokens', async () => {
    const account = somebody();
    const client = world.client({ service, flowType: 'pkce' });
    const { data } = await client.auth.signInWithOAuth({
      provider: 'google',
      options: { redirectTo: `${SITE}/welcome`, queryParams: { prompt: 'consent' }, skipBrowserRedirect: true },
    });
    const there = await service(new Request(data.url ?? ''));
    const address = there.headers.get('location') ?? '';
    expect(new URL(address).searchParams.get('prompt')).toBe('consent');
    const end = new URL((await service(new Request(provider.signIn(address, account)))).headers.get('location') ?? '');
    expect(end.hash).toBe('');
    const code = end.searchParams.get('code') ?? '';
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

  it('takes Apple’s form, with the name it tells once', async () => {
    const account = somebody({ name: undefined });
    const there = await authorize({ provider: 'apple' });
    const back = provider.signIn(there.headers.get('location') ?? '', account);
    const form = new URLSearchParams(back.search);
    form.set('user', JSON.stringify({ name: { firstName: 'Ada', lastName: 'Byron' } }));
    const end = await service(new Request(`${SITE}/auth/v1/callback`, { method: 'POST', body: form }));
    expect(userOf(new URL(end.headers.get('location') ?? '')).user_metadata).toMatchObject({ full_name: 'Ada Byron' });
  });

  it('counts a state once, and none that is ours no longer', async () => {
    const account = somebody();
    const there = await authorize({ provider: 'google', redirect_to: `${SITE}/page` });
    const address = there.headers.get('location') ?? '';
    const first = provider.signIn(address, account);
    expect((await service(new Request(first))).headers.get('location')).toContain('access_token=');
    const second = new URL(
      (await service(new Request(provider.signIn(address, account)))).headers.get('location') ?? '',
    );
    expect(second.origin + second.pathname).toBe(`${SITE}/`);
    expect(second.searchParams.get('error_code')).toBe('bad_oauth_state');
    const late = await authorize({ provider: 'google' });
    await world.sql.query(`update auth.flow_state set created_at = now() - interval '16 minutes'`);
    const over = await service(new Request(provider.signIn(late.headers.get('location') ?? '', account)));
    expect(over.headers.get('location')).toContain('bad_oauth_state');
  });

  it('has a state of more random bits than its id, and takes nothing less', async () => {
    const account = somebody();
    const there = await authorize({ provider: 'google', redirect_to: `${SITE}/page` });
    const back = new URL(provider.signIn(there.headers.get('location') ?? '', account));
    const state = back.searchParams.get('state') ?? '';
    const [id = '', proof = ''] = state.split('.');
    expect(Buffer.from(proof, 'base64url')).toHaveLength(32);
    for (const wrong of [id, `${id}.`, `${id}.${proof.slice(0, -4)}`, `${id}.${'A'.repeat(43)}`, `${state}.${proof}`]) {
      back.searchParams.set('state', wrong);
      const refused = await service(new Request(back));
      expect(refused.headers.get('location')).toContain('bad_oauth_state');
    }
    // None of them has ended the flow.
    back.searchParams.set('state', state);
    expect((await service(new Request(back))).headers.get('location')).toContain('access_token=');
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
    const end = await throughProvider(somebody(wrong), { provider: 'google', redirect_to: `${SITE}/page` });
    expect(end.pathname).toBe('/page');
    expect(Object.fromEntries(end.searchParams)).toMatchObject({ error_code: code, error: expect.any(String) });
    expect(fragmentOf(end)).toMatchObject({ error_code: code, error_description: expect.any(String) });
    expect(end.href).not.toContain(CLIENT_SECRET);
  });

  it('hands on that somebody said no', async () => {
    const there = await authorize({ provider: 'google', redirect_to: `${SITE}/page` });
    const state = new URL(there.headers.get('location') ?? '').searchParams.get('state') ?? '';
    const query = new URLSearchParams({ state, error: 'access_denied', error_description: 'The user said no' });
    const end = await service(new Request(`${SITE}/auth/v1/callback?${query}`));
    const target = new URL(end.headers.get('location') ?? '');
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
      const answer = await authorize(query, service, { 'x-supabase-api-version': '2024-01-01' });
      expect([query, answer.status, await answer.json()]).toMatchObject([query, status, { code }]);
    }
    const off = await authorize({ provider: 'google' }, world.serve());
    expect([off.status, (await off.json()).error_code]).toEqual([400, 'validation_failed']);
    const away = serve({
      external: { google: { enabled: true, clientId: 'x', secret: 'y', url: 'http://127.0.0.1:9' } },
    });
    expect((await authorize({ provider: 'google' }, away)).status).toBe(503);
    const lost = await service(new Request(`${SITE}/auth/v1/callback`));
    expect(lost.headers.get('location')).toContain('bad_oauth_callback');
  });

  it('lets nobody forge what makes it safe', async () => {
    const there = await authorize({
      provider: 'google',
      client_id: 'evil',
      redirect_uri: 'https://evil.test',
      state: 'chosen',
      nonce: 'chosen',
      response_type: 'token',
      redirect_to: 'https://evil.test',
    });
    const query = new URL(there.headers.get('location') ?? '').searchParams;
    expect(query.get('client_id')).toBe(CLIENT_ID);
    expect(query.get('redirect_uri')).toBe(`${SITE}/auth/v1/callback`);
    expect(query.get('response_type')).toBe('code');
    expect([query.get('state'), query.get('nonce')]).not.toContain('chosen');
    const end = await service(new Request(provider.signIn(there.headers.get('location') ?? '', somebody())));
    expect(new URL(end.headers.get('location') ?? '').origin).toBe(SITE);
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
    const end = await throughProvider(somebody({ email: email.toUpperCase() }), { provider: 'google' });
    const claims = userOf(end);
    expect(claims.sub).toBe(data.user?.id);
    expect(claims.app_metadata).toEqual({ provider: 'email', providers: ['email', 'google'] });
    expect((await world.client().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  });

  it('takes the password of whoever signed up with it unproven: they may be waiting for its owner', async () => {
    const { email, client, user } = await signUpSomebody(world);
    const end = await throughProvider(somebody({ email }), { provider: 'google' });
    expect(userOf(end).sub).toBe(user.id);
    expect(userOf(end).app_metadata).toMatchObject({ providers: ['google'] });
    expect((await client.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
    expect((await world.client().auth.signInWithPassword({ email, password: PASSWORD })).error?.code).toBe(
      'invalid_credentials',
    );
  });

  it('is taken for proven once a mailed link was opened', async () => {
    const { email } = await signUpSomebody(world);
    await world.client().auth.signInWithOtp({ email });
    await openLink(world, lastMail(world).link);
    await throughProvider(somebody({ email }), { provider: 'google' });
    expect((await world.client().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  });

  it('leads nowhere where the provider has not verified it', async () => {
    const { email } = await signUpSomebody(world);
    for (const [name, account] of [
      ['google', somebody({ email, email_verified: false })],
      ['github', somebody({ email, email_verified: false })],
      ['azure', somebody({ email, claims: { xms_edov: false } })],
    ] as const) {
      const end = await throughProvider(account, { provider: name });
      expect([name, end.searchParams.get('error_code')]).toEqual([name, 'provider_email_needs_verification']);
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
    const account = somebody({ email_verified: false });
    const end = await throughProvider(account, { provider: 'google', redirect_to: `${SITE}/page` }, confirming);
    expect(end.searchParams.get('error_code')).toBe('provider_email_needs_verification');
    expect(lastMail(world)).toMatchObject({ to: account.email, kind: 'confirmation' });
    const opened = await openLink(world, lastMail(world).link);
    expect(opened.pathname).toBe('/page');
    expect(userOf(await throughProvider(account, { provider: 'google' }, confirming)).email).toBe(account.email);
  });

  it('is closed to the banned and, where sign-up is, to the new', async () => {
    const account = somebody();
    const claims = userOf(await throughProvider(account, { provider: 'google' }));
    await world.admin().auth.admin.updateUserById(String(claims.sub), { ban_duration: '1h' });
    expect((await throughProvider(account, { provider: 'google' })).searchParams.get('error_code')).toBe('user_banned');
    const closed = serve({ disableSignup: true });
    expect((await throughProvider(somebody(), { provider: 'google' }, closed)).searchParams.get('error_code')).toBe(
      'signup_disabled',
    );
  });

  it('accepts an invitation, which only its address can', async () => {
    const email = world.newAddress();
    await world.admin().auth.admin.inviteUserByEmail(email);
    const invite_token = lastMail(world).hash;
    const stranger = await throughProvider(somebody(), { provider: 'google', invite_token });
    expect(stranger.searchParams.get('error_code')).toBe('validation_failed');
    const claims = userOf(await throughProvider(somebody({ email }), { provider: 'google', invite_token }));
    expect(claims).toMatchObject({ email, app_metadata: { providers: ['email', 'google'] } });
    expect((await authorize({ provider: 'google', invite_token })).status).toBe(404);
  });
});

// https://supabase.com/docs/reference/javascript/auth-signinwithidtoken
describe('an ID token', () => {
  const nonceHash = async (nonce: string) =>
    Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(nonce))).toString('hex');

  it('signs in whom it is for, with the nonce only the app knows', async () => {
    const account = somebody();
    const token = await provider.idToken(account, { nonce: await nonceHash('ours') });
    const { data, error } = await world
      .client({ service })
      .auth.signInWithIdToken({ provider: 'google', token, nonce: 'ours' });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email: account.email, app_metadata: { provider: 'google' } });
    expect(decodeJwt(data.session?.access_token ?? '').amr).toMatchObject([{ method: 'oauth' }]);
  });

  it('is refused where anything about it does not hold', async () => {
    const account = somebody();
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
    for (const [what, body, code] of cases) {
      const answer = await call(service, 'POST', '/token?grant_type=id_token', body);
      expect([what, answer.status, answer.body?.code]).toEqual([what, 400, code]);
    }
    const off = serve({ external: { google: { enabled: false, clientId: CLIENT_ID, secret: 'x' } } });
    const answer = await call(off, 'POST', '/token?grant_type=id_token', { id_token: 'x', provider: 'google' });
    expect(answer).toMatchObject({ status: 400, body: { code: 'provider_disabled' } });
    const refused = await call(service, 'POST', '/token?grant_type=id_token', { id_token: 'x', provider: 'google' });
    expect(refused.body).toMatchObject({ error: 'invalid request', error_description: 'Bad ID token' });
  });
});
