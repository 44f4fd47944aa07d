import { decodeJwt } from 'jose';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, openWireWorld, PASSWORD, SITE, type WireWorld } from '#tests/db/auth-wire.ts';
import { signUpSomebody } from '#tests/mail-reader.ts';
import { SoftwareKey } from '#tests/software-key.ts';
import { defaultLimits } from './rate-limits.ts';

const HOST = new URL(SITE).hostname;

let world: WireWorld;
let service: (request: Request) => Promise<Response>;
beforeAll(async () => {
  world = await openWireWorld();
  service = world.serve({
    sensitiveChangesNeedProof: true,
    recordFailures: true,
    passkeyEnabled: true,
    mfaWebAuthnEnrollEnabled: true,
    mfaWebAuthnVerifyEnabled: true,
    mfaRecoveryCodesEnabled: true,
    mfaRenameEnabled: true,
  });
});
afterAll(() => world.close());

type Client = ReturnType<WireWorld['client']>;
const codeFor = (secret: string) => generateSync({ secret, epoch: Math.floor(Date.now() / 1_000) });
const tokenOf = async (client: Client) => (await client.auth.getSession()).data.session?.access_token ?? '';
const request = async (client: Client, method: string, path: string, body?: unknown, of = service) =>
  call(of, method, path, body, { authorization: `Bearer ${await tokenOf(client)}` });
const confirm = (client: Client, proof: object) => request(client, 'POST', '/reauthenticate', proof);
const claimsOf = async (client: Client) => decodeJwt(await tokenOf(client));
const leftOf = async (client: Client) => (await request(client, 'GET', '/recovery-codes')).body?.left;

/** Signed up, with an app as second factor, and confirmed by the password. */
async function withFactor(of = service) {
  const user = await signUpSomebody(world, { service: of, passkeys: true });
  await request(user.client, 'POST', '/reauthenticate', { password: PASSWORD }, of);
  const { data, error } = await user.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'app' });
  if (error) throw error;
  const verified = await user.client.auth.mfa.challengeAndVerify({
    factorId: data.id,
    code: codeFor(data.totp.secret),
  });
  expect(verified.error).toBeNull();
  return { ...user, factorId: data.id };
}

async function withCodes() {
  const user = await withFactor();
  const created = await request(user.client, 'POST', '/recovery-codes');
  return { ...user, created, codes: (created.body?.codes ?? []) as string[] };
}

async function signInAgain(email: string, of = service) {
  const client = world.client({ service: of, passkeys: true });
  await client.auth.signInWithPassword({ email, password: PASSWORD });
  return client;
}

const auditOf = async (userId: string, action: string) =>
  (
    await world.sql.query<{ traits: object }>(
      `select payload -> 'traits' as traits from auth.audit_log_entries
       where payload ->> 'actor_id' = $1 and payload ->> 'action' = $2 order by created_at`,
      [userId, action],
    )
  ).map(({ traits }) => traits);

describe('a set of recovery codes', () => {
  it('is ten codes of 140 random bits, shown once and stored hashed', async () => {
    const { client, created, codes, user } = await withCodes();
    expect(created).toMatchObject({ status: 200, body: { left: 10, total: 10 } });
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^(?:[0-9abcdefghjkmnpqrstvwxyz]{4}-){6}[0-9a-z]{4}$/);
    const rows = await world.sql.query<{ row: string }>(
      'select to_jsonb(c)::text as row from auth.recovery_codes c where user_id = $1',
      [user.id],
    );
    expect(rows).toHaveLength(10);
    for (const code of codes) for (const { row } of rows) expect(row).not.toContain(code.replaceAll('-', ''));
    const laterClient = await request(client, 'GET', '/recovery-codes');
    expect(laterClient.body).toEqual({ left: 10, total: 10, created_at: expect.any(String) });
    expect(await auditOf(user.id, 'recovery_codes_created')).toEqual([{ count: 10 }]);
  });

  it('needs a proof of presence, a second factor, and that it was shown', async () => {
    const plainUser = await signUpSomebody(world, { service });
    const make = async (client: Client) => (await request(client, 'POST', '/recovery-codes')).body?.code;
    expect(await make(plainUser.client)).toBe('reauthentication_needed');
    await confirm(plainUser.client, { password: PASSWORD });
    expect(await make(plainUser.client)).toBe('mfa_factor_not_found');
    const user = await withFactor();
    const otherClient = await signInAgain(user.email);
    await confirm(otherClient, { password: PASSWORD });
    expect(await make(otherClient)).toBe('insufficient_aal');
    expect((await call(service, 'POST', '/recovery-codes')).status).toBe(401);
  });

  it('replaces the one before, and goes with the last factor', async () => {
    const { client, codes, email, factorId } = await withCodes();
    const secondSet = await request(client, 'POST', '/recovery-codes');
    expect(secondSet.body).toMatchObject({ left: 10, total: 10 });
    const laterClient = await signInAgain(email);
    const old = await laterClient.auth.mfa.challengeAndVerify({ factorId, code: codes[0] ?? '' });
    expect(old.error?.code).toBe('mfa_verification_failed');
    const [fresh = '', second = ''] = (secondSet.body?.codes ?? []) as string[];
    expect((await laterClient.auth.mfa.challengeAndVerify({ factorId, code: fresh })).error).toBeNull();
    await confirm(laterClient, { recovery_code: second });
    expect((await laterClient.auth.mfa.unenroll({ factorId })).error).toBeNull();
    expect(await leftOf(laterClient)).toBe(0);
    await laterClient.auth.refreshSession();
    expect(await claimsOf(laterClient)).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] });
  });

  it('is neither made nor taken where the service is as published', async () => {
    const published = world.serve();
    const user = await signUpSomebody(world, { service: published });
    for (const method of ['GET', 'POST']) {
      expect((await request(user.client, method, '/recovery-codes', undefined, published)).status).toBe(404);
    }
    const id = crypto.randomUUID();
    expect((await request(user.client, 'PATCH', `/factors/${id}`, { friendly_name: 'x' }, published)).status).toBe(404);
    const { email, factorId, codes } = await withCodes();
    const publishedClient = await signInAgain(email, published);
    const tried = await publishedClient.auth.mfa.challengeAndVerify({ factorId, code: codes[0] ?? '' });
    expect(tried.error?.code).toBe('mfa_verification_failed');
    expect((await call(published, 'GET', '/settings')).body).not.toHaveProperty('recovery_codes');
  });
});

