import { hash as bcryptHash } from '@node-rs/bcrypt';
import { dictionary } from '@zxcvbn-ts/language-common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, openWireWorld, PASSWORD, type WireWorld } from '#tests/db/auth-wire.ts';
import { lastMail, signUpSomebody } from '#tests/mail-reader.ts';
import { hashPassword, isPassword, weaknessOf } from './passwords.ts';

let world: WireWorld;
beforeAll(async () => {
  world = await openWireWorld();
});
afterAll(() => world.close());

// https://supabase.com/docs/guides/auth/password-security
describe('weak passwords', () => {
  const rules = { passwordRequiredCharacters: ['abcdefghijklmnopqrstuvwxyz', '0123456789'] };
  it.each([
    ['short', {}, ['length']],
    ['short', rules, ['length', 'characters']],
    ['longenoughbutnone', rules, ['characters']],
    ['password', {}, ['pwned']],
    ['P@ssw0rd!', {}, ['pwned']],
    ['Summer2024!', {}, ['pwned']],
    ['qwertyuiop', {}, ['pwned']],
    ['1234567890', {}, ['pwned']],
    ['aaaaaaaaaa', {}, ['pwned']],
    ['abc1abc1abc1', {}, ['pwned']],
    ['liverpool99', {}, ['pwned']],
    ['20240101', {}, ['pwned']],
    ['12345', { passwordMinLength: 5 }, ['pwned']],
  ])('%s with %j is refused for %j', async (password, options, reasons) => {
    const service = world.serve(options);
    const { error } = await world.client({ service }).auth.signUp({ email: world.newAddress(), password });
    expect(error).toMatchObject({ name: 'AuthWeakPasswordError', status: 422, code: 'weak_password', reasons });
  });

  it.each([
    ['correct horse battery', {}],
    ['password', { passwordHibpEnabled: false }],
    ['lower0case', rules],
    ['Ωmega-unusual-8', {}],
    ['liverpool is where I was born', {}],
    ['x7#kfq02', {}],
  ])('%s with %j is taken', async (password, options) => {
    const service = world.serve(options);
    const { error } = await world.client({ service }).auth.signUp({ email: world.newAddress(), password });
    expect(error).toBeNull();
  });

  it('are the most used ones of leaks, in whatever case they are written', () => {
    const rules = { passwordMinLength: 8, passwordRequiredCharacters: [], passwordHibpEnabled: true };
    const long = dictionary['passwords-common'].map(String).filter((password) => password.length >= 8);
    expect(long.length).toBeGreaterThan(3_000);
    const accepted = long.filter((password) => !weaknessOf(password.toUpperCase(), rules));
    expect(accepted).toEqual([]);
  });

  it('are what the site and the person are called, whatever stands around it', async () => {
    const sites = [
      ['lumen', 'Lumen Academy', 'lumen.school.test'],
      ['atelier', 'Atelier Élan'],
    ];
    const service = world.serve({ passwordWordsOf: async () => sites });
    const data = { display_name: 'Zoë Quillfeather' };
    const signUp = (password: string, of = service) =>
      world
        .client({ service: of })
        .auth.signUp({ email: `z.tumbleweed.${world.newAddress()}`, password, options: { data } });
    for (const password of [
      'Lumen2026!',
      '1234lumen',
      'Lumen-Academy',
      'lumenacademy1',
      'school.lumen',
      'ATELIER-elan!',
      'zoequillfeather',
      'Quillfeather_99',
      'tumbleweed!!',
      'TumbleweedLumen7',
    ])
      expect([password, (await signUp(password)).error?.code]).toEqual([password, 'weak_password']);
    for (const password of ['lumen of the evening', 'Lumen-Atelier-7', 'lumen8302917465', 'qz!lumen7', '83920174659'])
      expect([password, (await signUp(password)).error]).toEqual([password, null]);
    expect((await signUp('Lumen2026!', world.serve())).error).toBeNull();
    const { client } = await signUpSomebody(world, { service });
    expect((await client.auth.updateUser({ password: 'Academy.2026' })).error?.code).toBe('weak_password');
    expect((await client.auth.updateUser({ password: 'no word of theirs' })).error).toBeNull();
  });

  it('still sign in, and the answer says that they are weak', async () => {
    const email = world.newAddress();
    await world.client({ service: world.serve({ passwordMinLength: 6 }) }).auth.signUp({ email, password: 'x7#kf2' });
    const { data, error } = await world.client().auth.signInWithPassword({ email, password: 'x7#kf2' });
    expect(error).toBeNull();
    expect(data.weakPassword ?? (data as { weak_password?: unknown }).weak_password).toMatchObject({
      reasons: ['length'],
    });
  });
});

describe('hashing', () => {
  it('leaves the event loop free', async () => {
    let turns = 0;
    let isOver = false;
    const turn = () => {
      turns++;
      if (!isOver) setImmediate(turn);
    };
    setImmediate(turn);
    const hashes = await Promise.all(Array.from({ length: 6 }, () => hashPassword(PASSWORD)));
    isOver = true;
    expect(turns).toBeGreaterThan(hashes.length);
    expect(await isPassword(hashes[5], PASSWORD)).toBe(true);
  });

  it('takes nothing for a password that is none, and none of another', async () => {
    const bcrypt = '$2a$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy';
    for (const stored of [null, undefined, '', 'plain', bcrypt, '$argon2id$broken']) {
      expect(await isPassword(stored, 'plain')).toBe(false);
    }
  });
});

