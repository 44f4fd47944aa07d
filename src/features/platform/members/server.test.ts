import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';

let world: World;
let app: AppWorld;
let platformOwner: string;
let platformAdmin: string;
beforeAll(async () => {
  world = await openWorld();
  app = await openApp(world);
  platformOwner = (await app.signIn('platform', 'owner@demo.test')).access_token;
  platformAdmin = (await app.signIn('platform', 'admin@stoa.test')).access_token;
});
afterAll(async () => {
  await app.close();
  await world.close();
});

const idOf = (person: Person) => String(world.caller(person).claims.sub);

describe('POST /api/users/getUserEmailById', () => {
  const rows: [Person | undefined, number][] = [
    [undefined, 401],
    ['visitor', 401],
    ['owner', 200],
    ['instructor', 200],
    ['student', 403],
    ['parent', 403],
    ['atelierOwner', 403],
    ['both', 403],
    ['blocked', 403],
    ['removed', 403],
    ['fresh', 403],
    ['stolen', 403],
    ['unbound', 403],
  ];
  test.each(rows)('%s gets %s', async (as, status) => {
    const response = await app.call('/api/users/getUserEmailById', {
      method: 'POST',
      as,
      body: { user_id: idOf('student'), account_id: world.demo },
    });
    expect(response.status).toBe(status);
    if (status === 200)
      expect(await response.json()).toEqual({
        status: true,
        user: { id: idOf('student'), email: 'student@demo.test', name: 'Amara Okafor' },
      });
  });

  test('a person of another account is unknown', async () => {
    const response = await app.call('/api/users/getUserEmailById', {
      method: 'POST',
      as: 'owner',
      body: { user_id: idOf('atelierStudent'), account_id: world.demo },
    });
    expect(await response.json()).toEqual({ status: false });
  });

  test.each([
    ['another account', () => ({ user_id: idOf('student'), account_id: world.atelier }), 403],
    ['no id', () => ({ user_id: 'amara' }), 422],
  ])('%s is refused', async (_, body, status) => {
    const response = await app.call('/api/users/getUserEmailById', { method: 'POST', as: 'owner', body: body() });
    expect(response.status).toBe(status);
  });
});

describe('POST /api/account/isSiteOwner', () => {
  const rows: [Person, string, boolean][] = [
    ['owner', 'owner@demo.test', true],
    ['owner', 'OWNER@demo.test', true],
    ['owner', 'student@demo.test', false],
    ['instructor', 'owner@demo.test', true],
    ['student', 'student@demo.test', false],
    ['student', 'owner@demo.test', false],
    ['stolen', 'owner@demo.test', false],
    ['atelierOwner', 'owner@atelier.test', false],
  ];
  test.each(rows)('%s asks about %s: %s', async (as, email, status) => {
    const response = await app.call('/api/account/isSiteOwner', {
      method: 'POST',
      as,
      body: { account_id: world.demo, email },
    });
    expect(await response.json()).toEqual({ status });
  });

  test('a visitor is asked to sign in', async () => {
    const response = await app.call('/api/account/isSiteOwner', { method: 'POST', body: { email: 'owner@demo.test' } });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ error: { code: 'not_authenticated' } });
  });
});

