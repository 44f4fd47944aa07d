import fc from 'fast-check';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from '#base/server/log.ts';
import { call, openWireWorld, PASSWORD, SITE, type WireWorld } from '#tests/db/auth-wire.ts';
import { generated } from '#tests/long.ts';
import { signUpSomebody } from '#tests/mail-reader.ts';
import { SoftwareKey } from '#tests/software-key.ts';
import { contextOf } from './auth-options.ts';
import { verifiedAssertion, verifiedRegistration } from './webauthn.ts';

const HOST = new URL(SITE).hostname;

let world: WireWorld;
let service: (request: Request) => Promise<Response>;
beforeAll(async () => {
  world = await openWireWorld();
  service = world.serve({ mfaWebAuthnEnrollEnabled: true, mfaWebAuthnVerifyEnabled: true });
});
afterAll(() => world.close());

const atThisSite = (challenge: string) => ({ challenge, origin: SITE, rpId: HOST });

/** Enrols a factor and requests its creation challenge, as the browser would receive it. */
async function newKeyChallenge() {
  const user = await signUpSomebody(world, { service });
  const { data: factor } = await user.client.auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'yubi' });
  const factorId = factor?.id ?? '';
  return { ...user, factorId, keyChallenge: await requestChallenge(user.session.access_token, factorId) };
}

type KeyChallenge = {
  id: string;
  webauthn: { type: string; credential_options: { publicKey: Record<string, unknown> & { challenge: string } } };
};

async function requestChallenge(token: string, factorId: string): Promise<KeyChallenge> {
  const path = `/factors/${factorId}/challenge`;
  const response = await call(service, 'POST', path, {}, { authorization: `Bearer ${token}` });
  expect(response.status).toBe(200);
  return response.body as unknown as KeyChallenge;
}

function respond(token: string, factorId: string, challengeId: string, type: string, response: unknown) {
  const webauthn = { type, rpId: 'evil.test', rpOrigins: ['https://evil.test'], credential_response: response };
  return call(
    service,
    'POST',
    `/factors/${factorId}/verify`,
    { challenge_id: challengeId, webauthn },
    { authorization: `Bearer ${token}` },
  );
}

