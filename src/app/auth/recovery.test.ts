import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CLIENT_ORIGIN_HEADER } from '#base/server/request-origin.ts';
import { DEMO_PASSWORD } from '#base/server/seeding.ts';
import { timingSafeHash } from '#base/server/tokens.ts';
import { tokenIn } from '#features/platform/members/rules.ts';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { TEST_SECRET } from '#tests/db/seed-world.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import { smallSite } from '#tests/small-site.ts';

let world: World;
let app: AppWorld;
beforeAll(async () => {
  world = await openWorld();
  app = await openApp(world, {}, { build: smallSite().build });
});
afterAll(async () => {
  await app.close();
  await world.close();
});

const NEW_PASSWORD = 'a wholly new sentence';

/** The official client on a host, as a browser there has it. */
function clientAt(host: string): SupabaseClient {
  return createClient(`http://${host}`, app.runtime.keys.anon_key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false, flowType: 'pkce' },
    global: { fetch: (input, init) => app.app.fetch(new Request(input, init)) },
  });
}

async function signedIn(host: string, email: string, password = DEMO_PASSWORD) {
  const client = clientAt(host);
  const { data, error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return { client, token: data.session.access_token };
}

async function recoveryLink(host: string, email: string, headers: Record<string, string> = {}): Promise<URL> {
  const response = await app.app.fetch(
    new Request(`http://${host}/auth/v1/recover?redirect_to=https://evil.example/`, {
      method: 'POST',
      headers: { apikey: app.runtime.keys.anon_key, 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ email }),
    }),
  );
  expect(response.status).toBe(200);
  const mail = (await app.settleJobs()).findLast((item) => item.to === email);
  expect(mail?.text).not.toMatch(/\b\d{6}\b/);
  return new URL(/https?:\/\/\S+reset-password\S*/.exec(mail?.text ?? '')?.[0] ?? '');
}

