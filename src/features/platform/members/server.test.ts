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
    const answer = await app.call('/api/users/getUserEmailById', {
      method: 'POST',
      as,
      body: { user_id: idOf('student'), account_id: world.demo },
    });
    expect(answer.status).toBe(status);
    if (status === 200)
      expect(await answer.json()).toEqual({
        status: true,
        user: { id: idOf('student'), email: 'student@demo.test', name: 'Amara Okafor' },
      });
  });

  test('a person of another account is unknown', async () => {
    const answer = await app.call('/api/users/getUserEmailById', {
      method: 'POST',
      as: 'owner',
      body: { user_id: idOf('atelierStudent'), account_id: world.demo },
    });
    expect(await answer.json()).toEqual({ status: false });
  });

  test.each([
    ['another account', () => ({ user_id: idOf('student'), account_id: world.atelier }), 403],
    ['no id', () => ({ user_id: 'amara' }), 422],
  ])('%s is refused', async (_, body, status) => {
    const answer = await app.call('/api/users/getUserEmailById', { method: 'POST', as: 'owner', body: body() });
    expect(answer.status).toBe(status);
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
    const answer = await app.call('/api/account/isSiteOwner', {
      method: 'POST',
      as,
      body: { account_id: world.demo, email },
    });
    expect(await answer.json()).toEqual({ status });
  });

  test('a visitor is asked to sign in', async () => {
    const answer = await app.call('/api/account/isSiteOwner', { method: 'POST', body: { email: 'owner@demo.test' } });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ error: { code: 'not_authenticated' } });
  });
});

describe('opening a site from the platform', () => {
  const ask = (token: string | undefined, account_id: string, host = 'platform', as?: Person) =>
    app.call('/api/session/handoff', { method: 'POST', host, token, as, body: { account_id } });

  test('the owner arrives signed in, once', async () => {
    const answer = await ask(platformOwner, world.demo);
    expect(answer.status).toBe(200);
    const { url } = (await answer.json()) as { url: string };
    const path = new URL(url).pathname + new URL(url).search;
    expect(new URL(url).host).toBe('demo.localhost');

    const elsewhere = await app.call(path, { host: 'atelier' });
    expect(elsewhere.headers.getSetCookie()).toEqual([]);

    const arrived = await app.call(path);
    expect(arrived.status).toBe(303);
    expect(arrived.headers.get('location')).toBe('/dashboard');
    const cookies = arrived.headers.getSetCookie();
    expect(cookies[0]).toMatch(/^sb-stoa-auth-token(?:\.0)?=base64-/);
    const config = await app.call('/api/users/getUserEmailById', {
      method: 'POST',
      headers: { cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; ') },
      body: { user_id: idOf('student') },
    });
    expect(await config.json()).toMatchObject({ status: true });

    const again = await app.call(path);
    expect(again.headers.getSetCookie()).toEqual([]);
    expect(again.headers.get('location')).toBe('/login?redirectedFrom=%2Fdashboard');
  });

  test('the session that stood in the browser there ends, and no other', async () => {
    const begin = async (cookie = '') => {
      const { url } = (await (await ask(platformOwner, world.demo)).json()) as { url: string };
      const arrived = await app.call(new URL(url).pathname + new URL(url).search, { headers: { cookie } });
      const cookies = arrived.headers.getSetCookie().map((line) => line.split(';')[0]);
      return cookies.filter((pair) => !pair?.endsWith('=')).join('; ');
    };
    const isSignedIn = async (cookie: string) => {
      const body = { user_id: idOf('student') };
      const answer = await app.call('/api/users/getUserEmailById', { method: 'POST', headers: { cookie }, body });
      return answer.status === 200;
    };
    const [former, elsewhere] = [await begin(), await begin()];
    expect([await isSignedIn(former), await isSignedIn(elsewhere)]).toEqual([true, true]);
    const next = await begin(former);
    expect([await isSignedIn(next), await isSignedIn(former), await isSignedIn(elsewhere)]).toEqual([
      true,
      false,
      true,
    ]);
    // A code that is worth nothing ends nobody's session.
    await app.call('/login/handoff?code=none', { headers: { cookie: next } });
    expect(await isSignedIn(next)).toBe(true);
  });

  test('a code is too old after a minute', async () => {
    const { url } = (await (await ask(platformOwner, world.demo)).json()) as { url: string };
    await world.sql.query("update private.handoff_codes set expires_at = now() - interval '1 second'");
    const late = await app.call(new URL(url).pathname + new URL(url).search);
    expect(late.headers.getSetCookie()).toEqual([]);
  });

  test.each([
    ['/dashboard/manage/reports/sales?period=7d', '/dashboard/manage/reports/sales?period=7d'],
    ['https://elsewhere.test/', '/dashboard'],
    ['//elsewhere.test/', '/dashboard'],
  ])('and stands where they wished to: %s leads to %s', async (wish, place) => {
    const { url } = (await (await ask(platformOwner, world.demo)).json()) as { url: string };
    const path = new URL(url).pathname + new URL(url).search;
    const arrived = await app.call(`${path}&redirectedFrom=${encodeURIComponent(wish)}`);
    expect(arrived.headers.get('location')).toBe(place);
    expect(arrived.headers.getSetCookie()).not.toEqual([]);
  });

  test('nobody opens a site that is not theirs, nor from another site', async () => {
    expect((await ask(undefined, world.demo)).status).toBe(401);
    expect((await ask(platformOwner, world.atelier)).status).toBe(403);
    expect((await ask(platformOwner, world.platform)).status).toBe(403);
    expect((await ask(platformAdmin, world.demo)).status).toBe(403);
    expect((await ask(undefined, world.demo, 'demo', 'owner')).status).toBe(403);
    // The token of demo's owner that was taken on atelier buys nothing on demo.
    expect((await ask(undefined, world.demo, 'platform', 'stolen')).status).toBe(403);
    expect((await ask(undefined, world.demo, 'platform', 'unbound')).status).toBe(403);
  });
});

describe('GET /dev/outbox', () => {
  test('shows the mail of a recovery with its link', async () => {
    const asked = await app.call('/auth/v1/recover', { method: 'POST', body: { email: 'student@demo.test' } });
    expect(asked.status).toBe(200);
    const mails = await app.settleJobs();
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ to: 'student@demo.test', account_id: world.demo });
    expect(mails[0]?.subject).toBe('Set a new password for Lumen Academy');
    const page = await (await app.call('/dev/outbox', { host: 'platform' })).text();
    expect(page).toContain('student@demo.test');
    expect(page).toMatch(/href="http:\/\/localhost\/login\/reset-password\?school=[^"]+#token_hash=[^"]+type=recovery/);
  });

  test('speaks the language of the site', async () => {
    await app.call('/auth/v1/recover', { host: 'atelier', method: 'POST', body: { email: 'student@atelier.test' } });
    const [mail] = await app.settleJobs();
    expect(mail?.html).toContain('dir="rtl"');
    expect(mail?.subject).toContain('Atelier');
  });

  test('is closed to the network and in production', async () => {
    const near = await app.call('/dev/outbox', { host: 'platform' });
    const far = await app.call('/dev/outbox', {
      host: 'platform',
      headers: { 'x-stoa-client-address': '192.0.2.7' },
    });
    expect([near.status, far.status]).toEqual([200, 404]);
    const production = await openApp(world, { NODE_ENV: 'production' });
    expect((await production.call('/dev/outbox', { host: 'platform' })).status).toBe(404);
    await production.close();
  });
});