describe('a recovery code', () => {
  it('stands in for the factor at sign-in, once, and its person is told by mail', async () => {
    const { email, factorId, codes, user } = await withCodes();
    const [code = ''] = codes;
    const client = await signInAgain(email);
    expect(await claimsOf(client)).toMatchObject({ aal: 'aal1' });
    const typed = ` ${code.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l')} `;
    const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code: typed });
    expect(error).toBeNull();
    expect(await claimsOf(client)).toMatchObject({
      aal: 'aal2',
      amr: [{ method: 'mfa/recovery_code' }, { method: 'password' }],
    });
    expect((await client.auth.refreshSession()).data.session).not.toBeNull();
    expect(await claimsOf(client)).toMatchObject({ aal: 'aal2' });
    expect(await leftOf(client)).toBe(9);
    const mails = world.mails.filter((mail) => mail.to === email && mail.kind === 'recovery_code_used');
    expect(mails).toMatchObject([{ left: 9, url: '', token: '', scope: HOST }]);
    expect(await auditOf(user.id, 'recovery_code_used')).toEqual([{ left: 9 }]);
    const secondSet = await (await signInAgain(email)).auth.mfa.challengeAndVerify({ factorId, code });
    expect(secondSet.error?.code).toBe('mfa_verification_failed');
  });

  it('replaces a lost security key', async () => {
    const { client, email, factorId, codes, user } = await withCodes();
    const [key] = await world.sql.query<{ id: string }>(
      `insert into auth.mfa_factors (user_id, friendly_name, factor_type, status, web_authn_credential)
       values ($1, 'key', 'webauthn', 'verified', '{"id": "AAAA", "transports": []}') returning id`,
      [user.id],
    );
    expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull();
    const laterClient = await signInAgain(email);
    const { error } = await laterClient.auth.mfa.challengeAndVerify({ factorId: key?.id ?? '', code: codes[0] ?? '' });
    expect(error).toBeNull();
    expect(await claimsOf(laterClient)).toMatchObject({ aal: 'aal2' });
  });

  it('is taken once of many at the same time', async () => {
    const { email, factorId, codes } = await withCodes();
    const clients = await Promise.all(Array.from({ length: 4 }, () => signInAgain(email)));
    const responses = await Promise.all(
      clients.map((client) => client.auth.mfa.challengeAndVerify({ factorId, code: codes[0] ?? '' })),
    );
    expect(responses.filter(({ error }) => error === null)).toHaveLength(1);
  });

  it('is another person’s at no time, and cannot be guessed: tries are counted as those of any factor', async () => {
    const { email, factorId, codes, user } = await withCodes();
    const otherUser = await withCodes();
    const client = await signInAgain(email);
    // One attempt, a correct one, was made when the factor was set up.
    const tries = defaultLimits.factorAttempts.points - 1;
    for (const code of otherUser.codes.slice(0, tries)) {
      const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code });
      expect(error?.code).toBe('mfa_verification_failed');
    }
    const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code: codes[0] ?? '' });
    expect(error?.code).toBe('over_request_rate_limit');
    expect(await leftOf(otherUser.client)).toBe(10);
    expect((await auditOf(user.id, 'factor_failed')).length).toBe(tries);
  });

  it('confirms who is there before a sensitive change, and counts as a wrong proof where it is none', async () => {
    const { client, email, codes, user } = await withCodes();
    const otherClient = await signInAgain(email);
    const wrong = await confirm(otherClient, { recovery_code: 'a'.repeat(28) });
    expect(wrong).toMatchObject({ status: 422, body: { code: 'mfa_verification_failed' } });
    expect(await auditOf(user.id, 'proof_failed')).toHaveLength(1);
    const correct = await confirm(otherClient, { recovery_code: codes[3] });
    expect(correct).toMatchObject({ status: 200, body: { confirmed_until: expect.any(String) } });
    expect((await confirm(otherClient, { recovery_code: codes[3] })).status).toBe(422);
    expect(await leftOf(client)).toBe(9);
    for (let at = 0; at < defaultLimits.proofFailuresPerPerson.points; at++)
      await confirm(otherClient, { recovery_code: 'b' });
    expect((await confirm(otherClient, { recovery_code: codes[4] })).status).toBe(429);
  });
});

