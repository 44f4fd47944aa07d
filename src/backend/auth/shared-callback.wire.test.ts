import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, openWireWorld, SITE, type WireWorld } from '#tests/db/auth-wire.ts';
import {
  type Account,
  CLIENT_ID,
  CLIENT_SECRET,
  type LocalProvider,
  openLocalProvider,
} from '#tests/local-provider.ts';
import { lastMail, openLink } from '#tests/mail-reader.ts';
import type { AuthOptions } from './auth-options.ts';
import type { AuthSettings } from './auth-settings.ts';
import { checkCredentials } from './credentials-check.ts';

const OTHER_SITE = 'http://other.test';
const CALLBACK = 'http://platform.test/auth/v1/callback';
const END = `${SITE}/login/with`;

let world: WireWorld;
let provider: LocalProvider;
let service: (request: Request) => Promise<Response>;
const settings = new Map<string | null, AuthSettings['external']>();

/** Scopes are hosts here; `school.test` has a provider of each kind, the others have none. */
function serve(options: Partial<AuthOptions> = {}) {
  return world.serve({
    bindsOneTimeTokens: true,
    guardAddresses: true,
    mailerAutoconfirm: false,
    limits: { mailsPerAddress: { points: Infinity, seconds: 1 } },
    sharedCallback: {
      settingsOf: async (scope) => settings.get(scope) ?? {},
      url: CALLBACK,
      isHere: async (request) => new URL(request.url).host === 'platform.test',
      isReturn: (_request, returnTo) => new URL(returnTo).pathname === '/login/with',
      requestAt: async (request, { scope, returnTo }) =>
        URL.parse(returnTo)?.hostname === scope
          ? new Request(new URL('/auth/v1/callback', returnTo), { headers: request.headers })
          : null,
      lostUrl: 'http://platform.test/login/with',
    },
    ...options,
  });
}

beforeAll(async () => {
  [world, provider] = await Promise.all([openWireWorld(), openLocalProvider()]);
  const providerSettings = { enabled: true, clientId: CLIENT_ID, secret: CLIENT_SECRET, url: provider.url };
  settings.set('school.test', {
    google: providerSettings,
    github: { ...providerSettings },
    azure: { ...providerSettings, vouchesForEmail: false },
  });
  service = serve();
});
afterAll(async () => {
  await world.close();
  await provider.close();
});

let people = 0;
const newAccount = (more: Partial<Account> = {}): Account => ({
  sub: String(7_000 + ++people),
  email: `shared-${people}@school.test`,
  email_verified: true,
  name: `Shared ${people}`,
  ...more,
});

const verifier = randomBytes(32).toString('base64url');
const code_challenge = createHash('sha256').update(verifier).digest('base64url');
const flowQuery = { provider: 'google', redirect_to: END, code_challenge, code_challenge_method: 's256' };

const begin = (query: Record<string, string> = flowQuery, site = SITE, of = service) =>
  of(new Request(`${site}/auth/v1/authorize?${new URLSearchParams(query)}`));

async function throughProvider(account: Account | null, query: Record<string, string> = {}): Promise<URL> {
  const authorization = await begin({ ...flowQuery, ...query });
  expect(authorization.status).toBe(302);
  const landing = await service(new Request(provider.signIn(authorization.headers.get('location') ?? '', account)));
  expect(landing.status).toBe(303);
  return new URL(landing.headers.get('location') ?? '');
}

const exchange = (landing: URL, site = SITE, code_verifier = verifier) =>
  service(
    new Request(`${site}/auth/v1/token?grant_type=pkce`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ auth_code: landing.searchParams.get('code'), code_verifier }),
    }),
  );
const bodyOf = async (response: Response) => (await response.json()) as Record<string, string>;

