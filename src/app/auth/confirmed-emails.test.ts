import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Mail } from '#base/server/mail.ts';
import { paths } from '#paths';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { officialClient } from '#tests/db/official-client.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import { openPostOffice, type PostOffice } from '#tests/post-office.ts';

// One database, served twice: as a default start, whose mails stay in the outbox, and with a mail server.
let world: World;
let post: PostOffice;
let plain: AppWorld;
let posted: AppWorld;
beforeAll(async () => {
  [world, post] = await Promise.all([openWorld(), openPostOffice()]);
  plain = await openApp(world);
  posted = await openApp(world, { SMTP_URL: post.url });
});
afterAll(async () => {
  await plain.close();
  await posted.close();
  await post.close();
  await world.close();
});

const password = 'a sentence nobody guesses';
const others = 'another sentence nobody guesses';
type Host = 'demo' | 'platform' | 'atelier';

async function signUp(app: AppWorld, email: string, secret = password, host: Host = 'demo') {
  const client = await officialClient(app, host);
  const { data, error } = await client.auth.signUp({ email, password: secret });
  return { client, data, error };
}
async function signIn(app: AppWorld, email: string, secret: string, host: Host = 'demo') {
  const client = await officialClient(app, host);
  const { data, error } = await client.auth.signInWithPassword({ email, password: secret });
  return { client, session: data.session, code: error?.code };
}
/** What was mailed, but the welcomes of who has just joined. */
const mailsOf = async (app: AppWorld) =>
  (await app.settleJobs()).filter(({ subject }) => !subject.startsWith('Welcome to'));
