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
const newUser = () => signUpSomebody(world, { service });
const codeFor = (secret: string, stepsAhead = 0) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1_000) + stepsAhead * 30 });

async function tokenOf(user: Pick<Somebody, 'client'>): Promise<string> {
  return (await user.client.auth.getSession()).data.session?.access_token ?? '';
}

async function request(user: Pick<Somebody, 'client'>, method: string, path: string, body?: unknown) {
  return call(service, method, path, body, { authorization: `Bearer ${await tokenOf(user)}` });
}

const confirm = (user: Pick<Somebody, 'client'>, proof: object) => request(user, 'POST', '/reauthenticate', proof);

async function mailedCode(user: Somebody): Promise<string> {
  const { error } = await user.client.auth.reauthenticate();
  expect(error).toBeNull();
  return world.mails.findLast((mail) => mail.to === user.email && mail.kind === 'reauthentication')?.token ?? '';
}

async function signsIn(email: string, password: string): Promise<boolean> {
  const { data } = await world.client({ service }).auth.signInWithPassword({ email, password });
  return data.session !== null;
}

describe('where sensitive changes need a proof', () => {
  it('a session alone changes nothing, however new it is', async () => {
    const user = await newUser();
    const id = crypto.randomUUID();
    const { auth } = user.client;
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
      const { status, body } = await request(user, method, path, method === 'DELETE' ? undefined : {});
      expect([path, status, body?.code]).toEqual([path, 400, 'reauthentication_needed']);
    }
    expect(world.mails.filter((mail) => mail.to === user.email)).toEqual([]);
    expect(await signsIn(user.email, PASSWORD)).toBe(true);
  });

  it('what is no credential changes without one', async () => {
    const user = await newUser();
    const { data, error } = await user.client.auth.updateUser({ data: { display_name: 'Ada' } });
    expect([error, data.user?.user_metadata.display_name]).toEqual([null, 'Ada']);
  });

  it('the present password in the request changes the password and ends every other session', async () => {
    const user = await newUser();
    const otherUser = world.client({ service });
    await otherUser.auth.signInWithPassword({ email: user.email, password: PASSWORD });
    const wrong = await user.client.auth.updateUser({ password: NEW_PASSWORD, current_password: 'not the password' });
    expect(wrong.error?.code).toBe('invalid_credentials');
    const correct = await user.client.auth.updateUser({ password: NEW_PASSWORD, current_password: PASSWORD });
    expect(correct.error).toBeNull();
    expect((await user.client.auth.getUser()).error).toBeNull();
    expect((await otherUser.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
    expect([await signsIn(user.email, PASSWORD), await signsIn(user.email, NEW_PASSWORD)]).toEqual([false, true]);
    // A proof in a request is valid for that request only.
    expect((await user.client.auth.mfa.enroll({ factorType: 'totp' })).error?.code).toBe('reauthentication_needed');
  });

  it('the code mailed by reauthenticate changes the password once', async () => {
    const user = await newUser();
    const nonce = await mailedCode(user);
    const wrong = await user.client.auth.updateUser({
      password: NEW_PASSWORD,
      nonce: '000000' === nonce ? '1' : '000000',
    });
    expect(wrong.error?.code).toBe('reauthentication_not_valid');
    expect((await user.client.auth.updateUser({ password: NEW_PASSWORD, nonce })).error).toBeNull();
    const repeated = await user.client.auth.updateUser({ password: `${NEW_PASSWORD}!`, nonce });
    expect(repeated.error?.code).toBe('reauthentication_not_valid');
  });

  it('who has no password changes by a mailed code what a password would open', async () => {
    const user = await newUser();
    await world.sql.query('update auth.users set encrypted_password = null where email = $1', [user.email]);
    expect((await confirm(user, { password: PASSWORD })).body?.code).toBe('invalid_credentials');
    expect((await confirm(user, { nonce: await mailedCode(user) })).status).toBe(200);
    expect((await user.client.auth.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
    expect(await signsIn(user.email, NEW_PASSWORD)).toBe(true);
  });
});

describe('a confirmed session', () => {
  it('is open for every sensitive change for some minutes, and no other session of the person is', async () => {
    const user = await newUser();
    const otherUser = world.client({ service });
    await otherUser.auth.signInWithPassword({ email: user.email, password: PASSWORD });
    const confirmed = await confirm(user, { password: PASSWORD });
    const until = Date.parse(String(confirmed.body?.confirmed_until));
    expect(confirmed.status).toBe(200);
    expect(until - Date.now()).toBeLessThanOrEqual(300_000);
    const enrolled = await user.client.auth.mfa.enroll({ factorType: 'totp' });
    expect(enrolled.error).toBeNull();
    expect((await request(user, 'POST', '/passkeys/registration/options')).status).toBe(200);
    expect((await user.client.auth.updateUser({ email: world.newAddress() })).error).toBeNull();
    expect((await otherUser.auth.mfa.enroll({ factorType: 'totp' })).error?.code).toBe('reauthentication_needed');
    await world.sql.query(`update auth.session_confirmations set confirmed_until = now()`);
    const second = await user.client.auth.mfa.challengeAndVerify({
      factorId: enrolled.data?.id ?? '',
      code: codeFor(enrolled.data?.totp.secret ?? ''),
    });
    expect(second.error?.code).toBe('reauthentication_needed');
  });

  it('is no longer confirmed once the password has changed', async () => {
    const user = await newUser();
    await confirm(user, { password: PASSWORD });
    expect((await user.client.auth.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
    expect((await user.client.auth.mfa.enroll({ factorType: 'totp' })).error?.code).toBe('reauthentication_needed');
  });

  it('is confirmed by a code of the app too, by name or shown a second time, each code once', async () => {
    const user = await newUser();
    await confirm(user, { password: PASSWORD });
    const { data: factor } = await user.client.auth.mfa.enroll({ factorType: 'totp' });
    const secret = factor?.totp.secret ?? '';
    const factorId = factor?.id ?? '';
    const first = await user.client.auth.mfa.challengeAndVerify({ factorId, code: codeFor(secret, -1) });
    expect(first.error).toBeNull();
    await world.sql.query('delete from auth.session_confirmations');
    expect((await confirm(user, { factor_id: factorId, code: codeFor(secret, -1) })).status).toBe(422);
    expect((await user.client.auth.mfa.unenroll({ factorId })).error?.code).toBe('reauthentication_needed');
    expect((await confirm(user, { factor_id: factorId, code: codeFor(secret) })).status).toBe(200);
    expect((await request(user, 'POST', '/passkeys/registration/options')).status).toBe(200);
    await world.sql.query('delete from auth.session_confirmations');

    // A factor verified at sign-in belongs to signing in; only a second verification confirms.
    const repeated = world.client({ service });
    await repeated.auth.signInWithPassword({ email: user.email, password: PASSWORD });
    await world.sql.query('update auth.mfa_factors set last_time_step = null where id = $1', [factorId]);
    expect((await repeated.auth.mfa.challengeAndVerify({ factorId, code: codeFor(secret) })).error).toBeNull();
    expect((await repeated.auth.updateUser({ password: NEW_PASSWORD })).error?.code).toBe('reauthentication_needed');
    expect((await repeated.auth.mfa.challengeAndVerify({ factorId, code: codeFor(secret, 1) })).error).toBeNull();
    expect((await repeated.auth.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
  });

  it('is confirmed by no factor of somebody else and by nothing at all', async () => {
    const [user, otherUser] = [await newUser(), await newUser()];
    await confirm(otherUser, { password: PASSWORD });
    const { data: otherFactor } = await otherUser.client.auth.mfa.enroll({ factorType: 'totp' });
    const code = codeFor(otherFactor?.totp.secret ?? '');
    expect((await confirm(user, { factor_id: otherFactor?.id, code })).status).toBe(404);
    // Its own unverified factor: enrolled in a stolen session it would unlock the rest.
    expect((await confirm(otherUser, { factor_id: otherFactor?.id, code })).body?.code).toBe('mfa_verification_failed');
    expect((await confirm(user, {})).body?.code).toBe('validation_failed');
    expect((await call(service, 'POST', '/reauthenticate', { password: PASSWORD })).status).toBe(401);
  });

  it('is not reached by guessing: wrong proofs are counted for the person, whichever they are', async () => {
    const user = await newUser();
    for (let guess = 0; guess < 4; guess++) await confirm(user, { password: `guess ${guess}` });
    for (let guess = 0; guess < 3; guess++) await confirm(user, { nonce: `00000${guess}` });
    for (let guess = 0; guess < 3; guess++)
      await user.client.auth.updateUser({ password: NEW_PASSWORD, current_password: `guess ${guess}` });
    const correct = await confirm(user, { password: PASSWORD });
    expect([correct.status, correct.headers.has('retry-after')]).toEqual([429, true]);
    const byClient = await user.client.auth.updateUser({ password: NEW_PASSWORD, current_password: PASSWORD });
    expect(byClient.error?.status).toBe(429);
    expect((await confirm(await newUser(), { password: PASSWORD })).status).toBe(200);
  });
});

describe('recovery away from the site that was asked', () => {
  async function recoveryOf(user: Somebody) {
    const client = world.client({ service, flowType: 'pkce' });
    expect((await client.auth.resetPasswordForEmail(user.email, { redirectTo: `${SITE}/elsewhere` })).error).toBeNull();
    const mail = world.mails.findLast((sentMail) => sentMail.to === user.email && sentMail.kind === 'recovery');
    const url = new URL(mail?.url ?? '');
    return { mail, url, token: new URLSearchParams(url.hash.slice(1)).get('token_hash') ?? '' };
  }
  const atPlatform = () => {
    const platformService = (request: Request) => service(new Request(request.url.replace(SITE, PLATFORM), request));
    return world.client({ service: platformService });
  };

  it('the link opens in any browser, sets the password once, and leaves no session behind', async () => {
    const user = await newUser();
    const { url, token } = await recoveryOf(user);
    expect(url.origin + url.pathname).toBe(`${PLATFORM}/login/reset-password`);
    expect(url.searchParams.size).toBe(0);
    const client = atPlatform();
    const { data, error } = await client.auth.verifyOtp({ type: 'recovery', token_hash: token });
    expect(error).toBeNull();
    const sessionId = JSON.parse(atob(data.session?.access_token.split('.')[1] ?? '')).session_id;
    // Bound to no site, valid for ten minutes, and only for the password.
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
    expect([await signsIn(user.email, PASSWORD), await signsIn(user.email, NEW_PASSWORD)]).toEqual([false, true]);
  });

  it('past its ten minutes the session of a link sets no password', async () => {
    const user = await newUser();
    const client = atPlatform();
    await client.auth.verifyOtp({ type: 'recovery', token_hash: (await recoveryOf(user)).token });
    await world.sql.query('update auth.session_confirmations set confirmed_until = now()');
    expect((await client.auth.updateUser({ password: NEW_PASSWORD })).error?.code).toBe('reauthentication_needed');
    await world.sql.query(`update auth.sessions set not_after = now() where not_after is not null`);
    expect((await client.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
  });

  it('a verification link of the published form redirects to the password page and uses nothing up', async () => {
    const user = await newUser();
    const { url, token } = await recoveryOf(user);
    for (const _ of [1, 2]) {
      const response = await service(new Request(`${SITE}/auth/v1/verify?type=recovery&token=${token}`));
      expect([response.status, response.headers.get('location')]).toEqual([303, url.href]);
    }
    expect((await atPlatform().auth.verifyOtp({ type: 'recovery', token_hash: token })).error).toBeNull();
  });

  it.each(['the code', 'the token'])('by %s of the mail no session of a site sets the password', async (secret) => {
    const user = await newUser();
    const { mail, token } = await recoveryOf(user);
    const client = world.client({ service });
    const { error } = await client.auth.verifyOtp(
      secret === 'the code'
        ? { type: 'recovery', email: user.email, token: mail?.token ?? '' }
        : { type: 'recovery', token_hash: token },
    );
    expect(error).toBeNull();
    expect((await client.auth.updateUser({ password: NEW_PASSWORD })).error?.code).toBe('reauthentication_needed');
    expect(await signsIn(user.email, PASSWORD)).toBe(true);
  });

  it('the code of a mail sets no password at the place itself either: a site may have asked for it', async () => {
    const user = await newUser();
    const { mail } = await recoveryOf(user);
    const client = atPlatform();
    await client.auth.verifyOtp({ type: 'recovery', email: user.email, token: mail?.token ?? '' });
    expect((await client.auth.updateUser({ password: NEW_PASSWORD })).error?.code).toBe('reauthentication_needed');
  });

  it('a user with a second factor verifies it before the password changes', async () => {
    const user = await newUser();
    await confirm(user, { password: PASSWORD });
    const { data: factor } = await user.client.auth.mfa.enroll({ factorType: 'totp' });
    const secret = factor?.totp.secret ?? '';
    const factorId = factor?.id ?? '';
    await user.client.auth.mfa.challengeAndVerify({ factorId, code: codeFor(secret, -1) });
    const client = atPlatform();
    await client.auth.verifyOtp({ type: 'recovery', token_hash: (await recoveryOf(user)).token });
    expect((await client.auth.updateUser({ password: NEW_PASSWORD })).error?.code).toBe('insufficient_aal');
    expect((await client.auth.mfa.challengeAndVerify({ factorId, code: codeFor(secret) })).error).toBeNull();
    expect((await client.auth.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
  });
});

it('the service by itself asks for no proof and knows no confirmation', async () => {
  const user = await signUpSomebody(world);
  const plain = world.serve();
  const headers = { authorization: `Bearer ${await tokenOf(user)}` };
  expect((await call(plain, 'POST', '/reauthenticate', { password: PASSWORD }, headers)).status).toBe(404);
  expect((await user.client.auth.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
});
