import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLog } from '#base/server/log.ts';
import { DEMO_PASSWORD } from '#base/server/seeding.ts';
import { createTokens } from '#base/server/tokens.ts';
import { paths } from '#paths';
import { type AppWorld, type Call, openApp } from '#tests/db/app-world.ts';
import { type Listening, listening } from '#tests/db/listening.ts';
import { openWorld, type World } from '#tests/db/world.ts';

type Line = Record<string, unknown> & { event?: string; time: number };

let world: World;
let app: AppWorld;
let socket: Listening;
let text = '';
beforeAll(async () => {
  world = await openWorld();
  const log = createLog('info', {
    write: (line) => {
      text += line;
    },
  });
  app = await openApp(
    world,
    {
      MAIL_REPLY_DOMAIN: 'answers.test',
      MAIL_INBOUND_SECRET: 'the secret of a relay, long enough',
      STRIPE_SECRET_KEY: 'sk_test_log',
      STRIPE_WEBHOOK_SECRET: 'whsec_log',
    },
    { log },
  );
  socket = await listening(app);
});
afterAll(async () => {
  await socket.close();
  await app.close();
  await world.close();
});
beforeEach(() => {
  text = '';
  app.runtime.securityLog.flush();
  text = '';
});

const lines = () =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
const events = () => lines().filter((line) => line.event !== undefined);

let last = 0;
/** Each request from an address of its own, so that no limit of another test is reached. */
function from(address = `198.51.100.${++last}`): Record<string, string> {
  return { 'x-stoa-client-address': address, apikey: app.runtime.keys.anon_key };
}
const send = (path: string, { headers, ...init }: Call = {}) =>
  app.call(path, { ...init, headers: { ...from(), ...(headers as Record<string, string>) } });
const signIn = (email: string, password: string, headers = {}) =>
  send('/auth/v1/token?grant_type=password', { method: 'POST', body: { email, password }, headers });

const secret = 'a password nobody may read';
const forged = () => createTokens('another secret than that of this installation').sign({ role: 'authenticated' }, 60);

