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

const here = (challenge: string) => ({ challenge, origin: SITE, rpId: HOST });
const client = (of = service) => world.client({ service: of, passkeys: true });

async function withPasskey() {
  const who = await signUpSomebody(world, { service, passkeys: true });
  const key = new SoftwareKey();
  const begun = await who.client.auth.passkey.startRegistration();
  if (!begun.data) throw begun.error;
  const { challenge_id: challengeId, options } = begun.data;
  const made = await who.client.auth.passkey.verifyRegistration({
    challengeId,
    credential: key.register(here(options.challenge), options.user.id) as never,
  });
  return { ...who, key, begun: begun.data, made: made.data, error: made.error };
}

async function signIn(key: SoftwareKey, change: Partial<ReturnType<typeof here>> = {}, of = service) {
  const theirs = client(of);
  const begun = await theirs.auth.passkey.startAuthentication();
  if (!begun.data) throw begun.error;
  const { challenge_id: challengeId, options } = begun.data;
  const credential = key.use({ ...here(options.challenge), ...change });
  return {
    begun: begun.data,
    credential,
    ...(await theirs.auth.passkey.verifyAuthentication({ challengeId, credential: credential as never })),
  };
}

// https://supabase.com/docs/reference/javascript/auth-passkey (startRegistration, verifyRegistration)
describe('registering a passkey', () => {
  it('asks for one that can be found again, for this host and person', async () => {
    const { begun, made, error, user } = await withPasskey();
    expect(error).toBeNull();
    expect(begun.options).toMatchObject({
      rp: { id: HOST, name: 'The school' },
      user: { id: Buffer.from(user.id).toString('base64url') },
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true },
    });
    expect(begun.expires_at).toBeGreaterThan(Date.now() / 1_000);
    expect(made).toMatchObject({ id: expect.any(String), created_at: expect.any(String) });
  });

  it('has 256 random bits to sign, beside the id under which they are kept', async () => {
    const [one, other] = [await withPasskey(), await withPasskey()];
    const used = [await signIn(one.key), await signIn(one.key)];
    const challenges = [one.begun, other.begun, ...used.map(({ begun }) => begun)].map(
      (begun) => begun.options.challenge,
    );
    for (const challenge of challenges) expect(Buffer.from(challenge, 'base64url')).toHaveLength(32);
    expect(new Set(challenges).size).toBe(4);
  });

  it('names the ones there are, so that no key is registered twice', async () => {
    const { client: theirs, key } = await withPasskey();
    const { data } = await theirs.auth.passkey.startRegistration();
    expect(data?.options.excludeCredentials).toMatchObject([{ id: key.id.toString('base64url') }]);
    const stranger = await signUpSomebody(world, { service, passkeys: true });
    const begun = await stranger.client.auth.passkey.startRegistration();
    const taken = await stranger.client.auth.passkey.verifyRegistration({
      challengeId: begun.data?.challenge_id ?? '',
      credential: key.register(here(begun.data?.options.challenge ?? '')) as never,
    });
    expect(taken.error).toMatchObject({ status: 422, code: 'webauthn_credential_exists' });
  });

  it('is refused in GoTrue’s words', async () => {
    const who = await signUpSomebody(world, { service, passkeys: true });
    const other = await signUpSomebody(world, { service, passkeys: true });
    const token = (of: typeof who) => ({ authorization: `Bearer ${of.session.access_token}` });
    const begin = async () => (await who.client.auth.passkey.startRegistration()).data;
    const path = '/passkeys/registration/verify';
    const send = (body: unknown, of = who) => call(service, 'POST', path, body, token(of));
    const key = new SoftwareKey();

    const mine = await begin();
    const right = { challenge_id: mine?.challenge_id, credential: key.register(here(mine?.options.challenge ?? '')) };
    expect(await send(right, other)).toMatchObject({ status: 400, body: { code: 'webauthn_challenge_not_found' } });
    const evil = { ...here(mine?.options.challenge ?? ''), origin: 'https://evil.test' };
    expect(await send({ ...right, credential: key.register(evil) })).toMatchObject({
      status: 400,
      body: { code: 'webauthn_verification_failed' },
    });
    expect((await send(right)).body?.code).toBe('webauthn_challenge_not_found');
    const late = await begin();
    await world.sql.query('update auth.webauthn_challenges set expires_at = now()');
    expect((await send({ ...right, challenge_id: late?.challenge_id })).body?.code).toBe('webauthn_challenge_expired');
    expect((await send({ credential: right.credential })).body?.code).toBe('validation_failed');
    expect((await send({ challenge_id: 'x', credential: right.credential })).body?.code).toBe('validation_failed');
    expect((await send({ challenge_id: mine?.challenge_id })).body?.code).toBe('validation_failed');
    const odd = await begin();
    expect((await send({ challenge_id: odd?.challenge_id, credential: { id: 5 } })).body?.code).toBe(
      'webauthn_verification_failed',
    );
    expect(await call(service, 'POST', '/passkeys/registration/options', {})).toMatchObject({
      status: 401,
      body: { code: 'no_authorization' },
    });
    expect(await call(world.serve(), 'POST', '/passkeys/registration/options', {}, token(who))).toMatchObject({
      status: 404,
      body: { code: 'passkey_disabled' },
    });
    const none = world.serve({ passkeyEnabled: true, passkeyMaxPasskeysPerUser: 0 });
    expect(await call(none, 'POST', '/passkeys/registration/options', {}, token(who))).toMatchObject({
      status: 422,
      body: { code: 'too_many_passkeys' },
    });
  });
});

