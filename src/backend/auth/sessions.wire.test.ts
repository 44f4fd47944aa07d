import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, openWireWorld, PASSWORD, type WireWorld } from '#tests/db/auth-wire.ts';
import { signUpSomebody } from '#tests/mail-reader.ts';

let world: WireWorld;
beforeAll(async () => {
  world = await openWireWorld();
});
afterAll(() => world.close());

const age = (userId: string, by: string) =>
  world.sql.query(
    `update auth.sessions set created_at = created_at - $2::interval, refreshed_at = refreshed_at - $2::interval,
       not_after = not_after - $2::interval where user_id = $1`,
    [userId, by],
  );

// https://supabase.com/docs/guides/auth/sessions (limiting session lifetime and number of allowed sessions per user)
describe('a session', () => {
  it('lives no longer than its time box, refreshed or not', async () => {
    const service = world.serve({ sessionsTimebox: 3_600 });
    const { client, user, session } = await signUpSomebody(world, { service });
    await age(user.id, '59 minutes');
    expect((await client.auth.refreshSession()).error).toBeNull();
    await age(user.id, '2 minutes');
    const headers = { authorization: `Bearer ${session.access_token}` };
    expect((await call(service, 'GET', '/user', undefined, headers)).body?.code).toBe('session_not_found');
    expect((await client.auth.refreshSession()).error).toMatchObject({
      status: 400,
      code: 'session_expired',
      message: 'Invalid Refresh Token: Session Expired',
    });
  });

  it('ends by the sign-in that names it as the former one of the browser, where the operator wants that', async () => {
    const { email, user, session } = await signUpSomebody(world);
    const sessions = async () =>
      (await world.sql.query('select from auth.sessions where user_id = $1', [user.id])).length;
    const named = { 'x-former-session': session.refresh_token };
    const signIn = (service: (request: Request) => Promise<Response>) =>
      call(service, 'POST', '/token?grant_type=password', { email, password: PASSWORD }, named);
    expect((await signIn(world.serve())).status).toBe(200);
    expect(await sessions()).toBe(2);
    expect((await signIn(world.serve({ sessionsEndFormer: true }))).status).toBe(200);
    expect(await sessions()).toBe(2);
    const headers = { authorization: `Bearer ${session.access_token}` };
    expect((await call(world.serve(), 'GET', '/user', undefined, headers)).body?.code).toBe('session_not_found');
  });

  it('ends where nobody refreshes it', async () => {
    const service = world.serve({ sessionsInactivityTimeout: 3_600 });
    const { client, user } = await signUpSomebody(world, { service });
    await age(user.id, '59 minutes');
    expect((await client.auth.refreshSession()).error).toBeNull();
    await age(user.id, '59 minutes');
    expect((await client.auth.refreshSession()).error).toBeNull();
    await age(user.id, '61 minutes');
    expect((await client.auth.refreshSession()).error).toMatchObject({
      status: 400,
      code: 'session_expired',
      message: expect.stringContaining('Inactivity'),
    });
  });

  it('is the only one of a person where the operator wants it: the newest holds', async () => {
    const service = world.serve({ sessionsSinglePerUser: true });
    const { client, email } = await signUpSomebody(world, { service });
    const newer = world.client({ service });
    await newer.auth.signInWithPassword({ email, password: PASSWORD });
    expect((await client.auth.refreshSession()).error).toMatchObject({
      status: 400,
      code: 'session_expired',
      message: expect.stringContaining('Newer Login'),
    });
    expect((await newer.auth.refreshSession()).error).toBeNull();
  });

  it('has none of these limits where nothing is set', async () => {
    const { client, user, email } = await signUpSomebody(world);
    await world.client().auth.signInWithPassword({ email, password: PASSWORD });
    await age(user.id, '900 days');
    expect((await client.auth.refreshSession()).error).toBeNull();
  });
});

// https://supabase.com/docs/reference/javascript/auth-admin-signout
describe('signing somebody out by their token', () => {
  it.each([
    ['global', [false, false]],
    ['local', [false, true]],
    ['others', [true, false]],
  ] as const)('%s ends the right sessions', async (scope, alive) => {
    const { client, session, email } = await signUpSomebody(world);
    const otherClient = world.client();
    await otherClient.auth.signInWithPassword({ email, password: PASSWORD });
    expect((await world.admin().auth.admin.signOut(session.access_token, scope)).error).toBeNull();
    const results = await Promise.all([client, otherClient].map((item) => item.auth.refreshSession()));
    expect(results.map(({ error }) => error === null)).toEqual(alive);
  });

  it('is rejected for an invalid token', async () => {
    const service = world.serve();
    const response = await call(service, 'POST', '/logout?scope=global', {}, { authorization: 'Bearer x.y.z' });
    expect(response).toMatchObject({ status: 403, body: { code: 'bad_jwt' } });
  });
});
