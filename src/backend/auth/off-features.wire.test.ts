import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, openWireWorld, PASSWORD, type WireWorld } from '#tests/db/auth-wire.ts';
import { signUpSomebody } from '#tests/mail-reader.ts';

let world: WireWorld;
let service: (request: Request) => Promise<Response>;
beforeAll(async () => {
  world = await openWireWorld();
  service = world.serve();
});
afterAll(() => world.close());

// https://supabase.com/docs/guides/auth/debugging/error-codes
describe('what is off', () => {
  it.each([
    ['POST', '/sso', 404, 'saml_provider_disabled', 'SAML 2.0 is disabled'],
    ['GET', '/sso/saml/metadata', 404, 'saml_provider_disabled', 'SAML 2.0 is disabled'],
    ['POST', '/sso/saml/acs', 404, 'saml_provider_disabled', 'SAML 2.0 is disabled'],
    ['POST', '/token?grant_type=web3', 422, 'web3_provider_disabled', 'Web3 provider is disabled'],
  ])('%s %s says so: %i %s', async (method, path, status, code, message) => {
    const response = await call(service, method, path, method === 'POST' ? {} : undefined);
    expect([response.status, response.body]).toMatchObject([status, { code, message }]);
  });

  it('is what the client’s own methods return', async () => {
    const client = world.client();
    expect((await client.auth.signInWithSSO({ domain: 'school.test' })).error?.code).toBe('saml_provider_disabled');
  });

  it('linking by hand: after who asks is known', async () => {
    const { session, user } = await signUpSomebody(world);
    const headers = { authorization: `Bearer ${session.access_token}` };
    const calls: [string, string][] = [
      ['GET', '/user/identities/authorize?provider=google'],
      ['DELETE', `/user/identities/${user.id}`],
      ['DELETE', '/user/identities/none'],
    ];
    for (const [method, path] of calls) {
      expect([path, await call(service, method, path)]).toMatchObject([path, { status: 401 }]);
      expect([path, await call(service, method, path, undefined, headers)]).toMatchObject([
        path,
        { status: 404, body: { code: 'manual_linking_disabled', message: 'Manual linking is disabled' } },
      ]);
    }
  });

  const tenant = 'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0';
  const azure = () =>
    new SignJWT({}).setProtectedHeader({ alg: 'HS256' }).setIssuer(tenant).sign(new TextEncoder().encode('x'));
  it.each([
    [{ provider: 'google' }, 'provider_disabled', 'Provider (issuer "https://accounts.google.com") is not enabled'],
    [{ provider: 'apple' }, 'provider_disabled', 'Provider (issuer "https://appleid.apple.com") is not enabled'],
    [{ provider: 'facebook' }, 'provider_disabled', 'Provider (issuer "https://www.facebook.com") is not enabled'],
    [{ provider: 'kakao' }, 'provider_disabled', 'Provider (issuer "https://kauth.kakao.com") is not enabled'],
    [{ provider: 'keycloak' }, 'provider_disabled', 'Provider (issuer "") is not enabled'],
    [{ provider: 'azure' }, 'provider_disabled', `Provider (issuer "${tenant}") is not enabled`],
    [
      { issuer: 'https://accounts.google.com', client_id: 'x' },
      'provider_disabled',
      'Provider (issuer "https://accounts.google.com") is not enabled',
    ],
    [{ issuer: tenant, client_id: 'x' }, 'provider_disabled', `Provider (issuer "${tenant}") is not enabled`],
    [
      { provider: 'azure', id_token: 'x' },
      'validation_failed',
      'Unable to detect issuer in ID token for Azure provider',
    ],
    [{ provider: 'github' }, 'validation_failed', 'Custom OIDC provider "github" not allowed'],
    [{ issuer: 'https://elsewhere.test', client_id: 'x' }, 'validation_failed', 'Custom OIDC provider "" not allowed'],
    [{ issuer: 'https://accounts.google.com' }, 'validation_failed', 'provider or client_id and issuer required'],
  ])('an ID token with %j: %s', async (body, code, message) => {
    const response = await call(service, 'POST', '/token?grant_type=id_token', { id_token: await azure(), ...body });
    expect([response.status, response.body]).toMatchObject([400, { code, message }]);
  });
});

// https://supabase.com/docs/reference/javascript/auth-admin-createuser
describe('the metadata of a person whom an administrator made', () => {
  const sent = { name: 'Cy', favourite: { colour: 'yellow' } };

  it('is what was sent, and so is what they change', async () => {
    const admin = world.admin().auth.admin;
    const [email, phone] = [world.newAddress(), '4915199001'];
    const { data } = await admin.createUser({
      email,
      phone,
      password: PASSWORD,
      phone_confirm: true,
      user_metadata: sent,
    });
    const id = data.user?.id ?? '';
    expect(data.user?.user_metadata).toEqual(sent);
    expect(data.user?.identities?.map((identity) => identity.identity_data)).toEqual([
      { sub: id, email, email_verified: false, phone_verified: false },
      { sub: id, phone, email_verified: false, phone_verified: true },
    ]);
    const bare = await admin.createUser({ email: world.newAddress() });
    expect(bare.data.user?.user_metadata).toEqual({});
    const changed = await admin.updateUserById(id, {
      email: world.newAddress(),
      phone: '4915199002',
      user_metadata: { favourite: null, city: 'Athens' },
    });
    expect(changed.data.user?.user_metadata).toEqual({ name: 'Cy', city: 'Athens' });
  });

  it('notes as published that the administrator confirmed the address', async () => {
    const admin = world.admin().auth.admin;
    const input = { email: world.newAddress(), email_confirm: true, user_metadata: sent };
    expect((await admin.createUser(input)).data.user?.user_metadata).toEqual({ ...sent, email_verified: true });
  });

  it('is what was sent where they are invited or get a link', async () => {
    const admin = world.admin().auth.admin;
    const invited = await admin.inviteUserByEmail(world.newAddress(), { data: sent });
    expect(invited.data.user?.user_metadata).toEqual(sent);
    for (const type of ['invite', 'magiclink', 'signup'] as const) {
      const order = { type, email: world.newAddress(), password: PASSWORD, options: { data: sent } };
      expect([type, (await admin.generateLink(order)).data.user?.user_metadata]).toEqual([type, sent]);
    }
  });

  it('keeps the address that a sign-up noted in step', async () => {
    const { user } = await signUpSomebody(world);
    const email = world.newAddress();
    const { data } = await world.admin().auth.admin.updateUserById(user.id, { email });
    expect(data.user).toMatchObject({ email, user_metadata: { sub: user.id, email } });
  });
});
