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
const ask = async (client: Client, method: string, path: string, body?: unknown, of = service) =>
  call(of, method, path, body, { authorization: `Bearer ${await tokenOf(client)}` });
const confirm = (client: Client, proof: object) => ask(client, 'POST', '/reauthenticate', proof);
const claimsOf = async (client: Client) => decodeJwt(await tokenOf(client));
const leftOf = async (client: Client) => (await ask(client, 'GET', '/recovery-codes')).body?.left;

/** Signed up, with an app as second factor, and confirmed by the password. */
async function withFactor(of = service) {
  const who = await signUpSomebody(world, { service: of, passkeys: true });
  await ask(who.client, 'POST', '/reauthenticate', { password: PASSWORD }, of);
  const { data, error } = await who.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'app' });
  if (error) throw error;
  const shown = await who.client.auth.mfa.challengeAndVerify({ factorId: data.id, code: codeFor(data.totp.secret) });
  expect(shown.error).toBeNull();
  return { ...who, factorId: data.id };
}

async function withCodes() {
  const who = await withFactor();
  const made = await ask(who.client, 'POST', '/recovery-codes');
  return { ...who, made, codes: (made.body?.codes ?? []) as string[] };
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
    const { client, made, codes, user } = await withCodes();
    expect(made).toMatchObject({ status: 200, body: { left: 10, total: 10 } });
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^(?:[0-9abcdefghjkmnpqrstvwxyz]{4}-){6}[0-9a-z]{4}$/);
    const rows = await world.sql.query<{ row: string }>(
      'select to_jsonb(c)::text as row from auth.recovery_codes c where user_id = $1',
      [user.id],
    );
    expect(rows).toHaveLength(10);
    for (const code of codes) for (const { row } of rows) expect(row).not.toContain(code.replaceAll('-', ''));
    const later = await ask(client, 'GET', '/recovery-codes');
    expect(later.body).toEqual({ left: 10, total: 10, created_at: expect.any(String) });
    expect(await auditOf(user.id, 'recovery_codes_created')).toEqual([{ count: 10 }]);
  });

  it('needs a proof of presence, a second factor, and that it was shown', async () => {
    const nobody = await signUpSomebody(world, { service });
    const make = async (client: Client) => (await ask(client, 'POST', '/recovery-codes')).body?.code;
    expect(await make(nobody.client)).toBe('reauthentication_needed');
    await confirm(nobody.client, { password: PASSWORD });
    expect(await make(nobody.client)).toBe('mfa_factor_not_found');
    const who = await withFactor();
    const other = await signInAgain(who.email);
    await confirm(other, { password: PASSWORD });
    expect(await make(other)).toBe('insufficient_aal');
    expect((await call(service, 'POST', '/recovery-codes')).status).toBe(401);
  });

  it('replaces the one before, and goes with the last factor', async () => {
    const { client, codes, email, factorId } = await withCodes();
    const again = await ask(client, 'POST', '/recovery-codes');
    expect(again.body).toMatchObject({ left: 10, total: 10 });
    const later = await signInAgain(email);
    const old = await later.auth.mfa.challengeAndVerify({ factorId, code: codes[0] ?? '' });
    expect(old.error?.code).toBe('mfa_verification_failed');
    const [fresh = '', second = ''] = (again.body?.codes ?? []) as string[];
    expect((await later.auth.mfa.challengeAndVerify({ factorId, code: fresh })).error).toBeNull();
    await confirm(later, { recovery_code: second });
    expect((await later.auth.mfa.unenroll({ factorId })).error).toBeNull();
    expect(await leftOf(later)).toBe(0);
    await later.auth.refreshSession();
    expect(await claimsOf(later)).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] });
  });

  it('is neither made nor taken where the service is as published', async () => {
    const published = world.serve();
    const who = await signUpSomebody(world, { service: published });
    for (const method of ['GET', 'POST']) {
      expect((await ask(who.client, method, '/recovery-codes', undefined, published)).status).toBe(404);
    }
    const id = crypto.randomUUID();
    expect((await ask(who.client, 'PATCH', `/factors/${id}`, { friendly_name: 'x' }, published)).status).toBe(404);
    const { email, factorId, codes } = await withCodes();
    const there = await signInAgain(email, published);
    const tried = await there.auth.mfa.challengeAndVerify({ factorId, code: codes[0] ?? '' });
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
    const again = await (await signInAgain(email)).auth.mfa.challengeAndVerify({ factorId, code });
    expect(again.error?.code).toBe('mfa_verification_failed');
  });

  it('stands in for a security key that was lost', async () => {
    const { client, email, factorId, codes, user } = await withCodes();
    const [key] = await world.sql.query<{ id: string }>(
      `insert into auth.mfa_factors (user_id, friendly_name, factor_type, status, web_authn_credential)
       values ($1, 'key', 'webauthn', 'verified', '{"id": "AAAA", "transports": []}') returning id`,
      [user.id],
    );
    expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull();
    const later = await signInAgain(email);
    const { error } = await later.auth.mfa.challengeAndVerify({ factorId: key?.id ?? '', code: codes[0] ?? '' });
    expect(error).toBeNull();
    expect(await claimsOf(later)).toMatchObject({ aal: 'aal2' });
  });

  it('is taken once of many at the same time', async () => {
    const { email, factorId, codes } = await withCodes();
    const clients = await Promise.all(Array.from({ length: 4 }, () => signInAgain(email)));
    const answers = await Promise.all(
      clients.map((client) => client.auth.mfa.challengeAndVerify({ factorId, code: codes[0] ?? '' })),
    );
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
  });

  it('is another person’s at no time, and cannot be guessed: tries are counted as those of any factor', async () => {
    const { email, factorId, codes, user } = await withCodes();
    const stranger = await withCodes();
    const client = await signInAgain(email);
    // One was tried, and right, when the factor was set up.
    const tries = defaultLimits.factorAttempts.points - 1;
    for (const code of stranger.codes.slice(0, tries)) {
      const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code });
      expect(error?.code).toBe('mfa_verification_failed');
    }
    const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code: codes[0] ?? '' });
    expect(error?.code).toBe('over_request_rate_limit');
    expect(await leftOf(stranger.client)).toBe(10);
    expect((await auditOf(user.id, 'factor_failed')).length).toBe(tries);
  });

  it('confirms who is there before a sensitive change, and counts as a wrong proof where it is none', async () => {
    const { client, email, codes, user } = await withCodes();
    const other = await signInAgain(email);
    const wrong = await confirm(other, { recovery_code: 'a'.repeat(28) });
    expect(wrong).toMatchObject({ status: 422, body: { code: 'mfa_verification_failed' } });
    expect(await auditOf(user.id, 'proof_failed')).toHaveLength(1);
    const right = await confirm(other, { recovery_code: codes[3] });
    expect(right).toMatchObject({ status: 200, body: { confirmed_until: expect.any(String) } });
    expect((await confirm(other, { recovery_code: codes[3] })).status).toBe(422);
    expect(await leftOf(client)).toBe(9);
    for (let at = 0; at < defaultLimits.proofFailuresPerPerson.points; at++)
      await confirm(other, { recovery_code: 'b' });
    expect((await confirm(other, { recovery_code: codes[4] })).status).toBe(429);
  });
});

