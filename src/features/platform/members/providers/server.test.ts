import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { OWN_PAGE, providerBrowser, somebody } from '#tests/db/provider-browser.ts';
import type { Person } from '#tests/db/world.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import {
  type Account,
  CLIENT_ID,
  CLIENT_SECRET,
  type LocalProvider,
  openLocalProvider,
} from '#tests/local-provider.ts';
import { openPostOffice, type PostOffice } from '#tests/post-office.ts';

let world: World;
let app: AppWorld;
let provider: LocalProvider;
let post: PostOffice;
/** Access token of a super admin on the platform's host. */
let admin: string;
beforeAll(async () => {
  [world, provider, post] = await Promise.all([openWorld(), openLocalProvider(), openPostOffice()]);
  app = await openApp(world, { SIGN_IN_STAND_IN: provider.url, SMTP_URL: post.url });
  admin = (await app.signIn('platform', 'admin@stoa.test')).access_token;
});
afterAll(async () => {
  await app.close();
  await provider.close();
  await post.close();
  await world.close();
});

const ownSettings = { source: 'own', is_on: true, client_id: CLIENT_ID, secret: CLIENT_SECRET };

async function save(name: string, settings: object, as: Person | 'admin' = 'owner', host = 'demo') {
  const credentials = as === 'admin' ? { token: admin } : { as };
  const response = await app.call(`/api/sign-in-providers/${name}`, {
    method: 'PUT',
    ...credentials,
    host,
    body: settings,
  });
  const body = (await response.json()) as { error?: { message: string; fields?: Record<string, string> } };
  return { status: response.status, error: body.error };
}

const browserAt = (host = 'demo') => providerBrowser(app, provider, host);

const memberOf = async (email = '', account = world.demo) =>
  (
    await world.sql.query<{ name: string; accepted: object | null }>(
      'select name, accepted from public.members where account_id = $1 and email = $2',
      [account, email],
    )
  )[0];
const buttonsOf = async (account: string, host = 'demo') =>
  (await (
    await app.call(`/rest/v1/sign_in_buttons?select=provider&account_id=eq.${account}&order=provider`, {
      host,
      headers: { apikey: app.runtime.keys.anon_key },
    })
  ).json()) as { provider: string }[];

async function changeSettings(changes: object): Promise<void> {
  await world.sql.query(
    `update public.options set value = value || $2::jsonb where account_id = $1 and key = 'settings'`,
    [world.demo, JSON.stringify(changes)],
  );
}

describe('credentials', () => {
  test('are taken where the provider knows them, and refused at their field where it does not', async () => {
    expect(await save('google', { ...ownSettings, secret: 'another' })).toMatchObject({
      status: 422,
      error: { fields: { secret: 'The provider rejected this client ID and secret.' } },
    });
    expect(await save('google', { ...ownSettings, client_id: '', secret: '' })).toMatchObject({
      status: 422,
      error: { fields: { client_id: expect.any(String), secret: expect.any(String) } },
    });
    expect(await save('apple', { ...ownSettings, secret: 'no key', team_id: 'T', key_id: 'K' })).toMatchObject({
      error: { fields: { secret: expect.stringContaining('.p8') } },
    });
    expect(await save('azure', { ...ownSettings, tenant: 'https://lies.test' })).toMatchObject({
      error: { fields: { tenant: expect.any(String) } },
    });
    expect(await save('google', { ...ownSettings, source: 'platform' })).toMatchObject({ status: 422 });
    expect(await save('spotify', ownSettings)).toMatchObject({ status: 404 });
    expect(await buttonsOf(world.demo)).toEqual([]);

    expect(await save('google', ownSettings)).toMatchObject({ status: 200 });
    expect(await buttonsOf(world.demo)).toEqual([{ provider: 'google' }]);
    // An empty secret keeps the stored one, and it is checked again.
    expect(await save('google', { ...ownSettings, secret: '', is_on: false })).toMatchObject({ status: 200 });
    expect(await buttonsOf(world.demo)).toEqual([]);
    expect(await save('google', { ...ownSettings, secret: '', client_id: 'another' })).toMatchObject({ status: 422 });
  });

  test('are kept sealed, tell no secret to a browser, and are saved by managers of the account alone', async () => {
    await save('google', ownSettings);
    const [stored] = await world.sql.query<{ sealed_secret: string }>(
      `select * from public.sign_in_providers where provider = 'google'`,
    );
    expect(stored?.sealed_secret).toMatch(/^v1\./);
    expect(JSON.stringify(stored)).not.toContain(CLIENT_SECRET);
    const read = await app.call('/rest/v1/sign_in_providers?select=*', { as: 'owner' });
    expect(read.status).toBe(403);
    const visible = await app.call(
      '/rest/v1/sign_in_providers?select=provider,client_id,has_secret&provider=eq.google',
      {
        as: 'owner',
      },
    );
    expect(await visible.json()).toEqual([{ provider: 'google', client_id: CLIENT_ID, has_secret: true }]);
    for (const [as, host] of [
      ['instructor', 'demo'],
      ['student', 'demo'],
      ['atelierOwner', 'demo'],
      ['owner', 'atelier'],
    ] as const) {
      expect([as, (await save('google', ownSettings, as, host)).status]).toEqual([as, 403]);
      const response = await app.call('/api/sign-in-providers/google', { method: 'DELETE', as, host });
      expect([as, response.status]).toEqual([as, 403]);
    }
    expect((await app.call('/api/sign-in-providers', { as: 'student' })).status).toBe(403);
    const response = await app.call('/api/sign-in-providers', { as: 'owner' });
    expect(await response.json()).toEqual({ callback_url: 'http://localhost/auth/v1/callback', shared: [] });
  });

  test('of Apple are its key, which signs a secret each time', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    provider.teamKey = { teamId: 'TEAM567890', keyId: 'KEY4567890', publicKey };
    const secret = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const saved = await save('apple', { ...ownSettings, secret, team_id: 'TEAM567890', key_id: 'KEY4567890' });
    expect(saved).toMatchObject({ status: 200 });
    expect(await browserAt().signIn('apple', somebody())).toBe('/dashboard');
    await app.call('/api/sign-in-providers/apple', { method: 'DELETE', as: 'owner' });
    expect(await browserAt().signIn('apple', somebody())).toBe('/login?problem=failed');
  });
});

