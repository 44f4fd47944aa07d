import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openWireWorld, PASSWORD, SITE, type WireWorld } from '#tests/db/auth-wire.ts';
import { fragmentOf, openLink, signUpSomebody } from '#tests/mail-reader.ts';

let world: WireWorld;
beforeAll(async () => {
  world = await openWireWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  world.mails.length = 0;
});

describe('a new e-mail address', () => {
  async function changing() {
    const { email, client } = await signUpSomebody(world);
    const next = world.newAddress();
    const { data, error } = await client.auth.updateUser({ email: next }, { emailRedirectTo: `${SITE}/profile` });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email, new_email: next });
    const [current, fresh] = world.mails.slice(-2);
    if (!current || !fresh) throw new Error('two mails expected');
    expect([current.to, fresh.to, current.kind, fresh.kind]).toEqual([email, next, 'email_change', 'email_change']);
    return { email, next, client, current, fresh };
  }

  it('needs both mailboxes, in either order', async () => {
    for (const order of [0, 1]) {
      const { next, client, current, fresh } = await changing();
      const [first, second] = order === 0 ? [current, fresh] : [fresh, current];
      const half = await openLink(world, first.url);
      expect(fragmentOf(half).message).toMatch(/confirm link sent to the other email/);
      expect((await client.auth.getUser()).data.user?.email).not.toBe(next);
      const completed = await openLink(world, second.url);
      expect(completed.pathname).toBe('/profile');
      expect(decodeJwt(fragmentOf(completed).access_token ?? '').email).toBe(next);
      const { data } = await client.auth.getUser();
      expect(data.user).toMatchObject({ email: next, user_metadata: { email: next } });
      expect(data.user?.identities?.[0]?.identity_data).toMatchObject({ email: next, email_verified: true });
      expect(data.user).not.toHaveProperty('new_email');
    }
  });

  it('is not satisfied by the same mailbox twice', async () => {
    const { email, next, client, current } = await changing();
    await openLink(world, current.url);
    await client.auth.resend({ type: 'email_change', email });
    const anew = world.mails.at(-2);
    expect(anew?.to).toBe(email);
    await openLink(world, anew?.url ?? '');
    expect((await client.auth.getUser()).data.user?.email).toBe(email);
    await openLink(world, world.mails.at(-1)?.url ?? '');
    expect((await client.auth.getUser()).data.user?.email).toBe(next);
  });

  it('works by code too, and the first confirmation returns no session', async () => {
    const { email, next, current, fresh } = await changing();
    const half = await world.client().auth.verifyOtp({ type: 'email_change', email, token: current.token });
    expect(half).toMatchObject({ error: null, data: { user: null, session: null } });
    const completed = await world.client().auth.verifyOtp({ type: 'email_change', email: next, token: fresh.token });
    expect(completed.data.user?.email).toBe(next);
  });

  it('is rejected where it is taken, also if that happened meanwhile', async () => {
    const { email: taken } = await signUpSomebody(world);
    const { client } = await signUpSomebody(world);
    expect((await client.auth.updateUser({ email: taken })).error).toMatchObject({ status: 422, code: 'email_exists' });
    const { next, current, fresh } = await changing();
    await world.client().auth.signUp({ email: next, password: PASSWORD });
    await openLink(world, current.url);
    expect(fragmentOf(await openLink(world, fresh.url)).error_code).toBe('email_exists');
  });
});