describe('a callback that accounts share', () => {
  it('leads back to the site where the flow began, whose session it is, and hands out nothing of the provider', async () => {
    const account = newAccount();
    const authorization = await begin({ ...flowQuery, scopes: 'drive', prompt: 'consent', login_hint: 'x' });
    const parameters = new URL(authorization.headers.get('location') ?? '').searchParams;
    expect(parameters.get('redirect_uri')).toBe(CALLBACK);
    expect(parameters.get('scope')).toBe('openid email profile');
    expect([parameters.get('prompt'), parameters.get('login_hint')]).toEqual([null, null]);
    const callback = provider.signIn(authorization.headers.get('location') ?? '', account);
    expect(callback.origin).toBe('http://platform.test');
    const landing = new URL((await service(new Request(callback))).headers.get('location') ?? '');
    expect([landing.origin + landing.pathname, [...landing.searchParams.keys()], landing.hash]).toEqual([
      END,
      ['code'],
      '',
    ]);

    // Neither the provider's code nor ours works twice.
    const repeated = new URL((await service(new Request(callback))).headers.get('location') ?? '');
    expect([repeated.origin, repeated.searchParams.get('error_code')]).toEqual([
      'http://platform.test',
      'bad_oauth_state',
    ]);
    const atOtherSite = await exchange(landing, OTHER_SITE);
    expect(atOtherSite.status).toBe(404);
    expect((await exchange(landing)).status).toBe(404);

    const session = await bodyOf(await exchange(await throughProvider(account)));
    expect(Object.keys(session).filter((key) => key.startsWith('provider'))).toEqual([]);
    const claims = decodeJwt(session.access_token ?? '');
    expect([claims.email, claims.amr]).toMatchObject([account.email, [{ method: 'oauth' }]]);
    expect(world.bound.get(String(claims.session_id))).toBe('school.test');
    const stored = await world.sql.query('select from auth.flow_state where provider_access_token is not null');
    expect(stored).toEqual([]);
  });

  it('is exchanged only by the client that began', async () => {
    const wrong = await exchange(await throughProvider(newAccount()), SITE, randomBytes(32).toString('base64url'));
    expect(await bodyOf(wrong)).toMatchObject({ error_code: 'bad_code_verifier' });
  });

  it('is begun with PKCE, for the page where it ends, and by providers of the site alone', async () => {
    const { code_challenge: _, code_challenge_method: __, ...withoutPkce } = flowQuery;
    const cases: [string, Record<string, string>, string, string][] = [
      ['no PKCE', withoutPkce, SITE, 'This sign-in needs PKCE with s256'],
      [
        'a readable challenge',
        { ...flowQuery, code_challenge_method: 'plain' },
        SITE,
        'This sign-in needs PKCE with s256',
      ],
      ['another page', { ...flowQuery, redirect_to: `${SITE}/blog` }, SITE, 'redirect_to is not an address'],
      [
        'another site',
        { ...flowQuery, redirect_to: `${OTHER_SITE}/login/with` },
        SITE,
        'redirect_to is not an address',
      ],
      [
        'a provider of another site',
        { ...flowQuery, redirect_to: `${OTHER_SITE}/login/with` },
        OTHER_SITE,
        'not enabled',
      ],
      ['a provider that is off', { ...flowQuery, provider: 'facebook' }, SITE, 'not enabled'],
      ['no such provider', { ...flowQuery, provider: 'toString' }, SITE, 'could not be found'],
    ];
    for (const [label, query, site, sentence] of cases) {
      const response = await begin(query, site);
      expect([label, response.status, response.headers.get('location')]).toEqual([label, 400, null]);
      expect((await bodyOf(response)).msg, label).toContain(sentence);
    }
    const idToken = await call(service, 'POST', '/token?grant_type=id_token', { id_token: 'x', provider: 'google' });
    expect(idToken.body?.code).toBe('provider_disabled');
    const facts = async (site: string) =>
      (await (await service(new Request(`${site}/auth/v1/settings`))).json()) as { external: Record<string, boolean> };
    expect((await facts(SITE)).external).toMatchObject({ google: true, azure: true, facebook: false });
    expect((await facts(OTHER_SITE)).external).toMatchObject({ google: false, azure: false });
  });

  it('links no identity to a signed-in user', async () => {
    const linking = serve({ securityManualLinkingEnabled: true });
    const { access_token = '' } = await bodyOf(await exchange(await throughProvider(newAccount())));
    const headers = { authorization: `Bearer ${access_token}` };
    const query = new URLSearchParams({ ...flowQuery, provider: 'github' });
    const rejected = await call(linking, 'GET', `/user/identities/authorize?${query}`, undefined, headers);
    expect(rejected.body?.code).toBe('manual_linking_disabled');
  });

  it('is taken on its own host alone, and counts no more where the site is another’s by then', async () => {
    const authorization = await begin();
    const callback = provider.signIn(authorization.headers.get('location') ?? '', newAccount());
    const onSite = await service(new Request(callback.href.replace('platform.test', 'school.test')));
    expect(onSite.headers.get('location')).toContain('http://platform.test/login/with?error=');
    expect(new URL((await service(new Request(callback))).headers.get('location') ?? '').origin).toBe(SITE);

    const moved = await begin();
    await world.sql.query(`update auth.flow_state set scope = 'sold.test' where scope = 'school.test'`);
    const lateCallback = provider.signIn(moved.headers.get('location') ?? '', newAccount());
    expect((await service(new Request(lateCallback))).headers.get('location')).toContain('bad_oauth_state');
  });

  it('says what the provider refused', async () => {
    const denied = await throughProvider(null);
    expect([denied.origin + denied.pathname, denied.searchParams.get('error')]).toEqual([END, 'access_denied']);
    const rejected = await throughProvider(newAccount({ refusal: 'invalid_grant' }));
    expect(rejected.searchParams.get('error_code')).toBe('bad_oauth_callback');
    const forged = await throughProvider(newAccount({ forged: true }));
    expect(forged.searchParams.get('error_code')).toBe('bad_oauth_callback');
    settings.set('down.test', {
      google: { enabled: true, clientId: CLIENT_ID, secret: CLIENT_SECRET, url: 'http://127.0.0.1:9' },
    });
    const down = await begin({ ...flowQuery, redirect_to: 'http://down.test/login/with' }, 'http://down.test');
    expect(down.status).toBe(503);
  });
});

