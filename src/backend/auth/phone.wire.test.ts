import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { call, openWireWorld, PASSWORD, type WireWorld } from '#tests/db/auth-wire.ts';
import { defaultLimits } from './rate-limits.ts';

let world: WireWorld;
let service: (request: Request) => Promise<Response>;
beforeAll(async () => {
  world = await openWireWorld();
  service = world.serve({ externalPhoneEnabled: true });
});
afterAll(() => world.close());
beforeEach(() => {
  world.texts.length = 0;
});

let numbers = 0;
const newNumber = () => `+49151${String(2_000_000 + ++numbers)}`;
const stored = (phone: string) => phone.slice(1);
const client = (of = service) => world.client({ service: of });
const lastCode = () => world.texts.at(-1)?.otp ?? '';

async function signedInByText() {
  const phone = newNumber();
  const userClient = client();
  await userClient.auth.signInWithOtp({ phone });
  const { data, error } = await userClient.auth.verifyOtp({ phone, token: lastCode(), type: 'sms' });
  expect(error).toBeNull();
  return { phone, client: userClient, session: data.session, user: data.user };
}

// https://supabase.com/docs/reference/javascript/auth-signup (phone and password), …/auth-signinwithpassword
describe('sign-up and sign-in by telephone and password', () => {
  it('texts a code, gives a session for it, and signs in from then on', async () => {
    const phone = newNumber();
    const userClient = client();
    const { data, error } = await userClient.auth.signUp({
      phone,
      password: PASSWORD,
      options: { data: { name: 'Ida' } },
    });
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    expect(data.user).toMatchObject({ phone: stored(phone), email: '', app_metadata: { provider: 'phone' } });
    expect(world.texts).toMatchObject([{ to: stored(phone), kind: 'signup', channel: 'sms', scope: 'school.test' }]);
    expect(world.texts[0]?.message).toBe(`Your code is ${lastCode()}`);
    expect((await userClient.auth.signInWithPassword({ phone, password: PASSWORD })).error).toMatchObject({
      status: 400,
      code: 'phone_not_confirmed',
    });
    const verified = await userClient.auth.verifyOtp({ phone, token: lastCode(), type: 'sms' });
    expect(verified.data.user).toMatchObject({ phone: stored(phone), phone_confirmed_at: expect.any(String) });
    expect(decodeJwt(verified.data.session?.access_token ?? '')).toMatchObject({ phone: stored(phone), email: '' });
    expect(verified.data.user?.identities?.[0]?.identity_data).toMatchObject({ phone_verified: true });
    const signedIn = await client().auth.signInWithPassword({ phone, password: PASSWORD });
    expect(signedIn.data.user?.id).toBe(data.user?.id);
  });

  it('starts a session at once where the operator requires no confirmation', async () => {
    const phone = newNumber();
    const at = world.serve({ externalPhoneEnabled: true, smsAutoconfirm: true });
    const { data } = await client(at).auth.signUp({ phone, password: PASSWORD });
    expect(data.session?.user.phone).toBe(stored(phone));
    expect(world.texts).toEqual([]);
    expect((await client(at).auth.signUp({ phone, password: PASSWORD })).error).toMatchObject({
      status: 422,
      code: 'user_already_exists',
    });
  });

  it('does not reveal which numbers are registered', async () => {
    const { phone, user } = await signedInByText();
    world.texts.length = 0;
    const { data, error } = await client().auth.signUp({ phone, password: PASSWORD });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ phone: stored(phone), identities: [] });
    expect(data.user?.id).not.toBe(user?.id);
    expect(world.texts).toEqual([]);
  });

  it('is refused in GoTrue’s words', async () => {
    const off = world.serve();
    const cases: [typeof service, string, Record<string, unknown>, number, string][] = [
      [off, '/signup', { phone: '+4915112345', password: PASSWORD }, 400, 'phone_provider_disabled'],
      [off, '/token?grant_type=password', { phone: '+4915112345', password: PASSWORD }, 422, 'phone_provider_disabled'],
      [off, '/otp', { phone: '+4915112345' }, 400, 'phone_provider_disabled'],
      [service, '/signup', { phone: 'none', password: PASSWORD }, 400, 'validation_failed'],
      [service, '/signup', { phone: '+0123', password: PASSWORD }, 400, 'validation_failed'],
      [service, '/signup', { phone: `+${'1'.repeat(16)}`, password: PASSWORD }, 400, 'validation_failed'],
      [service, '/signup', { phone: '+4915112345', email: 'a@b.test', password: PASSWORD }, 400, 'validation_failed'],
      [service, '/signup', { phone: '+4915112345' }, 400, 'validation_failed'],
      [service, '/signup', { phone: '+4915112345', password: PASSWORD, channel: 'pigeon' }, 400, 'validation_failed'],
      [service, '/signup', { phone: '+4915112345', password: 'short' }, 422, 'weak_password'],
      [service, '/token?grant_type=password', { phone: '+4915199', password: 'wrong' }, 400, 'invalid_credentials'],
      [service, '/otp', { phone: newNumber(), create_user: false }, 422, 'otp_disabled'],
      [service, '/otp', { phone: '+4915112345', email: 'a@b.test' }, 400, 'validation_failed'],
      [service, '/verify', { phone: '+4915112345', token: '000000', type: 'sms' }, 403, 'otp_expired'],
      [service, '/verify', { phone: '+4915112345', type: 'sms' }, 400, 'validation_failed'],
      [service, '/verify', { email: 'a@b.test', token: '1', type: 'sms' }, 400, 'validation_failed'],
      [service, '/verify', { phone: '+4915112345', token: '1', type: 'signup' }, 400, 'validation_failed'],
      [service, '/verify', { token_hash: 'x', type: 'phone_change' }, 400, 'validation_failed'],
      [service, '/resend', { type: 'sms' }, 400, 'validation_failed'],
      [service, '/resend', { type: 'signup', phone: '+4915112345' }, 400, 'validation_failed'],
    ];
    for (const [at, path, body, status, code] of cases) {
      const response = await call(at, 'POST', path, body);
      expect([path, body, response.status, response.body?.code]).toEqual([path, body, status, code]);
    }
  });
});

