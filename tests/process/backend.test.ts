import { once } from 'node:events';
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { SignJWT } from 'jose';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '#tools/testing/free-port.ts';
import { type DatabaseServer, openDatabaseServer } from './database-server.ts';
import { closed, healthy, npmStart, type Product, processesNaming, removeFolder, serverOf } from './product.ts';

const JWT_SECRET = 'the secret that an operator wrote into a file';
const PASSWORD = 'a long enough password';
const running: Product[] = [];
let server: DatabaseServer;

beforeAll(async () => {
  server = await openDatabaseServer();
});
afterAll(() => server.stop());
afterEach(async () => {
  for (const backend of running.splice(0)) {
    backend.npm.kill('SIGTERM');
    await backend.ended;
    removeFolder(backend.folder);
  }
});

async function start(variables: Record<string, string>): Promise<Product> {
  const backend = await npmStart({ JWT_SECRET, ...variables }, { script: 'backend' });
  running.push(backend);
  return backend;
}

async function refusalOf(backend: Product): Promise<string> {
  expect((await backend.ended).code).toBe(1);
  const output = backend.output().trim();
  expect(output.split('\n')).toHaveLength(1);
  return output;
}

type Keys = { anon_key: string; service_role_key: string };
const keysOf = (backend: Product) => JSON.parse(readFileSync(join(backend.folder, 'keys.json'), 'utf8')) as Keys;
const clientOf = (backend: Product, key: string): SupabaseClient =>
  createClient(backend.origin, key, { auth: { persistSession: false, autoRefreshToken: false } });

