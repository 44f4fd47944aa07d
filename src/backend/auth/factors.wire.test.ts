import { decodeJwt } from 'jose';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, openWireWorld, PASSWORD, type WireWorld } from '#tests/db/auth-wire.ts';
import { signUpSomebody } from '#tests/mail-reader.ts';
import { defaultLimits } from './rate-limits.ts';

let world: WireWorld;
let service: (request: Request) => Promise<Response>;
beforeAll(async () => {
  world = await openWireWorld();
  service = world.serve({ mfaPhoneEnrollEnabled: true, mfaPhoneVerifyEnabled: true });
});
afterAll(() => world.close());

type Somebody = Awaited<ReturnType<typeof signUpSomebody>>;
const newUser = (of = service) => signUpSomebody(world, { service: of });
const codeFor = (secret: string, stepsAhead = 0) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1_000) + stepsAhead * 30 });
const aalOf = async (user: Somebody) =>
  decodeJwt((await user.client.auth.getSession()).data.session?.access_token ?? '').aal;

async function enrol(user: Somebody, friendlyName = 'app') {
  const { data, error } = await user.client.auth.mfa.enroll({ factorType: 'totp', friendlyName, issuer: 'School' });
  if (error) throw error;
  return data;
}

async function proven(of = service) {
  const user = await newUser(of);
  const factor = await enrol(user);
  const { data: challenge } = await user.client.auth.mfa.challenge({ factorId: factor.id });
  const code = codeFor(factor.totp.secret);
  const verified = await user.client.auth.mfa.verify({ factorId: factor.id, challengeId: challenge?.id ?? '', code });
  expect(verified.error).toBeNull();
  return { ...user, factor, code };
}

/** A new sign-in of the same user: `aal1` until the factor is verified. */
async function signInAgain(user: { email: string }, of = service) {
  const client = world.client({ service: of });
  await client.auth.signInWithPassword({ email: user.email, password: PASSWORD });
  return client;
}