describe('a refused request is one line', () => {
  const student = () => world.caller('student').claims.sub;
  const cases: [string, () => Promise<Response>, () => Record<string, unknown>][] = [
    [
      'a wrong password of somebody',
      () => signIn('student@demo.test', secret),
      () => ({
        event: 'sign_in_failed',
        status: 400,
        code: 'invalid_credentials',
        person: student(),
        path: '/auth/v1/token',
      }),
    ],
    [
      'a password of nobody',
      () => signIn('nobody@demo.test', secret),
      () => ({ event: 'sign_in_failed', status: 400, person: undefined }),
    ],
    [
      'a wrong code',
      () =>
        send('/auth/v1/verify', {
          method: 'POST',
          body: { type: 'email', email: 'student@demo.test', token: '829471' },
        }),
      () => ({ event: 'code_refused', status: 403, code: 'otp_expired', person: student() }),
    ],
    [
      'a mailed link that holds no longer',
      () => send('/auth/v1/verify?type=magiclink&token=0123456789abcdef'),
      () => ({ event: 'code_refused', status: 303, code: 'otp_expired', path: '/auth/v1/verify' }),
    ],
    [
      'a wrong present password where one is needed',
      async () => {
        const { access_token: token } = await app.signIn('demo', 'student@demo.test');
        return send('/auth/v1/reauthenticate', { method: 'POST', token, body: { password: secret } });
      },
      () => ({ event: 'proof_failed', status: 400, person: student() }),
    ],
    [
      'a session that is over',
      async () => {
        const claims = { ...world.caller('student').claims, session_id: randomUUID() };
        const token = await app.runtime.tokens.sign(claims, 600);
        return send('/auth/v1/reauthenticate', { method: 'POST', token, body: { password: secret } });
      },
      () => ({ event: 'token_refused', status: 403, code: 'session_not_found', person: student() }),
    ],
    [
      'a passkey that nobody has',
      async () => {
        const begun = await send('/auth/v1/passkeys/authentication/options', { method: 'POST', body: {} });
        const { challenge_id } = (await begun.json()) as { challenge_id: string };
        const body = { challenge_id, credential: { id: 'bm9ib2R5cyBrZXk', type: 'public-key' } };
        return send('/auth/v1/passkeys/authentication/verify', { method: 'POST', body });
      },
      () => ({ event: 'passkey_failed', status: 400, code: 'webauthn_verification_failed' }),
    ],
    [
      'an API key that nobody has',
      () => send('/api/v1/courses', { token: `stoa_01234567_${'k'.repeat(43)}` }),
      () => ({ event: 'api_key_refused', status: 401, code: 'not_authenticated' }),
    ],
    [
      'a token that was signed elsewhere',
      async () => send('/auth/v1/user', { token: await forged() }),
      () => ({ event: 'token_refused', status: 403, code: 'bad_jwt', person: undefined }),
    ],
    [
      'a token that was signed elsewhere, at a call of ours',
      async () => send(paths.logInAs(), { method: 'POST', token: await forged(), body: {} }),
      () => ({ event: 'token_refused', status: 401 }),
    ],
    [
      'a refresh token that nobody has',
      () =>
        send('/auth/v1/token?grant_type=refresh_token', { method: 'POST', body: { refresh_token: 'nobodys-token' } }),
      () => ({ event: 'token_refused', status: 400, code: 'refresh_token_not_found' }),
    ],
    [
      'what a role does not allow',
      () =>
        send(paths.logInAs(), {
          method: 'POST',
          as: 'student',
          body: { member_id: crypto.randomUUID(), reason: 'Only to see what happens.' },
        }),
      () => ({ event: 'access_refused', status: 403, code: 'forbidden', person: student(), path: paths.logInAs() }),
    ],
    [
      'a function of the database that is not theirs',
      () =>
        send('/rest/v1/rpc/allow_log_in_as', {
          method: 'POST',
          as: 'student',
          body: { account_id: world.demo, is_allowed: true },
        }),
      () => ({ event: 'access_refused', status: 400, code: 'forbidden', person: student() }),
    ],
    [
      'a bucket that is not theirs',
      () =>
        send(`/storage/v1/object/${world.atelier}/x.txt`, {
          method: 'POST',
          as: 'student',
          headers: { 'content-type': 'text/plain' },
          body: 'x',
        }),
      () => ({ event: 'access_refused', code: 'AccessDenied', person: student() }),
    ],
    [
      'a changed link to a file',
      () => send(`/storage/v1/object/sign/${world.demo}/x.txt?token=eyJhbGciOiJIUzI1NiJ9.e30.nonsense`),
      () => ({ event: 'signature_refused', status: 400, code: 'InvalidJWT' }),
    ],
    [
      'a forged message of the payment service',
      () =>
        send(paths.billingMessages('stripe'), {
          method: 'POST',
          host: 'platform',
          headers: { 'stripe-signature': 't=1,v1=00' },
          body: {},
        }),
      () => ({ event: 'signature_refused', status: 400, account: world.platform }),
    ],
    [
      'a forged mail',
      () => send(paths.ticketMail(), { method: 'POST', headers: { 'webhook-signature': 'v1,AAAA' }, body: {} }),
      () => ({ event: 'signature_refused', status: 403 }),
    ],
    [
      'a code of a handoff that is spent',
      () => send(`/login/handoff?code=${'0'.repeat(64)}`),
      () => ({ event: 'code_refused', status: 303, path: '/login/handoff' }),
    ],
    [
      'a code to act as somebody that nobody was given',
      () => send(paths.beginAsOwner('0'.repeat(64))),
      () => ({ event: 'code_refused', status: 303 }),
    ],
  ];
  test.each(cases)('%s', async (_, request, shape) => {
    const response = await request();
    const expected = shape();
    expect(events()).toHaveLength(1);
    expect(events()[0]).toMatchObject({
      level: 40,
      time: expect.any(Number),
      account: world.demo,
      address: `198.51.100.${last}`,
      request: expect.stringMatching(/^[\w.:-]+$/),
      method: expect.stringMatching(/^(GET|POST)$/),
      path: expect.stringMatching(/^\/[^?]*$/),
      ...Object.fromEntries(Object.entries(expected).filter(([, value]) => value !== undefined)),
    });
    for (const [name, value] of Object.entries(expected)) expect(events()[0]?.[name]).toEqual(value);
    expect(response.status).toBe(events()[0]?.status);
    // The line names the request as its response does.
    const id = response.headers.get('x-request-id');
    if (id) expect(events()[0]?.request).toBe(id);
    for (const part of [secret, 'student@', 'nobody@', '829471', 'eyJ', 'stoa_0', '0'.repeat(64), 'v1,AAAA'])
      expect(text).not.toContain(part);
  });

  test('over the shortest way to the data service, too', async () => {
    // The account of a host is known there from the second request on.
    await fetch(`${socket.origin('demo')}/rest/v1/courses?select=id&limit=1`, { headers: from() });
    const call = (init: RequestInit & { headers: Record<string, string> }) =>
      fetch(`${socket.origin('demo')}/rest/v1/rpc/allow_log_in_as`, { method: 'POST', ...init });
    text = '';
    const body = JSON.stringify({ account_id: world.demo, is_allowed: true });
    const json = { apikey: app.runtime.keys.anon_key, 'content-type': 'application/json' };
    await call({ headers: { ...json, authorization: `Bearer ${await app.tokenOf('student')}` }, body });
    const denied = await call({ headers: { ...json, authorization: `Bearer ${await forged()}` }, body });
    expect(denied.status).toBe(401);
    expect(events()).toMatchObject([
      { event: 'access_refused', code: 'forbidden', account: world.demo, person: student(), address: '127.0.0.1' },
      { event: 'token_refused', status: 401, request: denied.headers.get('x-request-id') },
    ]);
    expect(text).not.toContain('eyJ');
  });

  test('a wrong code of the app names the person, and stands in the audit log', async () => {
    const { access_token: token, user } = await app.signIn('demo', 'instructor@demo.test');
    await app.confirm(token);
    const created = await send('/auth/v1/factors', { method: 'POST', token, body: { factor_type: 'totp' } });
    const { id } = (await created.json()) as { id: string };
    const address = `198.51.100.${last}`;
    const requests = await send(`/auth/v1/factors/${id}/challenge`, { method: 'POST', token, headers: from(address) });
    const { id: challenge_id } = (await requests.json()) as { id: string };
    await send(`/auth/v1/factors/${id}/verify`, {
      method: 'POST',
      token,
      headers: from(address),
      body: { challenge_id, code: '829471' },
    });
    expect(events().map(({ event, person }) => [event, person])).toEqual([
      ['factors_changed', user.id],
      ['second_factor_failed', user.id],
    ]);
    expect(await audited('factor_failed')).toMatchObject([
      { actor_id: user.id, actor_username: 'instructor@demo.test' },
    ]);
  });
});

