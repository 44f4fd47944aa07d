import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { call, openWireWorld, SITE, type WireWorld } from '#tests/db/auth-wire.ts';
import { lastMail, openLink, signUpSomebody } from '#tests/mail-reader.ts';

let world: WireWorld;
beforeAll(async () => {
  world = await openWireWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  world.mails.length = 0;
});

describe('PKCE', () => {
  it('by mail: a code in the query, exchanged by the client that asked, once', async () => {
    const { email } = await signUpSomebody(world);
    const client = world.client({ flowType: 'pkce' });
    await client.auth.resetPasswordForEmail(email, { redirectTo: `${SITE}/login/reset-password?step=2` });
    const target = await openLink(world, lastMail(world).link);
    expect(target.hash).toBe('');
    expect(target.searchParams.get('step')).toBe('2');
    const code = target.searchParams.get('code') ?? '';
    const { data, error } = await client.auth.exchangeCodeForSession(code);
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
    expect(decodeJwt(data.session?.access_token ?? '').amr).toMatchObject([{ method: 'recovery' }]);
    const repeated = await call(world.serve(), 'POST', '/token?grant_type=pkce', {
      auth_code: code,
      code_verifier: 'x',
    });
    expect(repeated).toMatchObject({ status: 404, body: { code: 'flow_state_not_found' } });
  });

  it('is over with the first wrong verifier', async () => {
    const { email } = await signUpSomebody(world);
    const client = world.client({ flowType: 'pkce' });
    await client.auth.signInWithOtp({ email });
    const code = (await openLink(world, lastMail(world).link)).searchParams.get('code') ?? '';
    const thief = await call(world.serve(), 'POST', '/token?grant_type=pkce', {
      auth_code: code,
      code_verifier: 'guess',
    });
    expect(thief).toMatchObject({ status: 400, body: { code: 'bad_code_verifier' } });
    expect((await client.auth.exchangeCodeForSession(code)).error?.code).toBe('flow_state_not_found');
  });

  it('expires five minutes after the click', async () => {
    const { email } = await signUpSomebody(world);
    const client = world.client({ flowType: 'pkce' });
    await client.auth.signInWithOtp({ email });
    const code = (await openLink(world, lastMail(world).link)).searchParams.get('code') ?? '';
    await world.sql.query(`update auth.flow_state set auth_code_issued_at = now() - interval '6 minutes'`);
    expect((await client.auth.exchangeCodeForSession(code)).error?.code).toBe('flow_state_expired');
  });

  it('refuses half a challenge and odd ones', async () => {
    const cases = [
      { code_challenge: 'x'.repeat(43) },
      { code_challenge_method: 's256' },
      { code_challenge: 'short', code_challenge_method: 's256' },
      { code_challenge: 'x'.repeat(43), code_challenge_method: 'md5' },
    ];
    for (const challenge of cases) {
      const response = await call(world.serve(), 'POST', '/recover', { email: world.newAddress(), ...challenge });
      expect(response).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    }
  });
});