// https://supabase.com/docs/reference/javascript/auth-admin-createuser (password_hash)
describe('a hash brought along from another service', () => {
  // Firebase's own example: https://github.com/firebase/scrypt
  const signer = 'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==';
  const hash = 'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==';
  const firebase = `$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=${signer}$42xEC+ixf3L2lw==$${hash}`;
  const stored = (email: string) =>
    world.sql.query<{ encrypted_password: string }>('select encrypted_password from auth.users where email = $1', [
      email,
    ]);

  it.each([
    ['bcrypt', 'plain-old-word', () => bcryptHash('plain-old-word', 4)],
    ['Firebase', 'user1password', async () => firebase],
  ])('of %s signs its person in, and is one of ours afterwards', async (_, password, hashed) => {
    const email = world.newAddress();
    const password_hash = await hashed();
    const created = await world.admin().auth.admin.createUser({ email, email_confirm: true, password_hash });
    expect(created.error).toBeNull();
    const wrong = await world.client().auth.signInWithPassword({ email, password: `${password}!` });
    expect(wrong.error).toMatchObject({ status: 400, code: 'invalid_credentials' });
    expect((await stored(email))[0]?.encrypted_password).toBe(password_hash);
    const first = await world.client().auth.signInWithPassword({ email, password });
    expect(first.error).toBeNull();
    expect((await stored(email))[0]?.encrypted_password).toMatch(/^\$argon2id\$/);
    const secondSignIn = await world.client().auth.signInWithPassword({ email, password });
    expect(secondSignIn.error).toBeNull();
  });

  it.each([
    'plain',
    '$2a$10$short',
    `$2a$31$${'a'.repeat(53)}`,
    firebase.replace('n=14', 'n=20'),
    firebase.replace('v=1', 'v=2'),
    firebase.replace(`,sk=${signer}`, ''),
  ])('that is none is refused: %s', async (password_hash) => {
    const { error } = await world.admin().auth.admin.createUser({ email: world.newAddress(), password_hash });
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' });
  });
});

// https://supabase.com/docs/reference/javascript/auth-reauthentication, https://supabase.com/docs/guides/auth/passwords
describe('a new password with a nonce', () => {
  const strict = () => world.serve({ securityUpdatePasswordRequireReauthentication: true });
  const makeOld = (id: string) =>
    world.sql.query(`update auth.sessions set created_at = now() - interval '25 hours' where user_id = $1`, [id]);

  it('is needed once the session is older than a day; the mailed nonce works once', async () => {
    const service = strict();
    const { client, user, email } = await signUpSomebody(world, { service });
    expect((await client.auth.updateUser({ password: 'a newer password' })).error).toBeNull();
    await makeOld(user.id);
    expect((await client.auth.updateUser({ password: 'the newest password' })).error).toMatchObject({
      status: 400,
      code: 'reauthentication_needed',
    });
    expect((await client.auth.reauthenticate()).error).toBeNull();
    const mail = lastMail({ ...world, mails: world.mails.map((owner) => ({ ...owner, url: 'http://none.test/' })) });
    expect(mail).toMatchObject({ to: email, kind: 'reauthentication' });
    expect(mail.token).toMatch(/^\d{6}$/);
    const wrong = mail.token === '000000' ? '000001' : '000000';
    expect((await client.auth.updateUser({ password: 'the newest password', nonce: wrong })).error).toMatchObject({
      status: 422,
      code: 'reauthentication_not_valid',
    });
    expect((await client.auth.updateUser({ password: 'the newest password', nonce: mail.token })).error).toBeNull();
    expect((await client.auth.updateUser({ password: 'once more please', nonce: mail.token })).error?.code).toBe(
      'reauthentication_not_valid',
    );
    expect((await client.auth.getUser()).data.user).toHaveProperty('reauthentication_sent_at');
  });

  it('is not another person’s nonce', async () => {
    const service = strict();
    const owner = await signUpSomebody(world, { service });
    const otherUser = await signUpSomebody(world, { service });
    await makeOld(otherUser.user.id);
    await owner.client.auth.reauthenticate();
    const nonce = world.mails.at(-1)?.token ?? '';
    expect((await otherUser.client.auth.updateUser({ password: 'a newer password', nonce })).error?.code).toBe(
      'reauthentication_not_valid',
    );
  });

  it('cannot be guessed: many wrong nonces are rejected unchecked', async () => {
    const service = strict();
    const { client, user } = await signUpSomebody(world, { service });
    await makeOld(user.id);
    const codes = new Set<string | undefined>();
    for (let index = 0; index < 22; index++) {
      codes.add((await client.auth.updateUser({ password: 'a newer password', nonce: '000000' })).error?.code);
    }
    expect([...codes]).toEqual(['reauthentication_not_valid', 'over_request_rate_limit']);
  });

  it('goes to the phone of a user without a mailbox, and only when signed in', async () => {
    const service = world.serve({ externalPhoneEnabled: true, smsAutoconfirm: true });
    const client = world.client({ service });
    await client.auth.signUp({ phone: '+4915188001', password: PASSWORD });
    expect((await client.auth.reauthenticate()).error).toBeNull();
    expect(world.texts.at(-1)).toMatchObject({ to: '4915188001', kind: 'reauthentication' });
    expect(await call(service, 'GET', '/reauthenticate')).toMatchObject({
      status: 401,
      body: { code: 'no_authorization' },
    });
  });
});

// https://supabase.com/docs/guides/auth/debugging/error-codes: over_email_send_rate_limit
it('the pause between mails is reported alike for registered and unknown addresses', async () => {
  const service = world.serve({ smtpMaxFrequency: 60 });
  const { email } = await signUpSomebody(world);
  for (const address of [email, world.newAddress()]) {
    expect((await call(service, 'POST', '/recover', { email: address })).status).toBe(200);
    const response = await call(service, 'POST', '/recover', { email: address });
    expect(response).toMatchObject({ status: 429, body: { code: 'over_email_send_rate_limit' } });
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  }
});
