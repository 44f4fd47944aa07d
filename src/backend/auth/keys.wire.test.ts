import { createClient } from '@supabase/supabase-js';
import { decodeProtectedHeader, exportJWK, generateKeyPair, type JWK } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTokens, type SigningKey } from '#base/server/tokens.ts';
import { call, openWireWorld, PASSWORD, SITE, type WireWorld } from '#tests/db/auth-wire.ts';

const SECRET = 'the shared secret of these tests, long enough';

let world: WireWorld;
let first: SigningKey;
let second: SigningKey;
beforeAll(async () => {
  world = await openWireWorld();
  [first, second] = await Promise.all([newKey('ES256', 'first'), newKey('RS256', 'second')]);
});
afterAll(() => world.close());

async function newKey(alg: string, kid: string): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  return { ...(await exportJWK(privateKey)), alg, kid };
}
const signing = (key: SigningKey): SigningKey => ({ ...key, key_ops: ['sign', 'verify'] });
const standby = (key: SigningKey): SigningKey => ({ ...key, key_ops: ['verify'] });

// https://supabase.com/docs/guides/auth/signing-keys, https://supabase.com/docs/reference/javascript/auth-getclaims
describe('asymmetric keys', () => {
  it('sign what the official client checks by itself, from the published keys alone', async () => {
    const tokens = createTokens(SECRET, [signing(first), standby(second)]);
    const service = world.serve({ tokens });
    const requestedPaths: string[] = [];
    const client = createClient(SITE, await tokens.sign({ role: 'anon' }), {
      global: {
        fetch: (input, init) => {
          requestedPaths.push(new URL(String(input)).pathname);
          return service(new Request(input, init));
        },
      },
      auth: { autoRefreshToken: false, persistSession: false },
    });
    const { data } = await client.auth.signUp({ email: world.newAddress(), password: PASSWORD });
    const token = data.session?.access_token ?? '';
    expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'ES256', kid: 'first' });
    requestedPaths.length = 0;
    const claims = await client.auth.getClaims(token);
    expect(claims.error).toBeNull();
    expect(claims.data?.claims).toMatchObject({ sub: data.user?.id, role: 'authenticated' });
    expect(requestedPaths).toEqual(['/auth/v1/.well-known/jwks.json']);
    const forged = `${token.slice(0, -6)}AAAAAA`;
    expect((await client.auth.getClaims(forged)).error).not.toBeNull();
  });

  it('show their public halves and nothing else', async () => {
    const service = world.serve({ tokens: createTokens(SECRET, [signing(first), standby(second)]) });
    const response = await call(service, 'GET', '/.well-known/jwks.json');
    const keys = response.body?.keys as JWK[];
    expect(keys.map(({ kid, alg, use, key_ops }) => ({ kid, alg, use, key_ops }))).toEqual([
      { kid: 'first', alg: 'ES256', use: 'sig', key_ops: ['verify'] },
      { kid: 'second', alg: 'RS256', use: 'sig', key_ops: ['verify'] },
    ]);
    for (const key of keys)
      for (const secret of ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k']) expect(key).not.toHaveProperty(secret);
    expect(response.headers.get('cache-control')).toContain('max-age');
    expect((await call(world.serve(), 'GET', '/.well-known/jwks.json')).body).toEqual({ keys: [] });
  });

  it('rotate: standby, current, previous; whoever is signed in stays so until the key is gone', async () => {
    const before = world.serve({ tokens: createTokens(SECRET, [signing(first), standby(second)]) });
    const client = world.client({ service: before });
    await client.auth.signUp({ email: world.newAddress(), password: PASSWORD });
    const token = (await client.auth.getSession()).data.session?.access_token ?? '';
    const headers = { authorization: `Bearer ${token}` };
    const rotated = world.serve({ tokens: createTokens(SECRET, [signing(second), standby(first)]) });
    expect((await call(rotated, 'GET', '/user', undefined, headers)).status).toBe(200);
    const { body } = await call(rotated, 'POST', '/token?grant_type=refresh_token', {
      refresh_token: (await client.auth.getSession()).data.session?.refresh_token,
    });
    expect(decodeProtectedHeader(String(body?.access_token))).toMatchObject({ alg: 'RS256', kid: 'second' });
    const withoutOldKey = world.serve({ tokens: createTokens(SECRET, [signing(second)]) });
    expect(await call(withoutOldKey, 'GET', '/user', undefined, headers)).toMatchObject({
      status: 403,
      body: { code: 'bad_jwt' },
    });
  });

  it('stand beside the shared secret, which signs what never expires', async () => {
    const old = createTokens(SECRET);
    const now = createTokens(SECRET, [signing(first)]);
    const key = await now.sign({ role: 'service_role' });
    expect(decodeProtectedHeader(key).alg).toBe('HS256');
    expect(await now.verify(await old.sign({ role: 'authenticated' }, 60))).toMatchObject({ role: 'authenticated' });
    expect(await old.verify(await now.sign({ role: 'authenticated' }, 60))).toBeNull();
  });
});

// https://supabase.com/docs/reference/self-hosting-auth/returns-the-configuration-settings-for-the-gotrue-server
describe('what a client may know before anyone signs in', () => {
  it('is what the operator set', async () => {
    const service = world.serve({
      externalAnonymousUsersEnabled: true,
      externalPhoneEnabled: true,
      smsAutoconfirm: true,
      disableSignup: true,
      mailerAutoconfirm: false,
      passkeyEnabled: true,
      external: { github: { enabled: true, clientId: 'x', secret: 'y' } },
    });
    const { body } = await call(service, 'GET', '/settings');
    expect(body).toMatchObject({
      external: { anonymous_users: true, email: true, phone: true, github: true, google: false, discord: false },
      disable_signup: true,
      mailer_autoconfirm: false,
      phone_autoconfirm: true,
      saml_enabled: false,
      passkeys_enabled: true,
    });
    expect(JSON.stringify(body)).not.toContain('"y"');
  });

  it('is that the service is up', async () => {
    const { status, body } = await call(world.serve(), 'GET', '/health');
    expect([status, body?.name]).toEqual([200, 'auth']);
  });

  it('does not hold what is not there', async () => {
    for (const path of ['/saml/acs', '/oauth/token', '/admin/sso/providers', '/factors/x/y/z']) {
      const response = await call(world.serve(), 'POST', path, {}, { authorization: `Bearer ${world.serviceKey}` });
      expect([path, response.status, response.body?.code]).toEqual([path, 404, 'not_found']);
    }
  });
});
