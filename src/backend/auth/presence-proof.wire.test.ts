import { generateSync } from 'otplib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, openWireWorld, PASSWORD, SITE, type WireWorld } from '#tests/db/auth-wire.ts';
import { signUpSomebody } from '#tests/mail-reader.ts';

const NEW_PASSWORD = 'a wholly new sentence';
const PLATFORM = 'http://platform.test';

let world: WireWorld;
let service: (request: Request) => Promise<Response>;
beforeAll(async () => {
  world = await openWireWorld();
  service = world.serve({
    sensitiveChangesNeedProof: true,
    securityManualLinkingEnabled: true,
    passkeyEnabled: true,
    externalPhoneEnabled: true,
    recovery: {
      pageOf: async () => 'http://platform.test/login/reset-password',
      urlOf: async (_, linkToken) => `${PLATFORM}/login/reset-password#token_hash=${linkToken}&type=recovery`,
      isHere: async (request) => new URL(request.url).origin === PLATFORM,
    },
  });
});
afterAll(() => world.close());

type Somebody = Awaited<ReturnType<typeof signUpSomebody>>;
const somebody = () => signUpSomebody(world, { service });
const codeFor = (secret: string, stepsAhead = 0) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1_000) + stepsAhead * 30 });

async function tokenOf(who: Pick<Somebody, 'client'>): Promise<string> {
  return (await who.client.auth.getSession()).data.session?.access_token ?? '';
}

async function ask(who: Pick<Somebody, 'client'>, method: string, path: string, body?: unknown) {
  return call(service, method, path, body, { authorization: `Bearer ${await tokenOf(who)}` });
}

const confirm = (who: Pick<Somebody, 'client'>, proof: object) => ask(who, 'POST', '/reauthenticate', proof);

async function mailedCode(who: Somebody): Promise<string> {
  const { error } = await who.client.auth.reauthenticate();
  expect(error).toBeNull();
  return world.mails.findLast((mail) => mail.to === who.email && mail.kind === 'reauthentication')?.token ?? '';
}

async function signsIn(email: string, password: string): Promise<boolean> {
  const { data } = await world.client({ service }).auth.signInWithPassword({ email, password });
  return data.session !== null;
}