describe('the platform’s credentials', () => {
  test('are used where they are shared and the owner switched them on, until they are shared no more', async () => {
    expect(await save('github', { ...ownSettings, is_shared: false }, 'admin', 'platform')).toMatchObject({
      status: 200,
    });
    expect(await save('github', { source: 'platform', is_on: true }, 'atelierOwner', 'atelier')).toMatchObject({
      status: 422,
    });
    await save('github', { ...ownSettings, secret: '', is_shared: true }, 'admin', 'platform');
    const response = await app.call('/api/sign-in-providers', { as: 'atelierOwner', host: 'atelier' });
    expect(await response.json()).toMatchObject({ shared: ['github'] });
    expect(await save('github', { source: 'platform', is_on: true }, 'atelierOwner', 'atelier')).toMatchObject({
      status: 200,
    });
    expect(await buttonsOf(world.atelier, 'atelier')).toEqual([{ provider: 'github' }]);
    const account = somebody();
    expect(await browserAt('atelier').signIn('github', account)).toBe('/dashboard');
    expect(await memberOf(account.email, world.atelier)).toMatchObject({ name: account.name });
    // Only the platform's row can share credentials.
    await save('google', { ...ownSettings, is_shared: true });
    expect(await save('google', { source: 'platform', is_on: true }, 'atelierOwner', 'atelier')).toMatchObject({
      status: 422,
    });
    await save('github', { ...ownSettings, secret: '', is_shared: false }, 'admin', 'platform');
    expect(await buttonsOf(world.atelier, 'atelier')).toEqual([]);
    expect(await browserAt('atelier').signIn('github', account)).toBe('/login?problem=failed');
  });
});

