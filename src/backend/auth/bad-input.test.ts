import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { defaultLimits, type Limits } from './rate-limits.ts';
import { call, openWireWorld, SITE, type WireWorld } from './wire-world.ts';

let world: WireWorld;
let service: (request: Request) => Promise<Response>;
let bearers: string[];

beforeAll(async () => {
  world = await openWireWorld();
  const unlimited = Object.fromEntries(
    Object.keys(defaultLimits).map((name) => [name, { points: Number.POSITIVE_INFINITY, seconds: 1 }]),
  ) as Limits;
  service = world.serve({ limits: unlimited });
  const { data } = await world.client().auth.signUp({ email: 'fuzz@school.test', password: 'correct horse battery' });
  bearers = [data.session?.access_token ?? '', await world.tokens.sign({ role: 'service_role' })];
});
afterAll(() => world.close());

const names = [
  ...['email', 'password', 'data', 'type', 'token', 'token_hash', 'refresh_token', 'auth_code', 'code_verifier'],
  ...['code_challenge', 'code_challenge_method', 'app_metadata', 'user_metadata', 'ban_duration', 'id', 'new_email'],
  ...['role', 'create_user', 'redirect_to', '__proto__', 'constructor'],
];
const known = fc.constantFrom('fuzz@school.test', 'signup', 'email_change', 's256', '\u0000', '\ud800', '1e999h', '');
const value = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.string({ unit: 'binary' }), known);
const body = fc.oneof(
  fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 6 }).map((fields) => JSON.stringify(fields)),
  fc.string({ unit: 'binary' }),
  fc.constant(`${'['.repeat(20_000)}${']'.repeat(20_000)}`),
);
const path = fc.oneof(
  fc.constantFrom(
    ...['/signup', '/token?grant_type=password', '/token?grant_type=refresh_token', '/token?grant_type=pkce', '/otp'],
    ...['/verify', '/recover', '/resend', '/user', '/logout', '/invite', '/admin/users', '/admin/generate_link'],
    ...['/admin/users?page=1e9&per_page=-1', '/admin/users/%00', '/admin/users/%e0%80', '/settings', '/%2e%2e/x'],
  ),
  fc.webPath().map((text) => `/${text}`),
);
const query = fc.dictionary(
  fc.constantFrom('redirect_to', 'token', 'type', 'scope', 'page'),
  fc.string({ unit: 'binary' }),
);

it('answers every request with a sentence, never with a failure of its own', async () => {
  const isWellFormed = (text: string) => !/[\ud800-\udfff]/.test(text);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('GET', 'POST', 'PUT', 'DELETE'),
      path,
      query,
      body.filter(isWellFormed),
      fc.nat(2),
      async (method, where, parameters, text, who) => {
        const join = where.includes('?') ? '&' : '?';
        const extra = new URLSearchParams(parameters).toString();
        const bearer = bearers[who];
        const isGet = method === 'GET';
        const answer = await call(service, method, `${where}${join}${extra}`, isGet ? undefined : text, {
          ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
        });
        expect(answer.status, JSON.stringify([method, where, text, answer.body])).toBeLessThan(500);
        if (answer.status >= 400) {
          expect(answer.body).toMatchObject({ code: expect.any(String), message: expect.any(String) });
        }
      },
    ),
    { numRuns: 600 },
  );
});

it('redirects nowhere but to the site, whatever a link asks for', async () => {
  const targets = [
    '//evil.test',
    'javascript:alert(1)',
    'https://evil.test',
    `${SITE}@evil.test`,
    '\\\\evil.test',
    'http://',
  ];
  for (const target of targets) {
    const answer = await call(
      service,
      'GET',
      `/verify?token=x&type=recovery&redirect_to=${encodeURIComponent(target)}`,
    );
    expect([target, answer.status, new URL(answer.headers.get('location') ?? '').origin]).toEqual([target, 303, SITE]);
  }
});

it('does not let a mail scanner’s HEAD use a link up', async () => {
  await world.client().auth.resetPasswordForEmail('fuzz@school.test');
  const link = world.mails.at(-1)?.url ?? '';
  expect((await service(new Request(link, { method: 'HEAD' }))).status).toBe(204);
  expect(new URL((await service(new Request(link))).headers.get('location') ?? '').hash).toContain('access_token=');
});