const codeIn = (mail: Mail | undefined) => /\b(\d{6})\b/.exec(mail?.text ?? '')?.[1] ?? '';
const tokenIn = (mail: Mail | undefined) => /[?&#]token(?:_hash)?=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
const mailTo = (mails: Mail[], to: string) => mails.findLast((mail) => mail.to === to);
const isProvedAddress = async (email: string) => {
  const [user] = await world.sql.query<{ is_proved: boolean }>(
    'select email_proved_at is not null as is_proved from auth.users where email = $1',
    [email],
  );
  return user?.is_proved;
};
const isProved = async (client: SupabaseClient) => (await client.rpc('own_address_is_proved')).data;
const isSuperAdmin = async (client: SupabaseClient) => (await client.rpc('is_super_admin')).data;
const membersOf = (email: string) => world.sql.query('select account_id from public.members where email = $1', [email]);

describe('a default start', () => {
  test('signs in at once whoever signs up, and proves nothing', async () => {
    const { client, data } = await signUp(plain, 'plain@x.test');
    expect(data.session).not.toBeNull();
    expect(await isProved(client)).toBe(false);
    expect(await membersOf('plain@x.test')).toEqual([{ account_id: world.demo }]);
  });

  test('proves nothing by a link of the outbox, nor by carrying a session over to a site', async () => {
    const visitor = await officialClient(plain, 'platform');
    await visitor.auth.resetPasswordForEmail('plain@x.test');
    const token_hash = tokenIn(mailTo(await mailsOf(plain), 'plain@x.test'));
    const { error } = await visitor.auth.verifyOtp({ token_hash, type: 'recovery' });
    expect(error).toBeNull();
    expect(await isProvedAddress('plain@x.test')).toBe(false);
    const { data } = await visitor.auth.getUser();
    await plain.tools.startSession(data.user?.id ?? '', world.demo);
    expect(await isProvedAddress('plain@x.test')).toBe(false);
    expect((await signIn(plain, 'plain@x.test', password)).code).toBeUndefined();
  });

  test('seeded logins are proved', async () => {
    const { client } = await signIn(plain, 'student@demo.test', 'stoa-demo-2026');
    expect(await isProved(client)).toBe(true);
  });

  test('an invitation accepted by a code nobody mailed proves nothing', async () => {
    const { client, code } = await invite(plain, 'kept@x.test');
    expect((await client.rpc('accept_invitation', { account_id: world.demo, code })).error).toBeNull();
    expect(await isProved(client)).toBe(false);
  });
});

/** Invites an address, signs somebody up with it in the default start, and answers the code of the mail. */
async function invite(app: AppWorld, email: string): Promise<{ client: SupabaseClient; code: string }> {
  await mailsOf(app);
  await world.database
    .as(world.caller('owner'))
    .query(
      `select public.invite_member($1, $2, '', (select role_id from public.roles where account_id = $1 and kind = 'student'))`,
      [world.demo, email],
    );
  const mail = mailTo(await mailsOf(app), email);
  const { client } = await signUp(plain, email);
  return { client, code: /code=([0-9a-f]+)/.exec(mail?.text ?? '')?.[1] ?? '' };
}

describe('running the platform', () => {
  const boss = 'boss@x.test';
  const setUp = (code: string, secret: string, host = 'platform') =>
    plain.call(paths.saveLogin(), { host, method: 'POST', body: { code, password: secret } });
  const check = async (code: string, host = 'platform') =>
    (await plain.call(paths.checkSetUp(), { host, method: 'POST', body: { code } })).status;
  async function adminLink(): Promise<string> {
    const [row] = await world.sql.query<{ code: string }>('select private.make_admin_link($1) as code', [boss]);
    return row?.code ?? '';
  }

  test('whoever signs up with an address of the list first runs nothing and is given no site', async () => {
    await world.sql.query('insert into private.super_admins (email) values ($1)', [boss]);
    const { client } = await signUp(plain, boss, others, 'platform');
    expect(await isSuperAdmin(client)).toBe(false);
    const admin = (await signIn(plain, 'admin@stoa.test', 'stoa-demo-2026', 'platform')).client;
    expect(await isSuperAdmin(admin)).toBe(true);
    const { error } = await admin.rpc('create_account', { title: 'A site', slug: 'a-site', owner_email: boss });
    expect(error?.message).toContain('has not confirmed it yet');
  });

  test('the printed link sets the password once, on the platform alone, and ends what was taken before', async () => {
    const squatter = (await signIn(plain, boss, others, 'platform')).client;
    const code = await adminLink();
    expect((await setUp(code, 'password')).status).toBe(422);
    expect((await setUp(code, password, 'demo')).status).toBe(404);
    expect(
      (
        await setUp(
          code.replace(/^./, (first) => (first === 'a' ? 'b' : 'a')),
          password,
        )
      ).status,
    ).toBe(404);
    // Asking whether the link is valid does not use it up.
    expect([await check(code), await check(code, 'demo'), await check('none')]).toEqual([200, 404, 404]);
    expect((await setUp(code, password)).status).toBe(200);
    expect((await setUp(code, others)).status).toBe(404);
    expect(await check(code)).toBe(404);
    const { client } = await signIn(plain, boss, password, 'platform');
    expect([await isProved(client), await isSuperAdmin(client)]).toEqual([true, true]);
    expect((await signIn(plain, boss, others, 'platform')).code).toBe('invalid_credentials');
    expect((await squatter.auth.refreshSession()).error).not.toBeNull();
    expect(await adminLink()).toBe('');
  });

  test('the link is good for a day, and only its hash is stored', async () => {
    await world.sql.query(`insert into private.super_admins (email) values ('late@x.test')`);
    const [created] = await world.sql.query<{ code: string }>(`select private.make_admin_link('late@x.test') as code`);
    const rows = await world.sql.query<{ row: string }>('select to_jsonb(l)::text as row from private.admin_links l');
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).not.toContain(created?.code);
    await world.sql.query(`update private.admin_links set expires_at = now() - interval '1 second'`);
    expect((await setUp(created?.code ?? '', password)).status).toBe(404);
  });
});