describe('signing in by a provider', () => {
  beforeEach(async () => {
    await save('google', ownSettings);
    await save('azure', ownSettings);
  });

  test('makes a member of who is new, signs in who is known, and goes on where one wanted to go', async () => {
    const account = somebody();
    const browser = browserAt();
    expect(await browser.signIn('google', account, '?redirectedFrom=/course')).toBe('/course');
    expect(await memberOf(account.email)).toMatchObject({ name: account.name });
    const mails = (await app.settleJobs()).filter(({ to }) => to === account.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['Welcome to Lumen Academy']);
    const visible = await browser.get('/dashboard/profile.data', OWN_PAGE);
    expect(visible.status).not.toBe(303);
    expect(browser.cookies.names()).toContain('sb-stoa-auth-token');
    expect(browser.cookies.names()).not.toContain('stoa-sign-in');

    // The login page's URL names the redirect target; other sites are never a target.
    const secondBrowser = browserAt();
    const at = (redirectedFrom: string) => ({
      ...OWN_PAGE,
      referer: `http://demo.localhost/login?redirectedFrom=${encodeURIComponent(redirectedFrom)}`,
    });
    for (const [target, landing] of [
      ['/course?a=1', '/course?a=1'],
      ['https://lies.test/', '/dashboard'],
      ['//lies.test', '/dashboard'],
    ] as const) {
      const redirect = await secondBrowser.begin('google', at(target));
      const address = await secondBrowser.back(redirect.headers.get('location') ?? '', account);
      expect((await secondBrowser.get(address.pathname + address.search)).headers.get('location')).toBe(landing);
    }
  });

  test('lets somebody of the platform in by a verified address, with their password still good, and asks to join', async () => {
    const account = somebody({ email: 'student@atelier.test' });
    expect(await browserAt().signIn('google', account, '?redirectedFrom=/course')).toBe(
      '/login?signed=in&redirectedFrom=%2Fcourse',
    );
    expect(await memberOf(account.email)).toBeUndefined();
    await app.signIn('atelier', 'student@atelier.test');
  });

  test('an address of Microsoft that an owner vouches for counts for nothing until its mailbox has answered', async () => {
    const existing = somebody({ email: 'owner@atelier.test', claims: { xms_edov: true } });
    expect(await browserAt().signIn('azure', existing)).toBe('/login?problem=unverified');
    const newcomer = somebody({ claims: { xms_edov: true } });
    expect(await browserAt().signIn('azure', newcomer)).toBe('/login?problem=unverified');
    expect(await memberOf(newcomer.email)).toBeUndefined();
    const mails = (await app.settleJobs()).filter(({ to }) => [existing.email, newcomer.email].includes(to));
    expect(mails.map(({ to }) => to).sort()).toEqual([newcomer.email, existing.email].sort());
    expect(mails.find(({ to }) => to === existing.email)?.text).not.toContain('token');
    const link = /http:\/\/demo\.localhost\/signup\/confirm\S+/.exec(
      mails.find(({ to }) => to === newcomer.email)?.text ?? '',
    );
    const token_hash = new URL(link?.[0] ?? '').searchParams.get('token');
    const confirmed = await app.call('/auth/v1/verify', { method: 'POST', body: { type: 'signup', token_hash } });
    expect(confirmed.status).toBe(200);
    expect(await browserAt().signIn('azure', newcomer)).toBe('/dashboard');
    const identities = await world.sql.query(
      `select from auth.identities i join auth.users u on u.id = i.user_id where u.email = 'owner@atelier.test' and i.provider = 'azure'`,
    );
    expect(identities).toEqual([]);
  });

  test('asks whoever has a second factor for it, and accepts no terms for whoever is new', async () => {
    const account = somebody();
    await browserAt().signIn('google', account);
    await world.sql.query(
      `insert into auth.mfa_factors (id, user_id, factor_type, status, secret)
       select gen_random_uuid(), id, 'totp', 'verified', 'x' from auth.users where email = $1`,
      [account.email],
    );
    expect(await browserAt().signIn('google', account)).toBe('/login?signed=in');

    await changeSettings({ terms_url: '/terms' });
    const newcomer = somebody();
    expect(await browserAt().signIn('google', newcomer)).toBe('/login?signed=in');
    expect(await memberOf(newcomer.email)).toBeUndefined();
    const browser = browserAt();
    await browser.signIn('google', newcomer);
    const joined = await app.call('/rest/v1/rpc/join_account', {
      method: 'POST',
      token: browser.cookies.accessToken(),
      body: { account_id: world.demo, accepts: true },
    });
    expect(joined.status).toBe(200);
    expect(await memberOf(newcomer.email)).toMatchObject({ accepted: { terms: '/terms' } });
    expect(await browserAt().signIn('google', newcomer)).toBe('/dashboard');
    const mails = (await app.settleJobs()).filter(({ to }) => to === newcomer.email);
    expect(mails).toHaveLength(1);
    await changeSettings({ terms_url: '' });
  });

  test('can be disconnected after a confirmation, unless it is the only sign-in method', async () => {
    const account = somebody({ email: 'parent@demo.test' });
    const browser = browserAt();
    expect(await browser.signIn('google', account)).toBe('/dashboard');
    const token = browser.cookies.accessToken();
    const user = await app.call('/auth/v1/user', { token });
    const { identities } = (await user.json()) as { identities: { identity_id: string; provider: string }[] };
    const id = identities.find((identity) => identity.provider === 'google')?.identity_id;
    const remove = async () => (await app.call(`/auth/v1/user/identities/${id}`, { method: 'DELETE', token })).status;
    expect(await remove()).toBe(400);
    await app.confirm(token);
    expect(await remove()).toBe(200);
    await app.signIn('demo', 'parent@demo.test');
  });

  test('replaces the previous session', async () => {
    const browser = browserAt();
    await browser.signIn('google', somebody());
    const first = browser.cookies.accessToken();
    await browser.signIn('google', somebody());
    expect((await app.call('/auth/v1/user', { token: first })).status).toBe(403);
  });
});

