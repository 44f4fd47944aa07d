import { gunzipSync } from 'node:zlib';
import { DataIntegrityProof } from '@digitalbazaar/data-integrity';
import { createVerifyCryptosuite } from '@digitalbazaar/eddsa-jcs-2022-cryptosuite';
import * as vc from '@digitalbazaar/vc';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiEnv, type ApiTools, fromSql } from '#base/server/api.ts';
import { errorResponse } from '#base/server/http.ts';
import { badgeKeyEncryption } from '#base/server/open-badges/issuer-keys.ts';
import { AppError } from '#base/shared/errors.ts';
import { type CertificateWorld, openCertificates } from '#tests/db/certificates.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import { textOf } from '#tests/texts.ts';
import { api } from './server.ts';

const ORIGIN = 'http://demo.localhost:3000';
const ISSUER = 'did:web:demo.localhost%3A3000:api:open-badges:issuer';

let world: World;
let at: CertificateWorld;
let secret = 'the secret of this installation';
beforeAll(async () => {
  world = await openWorld();
  at = await openCertificates(world);
  await world.sql.query('delete from public.open_badges');
});
afterAll(() => world.close());

function routes() {
  const router = new Hono<ApiEnv>();
  router.use(async (context, next) => {
    const account = { account_id: world.demo, slug: 'demo', domain: null, is_platform: false, features: [] };
    context.set('account', account);
    context.set('caller', { role: 'anon', claims: {} });
    context.set('origin', ORIGIN);
    context.set('network', '127.0.0.0/24');
    await next();
  });
  const tools = {
    database: world.database,
    limit: async () => {},
    badgeKeys: badgeKeyEncryption(secret),
    jobs: { t: textOf },
    siteUrlOf: async () => ORIGIN,
  };
  api(router, tools as unknown as ApiTools);
  router.onError((raw) => {
    const error = fromSql(raw);
    if (error instanceof AppError) return errorResponse(error);
    throw error;
  });
  return router;
}

async function read<Body>(address: string): Promise<Body> {
  const response = await routes().request(address.replace(ORIGIN, ''));
  if (response.status !== 200) throw new Error(`${address}: ${response.status}`);
  return (await response.json()) as Body;
}

type Credential = {
  id: string;
  issuer: { id: string; name: string };
  validUntil?: string;
  credentialSubject: { achievement: { name: string; criteria: { narrative: string }; inLanguage?: string } };
  credentialStatus: { statusListIndex: string; statusListCredential: string };
  proof: { verificationMethod: string; proofValue: string; created: string };
};
type StatusList = { credentialSubject: { encodedList: string } };

/** The Open Badge of a certificate that is issued for a course of this title. */
async function issue(title: string): Promise<{ id: string; certificate: string }> {
  await world.sql.query('update public.courses set title = $2 where id = $1', [at.course, title]);
  await at.complete();
  const certificate = (await at.issued()).at(-1)?.id ?? '';
  const [row] = await world.database
    .as(world.caller('student'))
    .query<{ id: string }>('select public.make_open_badge(certificate_id => $1) as id', [certificate]);
  return { id: row?.id ?? '', certificate };
}

const fileOf = (id: string) => read<Credential>(`/api/open-badges/${id}`);

/**
 * A verifier that is not ours: it reads the keys from the issuer's address, as `did:web` says where that is, and the status
 * list from where the credential says.
 */
async function verify(credential: Credential, now = new Date()): Promise<{ verified: boolean }> {
  return await vc.verifyCredential({
    credential,
    now,
    suite: new DataIntegrityProof({ cryptosuite: createVerifyCryptosuite() }),
    documentLoader: async (url: string) => ({ contextUrl: null, documentUrl: url, document: await resolve(url) }),
    checkStatus: async () => ({ verified: !(await isRevoked(credential)) }),
  });
}

async function resolve(url: string): Promise<object> {
  const [did = '', key] = url.split('#');
  const [, , host = '', ...segments] = did.split(':');
  const did_document = await read<{ verificationMethod: { id: string }[] }>(
    `http://${decodeURIComponent(host)}/${segments.join('/')}/did.json`,
  );
  if (!key) return did_document;
  const method = did_document.verificationMethod.find(({ id }) => id === url);
  if (!method) throw new Error(`${did} has no key ${key}.`);
  return { '@context': 'https://w3id.org/security/multikey/v1', ...method };
}

async function isRevoked({ credentialStatus }: Credential): Promise<boolean> {
  const list = await read<StatusList>(credentialStatus.statusListCredential);
  const bits = gunzipSync(Buffer.from(list.credentialSubject.encodedList.slice(1), 'base64url'));
  const place = Number(credentialStatus.statusListIndex);
  return ((bits[place >> 3] ?? 0) & (0x80 >> (place & 7))) !== 0;
}

describe('an Open Badge', () => {
  test.each(['Light and exposure', 'الضوء والتعريض', 'प्रकाश और एक्सपोज़र', '光と露出 — "Ω" \\ 🎓'])(
    'of %s is verified by a verifier that is not ours',
    async (title) => {
      const credential = await fileOf((await issue(title)).id);
      expect(credential.issuer.id).toBe(ISSUER);
      expect(credential.credentialSubject.achievement).toMatchObject({ name: title, inLanguage: 'en' });
      expect(credential.credentialSubject.achievement.criteria.narrative).toContain(title);
      expect(JSON.stringify(credential)).not.toContain('student@demo.test');
      expect(await verify(credential)).toMatchObject({ verified: true });
    },
  );

  test('is the same file whenever it is read', async () => {
    const { id } = await issue('Twice');
    expect(await fileOf(id)).toEqual(await fileOf(id));
  });

  test('is refused where a letter was changed', async () => {
    const credential = await fileOf((await issue('Untouched')).id);
    const { achievement } = credential.credentialSubject;
    const forged = {
      ...credential,
      credentialSubject: { ...credential.credentialSubject, achievement: { ...achievement, name: 'Touched' } },
    };
    expect(await verify(forged)).toMatchObject({ verified: false });
  });

  test('is refused once its certificate was revoked', async () => {
    const { id, certificate } = await issue('Revoked later');
    const credential = await fileOf(id);
    expect(await verify(credential)).toMatchObject({ verified: true });
    await world.database
      .as(world.caller('owner'))
      .query(`select public.revoke_certificate($1, 'Issued by mistake')`, [certificate]);
    expect(await verify(credential)).toMatchObject({ verified: false });
  });

  test('is refused after its last day', async () => {
    const credential = await fileOf((await issue('For a year')).id);
    // Verifiers let clocks differ by five minutes.
    const after = new Date(Date.parse(credential.validUntil ?? '') + 600_000);
    expect(await verify(credential, after)).toMatchObject({ verified: false });
  });

  test('of a key that was lost with the secret of the installation stays valid, and the next one has a new key', async () => {
    const before = await fileOf((await issue('Before')).id);
    secret = 'another secret';
    const after = await fileOf((await issue('After')).id);
    expect(after.proof.verificationMethod).not.toBe(before.proof.verificationMethod);
    expect(await verify(before)).toMatchObject({ verified: true });
    expect(await verify(after)).toMatchObject({ verified: true });
  });

  test.each([
    '/api/open-badges/none',
    `/api/open-badges/${crypto.randomUUID()}`,
    '/api/open-badges/status/-1',
    '/api/open-badges/status/1e9',
    '/api/open-badges/status/x',
  ])('%s is not there', async (address) => {
    expect((await routes().request(address)).status).toBe(404);
  });
});
