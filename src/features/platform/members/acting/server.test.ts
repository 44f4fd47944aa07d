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
const begin = (as: 'owner' | 'instructor' | 'student' | undefined, body: object = { member_id: student, reason }) =>
  app.call('/api/members/log-in-as', { method: 'POST', as, body });

/** What a browser would send next: the cookies set, without those taken away. */
function kept(answer: Response): Map<string, string> {
  const jar = new Map<string, string>();
  for (const line of answer.headers.getSetCookie()) {
    const [pair = ''] = line.split(';');
    const at = pair.indexOf('=');
    if (!line.includes('Max-Age=0')) jar.set(pair.slice(0, at), pair.slice(at + 1));
  }
  return jar;
}
const header = (jar: Map<string, string>) => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');

function sessionOf(jar: Map<string, string>): { access_token: string; refresh_token: string } {
  const text = [...jar]
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
    expect((await begin(as)).status).toBe(status);
  });

  test('without a reason the field says so', async () => {
    const answer = await begin('owner', { member_id: student, reason: 'because' });
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ error: { fields: { reason: expect.stringContaining('ten') } } });
  });

  test('begins a session that says who is really there, is refused what is theirs alone, renews, and leads back', async () => {
    const answer = await begin('owner');
    expect(answer.status).toBe(200);
    const lines = answer.headers.getSetCookie();
    expect(lines.find((line) => line.startsWith('stoa-return='))).toMatch(
      /^stoa-return=[0-9a-f]{64}; Path=\/api\/members; HttpOnly; SameSite=Strict;/,
    );
    const jar = kept(answer);
    expect(decodeURIComponent(jar.get('stoa-acting') ?? '')).toMatch(/^\d+\.Amara Okafor$/);
    const session = sessionOf(jar);
    const owner = world.caller('owner').claims.sub;
    const claims = claimsOf(session.access_token);
    expect(claims).toMatchObject({ email: 'student@demo.test', act: { sub: owner } });
    expect(claims.act.until - claims.iat).toBeGreaterThan(29 * 60);
    expect(claims.act.until - claims.iat).toBeLessThanOrEqual(30 * 60);

    const asThem = (path: string, init: { method: string; body?: object; host?: string }) =>
      app.call(path, { ...init, token: session.access_token, headers: { apikey: app.runtime.keys.anon_key } });
    // The person's own row is there to be seen.
    const seen = await asThem('/rest/v1/members?select=email', { method: 'GET' });
    expect(await seen.json()).toEqual([{ email: 'student@demo.test' }]);

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
      const refused = await asThem(path, { method, body });
      expect([path, refused.status, (await refused.json()).error_code]).toEqual([path, 403, 'acting']);
    }
    // One parser: whatever the spaces, the header is this very token or refused as none.
    for (const [header, status, code] of [
      [`Bearer  ${session.access_token}`, 403, 'acting'],
      [`bearer   ${session.access_token}`, 403, 'acting'],
      [`Bearer\t${session.access_token}`, 401, 'no_authorization'],
      [`Bearer \t${session.access_token}`, 401, 'no_authorization'],
      [`Bearer ${session.access_token}, Bearer x`, 401, 'no_authorization'],
      [`Basic ${session.access_token}`, 401, 'no_authorization'],
    ] as const) {
      const refused = await app.call('/auth/v1/user', {
        method: 'PUT',
        body: { password: 'a wholly new sentence' },
        headers: { apikey: app.runtime.keys.anon_key, authorization: header },
      });
      expect([header, refused.status, (await refused.json()).error_code]).toEqual([header, status, code]);
    }
    for (const path of ['/rest/v1/members?select=email', '/api/users/getUserEmailById', '/storage/v1/bucket']) {
      const refused = await app.call(path, {
        method: path.startsWith('/api') ? 'POST' : 'GET',
        headers: { apikey: app.runtime.keys.anon_key, authorization: `Bearer\t${session.access_token}` },
      });
      expect([path, refused.ok]).toEqual([path, false]);
      expect(refused.status).toBeLessThan(500);
    }
    const bought = await asThem('/api/orders/checkout', { method: 'POST', body: {} });
    expect(bought.status).toBeGreaterThanOrEqual(400);

    const renewed = await app.call('/auth/v1/token?grant_type=refresh_token', {
      method: 'POST',
      headers: { apikey: app.runtime.keys.anon_key },
      body: { refresh_token: session.refresh_token },
    });
    const { access_token } = (await renewed.json()) as { access_token: string };
    expect(claimsOf(access_token).act).toEqual(claims.act);

    const back = await app.call('/api/members/log-in-as/end', { method: 'POST', headers: { cookie: header(jar) } });
    expect(back.status).toBe(303);
    expect(back.headers.get('location')).toBe('/dashboard/manage/users');
    const home = kept(back);
    expect(claimsOf(sessionOf(home).access_token)).toMatchObject({ sub: owner, email: 'owner@demo.test' });
    expect(claimsOf(sessionOf(home).access_token).act).toBeUndefined();
    const afterwards = await asThem('/rest/v1/members?select=email', { method: 'GET' });
    expect(await afterwards.json()).toEqual([]);
    const twice = await app.call('/api/members/log-in-as/end', { method: 'POST', headers: { cookie: header(jar) } });
    expect(twice.headers.get('location')).toBe('/login?redirectedFrom=%2Fdashboard');
    expect(kept(twice).size).toBe(0);

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
    const jar = kept(await begin('owner'));
    const end = () =>
      app.call('/api/members/log-in-as/end?over=over', { method: 'POST', headers: { cookie: header(jar) } });
    const [first, second] = [await end(), await end()];
    expect(first.headers.get('location')).toBe('/dashboard/manage/users?acting=over');
    expect(claimsOf(sessionOf(kept(first)).access_token)).toMatchObject({ email: 'owner@demo.test' });
    expect(second.headers.get('location')).toBe('/dashboard/manage/users?acting=over');
    expect(second.headers.getSetCookie().filter((line) => line.startsWith('sb-stoa-auth-token'))).toEqual([]);
  });

  test('what is changed in their name stands in the log with both, what is read or fails does not', async () => {
    const jar = kept(await begin('owner'));
    const session = sessionOf(jar);
    const { sub, act } = claimsOf(session.access_token) as { sub: string; act: { sub: string } };
    const ask = (path: string, options: { method: string; body?: unknown }) =>
      app.call(path, {
        ...options,
        headers: { apikey: app.runtime.keys.anon_key, authorization: `Bearer ${session.access_token}` },
      });
    const acts = () =>
      world.sql.query<{ actor_id: string; as_user_id: string; details: object }>(
        `select actor_id, as_user_id, details from public.audit_entries where act = 'member.acted' order by id`,
      );
    const before = (await acts()).length;
    const name = `?user_id=eq.${sub}&account_id=eq.${world.demo}`;
    expect((await ask(`/rest/v1/members${name}`, { method: 'PATCH', body: { bio: 'Sees further' } })).status).toBe(204);
    await ask(`/rest/v1/members${name}`, { method: 'PATCH', body: { account_id: world.atelier } });
    await ask('/rest/v1/members?select=id', { method: 'GET' });
    await ask('/rest/v1/rpc/is_blocked', { method: 'POST', body: { account_id: world.demo } });
    expect((await acts()).slice(before)).toEqual([
      { actor_id: act.sub, as_user_id: sub, details: { method: 'PATCH', path: '/members' } },
    ]);
  });

  test('after its end a session is not renewed', async () => {
    const session = sessionOf(kept(await begin('owner')));
    const { session_id } = claimsOf(session.access_token);
    await world.sql.query(`update auth.sessions set not_after = now() - interval '1 second' where id = $1`, [
      session_id,
    ]);
    const renewed = await app.call('/auth/v1/token?grant_type=refresh_token', {
      method: 'POST',
      headers: { apikey: app.runtime.keys.anon_key },
      body: { refresh_token: session.refresh_token },
    });
    expect(renewed.status).toBe(400);
  });
});

