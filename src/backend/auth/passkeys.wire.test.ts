import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, openWireWorld, SITE, type WireWorld } from '#tests/db/auth-wire.ts';
import { signUpSomebody } from '#tests/mail-reader.ts';
import { SoftwareKey } from '#tests/software-key.ts';

const HOST = new URL(SITE).hostname;

let world: WireWorld;
let service: (request: Request) => Promise<Response>;
beforeAll(async () => {
  world = await openWireWorld();
  service = world.serve({ passkeyEnabled: true, webauthnRpDisplayName: 'The school' });
});
afterAll(() => world.close());

const atThisSite = (challenge: string) => ({ challenge, origin: SITE, rpId: HOST });
const client = (of = service) => world.client({ service: of, passkeys: true });

async function withPasskey() {
  const user = await signUpSomebody(world, { service, passkeys: true });
  const key = new SoftwareKey();
  const started = await user.client.auth.passkey.startRegistration();
  if (!started.data) throw started.error;
  const { challenge_id: challengeId, options } = started.data;
  const created = await user.client.auth.passkey.verifyRegistration({
    challengeId,
    credential: key.register(atThisSite(options.challenge), options.user.id) as never,
  });
  return { ...user, key, started: started.data, created: created.data, error: created.error };
}

async function signIn(key: SoftwareKey, change: Partial<ReturnType<typeof atThisSite>> = {}, of = service) {
  const userClient = client(of);
  const started = await userClient.auth.passkey.startAuthentication();
  if (!started.data) throw started.error;
  const { challenge_id: challengeId, options } = started.data;
  const credential = key.use({ ...atThisSite(options.challenge), ...change });
  return {
    started: started.data,
    credential,
    ...(await userClient.auth.passkey.verifyAuthentication({ challengeId, credential: credential as never })),
  };
}

// https://supabase.com/docs/reference/javascript/auth-passkey (startRegistration, verifyRegistration)
describe('registering a passkey', () => {
  it('asks for one that can be found again, for this host and person', async () => {
    const { started, created, error, user } = await withPasskey();
    expect(error).toBeNull();
    expect(started.options).toMatchObject({
      rp: { id: HOST, name: 'The school' },
      user: { id: Buffer.from(user.id).toString('base64url') },
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true },
    });
    expect(started.expires_at).toBeGreaterThan(Date.now() / 1_000);
    expect(created).toMatchObject({ id: expect.any(String), created_at: expect.any(String) });
  });

  it('has 256 random bits to sign, beside the id under which they are kept', async () => {
    const [first, second] = [await withPasskey(), await withPasskey()];
    const used = [await signIn(first.key), await signIn(first.key)];
    const challenges = [first.started, second.started, ...used.map(({ started }) => started)].map(
      (started) => started.options.challenge,
    );
    for (const challenge of challenges) expect(Buffer.from(challenge, 'base64url')).toHaveLength(32);
    expect(new Set(challenges).size).toBe(4);
  });

  it('lists existing ones, so that no key is registered twice', async () => {
    const { client: userClient, key } = await withPasskey();
    const { data } = await userClient.auth.passkey.startRegistration();
    expect(data?.options.excludeCredentials).toMatchObject([{ id: key.id.toString('base64url') }]);
    const otherUser = await signUpSomebody(world, { service, passkeys: true });
    const started = await otherUser.client.auth.passkey.startRegistration();
    const duplicate = await otherUser.client.auth.passkey.verifyRegistration({
      challengeId: started.data?.challenge_id ?? '',
      credential: key.register(atThisSite(started.data?.options.challenge ?? '')) as never,
    });
    expect(duplicate.error).toMatchObject({ status: 422, code: 'webauthn_credential_exists' });
  });

  it('is refused in GoTrue’s words', async () => {
    const user = await signUpSomebody(world, { service, passkeys: true });
    const second = await signUpSomebody(world, { service, passkeys: true });
    const token = (of: typeof user) => ({ authorization: `Bearer ${of.session.access_token}` });
    const begin = async () => (await user.client.auth.passkey.startRegistration()).data;
    const path = '/passkeys/registration/verify';
    const send = (body: unknown, of = user) => call(service, 'POST', path, body, token(of));
    const key = new SoftwareKey();

    const ownChallenge = await begin();
    const right = {
      challenge_id: ownChallenge?.challenge_id,
      credential: key.register(atThisSite(ownChallenge?.options.challenge ?? '')),
    };
    expect(await send(right, second)).toMatchObject({ status: 400, body: { code: 'webauthn_challenge_not_found' } });
    const foreignOrigin = { ...atThisSite(ownChallenge?.options.challenge ?? ''), origin: 'https://evil.test' };
    expect(await send({ ...right, credential: key.register(foreignOrigin) })).toMatchObject({
      status: 400,
      body: { code: 'webauthn_verification_failed' },
    });
    expect((await send(right)).body?.code).toBe('webauthn_challenge_not_found');
    const expired = await begin();
    await world.sql.query('update auth.webauthn_challenges set expires_at = now()');
    expect((await send({ ...right, challenge_id: expired?.challenge_id })).body?.code).toBe(
      'webauthn_challenge_expired',
    );
    expect((await send({ credential: right.credential })).body?.code).toBe('validation_failed');
    expect((await send({ challenge_id: 'x', credential: right.credential })).body?.code).toBe('validation_failed');
    expect((await send({ challenge_id: ownChallenge?.challenge_id })).body?.code).toBe('validation_failed');
    const malformed = await begin();
    expect((await send({ challenge_id: malformed?.challenge_id, credential: { id: 5 } })).body?.code).toBe(
      'webauthn_verification_failed',
    );
    expect(await call(service, 'POST', '/passkeys/registration/options', {})).toMatchObject({
      status: 401,
      body: { code: 'no_authorization' },
    });
    expect(await call(world.serve(), 'POST', '/passkeys/registration/options', {}, token(user))).toMatchObject({
      status: 404,
      body: { code: 'passkey_disabled' },
    });
    const none = world.serve({ passkeyEnabled: true, passkeyMaxPasskeysPerUser: 0 });
    expect(await call(none, 'POST', '/passkeys/registration/options', {}, token(user))).toMatchObject({
      status: 422,
      body: { code: 'too_many_passkeys' },
    });
  });
});

