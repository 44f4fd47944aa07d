import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CLIENT_ADDRESS_HEADER } from '#base/server/request-origin.ts';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { sessionOf } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import { openTextProvider, type TextProvider } from '#tests/text-provider.ts';

let world: World;
let app: AppWorld;
let provider: TextProvider;
beforeAll(async () => {
  [world, provider] = await Promise.all([openWorld(), openTextProvider()]);
  app = await openApp(world, { ...provider.variables, SMS_COUNTRIES: '49, +43' });
  await offer(true);
});
afterAll(async () => {
  await app.close();
  await provider.close();
  await world.close();
});
beforeEach(() => {
  provider.texts.length = 0;
});

const PASSWORD = 'a wholly new sentence';
const SCHOOL = 'demo.localhost';

async function offer(isOn: boolean): Promise<void> {
  await world.sql.query(
    `update public.options set value = value || $2::jsonb where account_id = $1 and key = 'settings'`,
    [world.demo, JSON.stringify({ phone_password: isOn })],
  );
}

let numbers = 0;
/** Each test has its own numbers, and its own address: what is counted of one stops no other. */
const newNumber = () => `+49151777${String(++numbers).padStart(4, '0')}`;

/** The official client on a host, as a browser there has it. */
function clientAt(host = SCHOOL, address = `203.0.113.${++numbers}`): SupabaseClient {
  return createClient(`http://${host}`, app.runtime.keys.anon_key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false, flowType: 'pkce' },
    global: {
      headers: { [CLIENT_ADDRESS_HEADER]: address },
      fetch: (input, init) => app.app.fetch(new Request(input, init)),
    },
  });
}

