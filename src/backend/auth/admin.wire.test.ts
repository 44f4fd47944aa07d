import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, openWireWorld, PASSWORD, SITE, type WireWorld } from '#tests/db/auth-wire.ts';
import { signUpSomebody } from '#tests/mail-reader.ts';

let world: WireWorld;
let headers: { authorization: string };
beforeAll(async () => {
  world = await openWireWorld();
  headers = { authorization: `Bearer ${world.serviceKey}` };
});
afterAll(() => world.close());

const request = (method: string, path: string, body?: unknown) => call(world.serve(), method, path, body, headers);

async function withFactor() {
  const user = await signUpSomebody(world);
  const { data } = await user.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'app' });
  return { ...user, factorId: data?.id ?? '' };
}

// https://supabase.com/docs/reference/javascript/auth-admin-mfa-listfactors, …/auth-admin-mfa-deletefactor
describe('the factors of a person', () => {
  it('are listed, named anew and deleted', async () => {
    const { user, factorId } = await withFactor();
    const { mfa } = world.admin().auth.admin;
    const listed = await mfa.listFactors({ userId: user.id });
    expect(listed.data?.factors).toMatchObject([{ id: factorId, friendly_name: 'app', status: 'unverified' }]);
    expect(JSON.stringify(listed.data)).not.toContain('secret');
    const path = `/admin/users/${user.id}/factors/${factorId}`;
    expect((await request('PUT', path, { friendly_name: 'phone app' })).body).toMatchObject({
      friendly_name: 'phone app',
    });
    expect((await mfa.deleteFactor({ userId: user.id, id: factorId })).error).toBeNull();
    expect((await mfa.deleteFactor({ userId: user.id, id: factorId })).error).toMatchObject({
      status: 404,
      code: 'mfa_factor_not_found',
    });
    expect((await mfa.listFactors({ userId: crypto.randomUUID() })).error?.code).toBe('user_not_found');
  });

  it('lower the sessions that stood on them', async () => {
    const { user, client, factorId } = await withFactor();
    await world.sql.query(`update auth.sessions set aal = 'aal2', factor_id = $1 where user_id = $2`, [
      factorId,
      user.id,
    ]);
    await world.admin().auth.admin.mfa.deleteFactor({ userId: user.id, id: factorId });
    await client.auth.refreshSession();
    expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal1');
  });

  it('fail with GoTrue’s error codes', async () => {
    const { user, factorId } = await withFactor();
    const path = `/admin/users/${user.id}/factors`;
    const cases: [string, string, unknown, number, string][] = [
      ['PUT', `${path}/${factorId}`, { phone: '+4915112345' }, 400, 'validation_failed'],
      ['PUT', `${path}/${factorId}`, { friendly_name: 'x'.repeat(121) }, 400, 'validation_failed'],
      ['DELETE', `${path}/none`, {}, 404, 'validation_failed'],
      ['GET', '/admin/users/none/factors', undefined, 404, 'validation_failed'],
      ['GET', '/admin/users/none/passkeys', undefined, 404, 'validation_failed'],
      ['GET', '/admin/audit?query=secret:x', undefined, 400, 'validation_failed'],
      ['GET', '/admin/audit?page=0', undefined, 400, 'validation_failed'],
    ];
    for (const [method, at, body, status, code] of cases) {
      const response = await request(method, at, body);
      expect([method, at, response.status, response.body?.code]).toEqual([method, at, status, code]);
    }
    for (const at of [path, `/admin/users/${user.id}/passkeys`, '/admin/audit']) {
      expect((await call(world.serve(), 'GET', at)).body?.code).toBe('no_authorization');
    }
  });
});

// https://supabase.com/docs/reference/javascript/auth-admin-createuser (by phone), …/auth-admin-updateuserbyid
describe('users by phone', () => {
  it('are created, confirmed, updated and found', async () => {
    const admin = world.admin().auth.admin;
    const { data } = await admin.createUser({ phone: '+4915166001', phone_confirm: true, password: PASSWORD });
    expect(data.user).toMatchObject({ phone: '4915166001', phone_confirmed_at: expect.any(String), email: '' });
    const service = world.serve({ externalPhoneEnabled: true });
    const signedIn = await world
      .client({ service })
      .auth.signInWithPassword({ phone: '+4915166001', password: PASSWORD });
    expect(signedIn.error).toBeNull();
    const changed = await admin.updateUserById(data.user?.id ?? '', { phone: '4915166002' });
    expect(changed.data.user?.phone).toBe('4915166002');
    expect((await admin.createUser({ phone: '4915166002' })).error).toMatchObject({
      status: 422,
      code: 'phone_exists',
    });
    expect((await admin.createUser({ phone: 'x' })).error?.code).toBe('validation_failed');
    const result = await request('GET', '/admin/users?filter=15166002');
    expect(result.body?.users).toMatchObject([{ id: data.user?.id }]);
    expect(result.headers.get('x-total-count')).toBe('1');
  });
});

// openapi of GoTrue: GET /admin/audit
describe('the audit log', () => {
  it('tells who did what, newest first, page by page', async () => {
    const { user, client, email } = await signUpSomebody(world);
    await client.auth.updateUser({ data: { a: 1 } });
    await client.auth.signOut();
    const response = await request('GET', `/admin/audit?query=author:${email}`);
    const entries = response.body as unknown as { payload: Record<string, unknown>; ip_address: string }[];
    expect(entries.map((entry) => entry.payload.action)).toEqual(['logout', 'user_modified', 'user_signedup']);
    expect(entries[0]).toMatchObject({
      payload: { actor_id: user.id, actor_username: email, log_type: 'account', actor_via_sso: false },
      ip_address: '127.0.0.1',
    });
    const page = await request('GET', `/admin/audit?query=author:${email}&page=2&per_page=1`);
    expect(page.body).toMatchObject([{ payload: { action: 'user_modified' } }]);
    expect(page.headers.get('link')).toContain('rel="next"');
    expect(page.headers.get('x-total-count')).toBe('3');
  });

  it('holds no secret', async () => {
    await withFactor();
    await world.client().auth.signInWithOtp({ email: world.newAddress() });
    const mail = world.mails.at(-1);
    const [{ all } = { all: '' }] = await world.sql.query<{ all: string }>(
      `select string_agg(payload::text, ' ') as all from auth.audit_log_entries`,
    );
    for (const secret of [PASSWORD, new URL(mail?.url ?? SITE).searchParams.get('token') ?? 'none']) {
      expect(all).not.toContain(secret);
    }
  });
});

// https://supabase.com/docs/reference/javascript/auth-admin-generatelink
it('a link for the current address is rejected where only the new one must confirm', async () => {
  const { email } = await signUpSomebody(world);
  const service = world.serve({ mailerSecureEmailChangeEnabled: false });
  const body = { type: 'email_change_current', email, new_email: world.newAddress() };
  expect(await call(service, 'POST', '/admin/generate_link', body, headers)).toMatchObject({
    status: 422,
    body: { code: 'validation_failed' },
  });
  const fresh = await call(service, 'POST', '/admin/generate_link', { ...body, type: 'email_change_new' }, headers);
  expect(fresh.status).toBe(200);
  const opened = await world.client({ service }).auth.verifyOtp({
    type: 'email_change',
    token_hash: String(fresh.body?.hashed_token),
  });
  expect(opened.data.user?.email).toBe(body.new_email);
});
