import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, openWireWorld, PASSWORD, SITE, type WireWorld } from '#tests/db/auth-wire.ts';
import {
  type Account,
  CLIENT_ID,
  CLIENT_SECRET,
  type LocalProvider,
  openLocalProvider,
} from '#tests/local-provider.ts';
import { fragmentOf, signUpSomebody } from '#tests/mail-reader.ts';

let world: WireWorld;
let provider: LocalProvider;
let service: (request: Request) => Promise<Response>;
beforeAll(async () => {
  [world, provider] = await Promise.all([openWireWorld(), openLocalProvider()]);
  service = world.serve({
    securityManualLinkingEnabled: true,
    externalAnonymousUsersEnabled: true,
    external: { google: { enabled: true, clientId: CLIENT_ID, secret: CLIENT_SECRET, url: provider.url } },
  });
});
afterAll(async () => {
  await world.close();
  await provider.close();
});

let people = 0;
const account = (more: Partial<Account> = {}): Account => ({
  sub: `link-${++people}`,
  email: `link-${people}@elsewhere.test`,
  email_verified: true,
  name: 'Linked',
  ...more,
});

type Client = ReturnType<WireWorld['client']>;

/** Links an identity of the signed-in user; returns the URL the browser ends at. */
async function link(client: Client, person: Account): Promise<URL> {
  const { data, error } = await client.auth.linkIdentity({
    provider: 'google',
    options: { redirectTo: `${SITE}/profile`, skipBrowserRedirect: true },
  });
  if (error) throw error;
  const end = await service(new Request(provider.signIn(data.url ?? '', person)));
  return new URL(end.headers.get('location') ?? '');
}

async function identityOf(client: Client, name: string) {
  const identity = (await client.auth.getUserIdentities()).data?.identities.find((entry) => entry.provider === name);
  if (!identity) throw new Error(`There is no identity of ${name}.`);
  return identity;
}

// https://supabase.com/docs/reference/javascript/auth-linkidentity, …/auth-getuseridentities
describe('linking an identity', () => {
  it('adds a way to sign in to the person who asked, whatever its address', async () => {
    const { client, user, email } = await signUpSomebody(world, { service });
    const person = account();
    const end = await link(client, person);
    expect(end.pathname).toBe('/profile');
    expect(decodeJwt(fragmentOf(end).access_token ?? '')).toMatchObject({
      sub: user.id,
      email,
      app_metadata: { provider: 'email', providers: ['email', 'google'] },
    });
    expect(await identityOf(client, 'google')).toMatchObject({ id: person.sub, user_id: user.id });
    expect((await world.client().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  });

  it('turns an anonymous user into a regular one', async () => {
    const client = world.client({ service });
    const { data } = await client.auth.signInAnonymously();
    const person = account();
    await link(client, person);
    const { data: current } = await client.auth.getUser();
    expect(current.user).toMatchObject({ id: data.user?.id, email: person.email, is_anonymous: false });
  });

  it('by an ID token', async () => {
    const { client, user } = await signUpSomebody(world, { service });
    const { data, error } = await client.auth.linkIdentity({
      provider: 'google',
      token: await provider.idToken(account()),
    });
    expect(error).toBeNull();
    expect(data.user?.id).toBe(user.id);
    expect(data.user?.identities?.map((entry) => entry.provider)).toEqual(['email', 'google']);
  });

  it('is refused in GoTrue’s words', async () => {
    const { client } = await signUpSomebody(world, { service });
    const { client: otherClient } = await signUpSomebody(world, { service });
    const person = account();
    await link(client, person);
    expect((await link(client, person)).searchParams.get('error_code')).toBe('identity_already_exists');
    expect((await link(otherClient, person)).searchParams.get('error_description')).toBe(
      'Identity is already linked to another user',
    );
    const { session, client: publishedClient } = await signUpSomebody(world);
    const { error } = await publishedClient.auth.linkIdentity({
      provider: 'google',
      options: { skipBrowserRedirect: true },
    });
    expect(error).toMatchObject({ status: 404, code: 'manual_linking_disabled' });
    const authorization = `Bearer ${session.access_token}`;
    const path = '/user/identities/authorize?provider=google';
    expect(await call(service, 'GET', path)).toMatchObject({ status: 401, body: { code: 'no_authorization' } });
    const unknown = await call(service, 'GET', '/user/identities/authorize?provider=x', undefined, { authorization });
    expect(unknown).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    const anonymous = world.client({ service });
    await anonymous.auth.signInAnonymously();
    const { email } = await signUpSomebody(world);
    expect((await link(anonymous, account({ email }))).searchParams.get('error_code')).toBe('email_exists');
  });
});

// https://supabase.com/docs/reference/javascript/auth-unlinkidentity
describe('unlinking an identity', () => {
  it('removes the sign-in method, the e-mail with its password too', async () => {
    const { client, email } = await signUpSomebody(world, { service });
    const person = account();
    await link(client, person);
    expect((await client.auth.unlinkIdentity(await identityOf(client, 'email'))).error).toBeNull();
    const { data } = await client.auth.getUser();
    expect(data.user).toMatchObject({
      email: person.email,
      app_metadata: { provider: 'google', providers: ['google'] },
    });
    for (const address of [email, person.email ?? '']) {
      const { error } = await world.client().auth.signInWithPassword({ email: address, password: PASSWORD });
      expect(error?.code).toBe('invalid_credentials');
    }
  });

  it('leaves the last one, somebody else’s and none', async () => {
    const { client, session } = await signUpSomebody(world, { service });
    const only = await identityOf(client, 'email');
    expect((await client.auth.unlinkIdentity(only)).error).toMatchObject({
      status: 422,
      code: 'single_identity_not_deletable',
    });
    const { client: otherClient } = await signUpSomebody(world, { service });
    await link(otherClient, account());
    expect((await otherClient.auth.unlinkIdentity(only)).error).toMatchObject({
      status: 422,
      code: 'identity_not_found',
    });
    const malformed = await call(service, 'DELETE', '/user/identities/x', undefined, {
      authorization: `Bearer ${session.access_token}`,
    });
    expect(malformed).toMatchObject({ status: 404, body: { code: 'validation_failed' } });
    const publishedClient = await call(world.serve(), 'DELETE', `/user/identities/${only.identity_id}`, undefined, {
      authorization: `Bearer ${session.access_token}`,
    });
    expect(publishedClient).toMatchObject({ status: 404, body: { code: 'manual_linking_disabled' } });
  });

  it('is rejected where the remaining address belongs to another user', async () => {
    const { client } = await signUpSomebody(world, { service });
    const { email: taken } = await signUpSomebody(world);
    await link(client, account({ email: taken }));
    expect((await client.auth.unlinkIdentity(await identityOf(client, 'email'))).error).toMatchObject({
      status: 422,
      code: 'email_conflict_identity_not_deletable',
    });
    expect((await client.auth.getUserIdentities()).data?.identities).toHaveLength(2);
  });
});