// https://supabase.com/docs/reference/javascript/auth-passkey (startAuthentication, verifyAuthentication)
describe('signing in by passkey', () => {
  it('needs no name: the key says whose it is', async () => {
    const { key, user } = await withPasskey();
    const { data, error, begun } = await signIn(key);
    expect(error).toBeNull();
    expect(begun.options).toMatchObject({ rpId: HOST, userVerification: 'preferred' });
    expect(begun.options.allowCredentials ?? []).toEqual([]);
    expect(data?.user?.id).toBe(user.id);
    const claims = decodeJwt(data?.session?.access_token ?? '');
    expect(claims).toMatchObject({ aal: 'aal1', amr: [{ method: 'passkey' }] });
    expect(world.bound.get(String(claims.session_id))).toBe('school.test');
  });

  it('takes an answer once', async () => {
    const { key } = await withPasskey();
    const { begun, credential } = await signIn(key);
    const again = await call(service, 'POST', '/passkeys/authentication/verify', {
      challenge_id: begun.challenge_id,
      credential,
    });
    expect(again).toMatchObject({ status: 400, body: { code: 'webauthn_challenge_not_found' } });
  });

  it('is refused for another page, host, key and person, and for a copied key', async () => {
    const { key } = await withPasskey();
    const { user: other } = await withPasskey();
    for (const change of [{ origin: 'https://evil.test' }, { rpId: 'evil.test' }, { challenge: 'AAAA' }]) {
      expect((await signIn(key, change)).error).toMatchObject({ status: 400, code: 'webauthn_verification_failed' });
    }
    expect((await signIn(new SoftwareKey())).error?.code).toBe('webauthn_verification_failed');
    const right = key.userHandle;
    key.userHandle = Buffer.from(other.id).toString('base64url');
    expect((await signIn(key)).error?.code).toBe('webauthn_verification_failed');
    key.userHandle = right;
    expect((await signIn(key)).error).toBeNull();
    key.counter = 0;
    expect((await signIn(key)).error?.code).toBe('webauthn_verification_failed');
  });

  it('is refused for whoever is banned or gone', async () => {
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
    const { client: theirs, made, key } = await withPasskey();
    const passkeyId = made?.id ?? '';
    const named = await theirs.auth.passkey.update({ passkeyId, friendlyName: 'my laptop' });
    expect(named.data).toMatchObject({ id: passkeyId, friendly_name: 'my laptop' });
    await signIn(key);
    expect((await theirs.auth.passkey.list()).data).toMatchObject([
      { id: passkeyId, friendly_name: 'my laptop', last_used_at: expect.any(String) },
    ]);
    const { client: stranger, session } = await withPasskey();
    expect((await stranger.auth.passkey.update({ passkeyId, friendlyName: 'mine' })).error).toMatchObject({
      status: 404,
      code: 'webauthn_credential_not_found',
    });
    expect((await stranger.auth.passkey.delete({ passkeyId })).error?.code).toBe('webauthn_credential_not_found');
    for (const name of ['', 'x'.repeat(121)]) {
      expect((await theirs.auth.passkey.update({ passkeyId, friendlyName: name })).error?.code).toBe(
        'validation_failed',
      );
    }
    const odd = await call(service, 'DELETE', '/passkeys/x', undefined, {
      authorization: `Bearer ${session.access_token}`,
    });
    expect(odd).toMatchObject({ status: 404, body: { code: 'validation_failed' } });
    expect((await theirs.auth.passkey.delete({ passkeyId })).error).toBeNull();
    expect((await theirs.auth.passkey.list()).data).toEqual([]);
    expect((await signIn(key)).error?.code).toBe('webauthn_verification_failed');
  });

  it('shows and takes away anybody’s for the service key', async () => {
    const { user, made } = await withPasskey();
    const admin = world.client({ service, key: world.serviceKey, passkeys: true }).auth.admin;
    const passkeyId = made?.id ?? '';
    expect((await admin.passkey.listPasskeys({ userId: user.id })).data).toMatchObject([{ id: passkeyId }]);
    expect((await admin.passkey.deletePasskey({ userId: user.id, passkeyId })).error).toBeNull();
    expect((await admin.passkey.deletePasskey({ userId: user.id, passkeyId })).error?.code).toBe(
      'webauthn_credential_not_found',
    );
    const nobody = crypto.randomUUID();
    expect((await admin.passkey.listPasskeys({ userId: nobody })).error?.code).toBe('user_not_found');
  });

  it('wants the second factor of whoever has one', async () => {
    const { user, session } = await signUpSomebody(world, { service });
    await world.sql.query(
      `insert into auth.mfa_factors (user_id, friendly_name, factor_type, status) values ($1, 'app', 'totp', 'verified')`,
      [user.id],
    );
    const answer = await call(
      service,
      'POST',
      '/passkeys/registration/options',
      {},
      {
        authorization: `Bearer ${session.access_token}`,
      },
    );
    expect(answer).toMatchObject({ status: 403, body: { code: 'insufficient_aal' } });
  });
});

