import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, openWireWorld, SITE, type WireWorld } from '#tests/db/auth-wire.ts';
import { generated, isLong } from '#tests/long.ts';
import { defaultLimits, type Limits } from './rate-limits.ts';

let world: WireWorld;
let service: (request: Request) => Promise<Response>;
let bearers: string[];

beforeAll(async () => {
  world = await openWireWorld();
  const unlimited = Object.fromEntries(
    Object.keys(defaultLimits).map((name) => [name, { points: Number.POSITIVE_INFINITY, seconds: 1 }]),
  ) as Limits;
  const provider = { enabled: true, clientId: 'x', secret: 'y' };
  service = world.serve({
    limits: unlimited,
    externalPhoneEnabled: true,
    externalAnonymousUsersEnabled: true,
    securityManualLinkingEnabled: true,
    mfaPhoneEnrollEnabled: true,
    mfaPhoneVerifyEnabled: true,
    mfaWebAuthnEnrollEnabled: true,
    mfaWebAuthnVerifyEnabled: true,
    mfaMaxEnrolledFactors: 1_000,
    passkeyEnabled: true,
    external: { github: provider, facebook: provider },
  });
  const { data } = await world.client().auth.signUp({ email: 'fuzz@school.test', password: 'correct horse battery' });
  bearers = [data.session?.access_token ?? '', await world.tokens.sign({ role: 'service_role' })];
});
afterAll(() => world.close());

const oddValues = ['\u0000', '\ud800', '1e999h', '', 'x'.repeat(5_000), null, 5, true, [], {}, { $ne: 1 }, -0, 1e308];
const oddValue = fc.oneof(fc.constantFrom(...oddValues), fc.jsonValue({ maxDepth: 3 }), fc.string({ unit: 'binary' }));
/** Valid most of the time, so that the invalid value gets as far as it can. */
const field = (...right: unknown[]) => fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...right) }, oddValue);
const address = field('fuzz@school.test', 'new@school.test', 'other@school.test', undefined);
const challenge = {
  code_challenge: field(undefined, 'x'.repeat(43)),
  code_challenge_method: field(undefined, 's256', 'plain'),
};
const linkTypes = ['signup', 'invite', 'magiclink', 'recovery', 'email', 'email_change', 'email_change_new'];
const person = {
  email: address,
  password: field('correct horse battery', undefined),
  user_metadata: field(undefined, { a: 1 }),
  app_metadata: field(undefined, { a: null }),
  ban_duration: field(undefined, 'none', '1h', '99999999999999h'),
  role: field(undefined, 'authenticated'),
  id: field(undefined, 'not-a-uuid'),
};
const phone = field('+4915112345', '+4915112346', undefined);
const channel = field(undefined, 'sms', 'whatsapp');
const base64url = field('AAAA', 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YUA', 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0');
const credential = fc.record({
  id: base64url,
  rawId: base64url,
  type: field('public-key'),
  response: fc.record({
    clientDataJSON: base64url,
    attestationObject: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url,
    transports: field(['usb'], undefined),
  }),
});
const id = fc.constantFrom('00000000-0000-4000-8000-000000000000', 'x', '%00', '%e0%80', '..');
const requests = fc.oneof(
  route('POST', '/signup', {
    email: address,
    password: field('correct horse battery'),
    data: field({ a: 1 }),
    ...challenge,
  }),
  route('POST', '/token?grant_type=password', { email: address, password: field('wrong') }),
  route('POST', '/token?grant_type=refresh_token', { refresh_token: field('x') }),
  route('POST', '/token?grant_type=pkce', { auth_code: field('x'), code_verifier: field('y') }),
  route('POST', '/otp', { email: address, create_user: field(true, false), data: field({}), ...challenge }),
  route('POST', '/recover', { email: address, ...challenge }),
  route('POST', '/resend', { email: address, type: field('signup', 'email_change'), ...challenge }),
  route('POST', '/verify', { email: address, token: field('123456', undefined), type: field(...linkTypes) }),
  route('POST', '/verify', { token_hash: field('pkce_x', 'x'), type: field(...linkTypes) }),
  route('PUT', '/user', { email: address, data: field({ a: 1 }, undefined), ...challenge }),
  route('POST', '/signup', { phone, password: field('correct horse battery', undefined), channel }),
  route('POST', '/token?grant_type=password', { phone, password: field('wrong') }),
  route('POST', '/token?grant_type=id_token', {
    id_token: field('x.y.z'),
    provider: field('google', 'github', 'constructor', undefined),
    nonce: field(undefined, 'n'),
    issuer: field(undefined, '__proto__'),
    link_identity: field(true, false, undefined),
  }),
  route('POST', '/otp', { phone, create_user: field(true, false), channel }),
  route('POST', '/resend', { phone, type: field('sms', 'phone_change') }),
  route('POST', '/verify', { phone, token: field('123456'), type: field('sms', 'phone_change', 'toString') }),
  route('PUT', '/user', { phone, channel, nonce: field(undefined, '123456') }),
  route('GET', '/reauthenticate', {}),
  route('POST', '/factors', {
    factor_type: field('totp', 'phone', 'webauthn'),
    friendly_name: field(undefined, 'app'),
    issuer: field(undefined, 'a:b'),
    phone,
  }),
  id.chain((uuid) => route('POST', `/factors/${uuid}/challenge`, { channel })),
  id.chain((uuid) => route('POST', `/factors/${uuid}/verify`, { challenge_id: field(uuid), code: field('123456') })),
  id.chain((uuid) => route('DELETE', `/factors/${uuid}`, {})),
  route('POST', '/passkeys/registration/options', {}),
  route('POST', '/passkeys/registration/verify', { challenge_id: field('x'), credential }),
  route('POST', '/passkeys/authentication/verify', { challenge_id: field('x'), credential }),
  id.chain((uuid) => route('PATCH', `/passkeys/${uuid}`, { friendly_name: field('a') })),
  id.chain((uuid) => route('DELETE', `/user/identities/${uuid}`, {})),
  id.chain((uuid) => route('GET', `/admin/users/${uuid}/factors`, {})),
  id.chain((uuid) => route('PUT', `/admin/users/${uuid}/factors/${uuid}`, { friendly_name: field('a'), phone })),
  oddQuery(['provider', 'scopes', 'redirect_to', 'code_challenge', 'invite_token'], '/authorize'),
  oddQuery(['provider', 'skip_http_redirect', 'redirect_to'], '/user/identities/authorize'),
  oddQuery(['state', 'code', 'error', 'error_description', 'user'], '/callback'),
  oddQuery(['query', 'page', 'per_page'], '/admin/audit'),
  oddQuery(['token', 'type', 'redirect_to'], '/verify'),
  route('GET', '/user', {}),
  route('POST', '/logout?scope=odd', {}),
  route('POST', '/admin/users', person),
  route('POST', '/invite', { email: address, data: field({}) }),
  route('POST', '/admin/generate_link', { ...person, type: field(...linkTypes), new_email: address }),
  id.chain((uuid) => route('PUT', `/admin/users/${uuid}`, person)),
  id.chain((uuid) => route('DELETE', `/admin/users/${uuid}`, { should_soft_delete: field(true, false) })),
  fc.nat(1e9).chain((page) => route('GET', `/admin/users?page=${page}&per_page=${page % 1_500}`, {})),
  fc.webPath().chain((path) => route('GET', `/${path}`, {})),
);

