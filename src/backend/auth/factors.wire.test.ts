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
const somebody = (of = service) => signUpSomebody(world, { service: of });
const codeFor = (secret: string, stepsAhead = 0) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1_000) + stepsAhead * 30 });
const aalOf = async (who: Somebody) =>
  decodeJwt((await who.client.auth.getSession()).data.session?.access_token ?? '').aal;

async function enrolled(who: Somebody, friendlyName = 'app') {
  const { data, error } = await who.client.auth.mfa.enroll({ factorType: 'totp', friendlyName, issuer: 'School' });
  if (error) throw error;
  return data;
}

async function proven(of = service) {
  const who = await somebody(of);
  const factor = await enrolled(who);
  const { data: challenge } = await who.client.auth.mfa.challenge({ factorId: factor.id });
  const code = codeFor(factor.totp.secret);
  const verified = await who.client.auth.mfa.verify({ factorId: factor.id, challengeId: challenge?.id ?? '', code });
  expect(verified.error).toBeNull();
  return { ...who, factor, code };
}

/** A new sign-in of the same person: `aal1` until the factor is shown. */
async function signInAgain(who: { email: string }, of = service) {
  const client = world.client({ service: of });
  await client.auth.signInWithPassword({ email: who.email, password: PASSWORD });
  return client;
}

