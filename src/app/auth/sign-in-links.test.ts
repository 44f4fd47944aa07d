import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { localeCodes } from '#base/shared/locales.ts';
import { tokenIn } from '#features/platform/members/rules.ts';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import { openPostOffice, type PostOffice } from '#tests/post-office.ts';

let world: World;
let app: AppWorld;
let post: PostOffice;
beforeAll(async () => {
  // With a mail server: addresses are confirmed by what is mailed to them.
  [world, post] = await Promise.all([openWorld(), openPostOffice()]);
  app = await openApp(world, { SMTP_URL: post.url });
  await changeSettings({ terms_url: '/terms', privacy_url: '/privacy' });
});
afterAll(async () => {
  await app.close();
  await post.close();
  await world.close();
});

async function changeSettings(changes: object): Promise<void> {
  await world.sql.query(
    `update public.options set value = value || $2::jsonb where account_id = $1 and key = 'settings'`,
    [world.demo, JSON.stringify(changes)],
  );
}

/** The official client on a host, as a browser there has it. */
function clientAt(host: string): SupabaseClient {
  return createClient(`http://${host}`, app.runtime.keys.anon_key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false, flowType: 'pkce' },
    global: { fetch: (input, init) => app.app.fetch(new Request(input, init)) },
  });
}

async function mailsTo(email: string) {
  return (await app.settleJobs()).filter(({ to }) => to === email);
}

/** The link in a mail that leads to this path. */
function linkIn(text: string | undefined, path: string): URL {
  return new URL(new RegExp(`https?://[^\\s]+${path}[^\\s]*`).exec(text ?? '')?.[0] ?? 'about:blank');
}

/** Asks for a link on demo and answers what it carries. */
async function mailedLink(email: string, options: object = { shouldCreateUser: false }): Promise<URL> {
  const { error } = await clientAt('demo.localhost').auth.signInWithOtp({
    email,
    options: { emailRedirectTo: 'http://demo.localhost/login?redirectedFrom=/course', ...options },
  });
  expect(error).toBeNull();
  return linkIn((await mailsTo(email))[0]?.text, '/login');
}

const memberOf = async (email: string) =>
  (
    await world.sql.query<{ accepted: { terms?: string; privacy?: string; at?: string } | null }>(
      'select accepted from public.members where account_id = $1 and email = $2',
      [world.demo, email],
    )
  )[0];

describe('a link that signs in', () => {
  test('leads to the door of the school that asked, spends nothing when opened, and goes on where one wanted to go', async () => {
    const link = await mailedLink('parent@demo.test');
    expect([link.origin, link.pathname, link.search]).toEqual([
      'http://demo.localhost',
      '/login',
      '?redirectedFrom=%2Fcourse',
    ]);
    const token_hash = tokenIn(link.hash, 'magiclink') ?? '';
    expect(token_hash).not.toBe('');
    expect(tokenIn(link.hash, 'recovery')).toBeNull();
    for (const host of ['atelier.localhost', 'localhost']) {
      const elsewhere = await clientAt(host).auth.verifyOtp({ token_hash, type: 'magiclink' });
      expect(elsewhere.error?.code).toBe('otp_expired');
    }
    const { data, error } = await clientAt('demo.localhost').auth.verifyOtp({ token_hash, type: 'magiclink' });
    expect([error, data.user?.email]).toEqual([null, 'parent@demo.test']);
    const again = await clientAt('demo.localhost').auth.verifyOtp({ token_hash, type: 'magiclink' });
    expect(again.error?.code).toBe('otp_expired');
  });

  test('has a code beside it, which is taken in its place', async () => {
    await clientAt('demo.localhost').auth.signInWithOtp({
      email: 'member@demo.test',
      options: { shouldCreateUser: false },
    });
    const token = /\b\d{6}\b/.exec((await mailsTo('member@demo.test'))[0]?.text ?? '')?.[0] ?? '';
    const { data } = await clientAt('demo.localhost').auth.verifyOtp({
      email: 'member@demo.test',
      token,
      type: 'email',
    });
    expect(data.user?.email).toBe('member@demo.test');
  });

  test('is mailed to nobody who is not known, and the answer is the same', async () => {
    const { error } = await clientAt('demo.localhost').auth.signInWithOtp({
      email: 'nobody@links.test',
      options: { shouldCreateUser: false },
    });
    expect(error).toBeNull();
    expect(await mailsTo('nobody@links.test')).toEqual([]);
  });

  test('makes a member of who signs up by it, with what they accepted, and welcomes them', async () => {
    const email = 'linked@links.test';
    const link = await mailedLink(email, { data: { display_name: 'Lin Ked', locale: 'de', accepts: world.demo } });
    expect(await memberOf(email)).toBeUndefined();
    await clientAt('demo.localhost').auth.verifyOtp({
      token_hash: tokenIn(link.hash, 'magiclink') ?? '',
      type: 'magiclink',
    });
    expect((await memberOf(email))?.accepted).toMatchObject({ terms: '/terms', privacy: '/privacy' });
    const [welcome] = await mailsTo(email);
    expect(welcome?.subject).toBe('Willkommen bei Lumen Academy');
    expect(linkIn(welcome?.text, '/dashboard').href).toBe('http://demo.localhost/dashboard');
  });
});

