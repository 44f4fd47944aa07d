import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bindingFetch } from '#base/browser/hosted-session.ts';
import { DEMO_PASSWORD } from '#base/server/seeding.ts';
// Its side effect: Node learns that *.localhost is this machine.
import '#tests/db/world.ts';
import { type DatabaseServer, openDatabaseServer } from './database-server.ts';
import { healthy, npmStart, type Product, removeFolder } from './product.ts';

/**
 * The product in one process, its five services in another, joined by the three variables and a database. What the
 * embedded services are told in process has another way here: the browser's client binds its sessions, tokens are asked
 * about, files are redirected to, the live room's name is written out.
 */
const DEMO = '00000000-0000-7000-8000-00000000000a';
const ATELIER = '00000000-0000-7000-8000-00000000000b';
let server: DatabaseServer;
let databaseUrl: string;
let backend: Product;
let product: Product;
let keys: { anon_key: string; service_role_key: string };

beforeAll(async () => {
  server = await openDatabaseServer();
  databaseUrl = await server.database();
  backend = await npmStart({ DATABASE_URL: databaseUrl, GOTRUE_MAILER_AUTOCONFIRM: 'true' }, { script: 'backend' });
  await healthy(backend);
  keys = JSON.parse(readFileSync(join(backend.folder, 'keys.json'), 'utf8')) as typeof keys;
  product = await npmStart({
    DATABASE_URL: databaseUrl,
    BACKEND_URL: backend.origin,
    BACKEND_ANON_KEY: keys.anon_key,
    BACKEND_SERVICE_KEY: keys.service_role_key,
    SEED: 'demo',
  });
  await healthy(product);
}, 180_000);
afterAll(async () => {
  for (const one of [product, backend].filter(Boolean)) {
    one.npm.kill('SIGTERM');
    expect(await one.ended).toEqual({ code: 0, signal: null });
    removeFolder(one.folder);
  }
  await server.stop();
});

const at = (slug: string, path: string) => `${product.origin.replace('localhost', `${slug}.localhost`)}${path}`;

/** The client of a page of an account, as base/browser/db-client.ts makes it. */
function clientOn(accountId: string): SupabaseClient {
  const account = { account_id: accountId, slug: 'x', domain: null, is_platform: false, features: [] };
  return createClient(backend.origin, keys.anon_key, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: bindingFetch({ account, backend: { url: backend.origin, anon_key: keys.anon_key } }) },
  });
}

async function signedIn(email: string, accountId = DEMO): Promise<{ client: SupabaseClient; token: string }> {
  const client = clientOn(accountId);
  const { data, error } = await client.auth.signInWithPassword({ email, password: DEMO_PASSWORD });
  if (error) throw error;
  return { client, token: data.session.access_token };
}

test('the product names the hosted backend, and mounts no service of its own', async () => {
  const config = await (await fetch(at('demo', '/api/config'))).json();
  expect(config).toMatchObject({
    backend_url: backend.origin,
    anon_key: keys.anon_key,
    account: { account_id: DEMO, slug: 'demo' },
  });
  expect((await fetch(at('demo', '/auth/v1/health'))).status).toBe(404);
  expect((await fetch(at('demo', '/rest/v1/pages'))).status).toBe(404);
});