describe('what goes wrong leads to the door with a reason', () => {
  beforeEach(() => save('google', ownSettings));

  test.each<[string, Partial<Account> | null, string]>([
    ['denied there', null, 'denied'],
    ['no address', { email: undefined }, 'noEmail'],
    ['a code the provider takes back', { refusal: 'invalid_grant' }, 'failed'],
    ['a forged token', { forged: true }, 'failed'],
    ['a token of another nonce', { claims: { nonce: 'x' } }, 'failed'],
    ['a token for another client', { claims: { aud: 'x' } }, 'failed'],
  ])('%s', async (_, more, problem) => {
    const account = more && somebody(more);
    const landing = await browserAt().signIn('google', account, '?redirectedFrom=/course');
    expect(landing).toBe(`/login?problem=${problem}&redirectedFrom=%2Fcourse`);
  });

  test('banned, a provider that is off, unknown or does not answer', async () => {
    const account = somebody();
    await browserAt().signIn('google', account);
    await world.sql.query(`update auth.users set banned_until = now() + interval '1 day' where email = $1`, [
      account.email,
    ]);
    expect(await browserAt().signIn('google', account)).toBe('/login?problem=banned');
    for (const name of ['facebook', 'spotify']) {
      expect([name, await browserAt().signIn(name, account)]).toEqual([name, '/login?problem=failed']);
    }
  });

  test('a code in another browser, on another school, once more, or in a callback that was taken', async () => {
    await save('google', ownSettings, 'atelierOwner', 'atelier');
    const account = somebody();
    const browser = browserAt();
    const signInAgain = async () =>
      browser.back((await browser.begin('google')).headers.get('location') ?? '', account);
    const first = await signInAgain();
    const callbackPath = first.pathname + first.search;
    expect((await browserAt().get(callbackPath)).headers.get('location')).toBe('/login?problem=expired');
    const otherBrowser = browserAt('atelier');
    await otherBrowser.begin('google');
    expect((await otherBrowser.get(callbackPath)).headers.get('location')).toBe('/login?problem=expired');
    // The attempt on the other host used up the code.
    expect((await browser.get(callbackPath)).headers.get('location')).toBe('/login?problem=expired');
    const second = await signInAgain();
    expect((await browser.get(second.pathname + second.search)).headers.get('location')).toBe('/dashboard');
    expect((await browser.get(second.pathname + second.search)).headers.get('location')).toBe('/login?problem=expired');

    const callback = provider.signIn((await browser.begin('google')).headers.get('location') ?? '', account);
    const call = (search: string, host = 'platform') => app.call(`/auth/v1/callback${search}`, { host });
    const errorPath = 'http://localhost/login/with?error=';
    const state = callback.searchParams.get('state') ?? '';
    for (const [search, host] of [
      [callback.search.replace(state, `${state}x`), 'platform'],
      [callback.search.replace(state, state.replace(/^.{8}/, '00000000')), 'platform'],
      [callback.search, 'demo'],
      ['?code=x', 'platform'],
    ] as const) {
      expect((await call(search, host)).headers.get('location')).toContain(errorPath);
    }
    expect((await call(callback.search)).headers.get('location')).toContain('http://demo.localhost/login/with?code=');
    expect((await call(callback.search)).headers.get('location')).toContain(errorPath);
    const loginPage = await app.call(`/login/with?error=invalid_request&error_code=bad_oauth_state`, {
      host: 'platform',
    });
    expect(loginPage.headers.get('location')).toBe('/login?problem=expired');
  });

  test('a link that another page leads to, or a browser fetches ahead, begins nothing', async () => {
    const cases: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site', referer: 'https://lies.test/' },
      { 'sec-fetch-site': 'same-site', referer: 'http://atelier.localhost/' },
      { ...OWN_PAGE, 'sec-purpose': 'prefetch' },
    ];
    for (const headers of cases) {
      const response = await browserAt().begin('google', headers);
      expect([response.headers.get('location'), response.headers.get('set-cookie')]).toEqual([
        '/login?problem=failed',
        null,
      ]);
    }
  });

  test('a school that was suspended meanwhile', async () => {
    const browser = browserAt('atelier');
    await save('google', ownSettings, 'atelierOwner', 'atelier');
    const redirect = await browser.begin('google');
    await world.sql.query(`update public.accounts set status = 'suspended' where account_id = $1`, [world.atelier]);
    await app.runtime.cachesInvalidated();
    const landing = await browser.back(redirect.headers.get('location') ?? '', somebody());
    expect(landing.href).toContain('http://localhost/login/with?error=');
    await world.sql.query(`update public.accounts set status = 'active' where account_id = $1`, [world.atelier]);
    await app.runtime.cachesInvalidated();
  });
});