describe('the name of a factor', () => {
  it('is changed by its person alone, after a proof, and is nobody else’s among their own', async () => {
    const { client, factorId, email } = await withCodes();
    const rename = (by: Client, name: string, id = factorId) =>
      request(by, 'PATCH', `/factors/${id}`, { friendly_name: name });
    expect(await rename(client, ' Work phone ')).toMatchObject({ status: 200, body: { friendly_name: 'Work phone' } });
    expect((await client.auth.mfa.listFactors()).data?.totp).toMatchObject([{ friendly_name: 'Work phone' }]);
    await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'other' });
    expect((await rename(client, 'other')).body?.code).toBe('mfa_factor_name_conflict');
    expect((await rename(client, '  ')).body?.code).toBe('validation_failed');
    const otherUser = await withFactor();
    expect((await rename(otherUser.client, 'mine now')).status).toBe(404);
    const half = await signInAgain(email);
    expect((await rename(half, 'x')).body?.code).toBe('reauthentication_needed');
    await confirm(half, { password: PASSWORD });
    expect((await rename(half, 'x')).body?.code).toBe('insufficient_aal');
  });
});

describe('a passkey as proof', () => {
  const sign = (key: SoftwareKey, challenge: string) => key.use({ challenge, origin: SITE, rpId: HOST });

  it('confirms the session of its person, once, and signs nobody in', async () => {
    const user = await signUpSomebody(world, { service, passkeys: true });
    expect((await request(user.client, 'POST', '/reauthenticate/passkey')).status).toBe(404);
    await confirm(user.client, { password: PASSWORD });
    const key = new SoftwareKey();
    const started = await user.client.auth.passkey.startRegistration();
    if (!started.data) throw started.error;
    const { challenge_id: challengeId, options } = started.data;
    const registered = key.register({ challenge: options.challenge, origin: SITE, rpId: HOST }, options.user.id);
    await user.client.auth.passkey.verifyRegistration({ challengeId, credential: registered as never });

    const otherClient = await signInAgain(user.email);
    const challenge = async (by: Client) => {
      const { body } = await request(by, 'POST', '/reauthenticate/passkey');
      return body as { challenge_id: string; options: { challenge: string; allowCredentials: { id: string }[] } };
    };
    const first = await challenge(otherClient);
    expect(first.options.allowCredentials).toMatchObject([{ id: key.id.toString('base64url') }]);
    const credential = sign(key, first.options.challenge);
    const signIn = await otherClient.auth.passkey.verifyAuthentication({
      challengeId: first.challenge_id,
      credential: credential as never,
    });
    expect(signIn.error?.code).toBe('webauthn_challenge_not_found');
    const proof = { passkey: { challenge_id: first.challenge_id, credential } };
    const otherUser = await withFactor();
    expect((await confirm(otherUser.client, proof)).body?.code).toBe('webauthn_challenge_not_found');
    expect((await confirm(otherClient, proof)).status).toBe(200);
    expect((await confirm(otherClient, proof)).body?.code).toBe('webauthn_challenge_not_found');
    const second = await challenge(otherClient);
    const forged = sign(new SoftwareKey(), second.options.challenge);
    const rejected = await confirm(otherClient, { passkey: { challenge_id: second.challenge_id, credential: forged } });
    expect(rejected.body?.code).toBe('webauthn_verification_failed');
  });

  it('and a factor verified in a passkey’s session confirms it too', async () => {
    const { client, factorId, codes } = await withCodes();
    const session = (await claimsOf(client)).session_id;
    await world.sql.query(
      `with lowered as (update auth.sessions set aal = 'aal1' where id = $1),
       gone as (delete from auth.session_confirmations where session_id = $1)
       update auth.mfa_amr_claims set authentication_method = 'passkey'
        where session_id = $1 and authentication_method = 'password'`,
      [session],
    );
    const rename = () => request(client, 'PATCH', `/factors/${factorId}`, { friendly_name: 'renamed' });
    expect((await rename()).body?.code).toBe('reauthentication_needed');
    const verified = await client.auth.mfa.challengeAndVerify({ factorId, code: codes[0] ?? '' });
    expect(verified.error).toBeNull();
    expect((await rename()).status).toBe(200);
  });
});
