import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, openWireWorld, PASSWORD, type WireWorld } from '#tests/db/auth-wire.ts';
import { lastMail, openLink } from '#tests/mail-reader.ts';
import { defaultLimits } from './rate-limits.ts';

let world: WireWorld;
let service: (request: Request) => Promise<Response>;
beforeAll(async () => {
  world = await openWireWorld();
  service = world.serve({ externalAnonymousUsersEnabled: true });
});
afterAll(() => world.close());

// https://supabase.com/docs/reference/javascript/auth-signinanonymously, https://supabase.com/docs/guides/auth/auth-anonymous
describe('a sign-in as nobody', () => {
  it('makes a person without an address, and says so in the token', async () => {
    const client = world.client({ service });
    const { data, error } = await client.auth.signInAnonymously({ options: { data: { cart: 3 } } });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      is_anonymous: true,
      role: 'authenticated',
      email: '',
      phone: '',
      identities: [],
      user_metadata: { cart: 3 },
      app_metadata: {},
    });
    expect(decodeJwt(data.session?.access_token ?? '')).toMatchObject({
      is_anonymous: true,
      role: 'authenticated',
      amr: [{ method: 'anonymous' }],
    });
    expect((await client.auth.refreshSession()).data.user?.id).toBe(data.user?.id);
  });

  it('becomes somebody by an e-mail, and keeps their id', async () => {
    const confirming = world.serve({ externalAnonymousUsersEnabled: true, mailerAutoconfirm: false });
    const client = world.client({ service: confirming });
    const { data: anonymous } = await client.auth.signInAnonymously();
    const email = world.newAddress();
    const result = await client.auth.updateUser({ email });
    expect(result.data.user).toMatchObject({ is_anonymous: true, new_email: email });
    await openLink(world, lastMail(world).link);
    const { data } = await client.auth.getUser();
    expect(data.user).toMatchObject({
      id: anonymous.user?.id,
      email,
      is_anonymous: false,
      app_metadata: { provider: 'email', providers: ['email'] },
    });
    expect(data.user?.identities).toHaveLength(1);
    expect((await client.auth.updateUser({ password: PASSWORD })).error).toBeNull();
    expect((await world.client({ service }).auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  });

  it('becomes a regular user at once where addresses need no confirmation, and by phone', async () => {
    const client = world.client({ service });
    await client.auth.signInAnonymously();
    const email = world.newAddress();
    const { data } = await client.auth.updateUser({ email, password: PASSWORD });
    expect(data.user).toMatchObject({ email, is_anonymous: false });
    expect((await world.client({ service }).auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();

    const byPhone = world.client({
      service: world.serve({ externalAnonymousUsersEnabled: true, externalPhoneEnabled: true }),
    });
    await byPhone.auth.signInAnonymously();
    await byPhone.auth.updateUser({ phone: '+4915177001' });
    const token = world.texts.at(-1)?.otp ?? '';
    const verified = await byPhone.auth.verifyOtp({ phone: '+4915177001', token, type: 'phone_change' });
    expect(verified.data.user).toMatchObject({ phone: '4915177001', is_anonymous: false });
  });

  it('is refused where it is off, and where it would make a password without an address', async () => {
    expect((await world.client().auth.signInAnonymously()).error).toMatchObject({
      status: 422,
      code: 'anonymous_provider_disabled',
    });
    const closed = world.serve({ externalAnonymousUsersEnabled: true, disableSignup: true });
    expect((await world.client({ service: closed }).auth.signInAnonymously()).error).toMatchObject({
      status: 422,
      code: 'signup_disabled',
    });
    const client = world.client({ service });
    await client.auth.signInAnonymously();
    expect((await client.auth.updateUser({ password: PASSWORD })).error).toMatchObject({
      status: 422,
      code: 'validation_failed',
    });
    const { data } = await world.client().auth.signUp({ email: world.newAddress(), password: PASSWORD });
    expect((await client.auth.updateUser({ email: data.user?.email ?? '' })).error?.code).toBe('email_exists');
    expect((await call(service, 'POST', '/signup', { password: PASSWORD })).body?.code).toBe('validation_failed');
  });

  it('is limited by address', async () => {
    const limited = world.serve({ externalAnonymousUsersEnabled: true });
    const { points } = defaultLimits.anonymousSignInsPerAddress;
    const responses = await Promise.all(Array.from({ length: points + 1 }, () => call(limited, 'POST', '/signup', {})));
    expect(responses.filter((response) => response.status === 200)).toHaveLength(points);
    expect(responses.find((response) => response.status !== 200)).toMatchObject({
      status: 429,
      body: { code: 'over_request_rate_limit' },
    });
  });
});
