import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sql } from '#base/server/database.ts';
import { call, openWireWorld, PASSWORD, type WireWorld } from '#tests/db/auth-wire.ts';
import { CLIENT_ID, CLIENT_SECRET, openLocalProvider } from '#tests/local-provider.ts';

let world: WireWorld;
beforeAll(async () => {
  world = await openWireWorld();
});
afterAll(() => world.close());

/** The same database, and every statement that went through it. */
function recorded(sql: Sql): { sql: Sql; statements: string[] } {
  const statements: string[] = [];
  const recordingSql = (inner: Sql): Sql => ({
    ...inner,
    query: (text, values) => {
      statements.push(text);
      return inner.query(text, values);
    },
    transaction: (work) => inner.transaction((tx) => work(recordingSql(tx))),
  });
  return { sql: recordingSql(sql), statements };
}

describe('the guarded service', () => {
  it('does the same work for somebody and nobody until it has answered', async () => {
    const registered = world.newAddress();
    await world.client().auth.signUp({ email: registered, password: PASSWORD });
    const { sql, statements } = recorded(world.sql);
    const service = world.serve({ sql, guardAddresses: true, mailerAutoconfirm: false });
    const work = async (path: string, email: string, more: object) => {
      // Nothing is waiting: the previous request's deferred work is done.
      for (;;) {
        const left = await world.sql.query('select from auth.deferred_requests');
        if (left.length === 0) break;
      }
      statements.length = 0;
      const { status } = await call(service, 'POST', path, { email, ...more });
      return { status, statements: [...statements] };
    };
    for (const [path, more] of [
      ['/signup', { password: PASSWORD }],
      ['/recover', {}],
      ['/otp', { create_user: false }],
      ['/resend', { type: 'signup' }],
    ] as const) {
      const forRegistered = await work(path, registered, more);
      const forUnknown = await work(path, world.newAddress(), more);
      expect([path, forUnknown]).toEqual([path, forRegistered]);
      expect([path, forRegistered.status, forRegistered.statements.length]).toEqual([path, 200, 1]);
    }
  });

  it('lets an identity provider prove an address, and removes what an unproved holder had set', async () => {
    const provider = await openLocalProvider();
    const google = { enabled: true, clientId: CLIENT_ID, secret: CLIENT_SECRET, url: provider.url };
    const service = world.serve({ guardAddresses: true, external: { google } });
    const email = world.newAddress();
    const squatter = world.client({ service });
    const { data: squatterUser } = await squatter.auth.signUp({ email, password: PASSWORD });
    const token = await provider.idToken({ sub: 'holder', email, email_verified: true });
    const { data, error } = await world.client({ service }).auth.signInWithIdToken({ provider: 'google', token });
    await provider.close();
    expect(error).toBeNull();
    expect(data.user?.id).toBe(squatterUser.user?.id);
    expect((await squatter.auth.refreshSession()).error).not.toBeNull();
    const signIn = await world.client({ service }).auth.signInWithPassword({ email, password: PASSWORD });
    expect(signIn.error?.code).toBe('invalid_credentials');
    const [row] = await world.sql.query(
      `select u.email_proved_at is not null as is_proved, array_agg(i.provider) as providers
         from auth.users u join auth.identities i on i.user_id = u.id where u.id = $1 group by u.id`,
      [squatterUser.user?.id],
    );
    expect(row).toEqual({ is_proved: true, providers: ['google'] });
  });

  it('confirms nobody by a link that was never mailed, where addresses are confirmed by mail', async () => {
    const service = world.serve({ guardAddresses: true, mailerAutoconfirm: false });
    const email = world.newAddress();
    const admin = world.client({ service, key: world.serviceKey }).auth.admin;
    await admin.createUser({ email, password: PASSWORD });
    const { data } = await admin.generateLink({ type: 'magiclink', email });
    const visitor = world.client({ service });
    const token_hash = data.properties?.hashed_token ?? '';
    expect((await visitor.auth.verifyOtp({ type: 'magiclink', token_hash })).error).toBeNull();
    const [row] = await world.sql.query('select email_confirmed_at, email_proved_at from auth.users where email = $1', [
      email,
    ]);
    expect(row).toEqual({ email_confirmed_at: null, email_proved_at: null });
  });

  it('is off where nobody asks for it: the published service works at once and says who has no confirmed address', async () => {
    const email = world.newAddress();
    const service = world.serve({ mailerAutoconfirm: false });
    const squatterUser = world.mails.length;
    await call(service, 'POST', '/signup', { email, password: PASSWORD });
    expect(world.mails.slice(squatterUser).map(({ to, kind }) => [to, kind])).toEqual([[email, 'confirmation']]);
    const { body } = await call(service, 'POST', '/token?grant_type=password', { email, password: PASSWORD });
    expect(body).toMatchObject({ code: 'email_not_confirmed' });
    const unknown = await call(service, 'POST', '/otp', { email: world.newAddress(), create_user: false });
    expect(unknown.status).toBe(422);
  });
});