describe('the name of a factor', () => {
  it('is changed by its person alone, after a proof, and is nobody else’s among their own', async () => {
    const { client, factorId, email } = await withCodes();
    const rename = (by: Client, name: string, id = factorId) =>
      ask(by, 'PATCH', `/factors/${id}`, { friendly_name: name });
    expect(await rename(client, ' Work phone ')).toMatchObject({ status: 200, body: { friendly_name: 'Work phone' } });
    expect((await client.auth.mfa.listFactors()).data?.totp).toMatchObject([{ friendly_name: 'Work phone' }]);
    await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'other' });
    expect((await rename(client, 'other')).body?.code).toBe('mfa_factor_name_conflict');
    expect((await rename(client, '  ')).body?.code).toBe('validation_failed');
    const stranger = await withFactor();
    expect((await rename(stranger.client, 'mine now')).status).toBe(404);
    const half = await signInAgain(email);
    expect((await rename(half, 'x')).body?.code).toBe('reauthentication_needed');
    await confirm(half, { password: PASSWORD });
    expect((await rename(half, 'x')).body?.code).toBe('insufficient_aal');
  });
});

describe('a passkey as proof', () => {
  const sign = (key: SoftwareKey, challenge: string) => key.use({ challenge, origin: SITE, rpId: HOST });

  it('confirms the session of its person, once, and signs nobody in', async () => {
    const who = await signUpSomebody(world, { service, passkeys: true });
    expect((await ask(who.client, 'POST', '/reauthenticate/passkey')).status).toBe(404);
    await confirm(who.client, { password: PASSWORD });
    const key = new SoftwareKey();
    const begun = await who.client.auth.passkey.startRegistration();
    if (!begun.data) throw begun.error;
    const { challenge_id: challengeId, options } = begun.data;
    const registered = key.register({ challenge: options.challenge, origin: SITE, rpId: HOST }, options.user.id);
    await who.client.auth.passkey.verifyRegistration({ challengeId, credential: registered as never });

    const other = await signInAgain(who.email);
    const challenge = async (by: Client) => {
      const { body } = await ask(by, 'POST', '/reauthenticate/passkey');
      return body as { challenge_id: string; options: { challenge: string; allowCredentials: { id: string }[] } };
    };
    const first = await challenge(other);
    expect(first.options.allowCredentials).toMatchObject([{ id: key.id.toString('base64url') }]);
    const credential = sign(key, first.options.challenge);
    const signIn = await other.auth.passkey.verifyAuthentication({
      challengeId: first.challenge_id,
      credential: credential as never,
    });
    expect(signIn.error?.code).toBe('webauthn_challenge_not_found');
    const proof = { passkey: { challenge_id: first.challenge_id, credential } };
    const stranger = await withFactor();
    expect((await confirm(stranger.client, proof)).body?.code).toBe('webauthn_challenge_not_found');
    expect((await confirm(other, proof)).status).toBe(200);
    expect((await confirm(other, proof)).body?.code).toBe('webauthn_challenge_not_found');
    const second = await challenge(other);
    const forged = sign(new SoftwareKey(), second.options.challenge);
    const refused = await confirm(other, { passkey: { challenge_id: second.challenge_id, credential: forged } });
    expect(refused.body?.code).toBe('webauthn_verification_failed');
  });

  it('and a factor shown in a session of a passkey confirms it too', async () => {
    const { client, factorId, codes } = await withCodes();
    const session = (await claimsOf(client)).session_id;
    await world.sql.query(
      `with lowered as (update auth.sessions set aal = 'aal1' where id = $1),
       gone as (delete from auth.session_confirmations where session_id = $1)
       update auth.mfa_amr_claims set authentication_method = 'passkey'
        where session_id = $1 and authentication_method = 'password'`,
      [session],
    );
    const rename = () => ask(client, 'PATCH', `/factors/${factorId}`, { friendly_name: 'renamed' });
    expect((await rename()).body?.code).toBe('reauthentication_needed');
    const shown = await client.auth.mfa.challengeAndVerify({ factorId, code: codes[0] ?? '' });
    expect(shown.error).toBeNull();
    expect((await rename()).status).toBe(200);
  });
});