test('pages are rendered of its rows, their policy names it, and their pictures come from it', async () => {
  const page = await fetch(at('demo', '/'));
  const html = await page.text();
  expect([page.status, html.includes('Lumen Academy')]).toEqual([200, true]);
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toContain(`connect-src 'self' ${backend.origin} ${backend.origin.replace('http', 'ws')}`);
  const picture = /\/storage\/v1\/object\/public\/[^"&?\s]+/.exec(html)?.[0] ?? '';
  const sent = await fetch(at('demo', picture), { redirect: 'manual' });
  expect([sent.status, sent.headers.get('location')]).toEqual([307, `${backend.origin}${picture}`]);
  const followed = await fetch(at('demo', picture));
  expect([followed.status, followed.headers.get('content-type')?.startsWith('image/')]).toEqual([200, true]);
  const course = (await clientOn(DEMO).from('courses').select('slug, title').eq('account_id', DEMO).limit(1)).data?.[0];
  const coursePage = await fetch(at('demo', `/course/${course?.slug}`));
  expect(coursePage.status).toBe(200);
  expect(await coursePage.text()).toContain(String(course?.title).replaceAll('&', '&amp;'));
});

describe('a session', () => {
  test('is bound to the site where it begins, by rpc; unbound it is worth a visitor, elsewhere too', async () => {
    const { client, token } = await signedIn('student@demo.test');
    const own = await client.from('members').select('email').eq('account_id', DEMO);
    expect(own.data).toEqual([{ email: 'student@demo.test' }]);
    const unbound = createClient(backend.origin, keys.anon_key, { auth: { persistSession: false } });
    await unbound.auth.signInWithPassword({ email: 'student@demo.test', password: DEMO_PASSWORD });
    expect((await unbound.from('members').select('email').eq('account_id', DEMO)).data).toEqual([]);
    // Once and for good.
    expect((await client.rpc('bind_session', { account_id: ATELIER })).data).toBe(false);
    expect(token.split('.')).toHaveLength(3);
  });

  test('opens the dashboard by its cookie, and the product’s own calls by its token', async () => {
    const { token } = await signedIn('owner@demo.test');
    const cookie = `sb-stoa-auth-token=base64-${Buffer.from(JSON.stringify({ access_token: token })).toString('base64url')}`;
    const visitor = await fetch(at('demo', '/dashboard'), { redirect: 'manual' });
    expect([visitor.status, visitor.headers.get('location')]).toEqual([302, '/login?redirectedFrom=%2Fdashboard']);
    const dashboard = await fetch(at('demo', '/dashboard'), { headers: { cookie }, redirect: 'manual' });
    expect(dashboard.status).toBe(200);
    const ask = async (bearer: string) => {
      const answer = await fetch(at('demo', '/api/account/isSiteOwner'), {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'owner@demo.test' }),
      });
      return [answer.status, await answer.json()];
    };
    expect(await ask(token)).toEqual([200, { status: true }]);
    // Its claims with another signature: the hosted service says that it is none of its own.
    const forged = `${token.slice(0, token.lastIndexOf('.'))}.${'A'.repeat(43)}`;
    expect((await ask(forged))[0]).toBe(401);
    expect((await ask(keys.anon_key))[0]).toBe(401);
  });

  test('of a person who signs up on an account’s site makes them a student there', async () => {
    const client = clientOn(DEMO);
    const { data } = await client.auth.signUp({
      email: 'fresh@demo.test',
      password: 'a long enough password',
      options: { data: { display_name: 'Fresh Face' } },
    });
    const rows = await client.from('members').select('name, role:roles(kind)').eq('user_id', data.user?.id);
    expect(rows.data).toEqual([{ name: 'Fresh Face', role: { kind: 'student' } }]);
  });

  test('is handed over from the platform to an account’s site', async () => {
    const [platform] = await server.run(databaseUrl, 'select account_id from public.accounts where is_platform');
    const { token } = await signedIn('owner@demo.test', String(platform?.account_id));
    const asked = await fetch(`${product.origin}/api/session/handoff`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ account_id: DEMO }),
    });
    const { url } = (await asked.json()) as { url: string };
    const begun = await fetch(url, { redirect: 'manual' });
    expect([begun.status, begun.headers.get('location')]).toEqual([303, '/dashboard']);
    const text = begun.headers
      .getSetCookie()
      .map((line) => /=(?:base64-)?([^;]*)/.exec(line)?.[1])
      .join('');
    const session = JSON.parse(Buffer.from(text, 'base64url').toString()) as { access_token: string };
    const client = createClient(backend.origin, keys.anon_key, {
      global: { headers: { authorization: `Bearer ${session.access_token}` } },
    });
    expect(
      (await client.from('members').select('id', { count: 'exact', head: true }).eq('account_id', DEMO)).count,
    ).toBeGreaterThan(5);
  });
});

test('a coupon is found by its name and by nothing else', async () => {
  const shopper = clientOn(DEMO);
  const named = (name: string) =>
    shopper.from('coupons').select('name').eq('account_id', DEMO).eq('name', name).setHeader('x-coupon-name', name);
  expect((await named('WELCOME10')).data).toEqual([{ name: 'WELCOME10' }]);
  expect((await shopper.from('coupons').select('name').eq('account_id', DEMO)).data).toEqual([]);
});

test('the bell rings in the room whose name is written out, and for members alone', async () => {
  const { client } = await signedIn('student@demo.test');
  await client.realtime.setAuth();
  const [student] = (await client.from('members').select('user_id').eq('account_id', DEMO)).data ?? [];
  const joined = Promise.withResolvers<void>();
  const rung = Promise.withResolvers<unknown>();
  client
    .channel(`onlineUsers:${DEMO}`, { config: { private: true } })
    .on('broadcast', { event: 'notification' }, ({ payload }) => rung.resolve(payload))
    .subscribe((status) => {
      if (status === 'SUBSCRIBED') joined.resolve();
    });
  await joined.promise;
  await server.run(databaseUrl, `select private.notify('${DEMO}', '${student?.user_id}', 'Hello')`);
  expect(await rung.promise).toMatchObject({ data: { user_id: student?.user_id } });
  const stranger = await signedIn('student@atelier.test', ATELIER);
  await stranger.client.realtime.setAuth();
  const refused = new Promise<string>((resolve) => {
    stranger.client
      .channel(`onlineUsers:${DEMO}`, { config: { private: true } })
      .subscribe((status) => status !== 'CLOSED' && resolve(status));
  });
  expect(await refused).toBe('CHANNEL_ERROR');
  await client.realtime.disconnect();
  await stranger.client.realtime.disconnect();
});

test('a change by the hosted data service reaches the pages that the product keeps', async () => {
  const { client } = await signedIn('owner@demo.test');
  const read = async () => (await fetch(at('demo', '/course'))).text();
  await read();
  const [course] =
    (await client.from('courses').select('id, title').eq('account_id', DEMO).eq('status', 'published').limit(1)).data ??
    [];
  const { error } = await client
    .from('courses')
    .update({ title: 'A title from afar' })
    .eq('account_id', DEMO)
    .eq('id', course?.id);
  expect(error).toBeNull();
  // Told by NOTIFY: a moment later, and without a word to the product.
  while (!(await read()).includes('A title from afar')) await new Promise((resolve) => setTimeout(resolve, 50));
});
