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

const here = (challenge: string) => ({ challenge, origin: SITE, rpId: HOST });

/** Enrols a factor and asks for a key: what the browser would be given. */
async function askedForKey() {
  const who = await signUpSomebody(world, { service });
  const { data: factor } = await who.client.auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'yubi' });
  const factorId = factor?.id ?? '';
  return { ...who, factorId, asked: await ask(who.session.access_token, factorId) };
}

type Asked = {
  id: string;
  webauthn: { type: string; credential_options: { publicKey: Record<string, unknown> & { challenge: string } } };
};

async function ask(token: string, factorId: string): Promise<Asked> {
  const path = `/factors/${factorId}/challenge`;
  const answer = await call(service, 'POST', path, {}, { authorization: `Bearer ${token}` });
  expect(answer.status).toBe(200);
  return answer.body as unknown as Asked;
}

function show(token: string, factorId: string, challengeId: string, type: string, response: unknown) {
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
  it('is made for this host and person, and raises the session', async () => {
    const { session, user, email, factorId, asked } = await askedForKey();
    const { type, credential_options: options } = asked.webauthn;
    expect(type).toBe('create');
    expect(options.publicKey).toMatchObject({
      rp: { id: HOST, name: HOST },
      user: { id: Buffer.from(user.id).toString('base64url'), name: email },
      attestation: 'none',
      excludeCredentials: [],
    });
    const key = new SoftwareKey();
    const made = await show(
      session.access_token,
      factorId,
      asked.id,
      'create',
      key.register(here(options.publicKey.challenge)),
    );
    expect(made.status).toBe(200);
    expect(decodeJwt(String(made.body?.access_token))).toMatchObject({
      aal: 'aal2',
      amr: [{ method: 'mfa/webauthn' }, { method: 'password' }],
    });
    expect(made.body?.user).toMatchObject({
      factors: [{ id: factorId, factor_type: 'webauthn', status: 'verified', friendly_name: 'yubi' }],
    });
  });

  it('works through the official client, at the next sign-in too', async () => {
    const { client, email, factorId } = await askedForKey();
    const key = new SoftwareKey();
    const { data: made } = await client.auth.mfa.challenge({ factorId, webauthn: { rpId: HOST, rpOrigins: [SITE] } });
    if (made?.type !== 'webauthn' || made.webauthn.type !== 'create') throw new Error('a key was to be made');
    const { challenge } = made.webauthn.credential_options.publicKey;
    const registered = key.register(here(Buffer.from(challenge as ArrayBuffer).toString('base64url')));
    const first = await client.auth.mfa.verify({
      factorId,
      challengeId: made.id,
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
    const { data: used } = await next.auth.mfa.challenge({ factorId, webauthn: { rpId: HOST, rpOrigins: [SITE] } });
    if (used?.type !== 'webauthn' || used.webauthn.type !== 'request') throw new Error('a key was to be used');
    const asked = used.webauthn.credential_options.publicKey;
    expect(asked.allowCredentials).toHaveLength(1);
    const shown = key.use(here(Buffer.from(asked.challenge as ArrayBuffer).toString('base64url')));
    const second = await next.auth.mfa.verify({
      factorId,
      challengeId: used.id,
      webauthn: {
        rpId: HOST,
        rpOrigins: [SITE],
        type: 'request',
        credential_response: { toJSON: () => shown } as never,
      },
    });
    expect(second.error).toBeNull();
    expect(decodeJwt(second.data?.access_token ?? '').aal).toBe('aal2');
  });

  it('is refused for another page, another host, another challenge, another key, and half an answer', async () => {
    const { session, factorId, asked } = await askedForKey();
    const key = new SoftwareKey();
    const { challenge } = asked.webauthn.credential_options.publicKey;
    const right = key.register(here(challenge));
    const cases: [string, string, unknown, number, string][] = [
      [
        'another page',
        'create',
        key.register({ ...here(challenge), origin: 'https://evil.test' }),
        422,
        'mfa_verification_failed',
      ],
      [
        'another host',
        'create',
        key.register({ ...here(challenge), rpId: 'evil.test' }),
        422,
        'mfa_verification_failed',
      ],
      ['another challenge', 'create', key.register(here('AAAA')), 422, 'mfa_verification_failed'],
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
      const answer = await show(session.access_token, factorId, asked.id, type, response);
      expect([what, answer.status, answer.body?.code]).toEqual([what, status, code]);
    }
  });

  it('is refused where its counter goes back: it was copied', async () => {
    const { email, session, factorId, asked } = await askedForKey();
    const key = new SoftwareKey();
    key.counter = 10;
    await show(
      session.access_token,
      factorId,
      asked.id,
      'create',
      key.register(here(asked.webauthn.credential_options.publicKey.challenge)),
    );
    const next = world.client({ service });
    const { data } = await next.auth.signInWithPassword({ email, password: PASSWORD });
    const token = data.session?.access_token ?? '';
    key.counter = 3;
    const again = await ask(token, factorId);
    expect(again.webauthn.type).toBe('request');
    const copied = key.use(here(again.webauthn.credential_options.publicKey.challenge));
    expect((await show(token, factorId, again.id, 'request', copied)).body?.code).toBe('mfa_verification_failed');
    const stranger = new SoftwareKey().use(here(again.webauthn.credential_options.publicKey.challenge));
    expect((await show(token, factorId, again.id, 'request', stranger)).body?.code).toBe('mfa_verification_failed');
  });

  it('is not there where it is off', async () => {
    const who = await signUpSomebody(world);
    const { error } = await who.client.auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'yubi' });
    expect(error).toMatchObject({ status: 422, code: 'mfa_webauthn_enroll_not_enabled' });
  });
});

it('holds for no bytes but a key’s own', async () => {
  const { sql, tokens } = world;
  const auth = contextOf({ sql, tokens, log: silentLog, encryptionKey: 'x', sendMail: async () => {}, siteUrl: SITE });
  const request = new Request(SITE);
  const key = new SoftwareKey();
  const right = key.register(here('AAAA'));
  const made = await verifiedRegistration(auth, request, 'AAAA', right as never, 'passkey');
  if (!made) throw new Error('The key itself was refused.');
  const bytes = fc
    .oneof(
      fc.uint8Array({ maxLength: 300 }),
      // One byte of what is right, changed: as far into the reader as bytes can get.
      fc.tuple(fc.nat(200), fc.integer({ min: 1, max: 255 })).map(([at, by]) => {
        const changed = Buffer.from(right.response.attestationObject, 'base64url');
        changed[at % changed.length] = ((changed[at % changed.length] ?? 0) + by) % 256;
        return changed;
      }),
    )
    .map((value) => Buffer.from(value).toString('base64url'));
  await fc.assert(
    fc.asyncProperty(bytes, async (odd) => {
      const registration = { ...right, response: { ...right.response, attestationObject: odd } };
      const answer = await verifiedRegistration(auth, request, 'AAAA', registration as never, 'passkey');
      if (answer) expect(answer.id).not.toBe('');
      const response = { ...right.response, authenticatorData: odd, signature: odd };
      const forged = { ...right, response } as never;
      expect(await verifiedAssertion(auth, request, 'AAAA', forged, made, 'passkey')).toBeUndefined();
    }),
    { ...generated(300) },
  );
});