describe('where a passkey stands for both factors', () => {
  it('counts only if the authenticator has verified the person, when it is made and when it is used', async () => {
    const { key, user, session } = await withPasskey();
    const strict = world.serve({ passkeyEnabled: true, passkeyUserVerificationRequired: true });
    const bearer = { authorization: `Bearer ${session.access_token}` };
    const begun = await call(strict, 'POST', '/passkeys/registration/options', {}, bearer);
    const { challenge_id, options } = begun.body as { challenge_id: string; options: { challenge: string } };
    expect(options).toMatchObject({ authenticatorSelection: { userVerification: 'required' } });
    const other = new SoftwareKey();
    other.verifiesPerson = false;
    const credential = other.register(here(options.challenge), user.id);
    expect(
      await call(strict, 'POST', '/passkeys/registration/verify', { challenge_id, credential }, bearer),
    ).toMatchObject({ status: 400, body: { code: 'webauthn_verification_failed' } });

    key.verifiesPerson = false;
    const refused = await signIn(key, {}, strict);
    expect(refused.begun.options.userVerification).toBe('required');
    expect(refused.error).toMatchObject({ status: 400, code: 'webauthn_verification_failed' });
    expect((await signIn(key)).error).toBeNull();
    key.verifiesPerson = true;
    expect((await signIn(key, {}, strict)).error).toBeNull();
  });
});