// https://supabase.com/docs/reference/javascript/auth-mfa-enroll, …/auth-mfa-challenge, …/auth-mfa-verify
describe('an authenticator app', () => {
  it('is enrolled with a key, its address and its picture, which are not shown again', async () => {
    const who = await somebody();
    const factor = await enrolled(who);
    expect(factor).toMatchObject({ type: 'totp', friendly_name: 'app' });
    expect(factor.totp.secret).toMatch(/^[A-Z2-7]{32}$/);
    const uri = new URL(factor.totp.uri);
    expect([uri.protocol, uri.host]).toEqual(['otpauth:', 'totp']);
    expect(decodeURIComponent(uri.pathname)).toContain(`School:${who.email}`);
    expect(Object.fromEntries(uri.searchParams)).toMatchObject({ secret: factor.totp.secret, issuer: 'School' });
    expect(factor.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg/);
    const { data } = await who.client.auth.getUser();
    expect(data.user?.factors).toMatchObject([{ id: factor.id, status: 'unverified', factor_type: 'totp' }]);
    expect(JSON.stringify(data)).not.toContain(factor.totp.secret);
    const [row] = await world.sql.query<{ secret: string }>('select secret from auth.mfa_factors where id = $1', [
      factor.id,
    ]);
    expect(row?.secret).toMatch(/^v1\./);
    expect(row?.secret).not.toContain(factor.totp.secret);
  });

  it('raises the session: aal2, amr with both methods and when, a new pair of tokens', async () => {
    const who = await somebody();
    const before = decodeJwt(who.session.access_token);
    const factor = await enrolled(who);
    const challenge = await who.client.auth.mfa.challenge({ factorId: factor.id });
    expect(challenge.data).toMatchObject({ type: 'totp', expires_at: expect.any(Number) });
    const { data, error } = await who.client.auth.mfa.verify({
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
    const level = await who.client.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(level.data).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' });
    const listed = await who.client.auth.mfa.listFactors();
    expect(listed.data?.totp).toMatchObject([{ id: factor.id, status: 'verified' }]);
    expect((await who.client.auth.refreshSession()).error).toBeNull();
    expect(await aalOf(who)).toBe('aal2');
  });

  it('ends the person’s sessions that have not shown it', async () => {
    const who = await somebody();
    const other = await signInAgain(who);
    const factor = await enrolled(who);
    await who.client.auth.mfa.challengeAndVerify({ factorId: factor.id, code: codeFor(factor.totp.secret) });
    expect((await other.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
    expect((await who.client.auth.getUser()).error).toBeNull();
  });

  it('takes no code twice, though it is still the time for it', async () => {
    const who = await proven();
    const replayed = await who.client.auth.mfa.challengeAndVerify({ factorId: who.factor.id, code: who.code });
    expect(replayed.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' });
    const next = codeFor(who.factor.totp.secret, 1);
    expect((await who.client.auth.mfa.challengeAndVerify({ factorId: who.factor.id, code: next })).error).toBeNull();
  });

  it('gives a tab with the token from before one of its own, and within the grace only', async () => {
    const who = await somebody();
    const factor = await enrolled(who);
    await who.client.auth.mfa.challengeAndVerify({ factorId: factor.id, code: codeFor(factor.totp.secret) });
    const late = await world.client({ service }).auth.refreshSession({ refresh_token: who.session.refresh_token });
    expect(decodeJwt(late.data.session?.access_token ?? '').aal).toBe('aal2');
    await world.sql.query(
      `update auth.refresh_tokens set updated_at = now() - interval '11 seconds' where revoked and user_id = $1`,
      [who.user.id],
    );
    const stolen = await world.client({ service }).auth.refreshSession({ refresh_token: who.session.refresh_token });
    expect(stolen.error?.code).toBe('refresh_token_already_used');
    expect((await who.client.auth.refreshSession()).error?.code).toBe('refresh_token_already_used');
  });

  it('is refused in GoTrue’s words', async () => {
    const who = await somebody();
    const other = await proven();
    const factor = await enrolled(who);
    const { data: challenge } = await who.client.auth.mfa.challenge({ factorId: factor.id });
    const { data: others } = await other.client.auth.mfa.challenge({ factorId: other.factor.id });
    const authorization = `Bearer ${who.session.access_token}`;
    const body = { challenge_id: challenge?.id, code: '000000' };
    const nobody = '00000000-0000-4000-8000-000000000000';
    const cases: [string, unknown, number, string][] = [
      ['/factors', { factor_type: 'totp', friendly_name: 'app' }, 422, 'mfa_factor_name_conflict'],
      ['/factors', { factor_type: 'carrier pigeon' }, 400, 'validation_failed'],
      ['/factors', {}, 400, 'validation_failed'],
      ['/factors', { factor_type: 'totp', friendly_name: 'x'.repeat(121) }, 400, 'validation_failed'],
      ['/factors', { factor_type: 'webauthn' }, 422, 'mfa_webauthn_enroll_not_enabled'],
      ['/factors/none/challenge', {}, 404, 'validation_failed'],
      [`/factors/${nobody}/challenge`, {}, 404, 'mfa_factor_not_found'],
      [`/factors/${other.factor.id}/challenge`, {}, 404, 'mfa_factor_not_found'],
      [`/factors/${other.factor.id}/verify`, body, 404, 'mfa_factor_not_found'],
      [`/factors/${factor.id}/verify`, {}, 400, 'validation_failed'],
      [`/factors/${factor.id}/verify`, { code: '000000' }, 400, 'validation_failed'],
      [`/factors/${factor.id}/verify`, { ...body, challenge_id: nobody }, 422, 'mfa_factor_not_found'],
      // An id opens nothing: it counts for the factor and person it was made for, beside their session.
      [`/factors/${factor.id}/verify`, { ...body, challenge_id: others?.id }, 422, 'mfa_factor_not_found'],
      [`/factors/${factor.id}/verify`, { ...body, code: 'abcdef' }, 422, 'mfa_verification_failed'],
      [`/factors/${factor.id}/verify`, { ...body, code: '12345' }, 422, 'mfa_verification_failed'],
    ];
    for (const [path, sent, status, code] of cases) {
      const answer = await call(service, 'POST', path, sent, { authorization });
      expect([path, sent, answer.status, answer.body?.code]).toEqual([path, sent, status, code]);
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
    expect(switched.map((answer) => [answer.status, answer.body?.code])).toEqual([
      [422, 'mfa_totp_enroll_not_enabled'],
      [422, 'mfa_totp_verify_not_enabled'],
      [422, 'mfa_totp_verify_not_enabled'],
    ]);
  });

  it('is asked and shown from one address, once, within five minutes', async () => {
    const who = await somebody();
    const factor = await enrolled(who);
    const code = codeFor(factor.totp.secret);
    const { data: challenge } = await who.client.auth.mfa.challenge({ factorId: factor.id });
    const authorization = `Bearer ${who.session.access_token}`;
    const path = `/factors/${factor.id}/verify`;
    const sent = { challenge_id: challenge?.id, code };
    const elsewhere = { authorization, 'x-stoa-client-address': '10.9.9.9' };
    expect((await call(service, 'POST', path, sent, elsewhere)).body?.code).toBe('mfa_ip_address_mismatch');
    await world.sql.query(
      `update auth.mfa_challenges set created_at = now() - interval '6 minutes' where factor_id = $1`,
      [factor.id],
    );
    expect(await call(service, 'POST', path, sent, { authorization })).toMatchObject({
      status: 422,
      body: { code: 'mfa_challenge_expired' },
    });
    const again = await who.client.auth.mfa.challenge({ factorId: factor.id });
    const challengeId = again.data?.id ?? '';
    expect((await who.client.auth.mfa.verify({ factorId: factor.id, challengeId, code })).error).toBeNull();
    expect((await who.client.auth.mfa.verify({ factorId: factor.id, challengeId, code })).error?.code).toBe(
      'mfa_challenge_expired',
    );
  });

  it('cannot be guessed: many codes at once are no more than many one by one', async () => {
    const who = await somebody();
    const factor = await enrolled(who);
    const { data: challenge } = await who.client.auth.mfa.challenge({ factorId: factor.id });
    const authorization = `Bearer ${who.session.access_token}`;
    const { points } = defaultLimits.factorAttempts;
    const answers = await Promise.all(
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
    const codes = answers.map((answer) => answer.body?.code);
    expect(codes.filter((code) => code === 'mfa_verification_failed')).toHaveLength(points);
    expect(codes.filter((code) => code === 'over_request_rate_limit')).toHaveLength(5);
  });
});

// https://supabase.com/docs/reference/javascript/auth-mfa-unenroll, https://supabase.com/docs/guides/auth/auth-mfa
describe('a person with a second factor', () => {
  it('needs it to change password, e-mail and factors', async () => {
    const who = await proven();
    const client = await signInAgain(who);
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
    expect((await client.auth.mfa.unenroll({ factorId: who.factor.id })).error).toMatchObject({
      status: 422,
      code: 'insufficient_aal',
    });
    expect((await who.client.auth.updateUser({ password: 'a newer password' })).error).toBeNull();
  });

  it('takes it away, and the session is what it was', async () => {
    const who = await proven();
    const { data } = await who.client.auth.mfa.unenroll({ factorId: who.factor.id });
    expect(data).toEqual({ id: who.factor.id });
    const { data: refreshed } = await who.client.auth.refreshSession();
    expect(decodeJwt(refreshed.session?.access_token ?? '')).toMatchObject({
      aal: 'aal1',
      amr: [{ method: 'password' }],
    });
    expect(refreshed.user?.factors ?? []).toEqual([]);
  });

  it('has not more of them than the operator allows, and forgets what was never verified', async () => {
    const few = world.serve({ mfaMaxEnrolledFactors: 2 });
    const who = await somebody(few);
    const first = await enrolled(who, 'one');
    await enrolled(who, 'two');
    const third = await who.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'three' });
    expect(third.error).toMatchObject({ status: 422, code: 'too_many_enrolled_mfa_factors' });
    await world.sql.query(`update auth.mfa_factors set created_at = now() - interval '6 minutes' where user_id = $1`, [
      who.user.id,
    ]);
    const later = await enrolled(who, 'three');
    expect((await who.client.auth.mfa.challenge({ factorId: first.id })).error?.code).toBe('mfa_factor_not_found');
    const one = world.serve({ mfaMaxVerifiedFactors: 1 });
    const authorization = `Bearer ${who.session.access_token}`;
    await who.client.auth.mfa.challengeAndVerify({ factorId: later.id, code: codeFor(later.totp.secret) });
    const more = await call(one, 'POST', '/factors', { factor_type: 'totp', friendly_name: 'four' }, { authorization });
    expect(more.body?.code).toBe('too_many_enrolled_mfa_factors');
  });
});

// https://supabase.com/docs/guides/auth/auth-mfa/phone
describe('a telephone as second factor', () => {
  it('is texted a code, which raises the session once', async () => {
    const who = await somebody();
    const phone = '+4915199001';
    const { data: factor } = await who.client.auth.mfa.enroll({ factorType: 'phone', friendlyName: 'mobile', phone });
    expect(factor).toMatchObject({ type: 'phone', friendly_name: 'mobile', phone });
    const factorId = factor?.id ?? '';
    const { data: challenge } = await who.client.auth.mfa.challenge({ factorId, channel: 'sms' });
    expect(challenge?.type).toBe('phone');
    const text = world.texts.at(-1);
    expect(text).toMatchObject({ to: '4915199001', kind: 'mfa', channel: 'sms' });
    const challengeId = challenge?.id ?? '';
    const wrong = text?.otp === '000000' ? '000001' : '000000';
    expect((await who.client.auth.mfa.verify({ factorId, challengeId, code: wrong })).error?.code).toBe(
      'mfa_verification_failed',
    );
    const [row] = await world.sql.query<{ otp_code: string }>(
      'select otp_code from auth.mfa_challenges where id = $1',
      [challengeId],
    );
    expect(row?.otp_code).not.toContain(text?.otp ?? 'no text');
    const { data } = await who.client.auth.mfa.verify({ factorId, challengeId, code: text?.otp ?? '' });
    expect(decodeJwt(data?.access_token ?? '')).toMatchObject({ aal: 'aal2', amr: [{ method: 'mfa/phone' }, {}] });
    expect((await who.client.auth.mfa.listFactors()).data?.phone).toMatchObject([{ phone: '4915199001' }]);
    const double = await who.client.auth.mfa.enroll({ factorType: 'phone', friendlyName: 'again', phone });
    expect(double.error).toMatchObject({ status: 422, code: 'mfa_verified_factor_exists' });
  });

  it('is refused where it is off, without a number, and too often', async () => {
    const who = await somebody();
    const authorization = `Bearer ${who.session.access_token}`;
    const wanted = { factor_type: 'phone', phone: '+4915199002' };
    const off = await call(world.serve(), 'POST', '/factors', wanted, { authorization });
    expect(off).toMatchObject({ status: 422, body: { code: 'mfa_phone_enroll_not_enabled' } });
    for (const phone of ['', 'x']) {
      const answer = await call(service, 'POST', '/factors', { factor_type: 'phone', phone }, { authorization });
      expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    }
    const paused = world.serve({ mfaPhoneEnrollEnabled: true, mfaPhoneVerifyEnabled: true, mfaPhoneMaxFrequency: 60 });
    const { body } = await call(paused, 'POST', '/factors', wanted, { authorization });
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
