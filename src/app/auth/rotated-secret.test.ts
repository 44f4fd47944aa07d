import { createSecureContext } from 'node:tls';
import { crypto } from 'acme-client';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authEncryption } from '#backend/auth/encryption.ts';
import { encryptedCertificateKeys } from '#base/server/domain-tools.ts';
import { type EncryptedColumn, reencryptColumns } from '#base/server/encrypted-columns.ts';
import { secretOwner } from '#base/server/provider-secrets.ts';
import { apiKeysOf, createTokens, timingSafeHash } from '#base/server/tokens.ts';
import { createIssuer } from '#tests/certificates.ts';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { TEST_SECRET } from '#tests/db/seed-world.ts';
import { openWorld, type World } from '#tests/db/world.ts';

const NEXT = 'the secret that comes after it, long enough to sign with';
const DOMAIN = 'sealed.school.test';
const DIRECTORY = 'https://authority.test/directory';

// One app before another secret, one after it that names the former one, and one that has forgotten it.
let world: World;
let before: AppWorld;
let after: AppWorld;
let token: string;
let factor: { id: string; secret: string };
let pushKey: string;
beforeAll(async () => {
  world = await openWorld();
  before = await openApp(world);
  token = (await before.signIn('demo', 'instructor@demo.test')).access_token;
  await before.confirm(token);
  const created = await before.call('/auth/v1/factors', { method: 'POST', token, body: { factor_type: 'totp' } });
  const { id, totp } = (await created.json()) as { id: string; totp: { secret: string } };
  factor = { id, secret: totp.secret };
  pushKey = before.runtime.pushKeys.privateKey;
  await keepCertificate();
  await world.sql.query(
    `insert into public.sign_in_providers (account_id, provider, source, client_id, sealed_secret) values ($1, 'google', 'own', 'x', $2)`,
    [world.demo, before.runtime.providerSecrets.encrypt(secretOwner(world.demo, 'google'), 'a secret of Google')],
  );
  after = await openApp(world, {}, { secret: NEXT, formerSecrets: [TEST_SECRET] });
});
afterAll(async () => {
  await before.close();
  await after.close();
  await world.close();
});

/** A certificate for a domain of demo, and the key of an account at its authority, sealed as the jobs seal them. */
async function keepCertificate(): Promise<void> {
  const key = await crypto.createPrivateEcdsaKey();
  const [, request] = await crypto.createCsr({ commonName: DOMAIN }, key);
  const chain = createIssuer().issue(Buffer.from(crypto.getPemBodyAsB64u(request), 'base64url'), DOMAIN, 90);
  // It is one that a server can show.
  createSecureContext({ key, cert: chain });
  const { encryption: sealing } = before.runtime.domains;
  const [claim] = await world.sql.query<{ id: string }>(
    `insert into public.domain_claims (account_id, domain, state) values ($1, $2, 'live') returning id`,
    [world.demo, DOMAIN],
  );
  await world.sql.query(
    `insert into private.domain_certificates (account_id, claim_id, chain, sealed_key, valid_until)
     values ($1, $2, $3, $4, now() + interval '90 days')`,
    [world.demo, claim?.id, chain, sealing.encrypt(DOMAIN, key.toString())],
  );
  await world.sql.query('insert into private.acme_accounts (directory, sealed_key) values ($1, $2)', [
    DIRECTORY,
    sealing.encrypt(DIRECTORY, 'the key of an account'),
  ]);
}

const rest = async (app: AppWorld, key: string) =>
  (await app.call('/rest/v1/courses?select=id&limit=1', { headers: { apikey: key } })).status;
const userOf = async (app: AppWorld) => (await app.call('/auth/v1/user', { token })).status;

/** Shows a code of the authenticator app, so many steps of half a minute from now. */
async function showCode(app: AppWorld, by: string, step: number): Promise<number> {
  const path = `/auth/v1/factors/${factor.id}`;
  const requests = await app.call(`${path}/challenge`, { method: 'POST', token: by });
  const { id: challenge_id } = (await requests.json()) as { id: string };
  const code = generateSync({ secret: factor.secret, epoch: Math.floor(Date.now() / 1_000) + step * 30 });
  return (await app.call(`${path}/verify`, { method: 'POST', token: by, body: { challenge_id, code } })).status;
}

function signedSchool(secret: string): string {
  const end = Math.floor(Date.now() / 1_000) + 60;
  return `${world.demo}.${end}.${timingSafeHash(secret, `recovery at ${world.demo} until ${end}`)}`;
}

