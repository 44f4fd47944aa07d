import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { call, openWireWorld, PASSWORD, SITE, type WireWorld } from '#tests/db/auth-wire.ts';
import { fragmentOf, lastMail, openLink, signUpSomebody } from '#tests/mail-reader.ts';

let world: WireWorld;
beforeAll(async () => {
  world = await openWireWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  world.mails.length = 0;
});

async function expire(): Promise<void> {
  await world.sql.query(`update auth.one_time_tokens set created_at = created_at - interval '61 minutes'`);
}

describe('recovery', () => {
  it('by link: a session in the fragment, at the asked page, with which the password is changed', async () => {
    const { email, client } = await signUpSomebody(world);
    await client.auth.resetPasswordForEmail(email, { redirectTo: `${SITE}/login/reset-password` });
    const { kind, to, scope, link } = lastMail(world);
    expect({ kind, to, scope }).toEqual({ kind: 'recovery', to: email, scope: 'school.test' });
    const target = await openLink(world, link);
    expect(target.origin + target.pathname).toBe(`${SITE}/login/reset-password`);
    const fragment = fragmentOf(target);
    expect(fragment).toMatchObject({ type: 'recovery', token_type: 'bearer', expires_in: '900' });
    const claims = decodeJwt(fragment.access_token ?? '');
    expect(world.bound.get(String(claims.session_id))).toBe('school.test');
    const fresh = world.client();
    await fresh.auth.setSession({
      access_token: fragment.access_token ?? '',
      refresh_token: fragment.refresh_token ?? '',
    });
    expect((await fresh.auth.updateUser({ password: 'a recovered password' })).error).toBeNull();
    expect(
      (await world.client().auth.signInWithPassword({ email, password: 'a recovered password' })).error,
    ).toBeNull();
    expect((await client.auth.getUser()).error).not.toBeNull();
  });

  it('where codes are to hold ten minutes, its code does and its link an hour', async () => {
    const { email, client } = await signUpSomebody(world);
    const short = world.client({ service: world.serve({ mailerCodeExp: 600 }) });
    const published = world.client();
    const age = (minutes: number) =>
      world.sql.query(`update auth.one_time_tokens set created_at = now() - make_interval(mins => $1)`, [minutes]);
    const mailed = async () => {
      await client.auth.resetPasswordForEmail(email);
      return lastMail(world);
    };
    const { token } = await mailed();
    await age(11);
    expect((await short.auth.verifyOtp({ type: 'recovery', email, token })).error?.code).toBe('otp_expired');
    expect((await published.auth.verifyOtp({ type: 'recovery', email, token })).error).toBeNull();
    const second = await mailed();
    await age(9);
    expect((await short.auth.verifyOtp({ type: 'recovery', email, token: second.token })).error).toBeNull();
    const { hash } = await mailed();
    await age(59);
    expect((await short.auth.verifyOtp({ type: 'recovery', token_hash: hash })).error).toBeNull();

    // The reauthentication code is the same kind of code.
    await short.auth.signInWithPassword({ email, password: PASSWORD });
    await short.auth.reauthenticate();
    const nonce = world.mails.at(-1)?.token ?? '';
    await age(11);
    const strict = world.serve({ mailerCodeExp: 600, sensitiveChangesNeedProof: true });
    const { data } = await short.auth.getSession();
    const bearer = { authorization: `Bearer ${data.session?.access_token}` };
    expect((await call(strict, 'POST', '/reauthenticate', { nonce }, bearer)).body?.code).toBe(
      'reauthentication_not_valid',
    );
    await age(9);
    expect((await call(strict, 'POST', '/reauthenticate', { nonce }, bearer)).status).toBe(200);
  });

  it('by token hash and by code, each once', async () => {
    const { email, client } = await signUpSomebody(world);
    await client.auth.resetPasswordForEmail(email);
    const first = lastMail(world);
    const opened = await world.client().auth.verifyOtp({ type: 'recovery', token_hash: first.hash });
    expect(opened.data.user?.email).toBe(email);
    expect(decodeJwt(opened.data.session?.access_token ?? '').amr).toMatchObject([{ method: 'otp' }]);
    const repeated = await world.client().auth.verifyOtp({ type: 'recovery', token_hash: first.hash });
    expect(repeated.error).toMatchObject({ status: 403, code: 'otp_expired' });
    const code = await world.client().auth.verifyOtp({ type: 'recovery', email, token: first.token });
    expect(code.error?.code).toBe('otp_expired');

    await client.auth.resetPasswordForEmail(email);
    const second = lastMail(world);
    expect((await world.client().auth.verifyOtp({ type: 'recovery', email, token: second.token })).error).toBeNull();
    expect((await world.client().auth.verifyOtp({ type: 'recovery', email, token: second.token })).error?.code).toBe(
      'otp_expired',
    );
  });

  it('signs in one of ten who open a link at once', async () => {
    const { email, client } = await signUpSomebody(world);
    await client.auth.resetPasswordForEmail(email);
    const { hash } = lastMail(world);
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => world.client().auth.verifyOtp({ type: 'recovery', token_hash: hash })),
    );
    expect(responses.filter((response) => response.data.session)).toHaveLength(1);
  });

  it('replaces what was mailed before, and nothing holds after an hour', async () => {
    const { email, client } = await signUpSomebody(world);
    await client.auth.resetPasswordForEmail(email);
    const first = lastMail(world);
    await client.auth.resetPasswordForEmail(email);
    const second = lastMail(world);
    expect((await client.auth.verifyOtp({ type: 'recovery', token_hash: first.hash })).error?.code).toBe('otp_expired');
    await expire();
    expect((await client.auth.verifyOtp({ type: 'recovery', token_hash: second.hash })).error?.code).toBe(
      'otp_expired',
    );
    const target = await openLink(world, second.link);
    expect(fragmentOf(target)).toEqual({
      error: 'access_denied',
      error_code: 'otp_expired',
      error_description: 'Email link is invalid or has expired',
    });
  });

  it('responds alike for an unknown address, and mails nobody', async () => {
    const { error } = await world.client().auth.resetPasswordForEmail('unknown@school.test');
    expect(error).toBeNull();
    expect(world.mails).toEqual([]);
  });

  it('sends nobody to a foreign site, nor with a token of another kind', async () => {
    const { email, client } = await signUpSomebody(world);
    await client.auth.resetPasswordForEmail(email, { redirectTo: 'https://evil.test/steal' });
    const { link } = lastMail(world);
    expect(link.searchParams.get('redirect_to')).toBe(SITE);
    link.searchParams.set('redirect_to', 'https://evil.test/steal');
    link.searchParams.set('type', 'signup');
    const target = await openLink(world, link);
    expect(target.origin).toBe(SITE);
    expect(fragmentOf(target).error_code).toBe('otp_expired');
  });

  it('stops believing codes after ten wrong ones, while the link still works', async () => {
    const { email, client } = await signUpSomebody(world);
    await client.auth.resetPasswordForEmail(email);
    const { token, hash } = lastMail(world);
    const wrong = token === '000000' ? '000001' : '000000';
    const service = world.serve({
      limits: {
        verifyFailuresPerEmail: { points: Infinity, seconds: 1 },
        verifyFailuresPerAddress: { points: Infinity, seconds: 1 },
      },
    });
    const guesser = world.client({ service });
    for (let guess = 0; guess < 10; guess++) {
      expect((await guesser.auth.verifyOtp({ type: 'recovery', email, token: wrong })).error?.code).toBe('otp_expired');
    }
    expect((await guesser.auth.verifyOtp({ type: 'recovery', email, token })).error?.code).toBe('otp_expired');
    expect((await guesser.auth.verifyOtp({ type: 'recovery', token_hash: hash })).error).toBeNull();
  });

  it('is mailed five times in a quarter of an hour, then 429', async () => {
    const { email } = await signUpSomebody(world);
    const service = world.serve();
    for (let mail = 0; mail < 5; mail++) {
      expect(await call(service, 'POST', '/recover', { email })).toMatchObject({ status: 200, body: {} });
    }
    const limited = await call(service, 'POST', '/recover', { email });
    expect(limited).toMatchObject({ status: 429, body: { code: 'over_email_send_rate_limit' } });
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('magic link and code', () => {
  it('creates a user, confirmed when the mail is opened', async () => {
    const email = world.newAddress();
    const { error } = await world.client().auth.signInWithOtp({ email, options: { data: { name: 'Bo' } } });
    expect(error).toBeNull();
    const { kind, token } = lastMail(world);
    expect(kind).toBe('magiclink');
    const before = await world.sql.query<{ email_confirmed_at: Date | null }>(
      'select email_confirmed_at from auth.users where email = $1',
      [email],
    );
    expect(before).toEqual([{ email_confirmed_at: null }]);
    const { data } = await world.client().auth.verifyOtp({ email, token, type: 'email' });
    expect(data.user).toMatchObject({ email, user_metadata: { name: 'Bo', email_verified: true } });
    expect(data.user?.email_confirmed_at).toEqual(expect.any(String));
  });

  it('creates no user where it must not', async () => {
    const { error } = await world
      .client()
      .auth.signInWithOtp({ email: world.newAddress(), options: { shouldCreateUser: false } });
    expect(error).toMatchObject({ status: 422, code: 'otp_disabled' });
    expect(world.mails).toEqual([]);
  });

  it('is refused in GoTrue’s words', async () => {
    const email = world.newAddress();
    const cases: [string, Record<string, unknown>, number, string][] = [
      ['/verify', { type: 'email' }, 400, 'validation_failed'],
      ['/verify', { token: '123456', email }, 400, 'validation_failed'],
      ['/verify', { type: 'toString', token_hash: 'x' }, 400, 'validation_failed'],
      ['/verify', { type: 'email', token: '123456' }, 400, 'validation_failed'],
      ['/verify', { type: 'email', token: '123456', email }, 403, 'otp_expired'],
      ['/verify', { type: 'email', token_hash: 'x' }, 403, 'otp_expired'],
      ['/verify', { type: 'email', token_hash: 'x', email }, 400, 'validation_failed'],
      ['/verify', { type: 'email', token_hash: 'x', token: 'y' }, 400, 'validation_failed'],
      ['/otp', {}, 400, 'validation_failed'],
      ['/otp', { phone: '+49123' }, 400, 'phone_provider_disabled'],
      ['/otp', { email, phone: '+49123' }, 400, 'validation_failed'],
      ['/resend', { email }, 400, 'validation_failed'],
      ['/resend', { type: 'signup' }, 400, 'validation_failed'],
      ['/recover', {}, 400, 'validation_failed'],
    ];
    for (const [path, body, status, code] of cases) {
      const response = await call(world.serve(), 'POST', path, body);
      expect([path, body, response.status, response.body?.code]).toEqual([path, body, status, code]);
    }
  });

  it('mails nothing where the request fails afterwards', async () => {
    const service = world.serve({
      sendMail: async () => {
        throw new Error('queue is full');
      },
    });
    const email = world.newAddress();
    expect((await call(service, 'POST', '/otp', { email })).status).toBe(500);
    expect(await world.sql.query('select 1 from auth.users where email = $1', [email])).toEqual([]);
  });
});

describe('sign-up that has to be confirmed', () => {
  const confirming = () => world.serve({ mailerAutoconfirm: false });

  it('gives no session before the mail is opened', async () => {
    const service = confirming();
    const client = world.client({ service });
    const email = world.newAddress();
    const { data } = await client.auth.signUp({ email, password: PASSWORD });
    expect(data.session).toBeNull();
    expect(data.user?.identities).toHaveLength(1);
    expect((await client.auth.signInWithPassword({ email, password: PASSWORD })).error?.code).toBe(
      'email_not_confirmed',
    );
    const { kind, token } = lastMail(world);
    expect(kind).toBe('confirmation');
    expect((await client.auth.verifyOtp({ email, token, type: 'signup' })).data.session).not.toBeNull();
    expect((await client.auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  });

  it('does not reveal who is registered', async () => {
    const { email } = await signUpSomebody(world);
    const client = world.client({ service: confirming() });
    const repeated = await client.auth.signUp({ email, password: PASSWORD });
    expect(repeated.error).toBeNull();
    expect(repeated.data.user?.identities).toEqual([]);
    expect(world.mails).toEqual([]);
    const [row] = await world.sql.query<{ id: string }>('select id from auth.users where email = $1', [email]);
    expect(repeated.data.user?.id).not.toBe(row?.id);
  });

  it('is mailed again on request, until it is confirmed', async () => {
    const client = world.client({ service: confirming() });
    const email = world.newAddress();
    await client.auth.signUp({ email, password: PASSWORD });
    const first = lastMail(world);
    expect((await client.auth.resend({ type: 'signup', email })).error).toBeNull();
    const second = lastMail(world);
    expect(world.mails).toHaveLength(2);
    expect((await client.auth.verifyOtp({ type: 'signup', token_hash: first.hash })).error?.code).toBe('otp_expired');
    expect((await client.auth.verifyOtp({ type: 'signup', token_hash: second.hash })).error).toBeNull();
    await client.auth.resend({ type: 'signup', email });
    expect(world.mails).toHaveLength(2);
  });
});