// https://supabase.com/docs/reference/javascript/auth-passkey (startAuthentication, verifyAuthentication)
describe('signing in by passkey', () => {
  it('needs no name: the key says whose it is', async () => {
    const { key, user } = await withPasskey();
    const { data, error, started } = await signIn(key);
    expect(error).toBeNull();
    expect(started.options).toMatchObject({ rpId: HOST, userVerification: 'preferred' });
    expect(started.options.allowCredentials ?? []).toEqual([]);
    expect(data?.user?.id).toBe(user.id);
    const claims = decodeJwt(data?.session?.access_token ?? '');
    expect(claims).toMatchObject({ aal: 'aal1', amr: [{ method: 'passkey' }] });
    expect(world.bound.get(String(claims.session_id))).toBe('school.test');
  });

  it('accepts an assertion once', async () => {
    const { key } = await withPasskey();
    const { started, credential } = await signIn(key);
    const repeated = await call(service, 'POST', '/passkeys/authentication/verify', {
      challenge_id: started.challenge_id,
      credential,
    });
    expect(repeated).toMatchObject({ status: 400, body: { code: 'webauthn_challenge_not_found' } });
  });

  it('is refused for another page, host, key and person, and for a copied key', async () => {
    const { key } = await withPasskey();
    const { user: second } = await withPasskey();
    for (const change of [{ origin: 'https://evil.test' }, { rpId: 'evil.test' }, { challenge: 'AAAA' }]) {
      expect((await signIn(key, change)).error).toMatchObject({ status: 400, code: 'webauthn_verification_failed' });
    }
    expect((await signIn(new SoftwareKey())).error?.code).toBe('webauthn_verification_failed');
    const right = key.userHandle;
    key.userHandle = Buffer.from(second.id).toString('base64url');
    expect((await signIn(key)).error?.code).toBe('webauthn_verification_failed');
    key.userHandle = right;
    expect((await signIn(key)).error).toBeNull();
    key.counter = 0;
    expect((await signIn(key)).error?.code).toBe('webauthn_verification_failed');
  });

  it('is rejected for banned and deleted users', async () => {
    const { key, user } = await withPasskey();
    const admin = world.admin().auth.admin;
    await admin.updateUserById(user.id, { ban_duration: '1h' });
    expect((await signIn(key)).error).toMatchObject({ status: 403, code: 'user_banned' });
    await admin.deleteUser(user.id, true);
    expect((await signIn(key)).error?.code).toBe('webauthn_verification_failed');
  });
});

