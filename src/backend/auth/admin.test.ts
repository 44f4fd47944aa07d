import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, openWireWorld, PASSWORD, SITE, type WireWorld } from '#tests/db/auth-wire.ts';

let world: WireWorld;
beforeAll(async () => {
  world = await openWireWorld();
});
afterAll(() => world.close());

describe('administration', () => {
  it('is closed to all but the service key', async () => {
    const { data } = await world.client().auth.signUp({ email: world.newAddress(), password: PASSWORD });
    const anon = await world.tokens.sign({ role: 'anon' });
    const cases: [string | undefined, number, string][] = [
      [undefined, 401, 'no_authorization'],
      [anon, 403, 'not_admin'],
      [data.session?.access_token, 403, 'not_admin'],
      ['forged', 403, 'bad_jwt'],
    ];
    const calls: [string, string][] = [
      ['GET', '/admin/users'],
      ['POST', '/admin/users'],
      ['GET', `/admin/users/${data.user?.id}`],
      ['PUT', `/admin/users/${data.user?.id}`],
      ['DELETE', `/admin/users/${data.user?.id}`],
      ['POST', '/admin/generate_link'],
      ['POST', '/invite'],
    ];
    for (const [method, path] of calls) {
      for (const [token, status, code] of cases) {
        const response = await call(
          world.serve(),
          method,
          path,
          method === 'GET' ? undefined : {},
          token ? { authorization: `Bearer ${token}` } : {},
        );
        expect([method, path, response.status, response.body?.code]).toEqual([method, path, status, code]);
      }
    }
  });

  it('creates, reads, updates and deletes a user', async () => {
    const admin = world.admin().auth.admin;
    const email = world.newAddress();
    const created = await admin.createUser({
      email,
      password: PASSWORD,
      email_confirm: true,
      user_metadata: { name: 'Cy' },
      app_metadata: { tier: 'gold' },
    });
    expect(created.error).toBeNull();
    const id = created.data.user?.id ?? '';
    expect(created.data.user).toMatchObject({
      email,
      user_metadata: { name: 'Cy' },
      app_metadata: { provider: 'email', tier: 'gold' },
    });
    expect((await world.client().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
    expect((await admin.getUserById(id)).data.user?.email).toBe(email);

    const next = world.newAddress();
    const changed = await admin.updateUserById(id, {
      email: next,
      password: 'another password',
      user_metadata: { name: 'Di' },
      app_metadata: { tier: null },
    });
    expect(changed.data.user).toMatchObject({ email: next, user_metadata: { name: 'Di' } });
    expect(changed.data.user?.app_metadata).not.toHaveProperty('tier');
    expect(
      (await world.client().auth.signInWithPassword({ email: next, password: 'another password' })).error,
    ).toBeNull();

    expect((await admin.deleteUser(id)).error).toBeNull();
    expect((await admin.getUserById(id)).error).toMatchObject({ status: 404, code: 'user_not_found' });
  });

  it('bans and forgives', async () => {
    const admin = world.admin().auth.admin;
    const client = world.client();
    const email = world.newAddress();
    const id = (await client.auth.signUp({ email, password: PASSWORD })).data.user?.id ?? '';
    const banned = await admin.updateUserById(id, { ban_duration: '1h30m' });
    const until = Date.parse(String((banned.data.user as { banned_until?: string } | null)?.banned_until));
    expect(until).toBeGreaterThan(Date.now() + 80 * 60_000);
    expect((await client.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
    expect((await world.client().auth.signInWithPassword({ email, password: PASSWORD })).error?.code).toBe(
      'user_banned',
    );
    expect((await world.client().auth.signInWithPassword({ email, password: 'wrong password' })).error?.code).toBe(
      'invalid_credentials',
    );
    await admin.updateUserById(id, { ban_duration: 'none' });
    expect((await world.client().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
    expect((await admin.updateUserById(id, { ban_duration: 'soon' })).error?.code).toBe('validation_failed');
  });

  it('lists page by page, newest first, with totals', async () => {
    const otherWorld = await openWireWorld();
    try {
      const admin = otherWorld.admin().auth.admin;
      expect((await admin.listUsers()).data).toMatchObject({ users: [], total: 0, nextPage: null, lastPage: 1 });
      for (let index = 0; index < 5; index++) await admin.createUser({ email: otherWorld.newAddress() });
      const { data } = await admin.listUsers({ page: 2, perPage: 2 });
      expect(data).toMatchObject({ aud: 'authenticated', total: 5, nextPage: 3, lastPage: 3 });
      expect(data.users.map((user) => user.email)).toEqual(['person-3@school.test', 'person-2@school.test']);
      expect((await admin.listUsers({ page: 0, perPage: 2 })).error?.code).toBe('validation_failed');
      expect((await admin.listUsers({ page: 1, perPage: 100_000 })).error?.code).toBe('validation_failed');
    } finally {
      await otherWorld.close();
    }
  });

  it('deletes softly: the row stays, the person is gone, the address is free', async () => {
    const admin = world.admin().auth.admin;
    const client = world.client();
    const email = world.newAddress();
    const id =
      (await client.auth.signUp({ email, password: PASSWORD, options: { data: { name: 'Ed' } } })).data.user?.id ?? '';
    expect((await admin.deleteUser(id, true)).error).toBeNull();
    const { data } = await admin.getUserById(id);
    expect(data.user).toMatchObject({ user_metadata: {}, identities: [] });
    expect(JSON.stringify(data.user)).not.toContain(email);
    expect((await client.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
    expect((await world.client().auth.signUp({ email, password: PASSWORD })).error).toBeNull();
  });

  it('generates links without mailing them', async () => {
    const admin = world.admin().auth.admin;
    const email = world.newAddress();
    const link = await admin.generateLink({
      type: 'signup',
      email,
      password: PASSWORD,
      options: { redirectTo: `${SITE}/welcome` },
    });
    expect(link.error).toBeNull();
    expect(link.data.properties).toMatchObject({ verification_type: 'signup', redirect_to: `${SITE}/welcome` });
    expect(link.data.properties?.email_otp).toMatch(/^\d{6}$/);
    expect(link.data.user?.email).toBe(email);
    expect(world.mails).toEqual([]);
    const opened = await world
      .client()
      .auth.verifyOtp({ type: 'signup', token_hash: link.data.properties?.hashed_token ?? '' });
    expect(opened.data.user?.email).toBe(email);
    for (const type of ['recovery', 'magiclink'] as const) {
      const link = await admin.generateLink({ type, email });
      const session = await world
        .client()
        .auth.verifyOtp({ type, email, token: link.data.properties?.email_otp ?? '' });
      expect(session.data.user?.email).toBe(email);
    }
    expect((await admin.generateLink({ type: 'recovery', email: 'unknown@school.test' })).error?.code).toBe(
      'user_not_found',
    );
    expect((await admin.generateLink({ type: 'signup', email, password: PASSWORD })).error?.code).toBe('email_exists');
  });

  it('invites by mail', async () => {
    const admin = world.admin().auth.admin;
    const email = world.newAddress();
    const { data, error } = await admin.inviteUserByEmail(email, {
      data: { name: 'Flo' },
      redirectTo: `${SITE}/welcome`,
    });
    expect(error).toBeNull();
    expect(data.user?.invited_at).toEqual(expect.any(String));
    const mail = world.mails.at(-1);
    expect(mail).toMatchObject({ to: email, kind: 'invite' });
    expect((await world.client().auth.signUp({ email, password: PASSWORD })).error?.code).toBe('user_already_exists');
    const accepted = await world.client().auth.verifyOtp({ type: 'invite', email, token: mail?.token ?? '' });
    expect(accepted.data.user).toMatchObject({ email, user_metadata: { name: 'Flo' } });
    expect((await admin.inviteUserByEmail(email)).error?.code).toBe('email_exists');
  });

  it('rejects invalid input', async () => {
    const admin = world.admin().auth.admin;
    const email = world.newAddress();
    const { data } = await admin.createUser({ email, email_confirm: true });
    const id = data.user?.id ?? '';
    expect((await admin.createUser({ email })).error).toMatchObject({ status: 422, code: 'email_exists' });
    expect((await admin.createUser({ id, email: world.newAddress() })).error).toMatchObject({ status: 422 });
    expect((await admin.createUser({})).error?.code).toBe('validation_failed');
    expect((await admin.createUser({ email: world.newAddress(), password: 'short' })).error?.code).toBe(
      'weak_password',
    );
    expect((await admin.createUser({ email: world.newAddress(), role: 'postgres' })).error?.code).toBe(
      'validation_failed',
    );
    const service = await world.tokens.sign({ role: 'service_role' });
    const malformed = await call(world.serve(), 'GET', '/admin/users/not-a-uuid', undefined, {
      authorization: `Bearer ${service}`,
    });
    expect(malformed.status).toBe(404);
    expect((await world.client().auth.signInWithPassword({ email, password: '' })).error).not.toBeNull();
  });
});