describe('an address nobody vouches for', () => {
  const trusting = (more: Partial<Account> = {}) => newAccount({ claims: { xms_edov: true }, ...more });

  it('is confirmed by mail first; from then on the provider signs in whoever signed up by it', async () => {
    const account = trusting();
    const first = await throughProvider(account, { provider: 'azure' });
    expect(first.searchParams.get('error_code')).toBe('provider_email_needs_verification');
    expect(lastMail(world)).toMatchObject({ to: account.email, kind: 'confirmation' });
    await openLink(world, lastMail(world).link, service);
    const session = await bodyOf(await exchange(await throughProvider(account, { provider: 'azure' })));
    expect(decodeJwt(session.access_token ?? '')).toMatchObject({
      email: account.email,
      app_metadata: { providers: expect.arrayContaining(['azure', 'email']) },
    });
  });

  it('opens nobody’s login, and the answer does not tell whether there is one', async () => {
    const { email } = newAccount();
    const proved = newAccount({ email });
    await exchange(await throughProvider(proved));
    const before = world.mails.length;
    const registered = await throughProvider(trusting({ email }), { provider: 'azure' });
    const free = await throughProvider(trusting(), { provider: 'azure' });
    expect(registered.search).toBe(free.search);
    expect(world.mails.slice(before).map(({ kind }) => kind)).toEqual(['registered', 'confirmation']);
    const identities = await world.sql.query(
      `select provider from auth.identities where user_id = (select id from auth.users where email = $1)`,
      [email],
    );
    expect(identities).toEqual([{ provider: 'google' }]);
  });

  it('stays with whoever asked last: a sign-up in between, or a link of one’s own, keeps no stranger’s identity', async () => {
    const account = trusting();
    const email = account.email ?? '';
    await throughProvider(account, { provider: 'azure' });
    await call(service, 'POST', '/otp', { email });
    await expect.poll(() => lastMail(world).kind).toBe('magiclink');
    await openLink(world, lastMail(world).link, service);
    const unlinked = await throughProvider(account, { provider: 'azure' });
    expect(unlinked.searchParams.get('error_code')).toBe('provider_email_needs_verification');

    const second = trusting();
    const third = trusting({ email: second.email });
    for (const person of [second, third]) await throughProvider(person, { provider: 'azure' });
    await openLink(world, lastMail(world).link, service);
    expect((await throughProvider(second, { provider: 'azure' })).searchParams.get('code')).toBeNull();
    expect((await throughProvider(third, { provider: 'azure' })).searchParams.get('code')).not.toBeNull();
  });
});

describe('credentials', () => {
  const knownClient = () => ({ enabled: true, clientId: CLIENT_ID, secret: CLIENT_SECRET, url: provider.url });

  it('are asked about where they are used', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const otherKey = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const pem = (key: typeof privateKey) => key.export({ type: 'pkcs8', format: 'pem' }).toString();
    provider.teamKey = { teamId: 'TEAM567890', keyId: 'KEY4567890', publicKey };
    const apple = (privateKey: string, keyId = 'KEY4567890') =>
      ({ ...knownClient(), secret: '', signingKey: { teamId: 'TEAM567890', keyId, privateKey } }) as const;
    const results = [
      await checkCredentials('google', knownClient(), CALLBACK),
      await checkCredentials('github', { ...knownClient(), secret: 'another' }, CALLBACK),
      await checkCredentials('azure', { ...knownClient(), clientId: 'another' }, CALLBACK),
      await checkCredentials('apple', apple(pem(privateKey)), CALLBACK),
      await checkCredentials('apple', apple(pem(otherKey.privateKey)), CALLBACK),
      await checkCredentials('apple', apple(pem(privateKey), 'OTHERKEY90'), CALLBACK),
      await checkCredentials('google', { ...knownClient(), url: 'http://127.0.0.1:9' }, CALLBACK),
    ];
    expect(results).toEqual(['right', 'wrong', 'wrong', 'right', 'wrong', 'wrong', 'unreachable']);

    settings.set('apple.test', { apple: apple(pem(privateKey)) });
    const query = { ...flowQuery, provider: 'apple', redirect_to: 'http://apple.test/login/with' };
    const authorization = await begin(query, 'http://apple.test');
    const callback = provider.signIn(authorization.headers.get('location') ?? '', newAccount());
    const form = new Request(CALLBACK, { method: 'POST', body: new URLSearchParams(callback.search) });
    const landing = new URL((await service(form)).headers.get('location') ?? '');
    expect((await exchange(landing, 'http://apple.test')).status).toBe(200);
  });
});