// https://supabase.com/docs/reference/javascript/auth-passkey (list, update, delete), …/auth-admin-passkey
describe('keeping passkeys', () => {
  it('lists, names and deletes one’s own', async () => {
    const { client: userClient, created, key } = await withPasskey();
    const passkeyId = created?.id ?? '';
    const named = await userClient.auth.passkey.update({ passkeyId, friendlyName: 'my laptop' });
    expect(named.data).toMatchObject({ id: passkeyId, friendly_name: 'my laptop' });
    await signIn(key);
    expect((await userClient.auth.passkey.list()).data).toMatchObject([
      { id: passkeyId, friendly_name: 'my laptop', last_used_at: expect.any(String) },
    ]);
    const { client: otherUser, session } = await withPasskey();
    expect((await otherUser.auth.passkey.update({ passkeyId, friendlyName: 'mine' })).error).toMatchObject({
      status: 404,
      code: 'webauthn_credential_not_found',
    });
    expect((await otherUser.auth.passkey.delete({ passkeyId })).error?.code).toBe('webauthn_credential_not_found');
    for (const name of ['', 'x'.repeat(121)]) {
      expect((await userClient.auth.passkey.update({ passkeyId, friendlyName: name })).error?.code).toBe(
        'validation_failed',
      );
    }
    const malformed = await call(service, 'DELETE', '/passkeys/x', undefined, {
      authorization: `Bearer ${session.access_token}`,
    });
    expect(malformed).toMatchObject({ status: 404, body: { code: 'validation_failed' } });
    expect((await userClient.auth.passkey.delete({ passkeyId })).error).toBeNull();
    expect((await userClient.auth.passkey.list()).data).toEqual([]);
    expect((await signIn(key)).error?.code).toBe('webauthn_verification_failed');
  });

  it('lists and removes any user’s for the service key', async () => {
    const { user, created } = await withPasskey();
    const admin = world.client({ service, key: world.serviceKey, passkeys: true }).auth.admin;
    const passkeyId = created?.id ?? '';
    expect((await admin.passkey.listPasskeys({ userId: user.id })).data).toMatchObject([{ id: passkeyId }]);
    expect((await admin.passkey.deletePasskey({ userId: user.id, passkeyId })).error).toBeNull();
    expect((await admin.passkey.deletePasskey({ userId: user.id, passkeyId })).error?.code).toBe(
      'webauthn_credential_not_found',
    );
    const unknownId = crypto.randomUUID();
    expect((await admin.passkey.listPasskeys({ userId: unknownId })).error?.code).toBe('user_not_found');
  });

  it('requires the second factor of a user who has one', async () => {
    const { user, session } = await signUpSomebody(world, { service });
    await world.sql.query(
      `insert into auth.mfa_factors (user_id, friendly_name, factor_type, status) values ($1, 'app', 'totp', 'verified')`,
      [user.id],
    );
    const response = await call(
      service,
      'POST',
      '/passkeys/registration/options',
      {},
      {
        authorization: `Bearer ${session.access_token}`,
      },
    );
    expect(response).toMatchObject({ status: 403, body: { code: 'insufficient_aal' } });
  });
});

describe('where a passkey stands for both factors', () => {
  it('counts only if the authenticator has verified the person, when it is made and when it is used', async () => {
    const { key, user, session } = await withPasskey();
    const strict = world.serve({ passkeyEnabled: true, passkeyUserVerificationRequired: true });
    const bearer = { authorization: `Bearer ${session.access_token}` };
    const started = await call(strict, 'POST', '/passkeys/registration/options', {}, bearer);
    const { challenge_id, options } = started.body as { challenge_id: string; options: { challenge: string } };
    expect(options).toMatchObject({ authenticatorSelection: { userVerification: 'required' } });
    const second = new SoftwareKey();
    second.verifiesPerson = false;
    const credential = second.register(atThisSite(options.challenge), user.id);
    expect(
      await call(strict, 'POST', '/passkeys/registration/verify', { challenge_id, credential }, bearer),
    ).toMatchObject({ status: 400, body: { code: 'webauthn_verification_failed' } });

    key.verifiesPerson = false;
    const rejected = await signIn(key, {}, strict);
    expect(rejected.started.options.userVerification).toBe('required');
    expect(rejected.error).toMatchObject({ status: 400, code: 'webauthn_verification_failed' });
    expect((await signIn(key)).error).toBeNull();
    key.verifiesPerson = true;
    expect((await signIn(key, {}, strict)).error).toBeNull();
  });
});
