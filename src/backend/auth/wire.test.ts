import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, openWireWorld, PASSWORD, SITE, type WireWorld } from '#tests/db/auth-wire.ts';
import { signUpSomebody } from '#tests/mail-reader.ts';

let world: WireWorld;
beforeAll(async () => {
  world = await openWireWorld();
});
afterAll(() => world.close());

describe('sign-in', () => {
  it('starts a session of its own, in whatever case the address is written', async () => {
    const { email, session } = await signUpSomebody(world);
    const { data, error } = await world
      .client()
      .auth.signInWithPassword({ email: email.toUpperCase(), password: PASSWORD });
    expect(error).toBeNull();
    expect(data.user?.last_sign_in_at).toEqual(expect.any(String));
    expect(decodeJwt(data.session?.access_token ?? '').session_id).not.toBe(decodeJwt(session.access_token).session_id);
  });

  it('rejects wrong and unknown alike', async () => {
    const { email } = await signUpSomebody(world);
    for (const address of [email, 'unknown@school.test']) {
      const { error } = await world.client().auth.signInWithPassword({ email: address, password: 'wrong password' });
      expect(error).toMatchObject({ status: 400, code: 'invalid_credentials', message: 'Invalid login credentials' });
    }
  });

  it('refuses malformed requests', async () => {
    const service = world.serve();
    const cases: [string, unknown, number, string][] = [
      ['/token', {}, 400, 'invalid_credentials'],
      ['/token?grant_type=constructor', {}, 400, 'invalid_credentials'],
      ['/token?grant_type=password', '{', 400, 'bad_json'],
      ['/token?grant_type=password', '[]', 400, 'bad_json'],
      ['/token?grant_type=password', 'null', 400, 'bad_json'],
      ['/token?grant_type=password', {}, 400, 'validation_failed'],
      ['/token?grant_type=password', { phone: '1', password: 'x' }, 422, 'phone_provider_disabled'],
      ['/token?grant_type=password', { email: 'a@b.test', password: { a: 1 } }, 400, 'validation_failed'],
      ['/token?grant_type=password', { email: 'a\u0000@b.test', password: 'x' }, 400, 'validation_failed'],
      ['/token?grant_type=refresh_token', {}, 400, 'validation_failed'],
      ['/token?grant_type=pkce', { auth_code: 'x' }, 400, 'validation_failed'],
      ['/token?grant_type=pkce', { auth_code: 'x', code_verifier: 'y' }, 404, 'flow_state_not_found'],
      ['/token?grant_type=password', { email: 'a@b.test', password: 'x'.repeat(70_000) }, 413, 'validation_failed'],
      ['/nothing', {}, 404, 'not_found'],
    ];
    for (const [path, body, status, code] of cases) {
      const response = await call(service, 'POST', path, body);
      expect([path, response.status, response.body?.code]).toEqual([path, status, code]);
    }
  });

  it('returns the older error form to clients that name no version', async () => {
    const response = await world.serve()(
      new Request(`${SITE}/auth/v1/token?grant_type=password`, { method: 'POST', body: '{"email":"a@b.test"}' }),
    );
    expect(await response.json()).toEqual({
      code: 400,
      error_code: 'invalid_credentials',
      msg: 'Invalid login credentials',
    });
  });

  it('counts failures by address and e-mail, then answers 429 with Retry-After, also to the right password', async () => {
    const { email } = await signUpSomebody(world);
    const { email: otherEmail } = await signUpSomebody(world);
    const service = world.serve();
    const signIn = (address: string, password: string, from = '10.0.0.1') =>
      call(
        service,
        'POST',
        '/token?grant_type=password',
        { email: address, password },
        { 'x-stoa-client-address': from },
      );
    const statuses = await Promise.all(Array.from({ length: 14 }, () => signIn(email, 'wrong password')));
    expect(statuses.map((response) => response.status).sort()).toEqual([...Array(10).fill(400), ...Array(4).fill(429)]);
    const limited = await signIn(email, PASSWORD);
    expect(limited).toMatchObject({ status: 429, body: { code: 'over_request_rate_limit' } });
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await signIn(otherEmail, PASSWORD)).status).toBe(200);
    expect((await signIn(email, PASSWORD, '10.0.0.2')).status).toBe(200);
  });

  it('does not limit forty right ones in a row', async () => {
    const { email } = await signUpSomebody(world);
    const service = world.serve();
    for (let index = 0; index < 40; index++) {
      const response = await call(service, 'POST', '/token?grant_type=password', { email, password: PASSWORD });
      expect(response.status).toBe(200);
    }
  });
});