// https://supabase.com/docs/reference/javascript/auth-mfa-enroll, …/auth-mfa-challenge, …/auth-mfa-verify
describe('an authenticator app', () => {
  it('is enrolled with a key, its URL and QR code, which are not returned again', async () => {
    const user = await newUser();
    const factor = await enrol(user);
    expect(factor).toMatchObject({ type: 'totp', friendly_name: 'app' });
    expect(factor.totp.secret).toMatch(/^[A-Z2-7]{32}$/);
    const uri = new URL(factor.totp.uri);
    expect([uri.protocol, uri.host]).toEqual(['otpauth:', 'totp']);
    expect(decodeURIComponent(uri.pathname)).toContain(`School:${user.email}`);
    expect(Object.fromEntries(uri.searchParams)).toMatchObject({ secret: factor.totp.secret, issuer: 'School' });
    expect(factor.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg/);
    const { data } = await user.client.auth.getUser();
    expect(data.user?.factors).toMatchObject([{ id: factor.id, status: 'unverified', factor_type: 'totp' }]);
    expect(JSON.stringify(data)).not.toContain(factor.totp.secret);
    const [row] = await world.sql.query<{ secret: string }>('select secret from auth.mfa_factors where id = $1', [
      factor.id,
    ]);
    expect(row?.secret).toMatch(/^v1\./);
    expect(row?.secret).not.toContain(factor.totp.secret);
  });

  it('raises the session: aal2, amr with both methods and when, a new pair of tokens', async () => {
    const user = await newUser();
    const before = decodeJwt(user.session.access_token);
    const factor = await enrol(user);
    const challenge = await user.client.auth.mfa.challenge({ factorId: factor.id });
    expect(challenge.data).toMatchObject({ type: 'totp', expires_at: expect.any(Number) });
    const { data, error } = await user.client.auth.mfa.verify({
      factorId: factor.id,
      challengeId: challenge.data?.id ?? '',
      code: codeFor(factor.totp.secret),
    });
    expect(error).toBeNull();
    const claims = decodeJwt(data?.access_token ?? '');
    expect(claims).toMatchObject({ aal: 'aal2', session_id: before.session_id, sub: before.sub });
    expect(claims.amr).toEqual([
      { method: 'totp', timestamp: expect.any(Number) },
      { method: 'password', timestamp: expect.any(Number) },
    ]);
    const level = await user.client.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(level.data).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' });
    const listed = await user.client.auth.mfa.listFactors();
    expect(listed.data?.totp).toMatchObject([{ id: factor.id, status: 'verified' }]);
    expect((await user.client.auth.refreshSession()).error).toBeNull();
    expect(await aalOf(user)).toBe('aal2');
  });

  it('ends the person’s sessions that have not shown it', async () => {
    const user = await newUser();
    const otherUser = await signInAgain(user);
    const factor = await enrol(user);
    await user.client.auth.mfa.challengeAndVerify({ factorId: factor.id, code: codeFor(factor.totp.secret) });
    expect((await otherUser.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
    expect((await user.client.auth.getUser()).error).toBeNull();
  });

  it('takes no code twice, though it is still the time for it', async () => {
    const user = await proven();
    const replayed = await user.client.auth.mfa.challengeAndVerify({ factorId: user.factor.id, code: user.code });
    expect(replayed.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' });
    const next = codeFor(user.factor.totp.secret, 1);
    expect((await user.client.auth.mfa.challengeAndVerify({ factorId: user.factor.id, code: next })).error).toBeNull();
  });

  it('gives a tab with the previous token one of its own, within the grace period only', async () => {
    const user = await newUser();
    const factor = await enrol(user);
    await user.client.auth.mfa.challengeAndVerify({ factorId: factor.id, code: codeFor(factor.totp.secret) });
    const refreshed = await world
      .client({ service })
      .auth.refreshSession({ refresh_token: user.session.refresh_token });
    expect(decodeJwt(refreshed.data.session?.access_token ?? '').aal).toBe('aal2');
    await world.sql.query(
      `update auth.refresh_tokens set updated_at = now() - interval '11 seconds' where revoked and user_id = $1`,
      [user.user.id],
    );
    const stolen = await world.client({ service }).auth.refreshSession({ refresh_token: user.session.refresh_token });
    expect(stolen.error?.code).toBe('refresh_token_already_used');
    expect((await user.client.auth.refreshSession()).error?.code).toBe('refresh_token_already_used');
  });

  it('is refused in GoTrue’s words', async () => {
    const user = await newUser();
    const otherUser = await proven();
    const factor = await enrol(user);
    const { data: challenge } = await user.client.auth.mfa.challenge({ factorId: factor.id });
    const { data: otherChallenge } = await otherUser.client.auth.mfa.challenge({ factorId: otherUser.factor.id });
    const authorization = `Bearer ${user.session.access_token}`;
    const body = { challenge_id: challenge?.id, code: '000000' };
    const unknownId = '00000000-0000-4000-8000-000000000000';
    const cases: [string, unknown, number, string][] = [
      ['/factors', { factor_type: 'totp', friendly_name: 'app' }, 422, 'mfa_factor_name_conflict'],
      ['/factors', { factor_type: 'carrier pigeon' }, 400, 'validation_failed'],
      ['/factors', {}, 400, 'validation_failed'],
      ['/factors', { factor_type: 'totp', friendly_name: 'x'.repeat(121) }, 400, 'validation_failed'],
      ['/factors', { factor_type: 'webauthn' }, 422, 'mfa_webauthn_enroll_not_enabled'],
      ['/factors/none/challenge', {}, 404, 'validation_failed'],
      [`/factors/${unknownId}/challenge`, {}, 404, 'mfa_factor_not_found'],
      [`/factors/${otherUser.factor.id}/challenge`, {}, 404, 'mfa_factor_not_found'],
      [`/factors/${otherUser.factor.id}/verify`, body, 404, 'mfa_factor_not_found'],
      [`/factors/${factor.id}/verify`, {}, 400, 'validation_failed'],
      [`/factors/${factor.id}/verify`, { code: '000000' }, 400, 'validation_failed'],
      [`/factors/${factor.id}/verify`, { ...body, challenge_id: unknownId }, 422, 'mfa_factor_not_found'],
      // A factor id is only valid together with its user's session and its own challenge.
      [`/factors/${factor.id}/verify`, { ...body, challenge_id: otherChallenge?.id }, 422, 'mfa_factor_not_found'],
      [`/factors/${factor.id}/verify`, { ...body, code: 'abcdef' }, 422, 'mfa_verification_failed'],
      [`/factors/${factor.id}/verify`, { ...body, code: '12345' }, 422, 'mfa_verification_failed'],
    ];
    for (const [path, input, status, code] of cases) {
      const response = await call(service, 'POST', path, input, { authorization });
      expect([path, input, response.status, response.body?.code]).toEqual([path, input, status, code]);
    }
    expect(await call(service, 'POST', '/factors', {})).toMatchObject({
      status: 401,
      body: { code: 'no_authorization' },
    });
    const off = world.serve({ mfaTotpEnrollEnabled: false, mfaTotpVerifyEnabled: false });
    const switched = [
      await call(off, 'POST', '/factors', { factor_type: 'totp' }, { authorization }),
      await call(off, 'POST', `/factors/${factor.id}/challenge`, {}, { authorization }),
      await call(off, 'POST', `/factors/${factor.id}/verify`, body, { authorization }),
    ];
    expect(switched.map((response) => [response.status, response.body?.code])).toEqual([
      [422, 'mfa_totp_enroll_not_enabled'],
      [422, 'mfa_totp_verify_not_enabled'],
      [422, 'mfa_totp_verify_not_enabled'],
    ]);
  });

  it('is challenged and verified from one address, once, within five minutes', async () => {
    const user = await newUser();
    const factor = await enrol(user);
    const code = codeFor(factor.totp.secret);
    const { data: challenge } = await user.client.auth.mfa.challenge({ factorId: factor.id });
    const authorization = `Bearer ${user.session.access_token}`;
    const path = `/factors/${factor.id}/verify`;
    const input = { challenge_id: challenge?.id, code };
    const elsewhere = { authorization, 'x-stoa-client-address': '10.9.9.9' };
    expect((await call(service, 'POST', path, input, elsewhere)).body?.code).toBe('mfa_ip_address_mismatch');
    await world.sql.query(
      `update auth.mfa_challenges set created_at = now() - interval '6 minutes' where factor_id = $1`,
      [factor.id],
    );
    expect(await call(service, 'POST', path, input, { authorization })).toMatchObject({
      status: 422,
      body: { code: 'mfa_challenge_expired' },
    });
    const newChallenge = await user.client.auth.mfa.challenge({ factorId: factor.id });
    const challengeId = newChallenge.data?.id ?? '';
    expect((await user.client.auth.mfa.verify({ factorId: factor.id, challengeId, code })).error).toBeNull();
    expect((await user.client.auth.mfa.verify({ factorId: factor.id, challengeId, code })).error?.code).toBe(
      'mfa_challenge_expired',
    );
  });

  it('cannot be guessed: many codes at once are no more than many one by one', async () => {
    const user = await newUser();
    const factor = await enrol(user);
    const { data: challenge } = await user.client.auth.mfa.challenge({ factorId: factor.id });
    const authorization = `Bearer ${user.session.access_token}`;
    const { points } = defaultLimits.factorAttempts;
    const responses = await Promise.all(
      Array.from({ length: points + 5 }, () =>
        call(
          service,
          'POST',
          `/factors/${factor.id}/verify`,
          { challenge_id: challenge?.id, code: 'wrong!' },
          { authorization },
        ),
      ),
    );
    const codes = responses.map((response) => response.body?.code);
    expect(codes.filter((code) => code === 'mfa_verification_failed')).toHaveLength(points);
    expect(codes.filter((code) => code === 'over_request_rate_limit')).toHaveLength(5);
  });
});

// https://supabase.com/docs/reference/javascript/auth-mfa-unenroll, https://supabase.com/docs/guides/auth/auth-mfa
describe('a person with a second factor', () => {
  it('needs it to change password, e-mail and factors', async () => {
    const user = await proven();
    const client = await signInAgain(user);
    const level = await client.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(level.data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });
    for (const change of [{ password: 'a newer password' }, { email: world.newAddress() }]) {
      expect((await client.auth.updateUser(change)).error).toMatchObject({ status: 401, code: 'insufficient_aal' });
    }
    expect((await client.auth.updateUser({ data: { city: 'Delphi' } })).error).toBeNull();
    expect((await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'second' })).error).toMatchObject({
      status: 403,
      code: 'insufficient_aal',
    });
    expect((await client.auth.mfa.unenroll({ factorId: user.factor.id })).error).toMatchObject({
      status: 422,
      code: 'insufficient_aal',
    });
    expect((await user.client.auth.updateUser({ password: 'a newer password' })).error).toBeNull();
  });

  it('removes it, and the session drops to its former level', async () => {
    const user = await proven();
    const { data } = await user.client.auth.mfa.unenroll({ factorId: user.factor.id });
    expect(data).toEqual({ id: user.factor.id });
    const { data: refreshed } = await user.client.auth.refreshSession();
    expect(decodeJwt(refreshed.session?.access_token ?? '')).toMatchObject({
      aal: 'aal1',
      amr: [{ method: 'password' }],
    });
    expect(refreshed.user?.factors ?? []).toEqual([]);
  });

  it('has no more of them than the operator allows, and unverified ones expire', async () => {
    const limited = world.serve({ mfaMaxEnrolledFactors: 2 });
    const user = await newUser(limited);
    const first = await enrol(user, 'one');
    await enrol(user, 'two');
    const third = await user.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'three' });
    expect(third.error).toMatchObject({ status: 422, code: 'too_many_enrolled_mfa_factors' });
    await world.sql.query(`update auth.mfa_factors set created_at = now() - interval '6 minutes' where user_id = $1`, [
      user.user.id,
    ]);
    const another = await enrol(user, 'three');
    expect((await user.client.auth.mfa.challenge({ factorId: first.id })).error?.code).toBe('mfa_factor_not_found');
    const single = world.serve({ mfaMaxVerifiedFactors: 1 });
    const authorization = `Bearer ${user.session.access_token}`;
    await user.client.auth.mfa.challengeAndVerify({ factorId: another.id, code: codeFor(another.totp.secret) });
    const fourth = await call(
      single,
      'POST',
      '/factors',
      { factor_type: 'totp', friendly_name: 'four' },
      { authorization },
    );
    expect(fourth.body?.code).toBe('too_many_enrolled_mfa_factors');
  });
});