describe('who signs up by password', () => {
  async function signUp(host: string, email: string, data: object) {
    await clientAt(host).auth.signUp({ email, password: 'a wholly new sentence', options: { data } });
    const [confirmation] = await mailsTo(email);
    const token_hash = linkIn(confirmation?.text, '/signup/confirm').searchParams.get('token') ?? '';
    await clientAt(host).auth.verifyOtp({ token_hash, type: 'signup' });
    return { confirmation, further: await mailsTo(email) };
  }

  test.each(localeCodes)('is mailed a confirmation and then one welcome, in %s', async (locale) => {
    const { confirmation, further } = await signUp('demo.localhost', `${locale}@welcome.test`, { locale });
    const say = (key: string) =>
      app.runtime.translations(locale).t(`members:mail.${key}.subject`, { site: 'Lumen Academy' });
    expect(confirmation?.subject).toBe(say('confirmation'));
    expect(further.map(({ subject }) => subject)).toEqual([say('welcome')]);
    expect(say('welcome')).toContain('Lumen Academy');
  });

  test('is welcomed on the platform’s host, too', async () => {
    const { further } = await signUp('localhost', 'owner@welcome.test', {});
    expect(further).toHaveLength(1);
    expect(linkIn(further[0]?.text, '/dashboard').href).toBe('http://localhost/dashboard');
  });

  test('has accepted the pages of this school alone, and nothing where it shows none', async () => {
    await signUp('demo.localhost', 'ticked@accept.test', { accepts: world.demo });
    expect((await memberOf('ticked@accept.test'))?.accepted).toMatchObject({ terms: '/terms', privacy: '/privacy' });
    await signUp('demo.localhost', 'elsewhere@accept.test', { accepts: world.atelier });
    expect(await memberOf('elsewhere@accept.test')).toEqual({ accepted: null });
    await changeSettings({ terms_url: '' });
    await signUp('demo.localhost', 'none@accept.test', { accepts: world.demo });
    expect(await memberOf('none@accept.test')).toEqual({ accepted: null });
    await changeSettings({ terms_url: '/terms' });
  });

  test('elsewhere, and joins here, accepts and is welcomed once', async () => {
    const email = 'joins@accept.test';
    await signUp('atelier.localhost', email, {});
    const client = clientAt('demo.localhost');
    await client.auth.signInWithPassword({ email, password: 'a wholly new sentence' });
    for (const _ of [1, 2]) await client.rpc('join_account', { account_id: world.demo, accepts: true });
    expect((await memberOf(email))?.accepted?.terms).toBe('/terms');
    expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual(['Welcome to Lumen Academy']);
  });
});