describe('with a mail server', () => {
  test('a sign-up answers for a known and an unknown address alike, and the mail tells them apart', async () => {
    const shape = ({ data, error }: Awaited<ReturnType<typeof signUp>>): unknown =>
      JSON.parse(
        JSON.stringify({ data, error })
          .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')
          .replaceAll(/\d{4}-\d\d-\d\dT[^"]+/g, 'time')
          .replaceAll(/(new|student)@(x|demo)\.test/g, 'address'),
      );
    const mails: Mail[] = [];
    const request = async (email: string) => {
      const response = await signUp(posted, email);
      mails.push(...(await mailsOf(posted)));
      return response;
    };
    const first = await request('new@x.test');
    const existing = await request('student@demo.test');
    const again = await request('new@x.test');
    expect(first.data.session).toBeNull();
    expect(shape(existing)).toEqual(shape(first));
    expect(shape(again)).toEqual(shape(first));
    expect(new Set([first, existing, again].map(({ data }) => data.user?.id)).size).toBe(3);
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      ['new@x.test', 'Confirm your e-mail address at Lumen Academy'],
      ['student@demo.test', 'You already have an account at Lumen Academy'],
      ['new@x.test', 'Confirm your e-mail address at Lumen Academy'],
    ]);
    expect(mails[0]?.text).toContain('A password was chosen');
    expect(mails[1]?.text).not.toMatch(/token=|\d{6}/);
    expect(post.recipients.slice(-3)).toEqual(mails.map(({ to }) => to));
    // Nor does signing in with what was just typed tell.
    expect((await signIn(posted, 'new@x.test', password)).code).toBe('invalid_credentials');
    expect((await signIn(posted, 'student@demo.test', password)).code).toBe('invalid_credentials');
  });

  test('every request for a mail answers alike for somebody and nobody', async () => {
    const send = (path: string, email: string, more: object = {}) =>
      posted
        .call(`/auth/v1/${path}`, { method: 'POST', body: { email, ...more } })
        .then(async (response) => [response.status, await response.json()]);
    for (const email of ['student@demo.test', 'new@x.test', 'nobody@x.test']) {
      expect(await send('recover', email)).toEqual([200, {}]);
      expect(await send('otp', email, { create_user: false })).toEqual([200, {}]);
      expect(await send('resend', email, { type: 'signup' })).toEqual([200, {}]);
    }
    const mails = await mailsOf(posted);
    const subjects = (email: string) => mails.filter(({ to }) => to === email).map(({ subject }) => subject);
    expect(subjects('nobody@x.test')).toEqual([]);
    expect(subjects('student@demo.test').toSorted()).toEqual([
      'Reset your password for Lumen Academy',
      'Your sign-in link for Lumen Academy',
    ]);
  });

  test('the code of the mail confirms, proves, signs in and makes a member, and not before', async () => {
    const { client } = await signUp(posted, 'coded@x.test');
    const code = codeIn(mailTo(await mailsOf(posted), 'coded@x.test'));
    expect(await membersOf('coded@x.test')).toEqual([]);
    const { data, error } = await client.auth.verifyOtp({ email: 'coded@x.test', token: code, type: 'signup' });
    expect(error).toBeNull();
    expect(data.session).not.toBeNull();
    expect(await isProved(client)).toBe(true);
    expect(await membersOf('coded@x.test')).toEqual([{ account_id: world.demo }]);
    expect((await signIn(posted, 'coded@x.test', password)).code).toBeUndefined();
  });

  test('the link of the mail does so in any browser, on a page that takes a press', async () => {
    const client = await officialClient(posted, 'atelier');
    const emailRedirectTo = 'http://atelier.localhost/checkout';
    await client.auth.signUp({ email: 'linked@x.test', password, options: { emailRedirectTo } });
    const mail = mailTo(await mailsOf(posted), 'linked@x.test');
    const token = tokenIn(mail);
    expect(mail?.text).toContain(`http://atelier.localhost${paths.confirmSignUp(token, '/checkout')}`);
    const elsewhere = await officialClient(posted, 'atelier');
    const { data } = await elsewhere.auth.verifyOtp({ token_hash: token, type: 'signup' });
    expect(data.session).not.toBeNull();
    expect(await membersOf('linked@x.test')).toEqual([{ account_id: world.atelier }]);
  });

  test('a repeated sign-up replaces the password and voids the mail before it', async () => {
    const email = 'twice@x.test';
    await signUp(posted, email, others);
    const older = mailTo(await mailsOf(posted), email);
    await signUp(posted, email, password);
    const newer = mailTo(await mailsOf(posted), email);
    const visitor = await officialClient(posted);
    const confirm = (mail: Mail | undefined) =>
      visitor.auth.verifyOtp({ token_hash: tokenIn(mail), type: 'signup' }).then(({ error }) => error?.code);
    expect(await confirm(older)).toBe('otp_expired');
    expect(await confirm(newer)).toBeUndefined();
    expect((await signIn(posted, email, others)).code).toBe('invalid_credentials');
    expect((await signIn(posted, email, password)).code).toBeUndefined();
  });

  test.each([
    ['recovery', (client: SupabaseClient, email: string) => client.auth.resetPasswordForEmail(email)],
    ['magiclink', (client: SupabaseClient, email: string) => client.auth.signInWithOtp({ email })],
  ] as const)('proving an address by %s removes what an unproved holder had set', async (type, request) => {
    const email = `squat-${type}@x.test`;
    const squatter = await signUp(plain, email, others);
    const id = squatter.data.user?.id;
    await world.sql.query(
      `insert into auth.mfa_factors (user_id, factor_type, status, secret) values ($1, 'totp', 'verified', 'x')`,
      [id],
    );
    await world.sql.query(
      `insert into auth.identities (provider_id, user_id, identity_data, provider) values ($2, $1, jsonb_build_object('sub', $2::text, 'email', $2::text), 'github')`,
      [id, email],
    );
    const owner = await officialClient(posted, 'platform');
    await request(owner, email);
    const token_hash = tokenIn(mailTo(await mailsOf(posted), email));
    const { data } = await owner.auth.verifyOtp({ token_hash, type });
    expect(data.user?.id).toBe(id);
    expect(await isProvedAddress(email)).toBe(true);
    expect((await signIn(posted, email, others)).code).toBe('invalid_credentials');
    expect((await squatter.client.auth.refreshSession()).error).not.toBeNull();
    const [left] = await world.sql.query(
      `select (select count(*)::int from auth.mfa_factors where user_id = $1) as factors,
              (select count(*)::int from auth.sessions where user_id = $1) as sessions,
              (select array_agg(provider) from auth.identities where user_id = $1) as identities`,
      [id],
    );
    expect(left).toEqual({ factors: 0, sessions: 1, identities: ['email'] });
  });

  test('whoever has proved the address keeps everything when they recover', async () => {
    const before = await signIn(posted, 'coded@x.test', password);
    const visitor = await officialClient(posted, 'platform');
    await visitor.auth.resetPasswordForEmail('coded@x.test');
    const token_hash = tokenIn(mailTo(await mailsOf(posted), 'coded@x.test'));
    expect((await visitor.auth.verifyOtp({ token_hash, type: 'recovery' })).error).toBeNull();
    expect((await before.client.auth.refreshSession()).error).toBeNull();
    expect((await signIn(posted, 'coded@x.test', password)).code).toBeUndefined();
  });

  test('who is signed in proves the address by a mailed code, and keeps what they set', async () => {
    const email = 'later@x.test';
    await signUp(plain, email);
    const { client } = await signIn(posted, email, password);
    await client.auth.reauthenticate();
    const nonce = codeIn(mailTo(await mailsOf(posted), email));
    const wrong = await client.auth.updateUser({ email, nonce: nonce === '000000' ? '111111' : '000000' });
    expect(wrong.error?.code).toBe('reauthentication_not_valid');
    expect(await isProved(client)).toBe(false);
    expect((await client.auth.updateUser({ email, nonce })).error).toBeNull();
    expect(await isProved(client)).toBe(true);
    expect((await signIn(posted, email, password)).code).toBeUndefined();
  });

  test('a new address is proved by a code typed in the session, and not by a press on the mailed link', async () => {
    const [email, next] = ['moves@x.test', 'moved@x.test'];
    await signUp(plain, email);
    const { client } = await signIn(posted, email, password);
    await client.auth.updateUser({ email: next, current_password: password } as { email: string });
    const mails = await mailsOf(posted);
    for (const to of [email, next]) {
      const url = /https?:\S+\/auth\/v1\/verify\S+/.exec(mailTo(mails, to)?.text ?? '')?.[0] ?? '';
      const { pathname, search } = new URL(url);
      expect((await posted.call(pathname + search)).status).toBe(303);
    }
    expect((await client.auth.refreshSession()).data.user?.email).toBe(next);
    expect(await isProved(client)).toBe(false);
    await client.auth.reauthenticate();
    const nonce = codeIn(mailTo(await mailsOf(posted), next));
    expect((await client.auth.updateUser({ email: next, nonce })).error).toBeNull();
    expect(await isProved(client)).toBe(true);
  });

  test('an invitation accepted by the mailed code proves the address', async () => {
    const { client, code } = await invite(posted, 'invited@x.test');
    expect(await isProved(client)).toBe(false);
    expect((await client.rpc('accept_invitation', { account_id: world.demo, code })).error).toBeNull();
    expect(await isProved(client)).toBe(true);
  });

  test('a request that was answered is worked on by the next start where the process ended before', async () => {
    await world.sql.query(
      `insert into auth.deferred_requests (kind, url, headers, input, created_at)
       values ('recover', 'http://demo.localhost/auth/v1/recover', '{}', '{"email": "student@demo.test"}', now() - interval '1 minute')`,
    );
    const next = await openApp(world, { SMTP_URL: post.url });
    const mails = await mailsOf(next);
    await next.close();
    expect(mails.map(({ to }) => to)).toEqual(['student@demo.test']);
  });
});