/** Asks until the answer is the one waited for; the test's own patience ends it. */
async function until<Answer>(ask: () => Promise<Answer>, isIt: (answer: Answer) => boolean): Promise<Answer> {
  for (;;) {
    const answer = await ask();
    if (isIt(answer)) return answer;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe('a start that can not be ends with one sentence', () => {
  test.each([
    ['PGRST_DB_TX_END', 'perhaps'],
    ['GOTRUE_SITE_URL', 'somewhere'],
    ['FILE_SIZE_LIMIT', '50MB'],
  ])('naming the wrong variable %s', async (name, value) => {
    expect(await refusalOf(await start({ [name]: value }))).toContain(name);
  });

  test('naming the key that the secret did not sign', async () => {
    expect(await refusalOf(await start({ DATABASE_URL: await server.database(), ANON_KEY: 'x.y.z' }))).toContain(
      'ANON_KEY',
    );
  });

  test('naming the port in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const address = other.address();
    const port = String(typeof address === 'object' && address ? address.port : 0);
    expect(await refusalOf(await start({ PORT: port, DATABASE_URL: await server.database() }))).toContain(
      `port ${port}`,
    );
    other.close();
  });

  test('naming the database that is not there, and the one that holds other services', async () => {
    const nowhere = `postgres://nobody@127.0.0.1:${await freePort()}/x`;
    expect(await refusalOf(await start({ DATABASE_URL: nowhere }))).toContain('reached');
    const DATABASE_URL = await server.database();
    await server.run(DATABASE_URL, 'create schema auth', 'create table auth.users (id uuid)');
    expect(await refusalOf(await start({ DATABASE_URL }))).toContain('auth.users');
  });
});

describe('the five services by themselves', () => {
  test('over an empty database the official client uses each, and what SQL changes is followed', async () => {
    const DATABASE_URL = await server.database();
    const backend = await start({
      DATABASE_URL,
      GOTRUE_MAILER_AUTOCONFIRM: 'true',
      FILE_SIZE_LIMIT: '100',
      S3_PROTOCOL_ACCESS_KEY_ID: 'tool',
      S3_PROTOCOL_ACCESS_KEY_SECRET: 'a secret of tools',
    });
    await healthy(backend);
    const { anon_key, service_role_key } = keysOf(backend);
    expect(statSync(join(backend.folder, 'keys.json')).mode & 0o777).toBe(0o600);
    expect(existsSync(join(backend.folder, 'postgres'))).toBe(false);
    await until(
      async () => backend.output(),
      (output) => output.includes(service_role_key),
    );
    for (const shown of [anon_key, `${backend.origin}/auth/v1`, `${backend.origin}/rest/v1`]) {
      expect(backend.output()).toContain(shown);
    }
    // Nothing of the product is in it.
    expect(await server.run(DATABASE_URL, "select tablename from pg_tables where schemaname = 'public'")).toEqual([]);
    expect((await fetch(`${backend.origin}/dashboard`)).status).toBe(404);

    const ada = clientOf(backend, anon_key);
    const signedUp = await ada.auth.signUp({ email: 'ada@school.test', password: PASSWORD });
    expect([signedUp.error, signedUp.data.session?.user.email]).toEqual([null, 'ada@school.test']);

    await server.run(
      DATABASE_URL,
      `create table public.notes (id int primary key generated always as identity, owner uuid default auth.uid(), text text);
       alter table public.notes enable row level security;
       create policy "one's own" on public.notes using (owner = auth.uid()) with check (owner = auth.uid());
       grant select, insert on public.notes to authenticated, anon;
       create policy "everybody in the hall" on realtime.messages to authenticated using (realtime.topic() = 'hall') with check (realtime.topic() = 'hall');
       notify pgrst, 'reload schema'`,
    );
    const inserted = await until(
      async () => ada.from('notes').insert({ text: 'mine' }).select('text').single(),
      ({ error }) => error?.code !== 'PGRST205',
    );
    expect([inserted.error, inserted.data]).toEqual([null, { text: 'mine' }]);
    expect((await clientOf(backend, anon_key).from('notes').select()).data).toEqual([]);

    const service = clientOf(backend, service_role_key);
    expect((await service.from('notes').select('text')).data).toEqual([{ text: 'mine' }]);
    expect((await service.from('notes').delete().eq('text', 'mine')).status).toBe(204);
    expect((await service.storage.createBucket('files', { public: true })).error).toBeNull();
    expect((await service.storage.from('files').upload('a.txt', new Blob(['hello']))).error).toBeNull();
    const { publicUrl } = service.storage.from('files').getPublicUrl('a.txt').data;
    expect(await (await fetch(publicUrl)).text()).toBe('hello');
    const tooLarge = await service.storage.from('files').upload('b.txt', new Blob(['x'.repeat(101)]));
    expect(tooLarge.error).toMatchObject({ statusCode: '413' });

    const tool = new S3Client({
      endpoint: `${backend.origin}/storage/v1/s3`,
      region: 'local',
      forcePathStyle: true,
      credentials: { accessKeyId: 'tool', secretAccessKey: 'a secret of tools' },
    });
    const listed = await tool.send(new ListObjectsV2Command({ Bucket: 'files' }));
    expect(listed.Contents?.map((object) => object.Key)).toEqual(['a.txt']);

    await ada.realtime.setAuth();
    const heard = new Promise<unknown>((resolve) => {
      const hall = ada.channel('hall', { config: { private: true, broadcast: { self: true } } });
      hall
        .on('broadcast', { event: 'said' }, ({ payload }) => resolve(payload))
        .subscribe((status) => {
          if (status === 'SUBSCRIBED') void hall.send({ type: 'broadcast', event: 'said', payload: { word: 'hello' } });
        });
    });
    expect(await heard).toMatchObject({ word: 'hello' });
    // A table added while the service runs is watched from the next notice on.
    await server.run(DATABASE_URL, 'alter publication supabase_realtime add table public.notes; notify pgrst');
    const changed = Promise.withResolvers<unknown>();
    let writing: NodeJS.Timeout | undefined;
    ada
      .channel('notes')
      .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'notes' }, (change) =>
        changed.resolve(change.new),
      )
      .on('system', {}, () => {
        writing ??= setInterval(() => void ada.from('notes').insert({ text: 'live' }).then(), 200);
      })
      .subscribe();
    expect(await changed.promise).toMatchObject({ text: 'live' });
    clearInterval(writing);
    await ada.realtime.disconnect();

    const invoked = await ada.functions.invoke('nothing');
    expect((invoked.error?.context as Response | undefined)?.status).toBe(404);
  });

  test('answers of all five name their request, and what is none of theirs is 404', async () => {
    const backend = await start({ DATABASE_URL: await server.database() });
    await healthy(backend);
    for (const path of ['auth/v1/health', 'rest/v1/', 'storage/v1/bucket', 'realtime/v1/api/x', 'functions/v1/x']) {
      const answer = await fetch(`${backend.origin}/${path}`, { headers: { 'x-request-id': 'mine' } });
      expect([path, answer.headers.get('sb-request-id'), answer.headers.get('x-content-type-options')]).toEqual([
        path,
        'mine',
        'nosniff',
      ]);
    }
    for (const path of ['', 'elsewhere', 'rest/v2/x', 'rest-admin/v1/x']) {
      expect([path, (await fetch(`${backend.origin}/${path}`)).status]).toEqual([path, 404]);
    }
    expect((await fetch(`${backend.origin}/rest-admin/v1/ready`)).status).toBe(200);
    expect((await fetch(`${backend.origin}/rest-admin/v1/live`)).status).toBe(200);
  });

  test('the data service at the root, for a schema and roles of the operator’s own', async () => {
    const DATABASE_URL = await server.database();
    await server.run(
      DATABASE_URL,
      `create schema api; create table api.items (id int); insert into api.items values (1), (2), (3);
       create role web_visitor; create role web_editor; create role web_stranger;
       grant web_visitor, web_editor to current_user;
       grant usage on schema api to web_visitor, web_editor; grant select on api.items to web_visitor, web_editor;
       grant insert on api.items to web_editor`,
    );
    const backend = await start({
      DATABASE_URL,
      REST_MOUNT: '/',
      PGRST_DB_SCHEMAS: 'api',
      PGRST_DB_ANON_ROLE: 'web_visitor',
      PGRST_DB_MAX_ROWS: '2',
      PGRST_DB_TX_END: 'rollback-allow-override',
      PGRST_SERVER_TIMING_ENABLED: 'true',
      PGRST_SERVER_CORS_ALLOWED_ORIGINS: 'https://one.test',
    });
    await healthy(backend);
    const as = async (role: string) => ({
      authorization: `Bearer ${await new SignJWT({ role }).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(JWT_SECRET))}`,
      'content-type': 'application/json',
    });
    const read = await fetch(`${backend.origin}/items?select=id&order=id`, { headers: { origin: 'https://one.test' } });
    expect(await read.json()).toEqual([{ id: 1 }, { id: 2 }]);
    expect(read.headers.get('server-timing')).toContain('transaction;dur=');
    expect(read.headers.get('access-control-allow-origin')).toBe('https://one.test');
    expect(await (await fetch(`${backend.origin}/rest/v1/items?id=eq.3`)).json()).toEqual([{ id: 3 }]);
    const insert = async (role: string) =>
      (await fetch(`${backend.origin}/items`, { method: 'POST', headers: await as(role), body: '{"id": 9}' })).status;
    expect([await insert('web_editor'), await insert('web_visitor')]).toEqual([201, 401]);
    // Rolled back, as the operator wants it; and a role nobody granted can't be become.
    expect(await server.run(DATABASE_URL, 'select count(*)::int as n from api.items')).toEqual([{ n: 3 }]);
    expect(await insert('web_stranger')).toBeGreaterThanOrEqual(400);
    expect((await fetch(`${backend.origin}/auth/v1/health`)).status).toBe(200);
  });

  test('mails go to the mail server in the operator’s words, from the address they named', async () => {
    const mails: { from: string; text: string }[] = [];
    const post = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, session, done) => {
        let text = '';
        stream.on('data', (part) => {
          text += part;
        });
        stream.on('end', () => {
          const { mailFrom } = session.envelope;
          mails.push({ from: mailFrom ? mailFrom.address : '', text });
          done();
        });
      },
    });
    const port = await freePort();
    const DATABASE_URL = await server.database();
    const backend = await start({
      DATABASE_URL,
      GOTRUE_SITE_URL: 'https://school.test',
      GOTRUE_URI_ALLOW_LIST: 'https://*.school.test/in',
      GOTRUE_SMTP_HOST: '127.0.0.1',
      GOTRUE_SMTP_PORT: String(port),
      GOTRUE_SMTP_ADMIN_EMAIL: 'post@school.test',
      GOTRUE_MAILER_SUBJECTS_CONFIRMATION: 'Your code is {{ .Token }}',
    });
    await healthy(backend);
    const client = clientOf(backend, keysOf(backend).anon_key);
    // Nobody takes it yet: it is kept, and nobody waits.
    const { error } = await client.auth.signUp({
      email: 'ada@school.test',
      password: PASSWORD,
      options: { emailRedirectTo: 'https://www.school.test/in' },
    });
    expect(error).toBeNull();
    await until(
      () => server.run(DATABASE_URL, 'select attempts from gateway.outgoing_mails'),
      ([row]) => row?.attempts === 1,
    );
    await new Promise<void>((resolve) => post.listen(port, '127.0.0.1', resolve));
    await server.run(DATABASE_URL, 'update gateway.outgoing_mails set next_attempt_at = now()', 'notify gateway_mails');
    await until(
      async () => mails.length,
      (count) => count > 0,
    );
    await until(
      () => server.run(DATABASE_URL, 'select id from gateway.outgoing_mails'),
      (rows) => rows.length === 0,
    );
    expect(mails[0]?.from).toBe('post@school.test');
    const token = /Subject: Your code is (\d{6})/.exec(mails[0]?.text ?? '')?.[1] ?? '';
    expect(mails[0]?.text.replaceAll('=\r\n', '')).toContain('school.test%2Fin');
    const verified = await client.auth.verifyOtp({ email: 'ada@school.test', token, type: 'signup' });
    expect(verified.data.user?.email_confirmed_at).toBeTruthy();
    await new Promise<void>((resolve) => post.close(() => resolve()));
  });

  test('over the database of a product that serves them itself, its tables and people are there', async () => {
    const DATABASE_URL = await server.database();
    const product = await npmStart({ DATABASE_URL, SEED: 'none' });
    running.push(product);
    await healthy(product);
    await clientOf(product, keysOf(product).anon_key).auth.signUp({ email: 'ada@school.test', password: PASSWORD });
    product.npm.kill('SIGTERM');
    expect((await product.ended).code).toBe(0);
    const backend = await start({ DATABASE_URL });
    await healthy(backend);
    const { anon_key, service_role_key } = keysOf(backend);
    const service = clientOf(backend, service_role_key);
    expect((await service.from('accounts').select('slug')).data).toEqual([{ slug: 'platform' }]);
    expect((await service.from('members').select()).error).toBeNull();
    expect((await clientOf(backend, anon_key).from('members').select()).error?.code).toBe('42501');
    const { data } = await clientOf(backend, anon_key).auth.signInWithPassword({
      email: 'ada@school.test',
      password: PASSWORD,
    });
    expect(data.user?.email).toBe('ada@school.test');
  });

  test('without a database of one’s own, one is started in the data folder and ends with them', async () => {
    const backend = await start({});
    await healthy(backend);
    expect(existsSync(join(backend.folder, 'postgres'))).toBe(true);
    expect(keysOf(backend)).toHaveProperty('database_url');
    expect((await fetch(`${backend.origin}/auth/v1/health`)).status).toBe(200);
    const cluster = realpathSync(join(backend.folder, 'postgres'));
    const server = await serverOf(backend);
    const pending = connect(Number(new URL(backend.origin).port), 'localhost');
    pending.write(
      'POST /auth/v1/signup HTTP/1.1\r\nhost: localhost\r\nexpect: 100-continue\r\ncontent-length: 2\r\n\r\n',
    );
    await once(pending, 'data');
    backend.npm.kill('SIGINT');
    await closed(backend);
    // The group of a terminal is told too: a second signal must not end it before its PostgreSQL.
    process.kill(server, 'SIGINT');
    pending.end('{}');
    expect(await backend.ended).toEqual({ code: 0, signal: null });
    expect(await processesNaming(cluster)).toEqual([]);
  });

  test('SIGTERM ends it, and a second start finds all again, and what was built on it meanwhile stays', async () => {
    const DATABASE_URL = await server.database();
    const first = await start({ DATABASE_URL, GOTRUE_MAILER_AUTOCONFIRM: 'true' });
    await healthy(first);
    const keys = keysOf(first);
    const token = (await clientOf(first, keys.anon_key).auth.signUp({ email: 'ada@school.test', password: PASSWORD }))
      .data.session?.access_token;
    // What an operator built on ours stays when we come again.
    await server.run(
      DATABASE_URL,
      'create table public.mine (owner uuid default auth.uid()); alter table public.mine enable row level security; create policy p on public.mine using (owner = auth.uid()); grant select on public.mine to anon',
      "update gateway.policy_state set hash = 'of an older version'",
    );
    first.npm.kill('SIGTERM');
    expect(await first.ended).toEqual({ code: 0, signal: null });
    await expect(fetch(`${first.origin}/healthz`)).rejects.toThrow();
    const second = await start({ DATABASE_URL, GOTRUE_MAILER_AUTOCONFIRM: 'true' });
    await healthy(second);
    expect(keysOf(second)).toEqual(keys);
    const user = await clientOf(second, keys.anon_key).auth.getUser(token);
    expect(user.data.user?.email).toBe('ada@school.test');
    expect((await clientOf(second, keys.anon_key).from('mine').select()).error).toBeNull();
  });
});