describe('the signed-in person', () => {
  it('reads and changes themselves', async () => {
    const { client } = await signUpSomebody(world);
    await client.auth.updateUser({ data: { city: 'Athens', name: null } });
    const { data } = await client.auth.getUser();
    expect(data.user?.user_metadata).toMatchObject({ city: 'Athens' });
    expect(data.user?.user_metadata).not.toHaveProperty('name');
  });

  it('changes the password: every other session ends, this one stays', async () => {
    const { client, email } = await signUpSomebody(world);
    const otherEmail = world.client();
    await otherEmail.auth.signInWithPassword({ email, password: PASSWORD });
    expect((await client.auth.updateUser({ password: PASSWORD })).error).toMatchObject({
      status: 422,
      code: 'same_password',
    });
    expect((await client.auth.updateUser({ password: 'short' })).error).toMatchObject({ code: 'weak_password' });
    expect((await client.auth.updateUser({ password: 'a newer password' })).error).toBeNull();
    expect((await client.auth.getUser()).error).toBeNull();
    expect((await otherEmail.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
    expect((await world.client().auth.signInWithPassword({ email, password: PASSWORD })).error?.code).toBe(
      'invalid_credentials',
    );
    expect((await world.client().auth.signInWithPassword({ email, password: 'a newer password' })).error).toBeNull();
  });

  it('cannot give themselves rights', async () => {
    const { session } = await signUpSomebody(world);
    const authorization = `Bearer ${session.access_token}`;
    const response = await call(world.serve(), 'PUT', '/user', { app_metadata: { role: 'admin' } }, { authorization });
    expect(response).toMatchObject({ status: 403, body: { code: 'not_admin' } });
    await call(
      world.serve(),
      'PUT',
      '/user',
      { role: 'service_role', id: 'x', is_super_admin: true },
      { authorization },
    );
    const user = await call(world.serve(), 'GET', '/user', undefined, { authorization });
    expect(user.body).toMatchObject({
      role: 'authenticated',
      app_metadata: { provider: 'email', providers: ['email'] },
    });
  });

  it('needs a token that holds', async () => {
    const { session, user } = await signUpSomebody(world);
    const withoutSubject = await world.tokens.sign({ role: 'authenticated' }, 60);
    const expired = await world.tokens.sign({ role: 'authenticated', sub: user.id }, -10);
    const none = `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify({ role: 'service_role', sub: user.id }))}.`;
    const deletedUser = await world.tokens.sign({ role: 'authenticated', sub: crypto.randomUUID() }, 60);
    const cases: [string | undefined, number, string][] = [
      [undefined, 401, 'no_authorization'],
      ['Basic abc', 401, 'no_authorization'],
      ['Bearer nonsense', 403, 'bad_jwt'],
      [`Bearer ${session.access_token.slice(0, -3)}abc`, 403, 'bad_jwt'],
      [`Bearer ${none}`, 403, 'bad_jwt'],
      [`Bearer ${withoutSubject}`, 403, 'bad_jwt'],
      [`Bearer ${expired}`, 403, 'bad_jwt'],
      [`Bearer ${deletedUser}`, 403, 'session_not_found'],
    ];
    for (const [authorization, status, code] of cases) {
      const response = await call(world.serve(), 'GET', '/user', undefined, authorization ? { authorization } : {});
      expect([authorization, response.status, response.body?.code]).toEqual([authorization, status, code]);
    }
  });
});

describe('sign-out', () => {
  it.each([
    ['local', [false, true]],
    ['others', [true, false]],
    ['global', [false, false]],
  ] as const)('%s ends the right sessions', async (scope, alive) => {
    const { client, email, session } = await signUpSomebody(world);
    const otherEmail = world.client();
    await otherEmail.auth.signInWithPassword({ email, password: PASSWORD });
    expect((await client.auth.signOut({ scope })).error).toBeNull();
    const current = await call(world.serve(), 'GET', '/user', undefined, {
      authorization: `Bearer ${session.access_token}`,
    });
    expect([current.status === 200, (await otherEmail.auth.getUser()).error === null]).toEqual(alive);
    if (!alive[0]) {
      expect(current).toMatchObject({ status: 403, body: { code: 'session_not_found' } });
      const refreshed = await world.client().auth.refreshSession({ refresh_token: session.refresh_token });
      expect(refreshed.error?.code).toBe('refresh_token_not_found');
    }
  });

  it('rejects an unknown scope', async () => {
    const { session } = await signUpSomebody(world);
    const response = await call(
      world.serve(),
      'POST',
      '/logout?scope=all',
      {},
      { authorization: `Bearer ${session.access_token}` },
    );
    expect(response).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  });
});

describe('the surface', () => {
  it('serves preflights, settings and health, and forbids caching', async () => {
    const service = world.serve();
    const preflight = await call(service, 'OPTIONS', '/user', undefined, {
      origin: 'https://elsewhere.test',
      'access-control-request-headers': 'authorization,apikey',
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-headers')).toBe('authorization,apikey');
    const settings = await call(service, 'GET', '/settings');
    expect(settings.body).toMatchObject({ external: { email: true, phone: false }, mailer_autoconfirm: true });
    expect(settings.headers.get('cache-control')).toBe('no-store');
    expect(settings.headers.get('access-control-allow-origin')).toBe('*');
    expect((await call(service, 'GET', '/health')).status).toBe(200);
  });
});