// https://supabase.com/docs/reference/javascript/auth-mfa-enroll (WebAuthn), …/auth-mfa-challenge, …/auth-mfa-verify
describe('a security key as second factor', () => {
  it('is created for this host and user, and raises the session', async () => {
    const { session, user, email, factorId, keyChallenge } = await newKeyChallenge();
    const { type, credential_options: options } = keyChallenge.webauthn;
    expect(type).toBe('create');
    expect(options.publicKey).toMatchObject({
      rp: { id: HOST, name: HOST },
      user: { id: Buffer.from(user.id).toString('base64url'), name: email },
      attestation: 'none',
      excludeCredentials: [],
    });
    const key = new SoftwareKey();
    const created = await respond(
      session.access_token,
      factorId,
      keyChallenge.id,
      'create',
      key.register(atThisSite(options.publicKey.challenge)),
    );
    expect(created.status).toBe(200);
    expect(decodeJwt(String(created.body?.access_token))).toMatchObject({
      aal: 'aal2',
      amr: [{ method: 'mfa/webauthn' }, { method: 'password' }],
    });
    expect(created.body?.user).toMatchObject({
      factors: [{ id: factorId, factor_type: 'webauthn', status: 'verified', friendly_name: 'yubi' }],
    });
  });

  it('works through the official client, at the next sign-in too', async () => {
    const { client, email, factorId } = await newKeyChallenge();
    const key = new SoftwareKey();
    const { data: created } = await client.auth.mfa.challenge({
      factorId,
      webauthn: { rpId: HOST, rpOrigins: [SITE] },
    });
    if (created?.type !== 'webauthn' || created.webauthn.type !== 'create') throw new Error('a key was to be made');
    const { challenge } = created.webauthn.credential_options.publicKey;
    const registered = key.register(atThisSite(Buffer.from(challenge as ArrayBuffer).toString('base64url')));
    const first = await client.auth.mfa.verify({
      factorId,
      challengeId: created.id,
      webauthn: {
        rpId: HOST,
        rpOrigins: [SITE],
        type: 'create',
        credential_response: { toJSON: () => registered } as never,
      },
    });
    expect(first.error).toBeNull();

    const next = world.client({ service });
    await next.auth.signInWithPassword({ email, password: PASSWORD });
    const { data: secondChallenge } = await next.auth.mfa.challenge({
      factorId,
      webauthn: { rpId: HOST, rpOrigins: [SITE] },
    });
    if (secondChallenge?.type !== 'webauthn' || secondChallenge.webauthn.type !== 'request')
      throw new Error('a key was to be used');
    const requestOptions = secondChallenge.webauthn.credential_options.publicKey;
    expect(requestOptions.allowCredentials).toHaveLength(1);
    const assertion = key.use(atThisSite(Buffer.from(requestOptions.challenge as ArrayBuffer).toString('base64url')));
    const second = await next.auth.mfa.verify({
      factorId,
      challengeId: secondChallenge.id,
      webauthn: {
        rpId: HOST,
        rpOrigins: [SITE],
        type: 'request',
        credential_response: { toJSON: () => assertion } as never,
      },
    });
    expect(second.error).toBeNull();
    expect(decodeJwt(second.data?.access_token ?? '').aal).toBe('aal2');
  });

  it('is rejected for another origin, host, challenge or key, and for an incomplete response', async () => {
    const { session, factorId, keyChallenge } = await newKeyChallenge();
    const key = new SoftwareKey();
    const { challenge } = keyChallenge.webauthn.credential_options.publicKey;
    const right = key.register(atThisSite(challenge));
    const cases: [string, string, unknown, number, string][] = [
      [
        'another page',
        'create',
        key.register({ ...atThisSite(challenge), origin: 'https://evil.test' }),
        422,
        'mfa_verification_failed',
      ],
      [
        'another host',
        'create',
        key.register({ ...atThisSite(challenge), rpId: 'evil.test' }),
        422,
        'mfa_verification_failed',
      ],
      ['another challenge', 'create', key.register(atThisSite('AAAA')), 422, 'mfa_verification_failed'],
      ['the wrong ceremony', 'request', right, 400, 'validation_failed'],
      ['no ceremony', 'dance', right, 400, 'validation_failed'],
      ['nothing', 'create', undefined, 400, 'validation_failed'],
      ['a text', 'create', 'x', 400, 'validation_failed'],
      [
        'no CBOR',
        'create',
        { ...right, response: { ...right.response, attestationObject: 'AAAA' } },
        422,
        'mfa_verification_failed',
      ],
    ];
    for (const [what, type, response, status, code] of cases) {
      const result = await respond(session.access_token, factorId, keyChallenge.id, type, response);
      expect([what, result.status, result.body?.code]).toEqual([what, status, code]);
    }
  });

  it('is rejected where its counter goes back: it was copied', async () => {
    const { email, session, factorId, keyChallenge } = await newKeyChallenge();
    const key = new SoftwareKey();
    key.counter = 10;
    await respond(
      session.access_token,
      factorId,
      keyChallenge.id,
      'create',
      key.register(atThisSite(keyChallenge.webauthn.credential_options.publicKey.challenge)),
    );
    const next = world.client({ service });
    const { data } = await next.auth.signInWithPassword({ email, password: PASSWORD });
    const token = data.session?.access_token ?? '';
    key.counter = 3;
    const secondChallenge = await requestChallenge(token, factorId);
    expect(secondChallenge.webauthn.type).toBe('request');
    const copied = key.use(atThisSite(secondChallenge.webauthn.credential_options.publicKey.challenge));
    expect((await respond(token, factorId, secondChallenge.id, 'request', copied)).body?.code).toBe(
      'mfa_verification_failed',
    );
    const otherKeyResponse = new SoftwareKey().use(
      atThisSite(secondChallenge.webauthn.credential_options.publicKey.challenge),
    );
    expect((await respond(token, factorId, secondChallenge.id, 'request', otherKeyResponse)).body?.code).toBe(
      'mfa_verification_failed',
    );
  });

  it('is unavailable where it is off', async () => {
    const user = await signUpSomebody(world);
    const { error } = await user.client.auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'yubi' });
    expect(error).toMatchObject({ status: 422, code: 'mfa_webauthn_enroll_not_enabled' });
  });
});

it('holds for no bytes but a key’s own', async () => {
  const { sql, tokens } = world;
  const auth = contextOf({ sql, tokens, log: silentLog, encryptionKey: 'x', sendMail: async () => {}, siteUrl: SITE });
  const request = new Request(SITE);
  const key = new SoftwareKey();
  const right = key.register(atThisSite('AAAA'));
  const created = await verifiedRegistration(auth, request, 'AAAA', right as never, 'passkey');
  if (!created) throw new Error('The key itself was refused.');
  const bytes = fc
    .oneof(
      fc.uint8Array({ maxLength: 300 }),
      // One byte of a valid response changed: that gets as far into the parser as bytes can.
      fc.tuple(fc.nat(200), fc.integer({ min: 1, max: 255 })).map(([at, by]) => {
        const changed = Buffer.from(right.response.attestationObject, 'base64url');
        changed[at % changed.length] = ((changed[at % changed.length] ?? 0) + by) % 256;
        return changed;
      }),
    )
    .map((value) => Buffer.from(value).toString('base64url'));
  await fc.assert(
    fc.asyncProperty(bytes, async (changed) => {
      const registration = { ...right, response: { ...right.response, attestationObject: changed } };
      const registered = await verifiedRegistration(auth, request, 'AAAA', registration as never, 'passkey');
      if (registered) expect(registered.id).not.toBe('');
      const response = { ...right.response, authenticatorData: changed, signature: changed };
      const forged = { ...right, response } as never;
      expect(await verifiedAssertion(auth, request, 'AAAA', forged, created, 'passkey')).toBeUndefined();
    }),
    { ...generated(300) },
  );
});
