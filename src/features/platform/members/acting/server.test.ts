import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let app: AppWorld;
let student: string;
beforeAll(async () => {
  world = await openWorld();
  app = await openApp(world);
  const [row] = await world.sql.query<{ id: string }>(
    `select id from public.members where email = 'student@demo.test'`,
  );
  student = row?.id ?? '';
});
afterAll(async () => {
  await app.close();
  await world.close();
});

const reason = 'They ask why their certificate is missing.';
const start = (as: 'owner' | 'instructor' | 'student' | undefined, body: object = { member_id: student, reason }) =>
  app.call('/api/members/log-in-as', { method: 'POST', as, body });

/** The cookies a browser would send next: those set, without those deleted. */
function jarOf(response: Response): Map<string, string> {
  const cookies = new Map<string, string>();
  for (const line of response.headers.getSetCookie()) {
    const [pair = ''] = line.split(';');
    const at = pair.indexOf('=');
    if (!line.includes('Max-Age=0')) cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
  return cookies;
}
const header = (cookies: Map<string, string>) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

function tokensOf(cookies: Map<string, string>): { access_token: string; refresh_token: string } {
  const text = [...cookies]
    .filter(([name]) => name.startsWith('sb-stoa-auth-token'))
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([, value]) => value)
    .join('');
  return JSON.parse(Buffer.from(text.slice('base64-'.length), 'base64url').toString());
}

const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