// https://supabase.com/docs/guides/auth/auth-mfa/phone
describe('a telephone as second factor', () => {
  it('is texted a code, which raises the session once', async () => {
    const user = await newUser();
    const phone = '+4915199001';
    const { data: factor } = await user.client.auth.mfa.enroll({ factorType: 'phone', friendlyName: 'mobile', phone });
    expect(factor).toMatchObject({ type: 'phone', friendly_name: 'mobile', phone });
    const factorId = factor?.id ?? '';
    const { data: challenge } = await user.client.auth.mfa.challenge({ factorId, channel: 'sms' });
    expect(challenge?.type).toBe('phone');
    const text = world.texts.at(-1);
    expect(text).toMatchObject({ to: '4915199001', kind: 'mfa', channel: 'sms' });
    const challengeId = challenge?.id ?? '';
    const wrong = text?.otp === '000000' ? '000001' : '000000';
    expect((await user.client.auth.mfa.verify({ factorId, challengeId, code: wrong })).error?.code).toBe(
      'mfa_verification_failed',
    );
    const [row] = await world.sql.query<{ otp_code: string }>(
      'select otp_code from auth.mfa_challenges where id = $1',
      [challengeId],
    );
    expect(row?.otp_code).not.toContain(text?.otp ?? 'no text');
    const { data } = await user.client.auth.mfa.verify({ factorId, challengeId, code: text?.otp ?? '' });
    expect(decodeJwt(data?.access_token ?? '')).toMatchObject({ aal: 'aal2', amr: [{ method: 'mfa/phone' }, {}] });
    expect((await user.client.auth.mfa.listFactors()).data?.phone).toMatchObject([{ phone: '4915199001' }]);
    const double = await user.client.auth.mfa.enroll({ factorType: 'phone', friendlyName: 'again', phone });
    expect(double.error).toMatchObject({ status: 422, code: 'mfa_verified_factor_exists' });
  });

  it('is rejected where it is off, without a number, and over the limit', async () => {
    const user = await newUser();
    const authorization = `Bearer ${user.session.access_token}`;
    const input = { factor_type: 'phone', phone: '+4915199002' };
    const off = await call(world.serve(), 'POST', '/factors', input, { authorization });
    expect(off).toMatchObject({ status: 422, body: { code: 'mfa_phone_enroll_not_enabled' } });
    for (const phone of ['', 'x']) {
      const response = await call(service, 'POST', '/factors', { factor_type: 'phone', phone }, { authorization });
      expect(response).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    }
    const paused = world.serve({ mfaPhoneEnrollEnabled: true, mfaPhoneVerifyEnabled: true, mfaPhoneMaxFrequency: 60 });
    const { body } = await call(paused, 'POST', '/factors', input, { authorization });
    const path = `/factors/${body?.id}/challenge`;
    expect((await call(paused, 'POST', path, { channel: 'smoke' }, { authorization })).body?.code).toBe(
      'validation_failed',
    );
    expect((await call(paused, 'POST', path, {}, { authorization })).status).toBe(200);
    expect(await call(paused, 'POST', path, {}, { authorization })).toMatchObject({
      status: 429,
      body: { code: 'over_sms_send_rate_limit' },
    });
  });
});