/** A call the client has no method for. */
async function post(host: string, path: string, body: object) {
  const headers = { apikey: app.runtime.keys.anon_key, [CLIENT_ADDRESS_HEADER]: `203.0.113.${++numbers}` };
  const response = await app.call(`/auth/v1${path}`, { host, method: 'POST', headers, body });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** What was texted to a number, oldest first. */
async function textsTo(phone: string): Promise<string[]> {
  await app.settleJobs();
  return provider.texts.filter(({ to }) => to === phone).map(({ body }) => body);
}
const codeIn = (text: string | undefined) => /\b\d{6}\b/.exec(text ?? '')?.[0] ?? '';

/** Another process over the same database: the pause of a minute between two texts to a number is not known to it. */
async function nextProcess(): Promise<void> {
  await app.close();
  app = await openApp(world, { ...provider.variables, SMS_COUNTRIES: '49, +43' });
}

async function signedUp(phone = newNumber(), data: object = { display_name: 'Nora Phone', locale: 'de' }) {
  const client = clientAt();
  const { error } = await client.auth.signUp({ phone, password: PASSWORD, options: { data } });
  expect(error).toBeNull();
  const [text] = await textsTo(phone);
  const verified = await client.auth.verifyOtp({ phone, token: codeIn(text), type: 'sms' });
  expect(verified.error).toBeNull();
  provider.texts.length = 0;
  return { phone, client, id: verified.data.user?.id ?? '' };
}

describe('who signs up by a phone number', () => {
  test('is texted a code in their language, is somebody once it is typed, and signs in by number and password', async () => {
    const phone = newNumber();
    const client = clientAt();
    const { data, error } = await client.auth.signUp({
      phone,
      password: PASSWORD,
      options: { data: { display_name: 'Nora Phone', locale: 'de' } },
    });
    expect([error, data.session]).toEqual([null, null]);
    const texts = await textsTo(phone);
    expect(texts).toEqual([expect.stringMatching(/^\d{6} ist Ihr Code für Lumen Academy\./)]);
    const early = await client.auth.signInWithPassword({ phone, password: PASSWORD });
    expect(early.error?.code).toBe('invalid_credentials');
    const token = codeIn(texts[0]);
    const elsewhere = await clientAt('atelier.localhost').auth.verifyOtp({ phone, token, type: 'sms' });
    expect(elsewhere.error?.code).toBe('otp_expired');
    const verified = await client.auth.verifyOtp({ phone, token, type: 'sms' });
    expect(verified.data.session?.user.phone).toBe(phone.slice(1));
    expect((await client.auth.verifyOtp({ phone, token, type: 'sms' })).error?.code).toBe('otp_expired');
    const [member] = await world.sql.query(
      `select m.name, m.email, r.kind from public.members m join public.roles r using (account_id, role_id)
       where m.account_id = $1 and m.user_id = $2`,
      [world.demo, verified.data.user?.id],
    );
    expect(member).toEqual({ name: 'Nora Phone', email: '', kind: 'student' });
    const { data: again } = await clientAt().auth.signInWithPassword({ phone, password: PASSWORD });
    expect(again.user?.id).toBe(verified.data.user?.id);
  });

  test('is answered alike whether the number has an account or not, and the text alone says which', async () => {
    const { phone } = await signedUp();
    await nextProcess();
    const shape = (body: Record<string, unknown>) =>
      JSON.stringify(body)
        .replace(/[0-9a-f-]{36}/g, 'id')
        .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
        .replace(/"49\d+"/g, 'number');
    const unknown = newNumber();
    const responses = await Promise.all(
      [phone, unknown].map((item) => post(SCHOOL, '/signup', { phone: item, password: 'another sentence entirely' })),
    );
    expect(responses.map(({ status, body }) => [status, shape(body)])).toEqual([
      [200, shape(responses[1]?.body ?? {})],
      [200, shape(responses[0]?.body ?? {})],
    ]);
    const [registered] = await textsTo(phone);
    expect(registered).toMatch(/Sie haben schon ein Konto/);
    expect(codeIn(registered)).toBe('');
    expect(codeIn((await textsTo(unknown))[0])).not.toBe('');
    // Nothing of who has the number was touched.
    expect((await clientAt().auth.signInWithPassword({ phone, password: PASSWORD })).error).toBeNull();
  });

  test('gets what was typed last: who took their number before gets nothing', async () => {
    const phone = newNumber();
    await post(SCHOOL, '/signup', { phone, password: 'chosen by a stranger', data: { display_name: 'Stranger' } });
    const [first] = await textsTo(phone);
    await nextProcess();
    await post(SCHOOL, '/signup', { phone, password: PASSWORD, data: { display_name: 'Owner' } });
    const second = (await textsTo(phone))[1];
    const client = clientAt();
    const wrong = await client.auth.verifyOtp({ phone, token: codeIn(first), type: 'sms' });
    if (codeIn(first) !== codeIn(second)) expect(wrong.error?.code).toBe('otp_expired');
    const { data } = await client.auth.verifyOtp({ phone, token: codeIn(second), type: 'sms' });
    expect(data.user?.user_metadata.display_name).toBe('Owner');
    const stranger = await clientAt().auth.signInWithPassword({ phone, password: 'chosen by a stranger' });
    expect(stranger.error?.code).toBe('invalid_credentials');
  });

  test('is not signed in by a texted code alone, and is texted another code only while one is owed', async () => {
    const phone = newNumber();
    await post(SCHOOL, '/signup', { phone, password: PASSWORD });
    const soon = await clientAt().auth.resend({ type: 'sms', phone });
    expect([soon.error?.status, soon.error?.code]).toEqual([429, 'over_sms_send_rate_limit']);
    await nextProcess();
    expect((await clientAt().auth.resend({ type: 'sms', phone })).error).toBeNull();
    const texts = await textsTo(phone);
    expect(texts).toHaveLength(2);
    await clientAt().auth.verifyOtp({ phone, token: codeIn(texts[1]), type: 'sms' });
    await nextProcess();
    expect((await clientAt().auth.resend({ type: 'sms', phone })).error).toBeNull();
    const otp = await clientAt().auth.signInWithOtp({ phone });
    expect(otp.error?.code).toBe('phone_provider_disabled');
    expect(await textsTo(phone)).toHaveLength(2);
  });
});

describe('texts are kept in bounds', () => {
  test('go to the countries the operator names alone, and to nobody once the day’s are used up', async () => {
    const abroad = await post(SCHOOL, '/signup', { phone: '+8821234567890', password: PASSWORD });
    expect([abroad.status, abroad.body.error_code ?? abroad.body.code]).toEqual([422, 'sms_country_off']);
    expect((await post(SCHOOL, '/signup', { phone: '+436601234567', password: PASSWORD })).status).toBe(200);
    await world.sql.query(`update private.text_counts set texts = 200 where key = 'account ' || $1::text`, [
      world.demo,
    ]);
    for (const [path, body] of [
      ['/signup', { phone: newNumber(), password: PASSWORD }],
      ['/recover', { phone: newNumber() }],
      ['/resend', { type: 'sms', phone: newNumber() }],
    ] as const) {
      const rejected = await post(SCHOOL, path, body);
      expect([path, rejected.status, rejected.body.error_code ?? rejected.body.code]).toEqual([
        path,
        429,
        'sms_used_up',
      ]);
    }
    await world.sql.query('delete from private.text_counts');
    await app.settleJobs();
    expect(provider.texts.map(({ to }) => to)).toEqual(['+436601234567']);
  });

  test('are asked for only where the owner offers the telephone', async () => {
    const { phone } = await signedUp();
    const facts = async (host: string) =>
      ((await (await app.call('/auth/v1/settings', { host })).json()) as { external: { phone: boolean } }).external
        .phone;
    expect([await facts(SCHOOL), await facts('atelier.localhost'), await facts('localhost')]).toEqual([
      true,
      false,
      false,
    ]);
    for (const host of ['atelier.localhost', 'localhost'])
      for (const [path, body] of [
        ['/signup', { phone: newNumber(), password: PASSWORD }],
        ['/token?grant_type=password', { phone, password: PASSWORD }],
        ['/recover', { phone }],
        ['/resend', { type: 'sms', phone }],
      ] as const)
        expect([host, path, (await post(host, path, body)).body.error_code]).toEqual([
          host,
          path,
          'phone_provider_disabled',
        ]);
    expect(await textsTo(phone)).toEqual([]);
  });

  test('a number that takes no texts fails for good, and the answer says nothing of it', async () => {
    const phone = newNumber();
    provider.faults = [{ status: 400, code: 21211 }];
    expect((await post(SCHOOL, '/signup', { phone, password: PASSWORD })).status).toBe(200);
    expect(await textsTo(phone)).toEqual([]);
    const rows = await world.sql.query('select problem from private.texts where recipient = $1', [phone.slice(1)]);
    expect(rows).toEqual([{ problem: 'status 400, code 21211' }]);
  });
});

describe('a forgotten password of who has a number alone', () => {
  const PLATFORM = 'localhost';
  const recover = async (phone: string) => {
    const { status, body } = await post(SCHOOL, '/recover', { phone });
    expect(status).toBe(200);
    return new URL(String(body.url));
  };

  test('is asked for at the school; the code is taken on the platform’s host alone, once, and sets the password', async () => {
    const { phone, client } = await signedUp();
    await nextProcess();
    const page = await recover(phone);
    expect([page.host, page.pathname, page.hash]).toEqual([PLATFORM, '/login/reset-password', '']);
    expect((await app.runtime.recoveryLinks.schoolOf(page.searchParams.get('school')))?.slug).toBe('demo');
    const [text] = await textsTo(phone);
    expect(text).toContain(`nur auf ${PLATFORM} ein`);
    const code = codeIn(text);
    for (const host of [SCHOOL, 'atelier.localhost']) {
      expect((await post(host, '/recovery-links', { phone, code })).body.error_code).toBe('otp_expired');
      const asSms = await clientAt(host).auth.verifyOtp({ phone, token: code, type: 'sms' });
      expect(asSms.error?.code).toBe('otp_expired');
    }
    const wrong = code === '000000' ? '111111' : '000000';
    expect((await post(PLATFORM, '/recovery-links', { phone, code: wrong })).body.error_code).toBe('otp_expired');
    const { status, body } = await post(PLATFORM, '/recovery-links', { phone, code });
    expect(status).toBe(200);
    const token_hash = String(body.token_hash);
    expect((await post(PLATFORM, '/recovery-links', { phone, code })).body.error_code).toBe('otp_expired');
    const elsewhere = await clientAt().auth.verifyOtp({ type: 'recovery', token_hash });
    expect(elsewhere.error?.code).toBe('otp_expired');
    const chosen = clientAt(PLATFORM);
    expect((await chosen.auth.verifyOtp({ type: 'recovery', token_hash })).error).toBeNull();
    const another = await chosen.auth.updateUser({ phone: newNumber() });
    expect(another.error?.code).toBe('reauthentication_needed');
    expect((await chosen.auth.updateUser({ password: 'the newest of sentences' })).error).toBeNull();
    // Every session ends with it.
    expect((await client.auth.refreshSession()).error).not.toBeNull();
    expect((await clientAt().auth.signInWithPassword({ phone, password: PASSWORD })).error?.code).toBe(
      'invalid_credentials',
    );
    expect((await clientAt().auth.signInWithPassword({ phone, password: 'the newest of sentences' })).error).toBeNull();
  });

  test('is texted to nobody who has an e-mail address, is unknown or has not confirmed, and the answer is the same', async () => {
    const { phone, id } = await signedUp();
    await world.sql.query(`update auth.users set email = 'nora@phones.test' where id = $1`, [id]);
    const unconfirmed = newNumber();
    await post(SCHOOL, '/signup', { phone: unconfirmed, password: PASSWORD });
    await app.settleJobs();
    await nextProcess();
    provider.texts.length = 0;
    for (const item of [phone, unconfirmed, newNumber()]) {
      const page = await recover(item);
      expect([page.host, page.pathname]).toEqual([PLATFORM, '/login/reset-password']);
      expect(await textsTo(item)).toEqual([]);
    }
  });

  test('has an end of tries: after ten wrong codes the right one is none', async () => {
    const { phone } = await signedUp();
    await nextProcess();
    await recover(phone);
    const code = codeIn((await textsTo(phone))[0]);
    const wrong = code === '000000' ? '111111' : '000000';
    for (let attempt = 0; attempt < 10; attempt++) await post(PLATFORM, '/recovery-links', { phone, code: wrong });
    expect((await post(PLATFORM, '/recovery-links', { phone, code })).status).toBe(403);
  });
});

describe('who has a number and no e-mail address', () => {
  test('is opened a session by the platform, has a copy of their data and is forgotten with their texts', async () => {
    const { phone, client, id } = await signedUp();
    const [cookie] = await app.tools.startSession(id, world.demo);
    expect(cookie).toContain('=');
    const copy = await client.rpc('export_own_data');
    expect(copy.data.person).toMatchObject({ phone: phone.slice(1), email: null });
    const token = (await client.auth.getSession()).data.session?.access_token ?? '';
    const confirmed = await app.call('/auth/v1/reauthenticate', {
      method: 'POST',
      token,
      body: { password: PASSWORD },
    });
    expect(confirmed.status).toBe(200);
    expect((await client.rpc('erase_own_data')).data).toBe('erased');
    expect(await world.sql.query('select from private.texts where recipient = $1', [phone.slice(1)])).toEqual([]);
    expect(await world.sql.query('select from auth.users where id = $1', [id])).toEqual([]);
  });

  test('is not told whose number they wish to have', async () => {
    const [{ client }, { phone: accepted }] = [await signedUp(), await signedUp()];
    await nextProcess();
    const request = (phone: string) => client.auth.updateUser({ phone, current_password: PASSWORD });
    const free = newNumber();
    const responses = [await request(accepted), await request(free)];
    expect(responses.map(({ error }) => error)).toEqual([null, null]);
    expect(await textsTo(accepted)).toEqual([]);
    const code = codeIn((await textsTo(free))[0]);
    const changed = await client.auth.verifyOtp({ phone: free, token: code, type: 'phone_change' });
    expect(changed.data.user?.phone).toBe(free.slice(1));
  });

  test('adds an e-mail address, which is mailed a link', async () => {
    const { client } = await signedUp();
    const requests = await client.auth.updateUser({ email: 'added@phones.test', current_password: PASSWORD });
    expect(requests.error).toBeNull();
    const mail = (await app.settleJobs()).find(({ to }) => to === 'added@phones.test');
    expect(mail?.text).toContain('http://demo.localhost');
  });

  test('buys, asks and is told things as everybody, and no mail goes to nobody', async () => {
    const { client, id } = await signedUp();
    const [price] = await world.sql.query<{ product_id: string; id: string }>(
      `select p.product_id, p.id from public.prices p join public.products q on (q.account_id, q.id) = (p.account_id, p.product_id)
       where q.account_id = $1 and p.is_active and q.status = 'published' and p.amount > 0 order by q.title limit 1`,
      [world.demo],
    );
    expect(price).toBeDefined();
    const items = [{ product_id: price?.product_id, price_id: price?.id, quantity: 1 }];
    const [order] = await world.database
      .as(await sessionOf(world, world.demo, id))
      .query<{ email: string }>(
        `select (private.place_order($1, $2::jsonb, null, 'Nora Phone', '{"country": "DE"}', 'a key of this test', 'en')).email`,
        [world.demo, JSON.stringify(items)],
      );
    expect(order?.email).toBe('');
    const ticket = await client.rpc('open_ticket', {
      account_id: world.demo,
      category: 'issue',
      subject: 'No address',
      body: 'I have a number alone.',
    });
    expect(ticket.error).toBeNull();
    const mails = await app.settleJobs();
    expect(mails.length).toBeGreaterThan(0);
    expect(mails.map(({ to }) => to)).not.toContain('');
    expect(JSON.stringify(mails)).not.toMatch(/\bnull\b(?!,|})/);
  });
});