describe('signing in as somebody', () => {
  test.each([
    [undefined, 401],
    ['student', 403],
    ['instructor', 403],
  ] as const)('%s is answered %s', async (as, status) => {
    expect((await start(as)).status).toBe(status);
  });

  test('a missing reason is a field error', async () => {
    const response = await start('owner', { member_id: student, reason: 'because' });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ error: { fields: { reason: expect.stringContaining('ten') } } });
  });

  test('begins a session that says who is really there, is refused what is theirs alone, renews, and leads back', async () => {
    const response = await start('owner');
    expect(response.status).toBe(200);
    const lines = response.headers.getSetCookie();
    expect(lines.find((line) => line.startsWith('stoa-return='))).toMatch(
      /^stoa-return=[0-9a-f]{64}; Path=\/api\/members; HttpOnly; SameSite=Strict;/,
    );
    const cookies = jarOf(response);
    expect(decodeURIComponent(cookies.get('stoa-acting') ?? '')).toMatch(/^\d+\.Amara Okafor$/);
    const session = tokensOf(cookies);
    const owner = world.caller('owner').claims.sub;
    const claims = claimsOf(session.access_token);
    expect(claims).toMatchObject({ email: 'student@demo.test', act: { sub: owner } });
    expect(claims.act.until - claims.iat).toBeGreaterThan(29 * 60);
    expect(claims.act.until - claims.iat).toBeLessThanOrEqual(30 * 60);

    const asMember = (path: string, init: { method: string; body?: object; host?: string }) =>
      app.call(path, { ...init, token: session.access_token, headers: { apikey: app.runtime.keys.anon_key } });
    // The impersonated member can read their own row.
    const visible = await asMember('/rest/v1/members?select=email', { method: 'GET' });
    expect(await visible.json()).toEqual([{ email: 'student@demo.test' }]);

    for (const [method, path, body] of [
      ['PUT', '/auth/v1/user', { password: 'a wholly new sentence' }],
      ['PUT', '/auth/v1/user', { email: 'thief@demo.test' }],
      ['POST', '/auth/v1/factors', { factor_type: 'totp' }],
      ['GET', '/auth/v1/user/identities/authorize?provider=google', undefined],
      ['POST', '/auth/v1/logout', undefined],
      ['POST', '/auth/v1/logout?scope=others', undefined],
      ['GET', '/auth/v1/passkeys', undefined],
      ['POST', '/auth/v1/passkeys/registration/options', undefined],
      ['DELETE', '/auth/v1/user/identities/11111111-1111-4111-8111-111111111111', undefined],
      ['GET', '/auth/v1/reauthenticate', undefined],
      ['POST', '/auth/v1/no-such-route', undefined],
    ] as const) {
      const response = await asMember(path, { method, body });
      expect([path, response.status, (await response.json()).error_code]).toEqual([path, 403, 'acting']);
    }
    // The header is parsed once: extra spaces change nothing, and anything else is rejected.
    for (const [header, status, code] of [
      [`Bearer  ${session.access_token}`, 403, 'acting'],
      [`bearer   ${session.access_token}`, 403, 'acting'],
      [`Bearer\t${session.access_token}`, 401, 'no_authorization'],
      [`Bearer \t${session.access_token}`, 401, 'no_authorization'],
      [`Bearer ${session.access_token}, Bearer x`, 401, 'no_authorization'],
      [`Basic ${session.access_token}`, 401, 'no_authorization'],
    ] as const) {
      const response = await app.call('/auth/v1/user', {
        method: 'PUT',
        body: { password: 'a wholly new sentence' },
        headers: { apikey: app.runtime.keys.anon_key, authorization: header },
      });
      expect([header, response.status, (await response.json()).error_code]).toEqual([header, status, code]);
    }
    for (const path of ['/rest/v1/members?select=email', '/api/users/getUserEmailById', '/storage/v1/bucket']) {
      const response = await app.call(path, {
        method: path.startsWith('/api') ? 'POST' : 'GET',
        headers: { apikey: app.runtime.keys.anon_key, authorization: `Bearer\t${session.access_token}` },
      });
      expect([path, response.ok]).toEqual([path, false]);
      expect(response.status).toBeLessThan(500);
    }
    const bought = await asMember('/api/orders/checkout', { method: 'POST', body: {} });
    expect(bought.status).toBeGreaterThanOrEqual(400);

    const refreshed = await app.call('/auth/v1/token?grant_type=refresh_token', {
      method: 'POST',
      headers: { apikey: app.runtime.keys.anon_key },
      body: { refresh_token: session.refresh_token },
    });
    const { access_token } = (await refreshed.json()) as { access_token: string };
    expect(claimsOf(access_token).act).toEqual(claims.act);

    const ended = await app.call('/api/members/log-in-as/end', {
      method: 'POST',
      headers: { cookie: header(cookies) },
    });
    expect(ended.status).toBe(303);
    expect(ended.headers.get('location')).toBe('/dashboard/manage/users');
    const ownCookies = jarOf(ended);
    expect(claimsOf(tokensOf(ownCookies).access_token)).toMatchObject({ sub: owner, email: 'owner@demo.test' });
    expect(claimsOf(tokensOf(ownCookies).access_token).act).toBeUndefined();
    const after = await asMember('/rest/v1/members?select=email', { method: 'GET' });
    expect(await after.json()).toEqual([]);
    const repeated = await app.call('/api/members/log-in-as/end', {
      method: 'POST',
      headers: { cookie: header(cookies) },
    });
    expect(repeated.headers.get('location')).toBe('/login?redirectedFrom=%2Fdashboard');
    expect(jarOf(repeated).size).toBe(0);

    const log = await app.call(
      '/rest/v1/audit_entries?select=act,actor_id,as_user_id&act=like.member.log_in*&order=id',
      {
        as: 'owner',
        headers: { apikey: app.runtime.keys.anon_key },
      },
    );
    expect(await log.json()).toEqual([
      { act: 'member.log_in_as', actor_id: owner, as_user_id: null },
      { act: 'member.log_in_as_ended', actor_id: owner, as_user_id: claims.sub },
    ]);
  });

  test('when the half hour is over every window is led back, and none ends the session another brought back', async () => {
    const cookies = jarOf(await start('owner'));
    const stop = () =>
      app.call('/api/members/log-in-as/end?over=over', { method: 'POST', headers: { cookie: header(cookies) } });
    const [first, second] = [await stop(), await stop()];
    expect(first.headers.get('location')).toBe('/dashboard/manage/users?acting=over');
    expect(claimsOf(tokensOf(jarOf(first)).access_token)).toMatchObject({ email: 'owner@demo.test' });
    expect(second.headers.get('location')).toBe('/dashboard/manage/users?acting=over');
    expect(second.headers.getSetCookie().filter((line) => line.startsWith('sb-stoa-auth-token'))).toEqual([]);
  });

  test('what is changed in their name stands in the log with both, what is read or fails does not', async () => {
    const cookies = jarOf(await start('owner'));
    const session = tokensOf(cookies);
    const { sub, act } = claimsOf(session.access_token) as { sub: string; act: { sub: string } };
    const request = (path: string, options: { method: string; body?: unknown }) =>
      app.call(path, {
        ...options,
        headers: { apikey: app.runtime.keys.anon_key, authorization: `Bearer ${session.access_token}` },
      });
    const auditEntries = () =>
      world.sql.query<{ actor_id: string; as_user_id: string; details: object }>(
        `select actor_id, as_user_id, details from public.audit_entries where act = 'member.acted' order by id`,
      );
    const before = (await auditEntries()).length;
    const name = `?user_id=eq.${sub}&account_id=eq.${world.demo}`;
    expect((await request(`/rest/v1/members${name}`, { method: 'PATCH', body: { bio: 'Sees further' } })).status).toBe(
      204,
    );
    await request(`/rest/v1/members${name}`, { method: 'PATCH', body: { account_id: world.atelier } });
    await request('/rest/v1/members?select=id', { method: 'GET' });
    await request('/rest/v1/rpc/is_blocked', { method: 'POST', body: { account_id: world.demo } });
    expect((await auditEntries()).slice(before)).toEqual([
      { actor_id: act.sub, as_user_id: sub, details: { method: 'PATCH', path: '/members' } },
    ]);
  });

  test('an expired session is not refreshed', async () => {
    const session = tokensOf(jarOf(await start('owner')));
    const { session_id } = claimsOf(session.access_token);
    await world.sql.query(`update auth.sessions set not_after = now() - interval '1 second' where id = $1`, [
      session_id,
    ]);
    const refreshed = await app.call('/auth/v1/token?grant_type=refresh_token', {
      method: 'POST',
      headers: { apikey: app.runtime.keys.anon_key },
      body: { refresh_token: session.refresh_token },
    });
    expect(refreshed.status).toBe(400);
  });
});