describe('where sensitive changes need a proof', () => {
  it('a session alone changes nothing, however new it is', async () => {
    const who = await somebody();
    const id = crypto.randomUUID();
    const { auth } = who.client;
    const byClient = [
      await auth.updateUser({ password: NEW_PASSWORD }),
      await auth.updateUser({ email: world.newAddress() }),
      await auth.updateUser({ phone: '+4915112345678' }),
      await auth.mfa.enroll({ factorType: 'totp' }),
      await auth.mfa.unenroll({ factorId: id }),
      await auth.linkIdentity({ provider: 'google', options: { skipBrowserRedirect: true } }),
    ].map(({ error }) => error?.code);
    expect(byClient).toEqual(Array(byClient.length).fill('reauthentication_needed'));
    const identity = (await auth.getUserIdentities()).data?.identities[0];
    expect(identity && (await auth.unlinkIdentity(identity)).error?.code).toBe('reauthentication_needed');
    const calls = [
      ['POST', '/passkeys/registration/options'],
      ['POST', '/passkeys/registration/verify'],
      ['PATCH', `/passkeys/${id}`],
      ['DELETE', `/passkeys/${id}`],
    ] as const;
    for (const [method, path] of calls) {
      const { status, body } = await ask(who, method, path, method === 'DELETE' ? undefined : {});
      expect([path, status, body?.code]).toEqual([path, 400, 'reauthentication_needed']);
    }
    expect(world.mails.filter((mail) => mail.to === who.email)).toEqual([]);
    expect(await signsIn(who.email, PASSWORD)).toBe(true);
  });

  it('what is no way in changes without one', async () => {
    const who = await somebody();
    const { data, error } = await who.client.auth.updateUser({ data: { display_name: 'Ada' } });
    expect([error, data.user?.user_metadata.display_name]).toEqual([null, 'Ada']);
  });

  it('the present password in the request changes the password and ends every other session', async () => {
    const who = await somebody();
    const other = world.client({ service });
    await other.auth.signInWithPassword({ email: who.email, password: PASSWORD });
    const wrong = await who.client.auth.updateUser({ password: NEW_PASSWORD, current_password: 'not the password' });
    expect(wrong.error?.code).toBe('invalid_credentials');
    const right = await who.client.auth.updateUser({ password: NEW_PASSWORD, current_password: PASSWORD });
    expect(right.error).toBeNull();
    expect((await who.client.auth.getUser()).error).toBeNull();
    expect((await other.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
    expect([await signsIn(who.email, PASSWORD), await signsIn(who.email, NEW_PASSWORD)]).toEqual([false, true]);
    // A proof in a request is for that request alone.
    expect((await who.client.auth.mfa.enroll({ factorType: 'totp' })).error?.code).toBe('reauthentication_needed');
  });

  it('the code mailed by reauthenticate changes the password once', async () => {
    const who = await somebody();
    const nonce = await mailedCode(who);
    const wrong = await who.client.auth.updateUser({
      password: NEW_PASSWORD,
      nonce: '000000' === nonce ? '1' : '000000',
    });
    expect(wrong.error?.code).toBe('reauthentication_not_valid');
    expect((await who.client.auth.updateUser({ password: NEW_PASSWORD, nonce })).error).toBeNull();
    const again = await who.client.auth.updateUser({ password: `${NEW_PASSWORD}!`, nonce });
    expect(again.error?.code).toBe('reauthentication_not_valid');
  });

  it('who has no password changes by a mailed code what a password would open', async () => {
    const who = await somebody();
    await world.sql.query('update auth.users set encrypted_password = null where email = $1', [who.email]);
    expect((await confirm(who, { password: PASSWORD })).body?.code).toBe('invalid_credentials');
    expect((await confirm(who, { nonce: await mailedCode(who) })).status).toBe(200);
    expect((await who.client.auth.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
    expect(await signsIn(who.email, NEW_PASSWORD)).toBe(true);
  });
});

describe('a confirmed session', () => {
  it('is open for every sensitive change for some minutes, and no other session of the person is', async () => {
    const who = await somebody();
    const other = world.client({ service });
    await other.auth.signInWithPassword({ email: who.email, password: PASSWORD });
    const confirmed = await confirm(who, { password: PASSWORD });
    const until = Date.parse(String(confirmed.body?.confirmed_until));
    expect(confirmed.status).toBe(200);
    expect(until - Date.now()).toBeLessThanOrEqual(300_000);
    const enrolled = await who.client.auth.mfa.enroll({ factorType: 'totp' });
    expect(enrolled.error).toBeNull();
    expect((await ask(who, 'POST', '/passkeys/registration/options')).status).toBe(200);
    expect((await who.client.auth.updateUser({ email: world.newAddress() })).error).toBeNull();
    expect((await other.auth.mfa.enroll({ factorType: 'totp' })).error?.code).toBe('reauthentication_needed');
    await world.sql.query(`update auth.session_confirmations set confirmed_until = now()`);
    const late = await who.client.auth.mfa.challengeAndVerify({
      factorId: enrolled.data?.id ?? '',
      code: codeFor(enrolled.data?.totp.secret ?? ''),
    });
    expect(late.error?.code).toBe('reauthentication_needed');
  });

  it('is no longer confirmed once the password has changed', async () => {
    const who = await somebody();
    await confirm(who, { password: PASSWORD });
    expect((await who.client.auth.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
    expect((await who.client.auth.mfa.enroll({ factorType: 'totp' })).error?.code).toBe('reauthentication_needed');
  });

  it('is confirmed by a code of the app too, by name or shown a second time, each code once', async () => {
    const who = await somebody();
    await confirm(who, { password: PASSWORD });
    const { data: factor } = await who.client.auth.mfa.enroll({ factorType: 'totp' });
    const secret = factor?.totp.secret ?? '';
    const factorId = factor?.id ?? '';
    const first = await who.client.auth.mfa.challengeAndVerify({ factorId, code: codeFor(secret, -1) });
    expect(first.error).toBeNull();
    await world.sql.query('delete from auth.session_confirmations');
    expect((await confirm(who, { factor_id: factorId, code: codeFor(secret, -1) })).status).toBe(422);
    expect((await who.client.auth.mfa.unenroll({ factorId })).error?.code).toBe('reauthentication_needed');
    expect((await confirm(who, { factor_id: factorId, code: codeFor(secret) })).status).toBe(200);
    expect((await ask(who, 'POST', '/passkeys/registration/options')).status).toBe(200);
    await world.sql.query('delete from auth.session_confirmations');

    // Shown while signing in, it is a sign-in; only a second time is it more.
    const again = world.client({ service });
    await again.auth.signInWithPassword({ email: who.email, password: PASSWORD });
    await world.sql.query('update auth.mfa_factors set last_time_step = null where id = $1', [factorId]);
    expect((await again.auth.mfa.challengeAndVerify({ factorId, code: codeFor(secret) })).error).toBeNull();
    expect((await again.auth.updateUser({ password: NEW_PASSWORD })).error?.code).toBe('reauthentication_needed');
    expect((await again.auth.mfa.challengeAndVerify({ factorId, code: codeFor(secret, 1) })).error).toBeNull();
    expect((await again.auth.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
  });

  it('is confirmed by no factor of somebody else and by nothing at all', async () => {
    const [who, other] = [await somebody(), await somebody()];
    await confirm(other, { password: PASSWORD });
    const { data: theirs } = await other.client.auth.mfa.enroll({ factorType: 'totp' });
    const code = codeFor(theirs?.totp.secret ?? '');
    expect((await confirm(who, { factor_id: theirs?.id, code })).status).toBe(404);
    // Its own, never verified: begun with a stolen session it would open the rest.
    expect((await confirm(other, { factor_id: theirs?.id, code })).body?.code).toBe('mfa_verification_failed');
    expect((await confirm(who, {})).body?.code).toBe('validation_failed');
    expect((await call(service, 'POST', '/reauthenticate', { password: PASSWORD })).status).toBe(401);
  });

  it('is not reached by guessing: wrong proofs are counted for the person, whichever they are', async () => {
    const who = await somebody();
    for (let guess = 0; guess < 4; guess++) await confirm(who, { password: `guess ${guess}` });
    for (let guess = 0; guess < 3; guess++) await confirm(who, { nonce: `00000${guess}` });
    for (let guess = 0; guess < 3; guess++)
      await who.client.auth.updateUser({ password: NEW_PASSWORD, current_password: `guess ${guess}` });
    const right = await confirm(who, { password: PASSWORD });
    expect([right.status, right.headers.has('retry-after')]).toEqual([429, true]);
    const byClient = await who.client.auth.updateUser({ password: NEW_PASSWORD, current_password: PASSWORD });
    expect(byClient.error?.status).toBe(429);
    expect((await confirm(await somebody(), { password: PASSWORD })).status).toBe(200);
  });
});

describe('recovery away from the site that was asked', () => {
  async function recoveryOf(who: Somebody) {
    const client = world.client({ service, flowType: 'pkce' });
    expect((await client.auth.resetPasswordForEmail(who.email, { redirectTo: `${SITE}/elsewhere` })).error).toBeNull();
    const mail = world.mails.findLast((one) => one.to === who.email && one.kind === 'recovery');
    const url = new URL(mail?.url ?? '');
    return { mail, url, token: new URLSearchParams(url.hash.slice(1)).get('token_hash') ?? '' };
  }
  const atPlatform = () => {
    const there = (request: Request) => service(new Request(request.url.replace(SITE, PLATFORM), request));
    return world.client({ service: there });
  };

  it('the link opens in any browser, sets the password once, and leaves no session behind', async () => {
    const who = await somebody();
    const { url, token } = await recoveryOf(who);
    expect(url.origin + url.pathname).toBe(`${PLATFORM}/login/reset-password`);
    expect(url.searchParams.size).toBe(0);
    const client = atPlatform();
    const { data, error } = await client.auth.verifyOtp({ type: 'recovery', token_hash: token });
    expect(error).toBeNull();
    const sessionId = JSON.parse(atob(data.session?.access_token.split('.')[1] ?? '')).session_id;
    // Bound to no site, over in ten minutes, and good for nothing but the password.
    expect(world.bound.has(sessionId)).toBe(false);
    const [session] = await world.sql.query<{ seconds: number }>(
      'select extract(epoch from not_after - created_at)::int as seconds from auth.sessions where id = $1',
      [sessionId],
    );
    expect(session?.seconds).toBe(600);
    expect((await client.auth.updateUser({ email: world.newAddress() })).error?.code).toBe('reauthentication_needed');
    expect((await client.auth.updateUser({ email: world.newAddress(), password: NEW_PASSWORD })).error?.code).toBe(
      'reauthentication_needed',
    );
    expect((await client.auth.mfa.enroll({ factorType: 'totp' })).error?.code).toBe('reauthentication_needed');
    expect((await client.auth.updateUser({ password: 'short' })).error?.code).toBe('weak_password');
    expect((await client.auth.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
    expect(await world.sql.query('select from auth.sessions where user_id = $1', [data.user?.id])).toEqual([]);
    expect((await atPlatform().auth.verifyOtp({ type: 'recovery', token_hash: token })).error?.code).toBe(
      'otp_expired',
    );
    expect([await signsIn(who.email, PASSWORD), await signsIn(who.email, NEW_PASSWORD)]).toEqual([false, true]);
  });

  it('past its ten minutes the session of a link sets no password', async () => {
    const who = await somebody();
    const client = atPlatform();
    await client.auth.verifyOtp({ type: 'recovery', token_hash: (await recoveryOf(who)).token });
    await world.sql.query('update auth.session_confirmations set confirmed_until = now()');
    expect((await client.auth.updateUser({ password: NEW_PASSWORD })).error?.code).toBe('reauthentication_needed');
    await world.sql.query(`update auth.sessions set not_after = now() where not_after is not null`);
    expect((await client.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
  });

  it('a verifying link of the published form leads on to the place and spends nothing', async () => {
    const who = await somebody();
    const { url, token } = await recoveryOf(who);
    for (const _ of [1, 2]) {
      const answer = await service(new Request(`${SITE}/auth/v1/verify?type=recovery&token=${token}`));
      expect([answer.status, answer.headers.get('location')]).toEqual([303, url.href]);
    }
    expect((await atPlatform().auth.verifyOtp({ type: 'recovery', token_hash: token })).error).toBeNull();
  });

  it.each(['the code', 'the token'])('by %s of the mail no session of a site sets the password', async (what) => {
    const who = await somebody();
    const { mail, token } = await recoveryOf(who);
    const client = world.client({ service });
    const { error } = await client.auth.verifyOtp(
      what === 'the code'
        ? { type: 'recovery', email: who.email, token: mail?.token ?? '' }
        : { type: 'recovery', token_hash: token },
    );
    expect(error).toBeNull();
    expect((await client.auth.updateUser({ password: NEW_PASSWORD })).error?.code).toBe('reauthentication_needed');
    expect(await signsIn(who.email, PASSWORD)).toBe(true);
  });

  it('the code of a mail sets no password at the place itself either: a site may have asked for it', async () => {
    const who = await somebody();
    const { mail } = await recoveryOf(who);
    const client = atPlatform();
    await client.auth.verifyOtp({ type: 'recovery', email: who.email, token: mail?.token ?? '' });
    expect((await client.auth.updateUser({ password: NEW_PASSWORD })).error?.code).toBe('reauthentication_needed');
  });

  it('who has a second factor shows it before the password changes', async () => {
    const who = await somebody();
    await confirm(who, { password: PASSWORD });
    const { data: factor } = await who.client.auth.mfa.enroll({ factorType: 'totp' });
    const secret = factor?.totp.secret ?? '';
    const factorId = factor?.id ?? '';
    await who.client.auth.mfa.challengeAndVerify({ factorId, code: codeFor(secret, -1) });
    const client = atPlatform();
    await client.auth.verifyOtp({ type: 'recovery', token_hash: (await recoveryOf(who)).token });
    expect((await client.auth.updateUser({ password: NEW_PASSWORD })).error?.code).toBe('insufficient_aal');
    expect((await client.auth.mfa.challengeAndVerify({ factorId, code: codeFor(secret) })).error).toBeNull();
    expect((await client.auth.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
  });
});

it('the service by itself asks for no proof and knows no confirmation', async () => {
  const who = await signUpSomebody(world);
  const plain = world.serve();
  const headers = { authorization: `Bearer ${await tokenOf(who)}` };
  expect((await call(plain, 'POST', '/reauthenticate', { password: PASSWORD }, headers)).status).toBe(404);
  expect((await who.client.auth.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
});