// https://supabase.com/docs/reference/javascript/auth-signinwithotp, …/auth-verifyotp, …/auth-resend
describe('codes by text', () => {
  it('make a person where there is none, once each, by any of the two channels', async () => {
    const phone = newNumber();
    const first = await client().auth.signInWithOtp({ phone, options: { channel: 'whatsapp', data: { name: 'Bo' } } });
    expect(first).toMatchObject({ error: null, data: { messageId: expect.any(String) } });
    expect(world.texts).toMatchObject([{ channel: 'whatsapp', kind: 'login' }]);
    const token = lastCode();
    const { data } = await client().auth.verifyOtp({ phone, token, type: 'sms' });
    expect(data.user).toMatchObject({ phone: stored(phone), user_metadata: { name: 'Bo' } });
    expect(decodeJwt(data.session?.access_token ?? '').amr).toMatchObject([{ method: 'otp' }]);
    expect((await client().auth.verifyOtp({ phone, token, type: 'sms' })).error).toMatchObject({
      status: 403,
      code: 'otp_expired',
    });
  });

  it('are good for their own number and for five minutes', async () => {
    const phone = newNumber();
    await client().auth.signInWithOtp({ phone });
    const token = lastCode();
    expect((await client().auth.verifyOtp({ phone: newNumber(), token, type: 'sms' })).error?.code).toBe('otp_expired');
    await world.sql.query(
      `update auth.one_time_tokens set created_at = now() - interval '6 minutes' where relates_to = $1`,
      [stored(phone)],
    );
    expect((await client().auth.verifyOtp({ phone, token, type: 'sms' })).error?.code).toBe('otp_expired');
  });

  it('stop working after ten wrong ones, from wherever they come', async () => {
    const phone = newNumber();
    await client().auth.signInWithOtp({ phone });
    const right = lastCode();
    const wrong = right === '000000' ? '000001' : '000000';
    for (let index = 0; index < 10; index++) {
      const headers = { 'x-stoa-client-address': `10.1.0.${index}` };
      await call(
        world.serve({ externalPhoneEnabled: true }),
        'POST',
        '/verify',
        { phone, token: wrong, type: 'sms' },
        headers,
      );
    }
    expect((await client().auth.verifyOtp({ phone, token: right, type: 'sms' })).error?.code).toBe('otp_expired');
  });

  it('are texted again on request, until the number is confirmed', async () => {
    const phone = newNumber();
    await client().auth.signUp({ phone, password: PASSWORD });
    const first = lastCode();
    const resent = await client().auth.resend({ type: 'sms', phone });
    expect(resent).toMatchObject({ error: null, data: { messageId: expect.any(String) } });
    expect(world.texts).toHaveLength(2);
    const second = lastCode();
    if (first !== second) {
      expect((await client().auth.verifyOtp({ phone, token: first, type: 'sms' })).error?.code).toBe('otp_expired');
    }
    expect((await client().auth.verifyOtp({ phone, token: second, type: 'sms' })).error).toBeNull();
    expect((await client().auth.resend({ type: 'sms', phone })).error).toBeNull();
    expect((await client().auth.resend({ type: 'sms', phone: newNumber() })).error).toBeNull();
    expect(world.texts).toHaveLength(2);
  });

  it('need no text for numbers under test', async () => {
    const phone = newNumber();
    const at = world.serve({
      externalPhoneEnabled: true,
      sendSms: undefined,
      smsTestOtp: { [stored(phone)]: '424242' },
    });
    expect((await client(at).auth.signInWithOtp({ phone: newNumber() })).error?.code).toBe('phone_provider_disabled');
    expect((await client(at).auth.signInWithOtp({ phone })).error).toBeNull();
    expect((await client(at).auth.verifyOtp({ phone, token: '424243', type: 'sms' })).error?.code).toBe('otp_expired');
    expect((await client(at).auth.verifyOtp({ phone, token: '424242', type: 'sms' })).data.user?.phone).toBe(
      stored(phone),
    );
    expect(world.texts).toEqual([]);
  });

  it('are as long as the operator says', async () => {
    const at = world.serve({ externalPhoneEnabled: true, smsOtpLength: 8, smsTemplate: '{{ .Code }} and {{.Code}}' });
    await client(at).auth.signInWithOtp({ phone: newNumber() });
    expect(lastCode()).toMatch(/^\d{8}$/);
    expect(world.texts.at(-1)?.message).toBe(`${lastCode()} and ${lastCode()}`);
  });

  // https://supabase.com/docs/guides/auth/debugging/error-codes: over_sms_send_rate_limit
  it('are counted by number, registered or not, and 429 says how long to wait', async () => {
    const at = world.serve({ externalPhoneEnabled: true, smsMaxFrequency: 60 });
    const { phone: registered } = await signedInByText();
    for (const phone of [registered, newNumber()]) {
      expect((await call(at, 'POST', '/otp', { phone })).status).toBe(200);
      const response = await call(at, 'POST', '/otp', { phone });
      expect(response).toMatchObject({ status: 429, body: { code: 'over_sms_send_rate_limit' } });
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    const unlimited = world.serve({ externalPhoneEnabled: true });
    const phone = newNumber();
    for (let index = 0; index < defaultLimits.smsPerPhone.points; index++)
      await call(unlimited, 'POST', '/otp', { phone });
    expect((await call(unlimited, 'POST', '/otp', { phone })).body?.code).toBe('over_sms_send_rate_limit');
  });
});

// https://supabase.com/docs/reference/javascript/auth-updateuser (update the phone number for an authenticated user)
describe('a new number', () => {
  it('counts once its code was typed', async () => {
    const { client: userClient, phone } = await signedInByText();
    const next = newNumber();
    const result = await userClient.auth.updateUser({ phone: next });
    expect(result.data.user).toMatchObject({ phone: stored(phone), new_phone: stored(next) });
    expect(world.texts.at(-1)).toMatchObject({ to: stored(next), kind: 'phone_change' });
    const first = lastCode();
    expect((await userClient.auth.resend({ type: 'phone_change', phone: next })).error).toBeNull();
    expect(world.texts.at(-1)).toMatchObject({ to: stored(next), kind: 'phone_change' });
    const wrong = first === lastCode() ? `${first}0` : first;
    expect((await userClient.auth.verifyOtp({ phone: next, token: wrong, type: 'phone_change' })).error?.code).toBe(
      'otp_expired',
    );
    const { data } = await userClient.auth.verifyOtp({ phone: next, token: lastCode(), type: 'phone_change' });
    expect(data.user).toMatchObject({ phone: stored(next) });
    expect(data.user).not.toHaveProperty('new_phone');
  });

  it('is rejected where it is taken', async () => {
    const { phone: takenPhone } = await signedInByText();
    const { client: userClient } = await signedInByText();
    expect((await userClient.auth.updateUser({ phone: takenPhone })).error).toMatchObject({
      status: 422,
      code: 'phone_exists',
    });
    expect((await userClient.auth.updateUser({ phone: 'x' })).error?.code).toBe('validation_failed');
    const { data } = await world.client().auth.signUp({ email: world.newAddress(), password: PASSWORD });
    const response = await call(
      world.serve(),
      'PUT',
      '/user',
      { phone: newNumber() },
      {
        authorization: `Bearer ${data.session?.access_token}`,
      },
    );
    expect(response).toMatchObject({ status: 400, body: { code: 'phone_provider_disabled' } });
  });

  it('is added to a person with an e-mail, as an identity beside it', async () => {
    const userClient = client();
    await userClient.auth.signUp({ email: world.newAddress(), password: PASSWORD });
    const phone = newNumber();
    await userClient.auth.updateUser({ phone });
    const { data } = await userClient.auth.verifyOtp({ phone, token: lastCode(), type: 'phone_change' });
    expect(data.user?.app_metadata).toMatchObject({ provider: 'email', providers: ['email', 'phone'] });
    expect((await client().auth.signInWithPassword({ phone, password: PASSWORD })).error).toBeNull();
  });
});