describe('opening a site from the platform', () => {
  const openAccount = (token: string | undefined, account_id: string, host = 'platform', as?: Person) =>
    app.call('/api/session/handoff', { method: 'POST', host, token, as, body: { account_id } });

  test('the owner arrives signed in, once', async () => {
    const response = await openAccount(platformOwner, world.demo);
    expect(response.status).toBe(200);
    const { url } = (await response.json()) as { url: string };
    const path = new URL(url).pathname + new URL(url).search;
    expect(new URL(url).host).toBe('demo.localhost');

    const otherHost = await app.call(path, { host: 'atelier' });
    expect(otherHost.headers.getSetCookie()).toEqual([]);

    const redirected = await app.call(path);
    expect(redirected.status).toBe(303);
    expect(redirected.headers.get('location')).toBe('/dashboard');
    const cookies = redirected.headers.getSetCookie();
    expect(cookies[0]).toMatch(/^sb-stoa-auth-token(?:\.0)?=base64-/);
    const config = await app.call('/api/users/getUserEmailById', {
      method: 'POST',
      headers: { cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; ') },
      body: { user_id: idOf('student') },
    });
    expect(await config.json()).toMatchObject({ status: true });

    const repeated = await app.call(path);
    expect(repeated.headers.getSetCookie()).toEqual([]);
    expect(repeated.headers.get('location')).toBe('/login?redirectedFrom=%2Fdashboard');
  });

  test('the session that stood in the browser there ends, and no other', async () => {
    const startSession = async (cookie = '') => {
      const { url } = (await (await openAccount(platformOwner, world.demo)).json()) as { url: string };
      const redirected = await app.call(new URL(url).pathname + new URL(url).search, { headers: { cookie } });
      const cookies = redirected.headers.getSetCookie().map((line) => line.split(';')[0]);
      return cookies.filter((pair) => !pair?.endsWith('=')).join('; ');
    };
    const isSignedIn = async (cookie: string) => {
      const body = { user_id: idOf('student') };
      const response = await app.call('/api/users/getUserEmailById', { method: 'POST', headers: { cookie }, body });
      return response.status === 200;
    };
    const [formerSession, otherSession] = [await startSession(), await startSession()];
    expect([await isSignedIn(formerSession), await isSignedIn(otherSession)]).toEqual([true, true]);
    const newSession = await startSession(formerSession);
    expect([await isSignedIn(newSession), await isSignedIn(formerSession), await isSignedIn(otherSession)]).toEqual([
      true,
      false,
      true,
    ]);
    // An invalid code ends no session.
    await app.call('/login/handoff?code=none', { headers: { cookie: newSession } });
    expect(await isSignedIn(newSession)).toBe(true);
  });

  test('a code is too old after a minute', async () => {
    const { url } = (await (await openAccount(platformOwner, world.demo)).json()) as { url: string };
    await world.sql.query("update private.handoff_codes set expires_at = now() - interval '1 second'");
    const expired = await app.call(new URL(url).pathname + new URL(url).search);
    expect(expired.headers.getSetCookie()).toEqual([]);
  });

  test.each([
    ['/dashboard/manage/reports/sales?period=7d', '/dashboard/manage/reports/sales?period=7d'],
    ['https://elsewhere.test/', '/dashboard'],
    ['//elsewhere.test/', '/dashboard'],
  ])('and stands where they wished to: %s leads to %s', async (target, location) => {
    const { url } = (await (await openAccount(platformOwner, world.demo)).json()) as { url: string };
    const path = new URL(url).pathname + new URL(url).search;
    const redirected = await app.call(`${path}&redirectedFrom=${encodeURIComponent(target)}`);
    expect(redirected.headers.get('location')).toBe(location);
    expect(redirected.headers.getSetCookie()).not.toEqual([]);
  });

  test('nobody opens another owner’s site, nor from another host', async () => {
    expect((await openAccount(undefined, world.demo)).status).toBe(401);
    expect((await openAccount(platformOwner, world.atelier)).status).toBe(403);
    expect((await openAccount(platformOwner, world.platform)).status).toBe(403);
    expect((await openAccount(platformAdmin, world.demo)).status).toBe(403);
    expect((await openAccount(undefined, world.demo, 'demo', 'owner')).status).toBe(403);
    // A token of demo's owner stolen on atelier is not accepted on demo.
    expect((await openAccount(undefined, world.demo, 'platform', 'stolen')).status).toBe(403);
    expect((await openAccount(undefined, world.demo, 'platform', 'unbound')).status).toBe(403);
  });
});

describe('GET /dev/outbox', () => {
  test('shows the mail of a recovery with its link', async () => {
    const response = await app.call('/auth/v1/recover', { method: 'POST', body: { email: 'student@demo.test' } });
    expect(response.status).toBe(200);
    const mails = await app.settleJobs();
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ to: 'student@demo.test', account_id: world.demo });
    expect(mails[0]?.subject).toBe('Reset your password for Lumen Academy');
    const page = await (await app.call('/dev/outbox', { host: 'platform' })).text();
    expect(page).toContain('student@demo.test');
    expect(page).toMatch(/href="http:\/\/localhost\/login\/reset-password\?school=[^"]+#token_hash=[^"]+type=recovery/);
  });

  test('uses the language of the site', async () => {
    await app.call('/auth/v1/recover', { host: 'atelier', method: 'POST', body: { email: 'student@atelier.test' } });
    const [mail] = await app.settleJobs();
    expect(mail?.html).toContain('dir="rtl"');
    expect(mail?.subject).toContain('Atelier');
  });

  test('is closed to the network and in production', async () => {
    const outbox = await app.call('/dev/outbox', { host: 'platform' });
    const far = await app.call('/dev/outbox', {
      host: 'platform',
      headers: { 'x-stoa-client-address': '192.0.2.7' },
    });
    expect([outbox.status, far.status]).toEqual([200, 404]);
    const production = await openApp(world, { NODE_ENV: 'production' });
    expect((await production.call('/dev/outbox', { host: 'platform' })).status).toBe(404);
    await production.close();
  });
});
