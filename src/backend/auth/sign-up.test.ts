import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, openWireWorld, PASSWORD, SITE, type WireWorld } from '#tests/db/auth-wire.ts';
import { signUpSomebody } from '#tests/mail-reader.ts';

let world: WireWorld;
beforeAll(async () => {
  world = await openWireWorld();
});
afterAll(() => world.close());

describe('sign-up', () => {
  it('answers a session and the person, and writes identity, scope and audit', async () => {
    const { session, user, email } = await signUpSomebody(world);
    expect(user).toMatchObject({
      aud: 'authenticated',
      role: 'authenticated',
      email,
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { name: 'Ada', email, email_verified: true, sub: user.id },
      is_anonymous: false,
    });
    expect(user.identities).toHaveLength(1);
    expect(user.identities?.[0]).toMatchObject({ provider: 'email', id: user.id, user_id: user.id, email });
    expect(session.expires_in).toBe(900);
    const claims = decodeJwt(session.access_token);
    expect(claims).toMatchObject({
      iss: `${SITE}/auth/v1`,
      sub: user.id,
      aud: 'authenticated',
      role: 'authenticated',
      email,
      aal: 'aal1',
      amr: [{ method: 'password' }],
      app_metadata: { provider: 'email' },
      user_metadata: { name: 'Ada' },
    });
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(900);
    expect(world.bound.get(String(claims.session_id))).toBe('school.test');
    const [entry] = await world.sql.query(
      `select payload ->> 'action' as action from auth.audit_log_entries where payload ->> 'actor_id' = $1`,
      [user.id],
    );
    expect(entry).toEqual({ action: 'user_signedup' });
  });

  it('passes the requested host’s scope to triggers on auth.users, whatever the client sends', async () => {
    await world.sql.query(`create table public.seen (email text, scope text)`);
    await world.sql.query(`create function public.note() returns trigger language plpgsql as $$ begin
      insert into public.seen values (new.email, current_setting('auth.scope', true)); return null; end $$`);
    await world.sql.query('create trigger note after insert on auth.users for each row execute function public.note()');
    const email = world.newAddress();
    await world.client().auth.signUp({ email, password: PASSWORD, options: { data: { scope: 'forged' } } });
    expect(await world.sql.query('select * from public.seen')).toEqual([{ email, scope: 'school.test' }]);
    await world.sql.query('drop trigger note on auth.users');
  });

  it('leaves nothing behind where the session cannot be bound', async () => {
    const service = world.serve({
      bindSession: async () => {
        throw new Error('no such account');
      },
    });
    const email = world.newAddress();
    const response = await call(service, 'POST', '/signup', { email, password: PASSWORD });
    expect(response).toMatchObject({ status: 500, body: { code: 'unexpected_failure' } });
    expect(JSON.stringify(response.body)).not.toContain('no such account');
    expect(response.headers.get('x-error-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(await world.sql.query('select 1 from auth.users where email = $1', [email])).toEqual([]);
  });

  it('stores argon2id and only hashes of refresh tokens', async () => {
    const { session, user } = await signUpSomebody(world);
    const [row] = await world.sql.query<{ encrypted_password: string }>(
      'select encrypted_password from auth.users where id = $1',
      [user.id],
    );
    expect(row?.encrypted_password).toMatch(/^\$argon2id\$/);
    expect(
      await world.sql.query('select 1 from auth.refresh_tokens where token = $1', [session.refresh_token]),
    ).toEqual([]);
  });

  it('creates one user from ten concurrent sign-ups', async () => {
    const email = world.newAddress();
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => world.client().auth.signUp({ email, password: PASSWORD })),
    );
    expect(responses.filter((response) => response.data.session)).toHaveLength(1);
    expect(new Set(responses.flatMap((response) => response.error?.code ?? []))).toEqual(
      new Set(['user_already_exists']),
    );
  });

  it('is refused in GoTrue’s words', async () => {
    const { email: takenEmail } = await signUpSomebody(world);
    const cases: [Record<string, unknown>, number, string][] = [
      [{ email: takenEmail, password: PASSWORD }, 422, 'user_already_exists'],
      [{ email: takenEmail.toUpperCase(), password: PASSWORD }, 422, 'user_already_exists'],
      [{ email: 'nobody', password: PASSWORD }, 400, 'validation_failed'],
      [{ email: 'a@b@c.test', password: PASSWORD }, 400, 'validation_failed'],
      [{ email: `${'a'.repeat(250)}@b.test`, password: PASSWORD }, 400, 'validation_failed'],
      [{ email: 5, password: PASSWORD }, 400, 'validation_failed'],
      [{ email: world.newAddress() }, 400, 'validation_failed'],
      [{ email: world.newAddress(), password: 'short' }, 422, 'weak_password'],
      [{ email: world.newAddress(), password: 'x'.repeat(1025) }, 400, 'validation_failed'],
      [{ email: world.newAddress(), password: PASSWORD, data: [] }, 400, 'validation_failed'],
      [{ email: world.newAddress(), password: PASSWORD, data: { a: 'x'.repeat(17_000) } }, 400, 'validation_failed'],
      [{ email: world.newAddress(), password: PASSWORD, data: { a: '\u0000' } }, 400, 'validation_failed'],
      [{ email: world.newAddress(), password: PASSWORD, data: { a: '\ud800' } }, 400, 'validation_failed'],
      [{ phone: '+4912345', password: PASSWORD }, 400, 'phone_provider_disabled'],
      [{ data: {} }, 422, 'anonymous_provider_disabled'],
    ];
    const service = world.serve();
    for (const [body, status, code] of cases) {
      const response = await call(service, 'POST', '/signup', body);
      expect([status, code, JSON.stringify(body).slice(0, 80)]).toEqual([
        response.status,
        response.body?.code,
        JSON.stringify(body).slice(0, 80),
      ]);
      expect(response.body?.message).toEqual(expect.any(String));
    }
    expect(
      (await call(world.serve({ disableSignup: true }), 'POST', '/signup', { email: 'a@b.test', password: PASSWORD }))
        .body?.code,
    ).toBe('signup_disabled');
  });

  it('is counted by address: thirty in five minutes, then 429 with Retry-After; another address goes on', async () => {
    const service = world.serve({ limits: {} });
    const from = (address: string) =>
      call(
        service,
        'POST',
        '/signup',
        { email: world.newAddress(), password: PASSWORD },
        { 'x-stoa-client-address': address },
      );
    const first = await Promise.all(Array.from({ length: 30 }, () => from('10.1.0.1')));
    expect(first.map(({ status }) => status)).toEqual(Array(30).fill(200));
    const limited = await from('10.1.0.1');
    expect(limited).toMatchObject({ status: 429, body: { code: 'over_request_rate_limit' } });
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await from('10.1.0.2')).status).toBe(200);
  });

  it('gives the client the reasons of a weak password', async () => {
    const service = world.serve({ passwordRequiredCharacters: ['0123456789'] });
    const { error } = await world.client({ service }).auth.signUp({ email: world.newAddress(), password: 'short' });
    expect(error).toMatchObject({ name: 'AuthWeakPasswordError', status: 422, reasons: ['length', 'characters'] });
  });

  it('counts every byte of a long password', async () => {
    const email = world.newAddress();
    const long = 'p'.repeat(100);
    await world.client().auth.signUp({ email, password: `${long}a` });
    const { error } = await world.client().auth.signInWithPassword({ email, password: `${long}b` });
    expect(error?.code).toBe('invalid_credentials');
  });
});