describe('opening a site as its owner, from the platform', () => {
  const why = 'The theme can’t be saved, ticket 12.';
  let admin: { access_token: string; user: { id: string } };
  beforeAll(async () => {
    await world.sql.query(`insert into private.super_admins (email) values ('admin@stoa.test') on conflict do nothing`);
    admin = await app.signIn('platform', 'admin@stoa.test');
  });
  const ask = (token: string, body: object = {}, host = 'platform') =>
    app.call('/api/accounts/open-as-owner', {
      method: 'POST',
      host,
      token,
      body: { account_id: world.demo, reason: why, ...body },
    });
  const openedAt = async (body: object = {}) => {
    const answer = await ask(admin.access_token, body);
    expect(answer.status).toBe(200);
    return new URL(((await answer.json()) as { url: string }).url);
  };
  const arrive = (url: URL, host = 'demo') => app.call(url.pathname + url.search, { host });

  test('is for those who run the platform, on its own host, and says why', async () => {
    const owner = await app.signIn('platform', 'owner@demo.test');
    expect((await ask(owner.access_token)).status).toBe(403);
    const elsewhere = await app.signIn('demo', 'admin@stoa.test');
    expect((await ask(elsewhere.access_token, {}, 'demo')).status).toBe(403);
    expect((await ask(admin.access_token, { reason: 'because' })).status).toBe(422);
    expect((await ask(admin.access_token, { account_id: world.platform })).status).toBe(404);
    expect((await ask(admin.access_token, { to: 'https://elsewhere.test' })).status).toBe(422);
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
  ] as const)('a site %s stays closed', async (_, text, closed, open, status) => {
    await world.sql.query(text, [world.demo, closed]);
    expect((await ask(admin.access_token)).status).toBe(status);
    await world.sql.query(text, [world.demo, open]);
  });

  test('begins once, on that host alone, in the bounds of signing in as somebody, and leads back to the platform', async () => {
    const url = await openedAt({ to: '/dashboard/manage/users' });
    expect(url.hostname).toBe('demo.localhost');
    expect((await arrive(url, 'atelier')).headers.get('location')).toMatch(/^\/login/);
    const answer = await arrive(url);
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe('/dashboard/manage/users');
    const jar = kept(answer);
    const { access_token } = sessionOf(jar);
    expect(claimsOf(access_token)).toMatchObject({ email: 'owner@demo.test', act: { sub: admin.user.id } });
    expect(claimsOf(access_token).act.until - claimsOf(access_token).iat).toBeLessThanOrEqual(30 * 60);
    expect((await arrive(url)).headers.get('location')).toMatch(/^\/login/);

    const asOwner = (path: string, init: { method: string; body?: object }) =>
      app.call(path, { ...init, token: access_token, headers: { apikey: app.runtime.keys.anon_key } });
    const members = await asOwner('/rest/v1/members?select=id', { method: 'GET' });
    expect(((await members.json()) as unknown[]).length).toBeGreaterThan(3);
    const named = await world.sql.query<{ name: string; role_id: string }>(
      'select lower(name) as name, role_id from public.roles where account_id = $1',
      [world.demo],
    );
    const roles = Object.fromEntries(named.map(({ name, role_id }) => [name, role_id]));
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
      const refused = await asOwner(path, { method, body });
      expect([path, refused.ok, await refused.text()]).toEqual([path, false, expect.stringContaining('acting')]);
    }

    const back = await app.call('/api/members/log-in-as/end', {
      method: 'POST',
      headers: { cookie: header(jar) },
    });
    // No redirect: the pages of a site let their forms lead nowhere else.
    expect(back.status).toBe(200);
    const platform = await app.tools.siteUrlOf(world.platform);
    expect(await back.text()).toContain(`content="0;url=${platform}/dashboard/accounts?account=${world.demo}"`);
    expect([...kept(back).keys()].filter((name) => name.startsWith('sb-'))).toEqual([]);
    const log = await world.sql.query(
      `select act, actor_id, as_user_id, details ->> 'reason' as reason from public.audit_entries
        where actor_id = $1 and account_id = $2 and act like any ('{%owner,%log_in_as%}') order by id`,
      [admin.user.id, world.demo],
    );
    expect(log).toEqual([
      { act: 'account.opened_as_owner', actor_id: admin.user.id, as_user_id: null, reason: why },
      {
        act: 'member.log_in_as_ended',
        actor_id: admin.user.id,
        as_user_id: world.caller('owner').claims.sub,
        reason: null,
      },
    ]);
  });

  test('the code of the link begins once and leads nobody back: the way back stands in the cookie alone', async () => {
    const url = await openedAt();
    const code = url.searchParams.get('code') ?? '';
    const jar = kept(await arrive(url));
    expect(jar.get('stoa-return')).toMatch(/^[0-9a-f]{64}$/);
    expect(jar.get('stoa-return')).not.toBe(code);
    const end = (cookie: string) => app.call('/api/members/log-in-as/end', { method: 'POST', headers: { cookie } });
    const byCode = await end(`stoa-return=${code}`);
    expect(byCode.headers.get('location')).toBe('/login?redirectedFrom=%2Fdashboard');
    expect(kept(byCode).size).toBe(0);
    // Two of them: one is not ours.
    const twice = await end(`stoa-return=${jar.get('stoa-return')}; stoa-return=${'0'.repeat(64)}`);
    expect(twice.headers.get('location')).toBe('/login?redirectedFrom=%2Fdashboard');
    expect((await end(`stoa-return=${jar.get('stoa-return')}`)).status).toBe(200);
  });

  test('the code of the link begins nothing after a minute', async () => {
    const url = await openedAt();
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
    expect((await arrive(url)).headers.get('location')).toMatch(/^\/login/);
  });

  test('on https the way back is bound to its host', async () => {
    const headers = { 'x-stoa-origin': 'https://demo.localhost' };
    const url = await openedAt();
    const begun = await app.call(url.pathname + url.search, { headers });
    const line = begun.headers.getSetCookie().find((one) => one.includes('stoa-return'));
    expect(line).toMatch(
      /^__Host-stoa-return=[0-9a-f]{64}; Path=\/; HttpOnly; SameSite=Strict; Secure; Max-Age=45000$/,
    );
    const value = kept(begun).get('__Host-stoa-return');
    const end = (cookie: string) =>
      app.call('/api/members/log-in-as/end', { method: 'POST', headers: { ...headers, cookie } });
    // A neighbour's host can set the plain name for all of them.
    expect((await end(`stoa-return=${value}`)).status).toBe(303);
    const back = await end(`__Host-stoa-return=${value}`);
    expect(back.status).toBe(200);
    expect(back.headers.getSetCookie()).toContain(
      '__Host-stoa-return=; Path=/; HttpOnly; SameSite=Strict; Secure; Max-Age=0',
    );
  });

  test('a screen that is none leads to the dashboard', async () => {
    const url = await openedAt();
    url.searchParams.set('to', '//elsewhere.test');
    expect((await arrive(url)).headers.get('location')).toBe('/dashboard');
  });
});