describe('with another secret that names the former one', () => {
  test('whoever was signed in still is, and a page that was open goes on with its key', async () => {
    expect(await userOf(after)).toBe(200);
    expect(await rest(after, before.runtime.keys.anon_key)).toBe(200);
    expect(await rest(after, apiKeysOf(TEST_SECRET).publishable_key)).toBe(200);
  });

  test('new tokens and keys are of the new secret', async () => {
    const { access_token } = await after.signIn('demo', 'student@demo.test');
    expect(await createTokens(NEXT).verify(access_token)).not.toBeNull();
    expect(await createTokens(TEST_SECRET).verify(access_token)).toBeNull();
  });

  test('the former secret key opens nothing any more', async () => {
    expect(await rest(after, before.runtime.keys.service_role_key)).toBe(401);
    expect(await rest(after, apiKeysOf(TEST_SECRET).secret_key)).toBe(401);
  });

  test('all that was sealed is opened, and a recovery link on its way keeps its dress', async () => {
    expect(await showCode(after, token, -1)).toBe(200);
    expect(await after.runtime.certificates.contextOf(DOMAIN)).not.toBeNull();
    expect(after.runtime.pushKeys.privateKey).toBe(pushKey);
    expect((await after.runtime.recoveryLinks.schoolOf(signedSchool(TEST_SECRET)))?.account_id).toBe(world.demo);
  });
});

describe('what a former secret had sealed', () => {
  const formerly = authEncryption(timingSafeHash(TEST_SECRET, 'auth'));
  const rows = () => world.sql.query<{ secret: string }>('select secret from auth.mfa_factors order by id');

  test('is sealed anew in batches, each value once, and goes on where it was ended', async () => {
    const ids = await world.sql.query<{ id: string; user_id: string }>(
      'select gen_random_uuid() as id, user_id from generate_series(1, 450), (select user_id from public.members limit 1) m',
    );
    const values = ids.map(({ id }) => formerly.encrypt(id, 'a key of an app'));
    await world.sql.query(
      `insert into auth.mfa_factors (id, user_id, factor_type, status, secret)
       select id, $2, 'totp', 'unverified', secret from unnest($1::uuid[], $3::text[]) as f (id, secret)`,
      [ids.map(({ id }) => id), ids[0]?.user_id, values],
    );
    let attempts = 0;
    const first = await reencryptColumns(world.sql, after.runtime.encryptedColumns, () => ++attempts > 1);
    expect(first).toEqual({ sealedAnew: 200, unreadable: 0 });
    // The other 251 factors, two keys of certificates, that of push, and the secret of a provider.
    expect(await reencryptColumns(world.sql, after.runtime.encryptedColumns)).toEqual({
      sealedAnew: 255,
      unreadable: 0,
    });
    expect(await reencryptColumns(world.sql, after.runtime.encryptedColumns)).toEqual({ sealedAnew: 0, unreadable: 0 });
  });

  test('is left alone where it was changed meanwhile', async () => {
    const [factors] = after.runtime.encryptedColumns;
    if (!factors) throw new Error('Nothing is sealed.');
    const old: EncryptedColumn = {
      ...factors,
      rows: factors.rows.replace('secret as sealed', "'what it was' as sealed"),
      encryption: { reencrypt: () => 'what it was, sealed anew' },
    };
    const stored = await rows();
    expect(await reencryptColumns(world.sql, [old])).toEqual({ sealedAnew: 0, unreadable: 0 });
    expect(await rows()).toEqual(stored);
  });

  test('is counted and left alone where no secret opens it', async () => {
    const stored = await rows();
    const strange = await openApp(world, {}, { secret: 'a secret that nobody ever had before this test' });
    const places = strange.runtime.encryptedColumns.filter(({ name }) => name !== 'keys of push');
    expect(await reencryptColumns(world.sql, places)).toEqual({ sealedAnew: 0, unreadable: stored.length + 3 });
    expect(await rows()).toEqual(stored);
    await strange.close();
    // Such a start makes keys of push of its own.
    await world.sql.query('delete from private.push_keys');
  });
});

describe('once the former secret is named no more', () => {
  test('what it signed counts no more, what it had sealed is there', async () => {
    const alone = await openApp(world, {}, { secret: NEXT });
    expect(await userOf(alone)).toBe(403);
    expect(await rest(alone, before.runtime.keys.anon_key)).toBe(401);
    expect(await alone.runtime.recoveryLinks.schoolOf(signedSchool(TEST_SECRET))).toBeNull();
    expect(await alone.runtime.certificates.contextOf(DOMAIN)).not.toBeNull();
    const [account] = await world.sql.query<{ sealed_key: string }>(
      'select sealed_key from private.acme_accounts where directory = $1',
      [DIRECTORY],
    );
    const [{ sealed_secret = '' } = {}] = await world.sql.query<{ sealed_secret: string }>(
      `select sealed_secret from public.sign_in_providers where provider = 'google'`,
    );
    expect(alone.runtime.providerSecrets.decrypt(secretOwner(world.demo, 'google'), sealed_secret)).toBe(
      'a secret of Google',
    );
    const keys = encryptedCertificateKeys(alone.runtime.domains.encryption)[1];
    expect(keys?.encryption.reencrypt(DIRECTORY, account?.sealed_key ?? '')).toBeNull();
    const again = (await alone.signIn('demo', 'instructor@demo.test')).access_token;
    expect(await showCode(alone, again, 0)).toBe(200);
    await alone.close();
  });
});