/** Payloads of what failed, the newest first. */
async function audited(action: string): Promise<Record<string, unknown>[]> {
  const rows = await world.sql.query<{ payload: Record<string, unknown> }>(
    `select payload from auth.audit_log_entries where payload ->> 'action' = $1 order by created_at desc`,
    [action],
  );
  return rows.map(({ payload }) => payload);
}

describe('the audit log', () => {
  test('has what failed: of somebody by name, of nobody’s address a keyed hash alone', async () => {
    await signIn('parent@demo.test', secret);
    await signIn('who-is-this@x.test', secret);
    const [nobodys, somebodys] = await audited('login_failed');
    expect(somebodys).toMatchObject({ actor_username: 'parent@demo.test', actor_id: expect.any(String) });
    expect(nobodys).toMatchObject({ actor_id: null, actor_username: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(nobodys?.actor_username).not.toBe(createHmac('sha256', '').update('who-is-this@x.test').digest('hex'));
    expect(JSON.stringify(nobodys)).not.toMatch(/who-is-this|nobody may read/);
  });

  test('takes a bounded number of rows from one address', async () => {
    const before = (await audited('code_failed')).length;
    const headers = from('203.0.113.7');
    for (let turn = 0; turn < 40; turn++)
      await send('/auth/v1/verify', {
        method: 'POST',
        headers,
        body: { type: 'email', email: `n${turn}@x.test`, token: '829471' },
      });
    expect((await audited('code_failed')).length - before).toBe(30);
  });
});

describe('what succeeds', () => {
  test('writes nothing: a sign-in, a page of rows, a file that is not there, a call of ours', async () => {
    await signIn('student@demo.test', DEMO_PASSWORD);
    await send('/rest/v1/courses?select=id&limit=1', { as: 'student' });
    await send('/rest/v1/courses?select=no_such_column', { as: 'student' });
    await send('/api/config');
    await send('/nothing-here');
    expect(lines()).toEqual([]);
  });

  test('a change of password, address, factor or passkey is one line each', async () => {
    const { access_token: token, user } = await app.signIn('demo', 'parent@demo.test');
    const put = (body: object) => send('/auth/v1/user', { method: 'PUT', token, body });
    await put({ password: 'a new sentence of theirs' });
    expect(lines()).toEqual([]);
    await put({ password: 'a new sentence of theirs', current_password: DEMO_PASSWORD });
    await app.call('/auth/v1/reauthenticate', {
      method: 'POST',
      token,
      body: { password: 'a new sentence of theirs' },
    });
    await put({ email: 'parent-anew@demo.test' });
    const created = await send('/auth/v1/factors', { method: 'POST', token, body: { factor_type: 'totp' } });
    const { id } = (await created.json()) as { id: string };
    await send(`/auth/v1/factors/${id}`, { method: 'DELETE', token });
    expect(events().map(({ event, person, status }) => [event, person, status])).toEqual([
      ['password_changed', user.id, 200],
      ['address_change_requested', user.id, 200],
      ['factors_changed', user.id, 200],
      ['factors_changed', user.id, 200],
    ]);
    expect(text).not.toMatch(/sentence of theirs|parent-anew|eyJ/);
  });

  test('acting as somebody begins and ends with a line that names both', async () => {
    const [row] = await world.sql.query<{ id: string; user_id: string }>(
      `select id, user_id from public.members where email = 'student@demo.test'`,
    );
    const begun = await send(paths.logInAs(), {
      method: 'POST',
      as: 'owner',
      body: { member_id: row?.id, reason: 'They ask why it is missing.' },
    });
    const cookie = begun.headers
      .getSetCookie()
      .filter((line) => !line.includes('Max-Age=0'))
      .map((line) => line.split(';')[0])
      .join('; ');
    await send(paths.endLogInAs(), { method: 'POST', headers: { cookie } });
    const both = { person: row?.user_id, actor: world.caller('owner').claims.sub, account: world.demo };
    expect(events()).toMatchObject([
      { event: 'acting_began', ...both },
      { event: 'acting_ended', ...both },
    ]);
    expect(text).not.toMatch(/[0-9a-f]{64}|eyJ|base64-/);
  });
});

test('a limit that is reached says so', async () => {
  const headers = from('203.0.113.11');
  let status = 0;
  for (let turn = 0; turn < 40 && status !== 429; turn++)
    status = (await send(paths.beginAsOwner('x'), { headers })).status;
  expect(status).toBe(429);
  expect(events()).toMatchObject([{ event: 'limit_reached', status: 429, address: '203.0.113.11' }]);
});

test('a failure of ours names account, person and address, with the number that the visitor was told', async () => {
  await world.sql.query('alter function private.ask_to_act(uuid, uuid, text) rename to ask_to_act_gone');
  try {
    const response = await send(paths.logInAs(), {
      method: 'POST',
      as: 'owner',
      body: { member_id: crypto.randomUUID(), reason: 'They ask why it is missing.' },
    });
    expect(response.status).toBe(500);
    const facts = {
      account: world.demo,
      person: world.caller('owner').claims.sub,
      address: `198.51.100.${last}`,
      path: paths.logInAs(),
    };
    expect(lines()).toMatchObject([
      { level: 50, ...facts, id: expect.any(String), err: { message: expect.any(String) } },
      { level: 50, event: 'request_failed', status: 500, ...facts, error_id: lines()[0]?.id },
    ]);
  } finally {
    await world.sql.query('alter function private.ask_to_act_gone(uuid, uuid, text) rename to ask_to_act');
  }
});