describe('opening a site as its owner, from the platform', () => {
  const explanation = 'The theme can’t be saved, ticket 12.';
  let admin: { access_token: string; user: { id: string } };
  beforeAll(async () => {
    await world.sql.query(`insert into private.super_admins (email) values ('admin@stoa.test') on conflict do nothing`);
    admin = await app.signIn('platform', 'admin@stoa.test');
  });
  const openAsOwner = (token: string, body: object = {}, host = 'platform') =>
    app.call('/api/accounts/open-as-owner', {
      method: 'POST',
      host,
      token,
      body: { account_id: world.demo, reason: explanation, ...body },
    });
  const openUrl = async (body: object = {}) => {
    const response = await openAsOwner(admin.access_token, body);
    expect(response.status).toBe(200);
    return new URL(((await response.json()) as { url: string }).url);
  };
  const follow = (url: URL, host = 'demo') => app.call(url.pathname + url.search, { host });

  test('is for those who run the platform, on its own host, and says why', async () => {
    const owner = await app.signIn('platform', 'owner@demo.test');
    expect((await openAsOwner(owner.access_token)).status).toBe(403);
    const otherHost = await app.signIn('demo', 'admin@stoa.test');
    expect((await openAsOwner(otherHost.access_token, {}, 'demo')).status).toBe(403);
    expect((await openAsOwner(admin.access_token, { reason: 'because' })).status).toBe(422);
    expect((await openAsOwner(admin.access_token, { account_id: world.platform })).status).toBe(404);
    expect((await openAsOwner(admin.access_token, { to: 'https://elsewhere.test' })).status).toBe(422);
  });

  test.each([
    ['that is suspended', `update public.accounts set status = $2 where account_id = $1`, 'suspended', 'active', 409],
    [
      'whose owner lets nobody in',
      `update public.accounts set allows_log_in_as = $2 where account_id = $1`,
      false,
      true,
      403,
    ],
  ] as const)('a site %s stays closed', async (_, text, before, open, status) => {
    await world.sql.query(text, [world.demo, before]);
    expect((await openAsOwner(admin.access_token)).status).toBe(status);
    await world.sql.query(text, [world.demo, open]);
  });

  test('begins once, on that host alone, in the bounds of signing in as somebody, and leads back to the platform', async () => {
    const url = await openUrl({ to: '/dashboard/manage/users' });
    expect(url.hostname).toBe('demo.localhost');
    expect((await follow(url, 'atelier')).headers.get('location')).toMatch(/^\/login/);
    const response = await follow(url);
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe('/dashboard/manage/users');
    const cookies = jarOf(response);
    const { access_token } = tokensOf(cookies);
    expect(claimsOf(access_token)).toMatchObject({ email: 'owner@demo.test', act: { sub: admin.user.id } });
    expect(claimsOf(access_token).act.until - claimsOf(access_token).iat).toBeLessThanOrEqual(30 * 60);
    expect((await follow(url)).headers.get('location')).toMatch(/^\/login/);

    const asOwner = (path: string, init: { method: string; body?: object }) =>
      app.call(path, { ...init, token: access_token, headers: { apikey: app.runtime.keys.anon_key } });
    const members = await asOwner('/rest/v1/members?select=id', { method: 'GET' });
    expect(((await members.json()) as unknown[]).length).toBeGreaterThan(3);
    const member = await world.sql.query<{ name: string; role_id: string }>(
      'select lower(name) as name, role_id from public.roles where account_id = $1',
      [world.demo],
    );
    const roles = Object.fromEntries(member.map(({ name, role_id }) => [name, role_id]));
    const [{ id: webhook } = { id: '' }] = await world.sql.query<{ id: string }>(
      `insert into public.webhooks (account_id, address, description, events)
       values ($1, 'https://example.org/mine', '', '{order.paid}') returning id`,
      [world.demo],
    );
    for (const [method, path, body] of [
      ['PUT', '/auth/v1/user', { password: 'a wholly new sentence' }],
      ['POST', '/rest/v1/rpc/allow_log_in_as', { account_id: world.demo, is_allowed: false }],
      ['POST', '/rest/v1/rpc/create_api_key', { account_id: world.demo, name: 'mine', scopes: ['orders:read'] }],
      ['POST', '/api/members/log-in-as', { member_id: student, reason }],
      [
        'POST',
        '/rest/v1/webhooks',
        { account_id: world.demo, address: 'https://example.org/x', events: ['order.paid'] },
      ],
      ['POST', '/rest/v1/roles', { account_id: world.demo, name: 'mine', caps: ['manage_options'] }],
      ['PATCH', `/rest/v1/members?id=eq.${student}`, { role_id: roles.instructor }],
      [
        'POST',
        '/rest/v1/rpc/invite_member',
        { account_id: world.demo, email: 'thief@world.test', name: 'Thief', role_id: roles.instructor },
      ],
      ['POST', '/rest/v1/rpc/webhook_secret', { webhook_id: webhook }],
      ['POST', '/rest/v1/rpc/erase_own_data', {}],
    ] as const) {
      const response = await asOwner(path, { method, body });
      expect([path, response.ok, await response.text()]).toEqual([path, false, expect.stringContaining('acting')]);
    }

    const ended = await app.call('/api/members/log-in-as/end', {
      method: 'POST',
      headers: { cookie: header(cookies) },
    });
    // Not a redirect: `form-action` forbids forms of a site from leading to another host.
    expect(ended.status).toBe(200);
    const platform = await app.tools.siteUrlOf(world.platform);
    expect(await ended.text()).toContain(`content="0;url=${platform}/dashboard/accounts?account=${world.demo}"`);
    expect([...jarOf(ended).keys()].filter((name) => name.startsWith('sb-'))).toEqual([]);
    const log = await world.sql.query(
      `select act, actor_id, as_user_id, details ->> 'reason' as reason from public.audit_entries
        where actor_id = $1 and account_id = $2 and act like any ('{%owner,%log_in_as%}') order by id`,
      [admin.user.id, world.demo],
    );
    expect(log).toEqual([
      { act: 'account.opened_as_owner', actor_id: admin.user.id, as_user_id: null, reason: explanation },
      {
        act: 'member.log_in_as_ended',
        actor_id: admin.user.id,
        as_user_id: world.caller('owner').claims.sub,
        reason: null,
      },
    ]);
  });

  test('the code of the link begins once and leads nobody back: the way back stands in the cookie alone', async () => {
    const url = await openUrl();
    const code = url.searchParams.get('code') ?? '';
    const cookies = jarOf(await follow(url));
    expect(cookies.get('stoa-return')).toMatch(/^[0-9a-f]{64}$/);
    expect(cookies.get('stoa-return')).not.toBe(code);
    const stop = (cookie: string) => app.call('/api/members/log-in-as/end', { method: 'POST', headers: { cookie } });
    const byCode = await stop(`stoa-return=${code}`);
    expect(byCode.headers.get('location')).toBe('/login?redirectedFrom=%2Fdashboard');
    expect(jarOf(byCode).size).toBe(0);
    // Of two cookies by that name one was set by somebody else.
    const repeated = await stop(`stoa-return=${cookies.get('stoa-return')}; stoa-return=${'0'.repeat(64)}`);
    expect(repeated.headers.get('location')).toBe('/login?redirectedFrom=%2Fdashboard');
    expect((await stop(`stoa-return=${cookies.get('stoa-return')}`)).status).toBe(200);
  });

  test('the code of the link begins nothing after a minute', async () => {
    const url = await openUrl();
    const hash = createHash('sha256')
      .update(url.searchParams.get('code') ?? '')
      .digest('hex');
    const [row] = await world.sql.query<{ seconds: number }>(
      'select extract(epoch from expires_at - now())::int as seconds from private.acting_codes where code_hash = $1',
      [hash],
    );
    expect(row?.seconds).toBeGreaterThan(0);
    expect(row?.seconds).toBeLessThanOrEqual(60);
    await world.sql.query('update private.acting_codes set expires_at = now() where code_hash = $1', [hash]);
    expect((await follow(url)).headers.get('location')).toMatch(/^\/login/);
  });

  test('on https the way back is bound to its host', async () => {
    const headers = { 'x-stoa-origin': 'https://demo.localhost' };
    const url = await openUrl();
    const started = await app.call(url.pathname + url.search, { headers });
    const line = started.headers.getSetCookie().find((cookie) => cookie.includes('stoa-return'));
    expect(line).toMatch(
      /^__Host-stoa-return=[0-9a-f]{64}; Path=\/; HttpOnly; SameSite=Strict; Secure; Max-Age=45000$/,
    );
    const value = jarOf(started).get('__Host-stoa-return');
    const stop = (cookie: string) =>
      app.call('/api/members/log-in-as/end', { method: 'POST', headers: { ...headers, cookie } });
    // A sibling subdomain can set the unprefixed cookie for all hosts.
    expect((await stop(`stoa-return=${value}`)).status).toBe(303);
    const ended = await stop(`__Host-stoa-return=${value}`);
    expect(ended.status).toBe(200);
    expect(ended.headers.getSetCookie()).toContain(
      '__Host-stoa-return=; Path=/; HttpOnly; SameSite=Strict; Secure; Max-Age=0',
    );
  });

  test('an invalid screen leads to the dashboard', async () => {
    const url = await openUrl();
    url.searchParams.set('to', '//elsewhere.test');
    expect((await follow(url)).headers.get('location')).toBe('/dashboard');
  });
});