describe('a recovery mail', () => {
  test('asked for on a school’s host leads to the platform’s host, signed as the school’s, whatever the request says', async () => {
    for (const headers of [
      {},
      { [CLIENT_ORIGIN_HEADER]: 'http://demo.localhost:9999' },
      { host: 'demo.localhost:9999', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
    ] as Record<string, string>[]) {
      const link = await recoveryLink('demo.localhost', 'student@demo.test', headers);
      expect(link.origin + link.pathname).toBe('http://localhost/login/reset-password');
      expect([...link.searchParams.keys()]).toEqual(['school']);
      const school = await app.runtime.recoveryLinks.schoolOf(link.searchParams.get('school'));
      expect(school?.account_id).toBe(world.demo);
      expect([...new URLSearchParams(link.hash.slice(1)).keys()]).toEqual(['token_hash', 'type']);
    }
    const plain = await recoveryLink('localhost', 'owner@atelier.test');
    expect(plain.search).toBe('');
  });

  test('of an own domain names its account, whose pages are at that domain', async () => {
    await world.sql.query(`update public.accounts set domain = 'school.example' where account_id = $1`, [
      world.atelier,
    ]);
    app.runtime.tenants.forget();
    const link = await recoveryLink('school.example', 'student@atelier.test');
    expect(link.origin).toBe('http://localhost');
    const school = await app.runtime.recoveryLinks.schoolOf(link.searchParams.get('school'));
    expect(school && app.runtime.tenants.originOf(school)).toBe('https://school.example');
    await world.sql.query('update public.accounts set domain = null where account_id = $1', [world.atelier]);
    app.runtime.tenants.forget();
  });

  test('other links of the service begin at the account’s own origin too', async () => {
    const response = await app.call('/auth/v1/otp', {
      method: 'POST',
      headers: { apikey: app.runtime.keys.anon_key, [CLIENT_ORIGIN_HEADER]: 'http://demo.localhost:9999' },
      body: { email: 'parent@demo.test' },
    });
    expect(response.status).toBe(200);
    const [mail] = await app.settleJobs();
    const link = new URL(/https?:\/\/\S+login\S*/.exec(mail?.text ?? '')?.[0] ?? '');
    expect([link.origin, link.pathname, link.search]).toEqual(['http://demo.localhost', '/login', '']);
  });

  test('sets the password on the platform’s host, and the way in is closed behind it', async () => {
    const before = await signedIn('demo.localhost', 'member@demo.test');
    const link = await recoveryLink('demo.localhost', 'member@demo.test');
    const token_hash = new URLSearchParams(link.hash.slice(1)).get('token_hash') ?? '';
    const client = clientAt('localhost');
    const opened = await client.auth.verifyOtp({ type: 'recovery', token_hash });
    expect(opened.error).toBeNull();
    // The session it begins is bound to no account: it is a visitor's in every policy.
    const claims = await app.runtime.tokens.verify(opened.data.session?.access_token ?? '');
    expect(
      await world.sql.query('select from private.session_accounts where session_id = $1', [claims?.session_id]),
    ).toEqual([]);
    expect((await client.from('members').select('id')).data).toEqual([]);
    expect((await client.auth.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
    const sessions = await world.sql.query('select from auth.sessions where user_id = $1', [claims?.sub]);
    expect(sessions).toEqual([]);
    expect((await before.client.auth.getUser()).error).not.toBeNull();
    expect((await signedIn('demo.localhost', 'member@demo.test', NEW_PASSWORD)).token).toBeTruthy();
  });

  test('is looked at before anything is typed, which spends nothing', async () => {
    const tokenOf = (link: URL) => new URLSearchParams(link.hash.slice(1)).get('token_hash') ?? '';
    const look = async (token_hash: unknown, host = 'localhost') => {
      const response = await app.call('/auth/v1/recovery-links', {
        host,
        method: 'POST',
        headers: { apikey: app.runtime.keys.anon_key },
        body: { token_hash },
      });
      return [response.status, ((await response.json()) as { is_good?: boolean }).is_good];
    };
    const token = tokenOf(await recoveryLink('atelier.localhost', 'student@atelier.test'));
    for (let time = 0; time < 3; time++) expect(await look(token)).toEqual([200, true]);
    // Where it sets no password it is good for nothing, and neither is what nobody was mailed.
    expect(await look(token, 'atelier.localhost')).toEqual([200, false]);
    expect(await look(`${token}x`)).toEqual([200, false]);
    expect(await look('')).toEqual([400, undefined]);
    expect(await look({ like: '%' })).toEqual([400, undefined]);
    const created = (ago: string) =>
      world.sql.query(
        `update auth.one_time_tokens set created_at = now() - $1::interval
          where token_type = 'recovery_token' and relates_to = 'student@atelier.test'`,
        [ago],
      );
    await created('61 minutes');
    expect(await look(token)).toEqual([200, false]);
    await created('0 minutes');
    expect(await look(token)).toEqual([200, true]);
    const used = await clientAt('localhost').auth.verifyOtp({ type: 'recovery', token_hash: token });
    expect(used.error).toBeNull();
    expect(await look(token)).toEqual([200, false]);
  });

  test('is taken where the password is chosen and nowhere else, as nothing else, and is not spent by trying', async () => {
    const link = await recoveryLink('demo.localhost', 'parent@demo.test');
    const token_hash = new URLSearchParams(link.hash.slice(1)).get('token_hash') ?? '';
    for (const [host, type] of [
      ['demo.localhost', 'recovery'],
      ['atelier.localhost', 'recovery'],
      ['demo.localhost', 'magiclink'],
      ['demo.localhost', 'email'],
      ['localhost', 'magiclink'],
      ['localhost', 'email'],
    ] as const) {
      const { data, error } = await clientAt(host).auth.verifyOtp({ type, token_hash });
      expect([host, type, data.session, error?.code]).toEqual([host, type, null, 'otp_expired']);
    }
    const opened = await clientAt('localhost').auth.verifyOtp({ type: 'recovery', token_hash });
    expect(opened.error).toBeNull();
    // The session it opens sets the password: it proves nothing, and changes nothing else.
    const token = opened.data.session?.access_token;
    for (const [method, path, body] of [
      ['POST', '/auth/v1/reauthenticate', { password: DEMO_PASSWORD }],
      ['GET', '/auth/v1/reauthenticate', undefined],
      ['PUT', '/auth/v1/user', { email: 'elsewhere@demo.test', current_password: DEMO_PASSWORD }],
      ['POST', '/auth/v1/factors', { factor_type: 'totp' }],
      ['POST', '/auth/v1/passkeys/registration/options', {}],
    ] as const) {
      const headers = { apikey: app.runtime.keys.anon_key };
      const response = await app.call(path, { host: 'platform', method, token, body, headers });
      expect([path, ((await response.json()) as { error_code: string }).error_code]).toEqual([
        path,
        'reauthentication_needed',
      ]);
    }
  });
});

/** What the link of a mail that signs in carries. */
function linkTokenIn(text: string | undefined): string {
  const link = new URL(/https?:\/\/\S+\/login#\S+/.exec(text ?? '')?.[0] ?? 'about:blank');
  return tokenIn(link.hash, 'magiclink') ?? '';
}

describe('a code or link that signs in', () => {
  async function mailedSignIn(host: string, email: string) {
    const { error } = await clientAt(host).auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
    expect(error).toBeNull();
    const mail = (await app.settleJobs()).findLast((item) => item.to === email);
    const token = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '';
    return { token, token_hash: linkTokenIn(mail?.text) };
  }

  test('is taken on the school it was asked for on, by each of its addresses, and on no other host', async () => {
    await world.sql.query(`update public.accounts set domain = 'school.example' where account_id = $1`, [world.demo]);
    app.runtime.tenants.forget();
    for (const [email, requests, refusing, taking] of [
      ['student@demo.test', 'school.example', ['atelier.localhost', 'localhost'], 'demo.localhost'],
      ['member@demo.test', 'demo.localhost', ['atelier.localhost', 'localhost'], 'school.example'],
      ['owner@atelier.test', 'localhost', ['demo.localhost', 'atelier.localhost'], 'localhost'],
    ] as const) {
      const { token, token_hash } = await mailedSignIn(requests, email);
      expect(token).not.toBe('');
      for (const host of refusing) {
        for (const type of ['email', 'magiclink', 'recovery'] as const) {
          const byCode = await clientAt(host).auth.verifyOtp({ type, email, token });
          const byLink = await clientAt(host).auth.verifyOtp({ type, token_hash });
          expect([requests, host, type, byCode.error?.code, byLink.error?.code]).toEqual([
            ...[requests, host, type],
            'otp_expired',
            'otp_expired',
          ]);
        }
        const opened = await app.app.fetch(
          new Request(`http://${host}/auth/v1/verify?type=magiclink&token=${token_hash}`, { redirect: 'manual' }),
        );
        expect([host, opened.headers.get('location')]).toEqual([
          host,
          expect.stringContaining('error_code=otp_expired'),
        ]);
      }
      // Nor is it a recovery where passwords are chosen: nobody sets one by a link that signs in.
      const looked = await app.call('/auth/v1/recovery-links', {
        host: 'platform',
        method: 'POST',
        headers: { apikey: app.runtime.keys.anon_key },
        body: { token_hash },
      });
      expect(await looked.json()).toEqual({ is_good: false });
      const asRecovery = await clientAt('localhost').auth.verifyOtp({ type: 'recovery', token_hash });
      expect([requests, asRecovery.error?.code]).toEqual([requests, 'otp_expired']);
      const { data, error } = await clientAt(taking).auth.verifyOtp({ type: 'email', email, token });
      expect([requests, taking, error, data.user?.email]).toEqual([requests, taking, null, email]);
    }
    await world.sql.query('update public.accounts set domain = null where account_id = $1', [world.demo]);
    app.runtime.tenants.forget();
  });

  test('ends where it began also by a code to exchange, and another host’s try ends the flow', async () => {
    const verifier = 'v'.repeat(43);
    const headers = { apikey: app.runtime.keys.anon_key };
    for (const [email, host, status] of [
      ['parent@demo.test', 'platform', 404],
      ['parent@demo.test', 'demo', 200],
    ] as const) {
      await app.call('/auth/v1/otp', {
        method: 'POST',
        headers,
        body: { email, create_user: false, code_challenge: verifier, code_challenge_method: 'plain' },
      });
      const mail = (await app.settleJobs()).findLast((item) => item.to === email);
      const link = `/auth/v1/verify?type=magiclink&token=${linkTokenIn(mail?.text)}`;
      const opened = await app.call(link, { redirect: 'manual' });
      const auth_code = new URL(opened.headers.get('location') ?? '').searchParams.get('code');
      expect(auth_code).toBeTruthy();
      const exchange = { method: 'POST', headers, body: { auth_code, code_verifier: verifier } } as const;
      const response = await app.call('/auth/v1/token?grant_type=pkce', { ...exchange, host });
      expect([host, response.status]).toEqual([host, status]);
      const again = await app.call('/auth/v1/token?grant_type=pkce', { ...exchange, host: 'demo' });
      expect(again.status).toBe(404);
    }
  });

  test('mailed as a proof on one host proves nothing on another', async () => {
    const email = 'instructor@demo.test';
    const here = await signedIn('demo.localhost', email);
    const there = await signedIn('localhost', email);
    expect((await here.client.auth.reauthenticate()).error).toBeNull();
    const mail = (await app.settleJobs()).findLast((item) => item.to === email);
    const nonce = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '';
    const proof = { method: 'POST', body: { nonce }, headers: { apikey: app.runtime.keys.anon_key } };
    const rejected = await app.call('/auth/v1/reauthenticate', { ...proof, host: 'platform', token: there.token });
    const accepted = await app.call('/auth/v1/reauthenticate', { ...proof, host: 'demo', token: here.token });
    expect([rejected.status, accepted.status]).toEqual([422, 200]);
  });
});

describe('the signed school of an address', () => {
  const until = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds;
  const signed = (account: string, end: number, secret = TEST_SECRET) =>
    `${account}.${end}.${timingSafeHash(secret, `recovery at ${account} until ${end}`)}`;

  test('is taken as it was signed, until it is too old', async () => {
    const right = signed(world.demo, until(60));
    expect((await app.runtime.recoveryLinks.schoolOf(right))?.account_id).toBe(world.demo);
    for (const wrong of [
      null,
      '',
      world.demo,
      right.replace(world.demo, world.atelier),
      right.replace(/\.(\d+)\./, (_, end) => `.${Number(end) + 1}.`),
      signed(world.demo, until(60), 'another secret of the same length, or so'),
      signed(world.demo, until(-1)),
      signed(crypto.randomUUID(), until(60)),
      `${right}x`,
    ])
      expect([wrong, await app.runtime.recoveryLinks.schoolOf(wrong)]).toEqual([wrong, null]);
  });
});

describe('a session of one school', () => {
  test('changes nothing of how the person signs in, on no host', async () => {
    const { token } = await signedIn('atelier.localhost', 'owner@demo.test');
    for (const host of ['atelier', 'demo', 'platform']) {
      for (const [method, path, body] of [
        ['PUT', '/auth/v1/user', { password: NEW_PASSWORD }],
        ['PUT', '/auth/v1/user', { email: 'thief@demo.test' }],
        ['PUT', '/auth/v1/user', { phone: '+4915112345678' }],
        ['POST', '/auth/v1/factors', { factor_type: 'totp' }],
        ['POST', '/auth/v1/passkeys/registration/options', {}],
        ['POST', '/auth/v1/passkeys/registration/verify', {}],
        ['POST', '/rest/v1/rpc/erase_own_data', {}],
      ] as const) {
        const response = await app.call(path, {
          host,
          method,
          token,
          body,
          headers: { apikey: app.runtime.keys.anon_key },
        });
        const message = JSON.stringify(await response.json());
        // Where it did not begin it is no session at all.
        const isOwn = host === 'atelier' || path.startsWith('/rest');
        const rejection = isOwn ? /reauthentication_needed|owner_stays/ : /session_not_found/;
        expect([host, path, response.ok, rejection.test(message)]).toEqual([host, path, false, true]);
      }
      // Nor does it confirm itself by anything it holds.
      for (const proof of [{}, { password: '' }, { nonce: '000000' }, { password: token }]) {
        const response = await app.call('/auth/v1/reauthenticate', { host, method: 'POST', token, body: proof });
        expect([host, response.ok]).toEqual([host, false]);
      }
    }
    expect((await signedIn('demo.localhost', 'owner@demo.test')).token).toBeTruthy();
  });

  test('confirmed by the password changes it there alone, and sets up no way into another host', async () => {
    const { token } = await signedIn('demo.localhost', 'instructor@demo.test');
    await app.confirm(token);
    const headers = { apikey: app.runtime.keys.anon_key };
    const tries = [
      ['POST', '/auth/v1/passkeys/registration/options', {}],
      ['POST', '/auth/v1/factors', { factor_type: 'totp', friendly_name: 'an app' }],
      ['GET', '/auth/v1/reauthenticate', undefined],
      ['POST', '/auth/v1/reauthenticate', { password: DEMO_PASSWORD }],
      ['PUT', '/auth/v1/user', { email: 'elsewhere@demo.test', current_password: DEMO_PASSWORD }],
    ] as const;
    for (const host of ['atelier', 'platform'] as const) {
      for (const [method, path, body] of tries) {
        const response = await app.call(path, { host, method, token, body, headers });
        expect([host, path, response.status, ((await response.json()) as { error_code: string }).error_code]).toEqual([
          ...[host, path],
          403,
          'session_not_found',
        ]);
      }
    }
    const [method, path, body] = tries[0];
    expect((await app.call(path, { host: 'demo', method, token, body, headers })).status).toBe(200);
  });

  test('confirmed by the password it may, and being forgotten is open to it', async () => {
    const { token, client } = await signedIn('demo.localhost', 'parent@demo.test');
    const requests = await client.rpc('erase_own_data');
    expect(requests.error?.details).toBe('reauthentication_needed');
    await app.confirm(token);
    expect((await client.rpc('erase_own_data')).data).toBe('erased');
  });
});