describe('a lockout', () => {
  const attempt = async (address: string, email: string, secret: string) => {
    const response = await plain.call('/auth/v1/token?grant_type=password', {
      method: 'POST',
      headers: { 'x-stoa-client-address': address },
      body: { email, password: secret },
    });
    return { status: response.status, retryAfter: response.headers.get('retry-after') };
  };
  const wrong = (address: string, email: string) => attempt(address, email, 'wrong');

  test('counts address and person together: neither a class nor a stranger shuts anybody else out', async () => {
    const school = '198.51.100.7';
    for (const item of Array.from({ length: 11 }, (_, index) => `pupil-${index}@x.test`)) {
      await Promise.all(Array.from({ length: 10 }, () => wrong(school, item)));
    }
    expect((await wrong(school, 'pupil-0@x.test')).status).toBe(429);
    expect(Number((await wrong(school, 'pupil-0@x.test')).retryAfter)).toBeGreaterThan(0);
    // 110 failures of the class: somebody else of it signs in.
    expect((await attempt(school, 'student@demo.test', 'stoa-demo-2026')).status).toBe(200);
    for (const last of [1, 2, 3, 4, 5, 6]) {
      await Promise.all(Array.from({ length: 10 }, () => wrong(`203.0.113.${last}`, 'member@demo.test')));
    }
    expect((await attempt('203.0.113.1', 'member@demo.test', 'stoa-demo-2026')).status).toBe(429);
    // 60 failures of strangers: the person signs in from where they are.
    expect((await attempt(school, 'member@demo.test', 'stoa-demo-2026')).status).toBe(200);
  });

  test('so does one of codes', async () => {
    const verify = async (address: string) =>
      (
        await plain.call('/auth/v1/verify', {
          method: 'POST',
          headers: { 'x-stoa-client-address': address },
          body: { type: 'recovery', email: 'parent@demo.test', token: '000000' },
        })
      ).status;
    for (let tries = 0; tries < 20; tries++) expect(await verify('203.0.113.9')).toBe(403);
    expect(await verify('203.0.113.9')).toBe(429);
    expect(await verify('203.0.113.10')).toBe(403);
  });
});