/** A GET whose query has invalid values under valid names. */
function oddQuery(names: string[], path: string) {
  const value = fc.oneof(fc.constantFrom('github', 'facebook', '', '\u0000', SITE, '1'), fc.string({ unit: 'binary' }));
  return fc
    .record(Object.fromEntries(names.map((name) => [name, fc.option(value, { nil: undefined })])))
    .map((query) => {
      const present = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
      return { method: 'GET', path: `${path}?${new URLSearchParams(present)}`, body: '' };
    });
}

function route(method: string, path: string, fields: Record<string, fc.Arbitrary<unknown>>) {
  const json = fc.record(fields).map((value) => JSON.stringify(value));
  const broken = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constant('['.repeat(20_000)),
    fc.constant('{"__proto__":{"a":1}}'),
  );
  const body = fc.oneof({ weight: 9, arbitrary: json }, broken);
  return fc.record({ method: fc.constant(method), path: fc.constant(path), body });
}

it('answers every request with a sentence, never with a failure of its own', async () => {
  const statuses = new Set<number>();
  await fc.assert(
    fc.asyncProperty(requests, fc.nat(2), async ({ method, path, body }, callerIndex) => {
      const bearer = bearers[callerIndex];
      const headers: Record<string, string> = bearer ? { authorization: `Bearer ${bearer}` } : {};
      const response = await call(service, method, path, method === 'GET' ? undefined : body, headers);
      statuses.add(response.status);
      expect(response.status, JSON.stringify([path, body.slice(0, 500), response.body])).toBeLessThan(500);
      if (response.status >= 400) {
        expect(response.body).toMatchObject({ code: expect.any(String), message: expect.any(String) });
      }
    }),
    { ...generated(900) },
  );
  expect([...statuses]).toEqual(expect.arrayContaining(isLong ? [200, 400, 401, 403, 404, 422] : [200, 400]));
});

it('redirects only to the site, whatever a link requests', async () => {
  const targets = [
    '//evil.test',
    'javascript:alert(1)',
    'https://evil.test',
    `${SITE}@evil.test`,
    '\\\\evil.test',
    'http://',
  ];
  for (const target of targets) {
    const response = await call(
      service,
      'GET',
      `/verify?token=x&type=recovery&redirect_to=${encodeURIComponent(target)}`,
    );
    expect([target, response.status, new URL(response.headers.get('location') ?? '').origin]).toEqual([
      target,
      303,
      SITE,
    ]);
  }
});

it('does not let a mail scanner’s HEAD use a link up', async () => {
  await world.client().auth.resetPasswordForEmail('fuzz@school.test');
  const link = world.mails.at(-1)?.url ?? '';
  expect((await service(new Request(link, { method: 'HEAD' }))).status).toBe(204);
  expect(new URL((await service(new Request(link))).headers.get('location') ?? '').hash).toContain('access_token=');
});
