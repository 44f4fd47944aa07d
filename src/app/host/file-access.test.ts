import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '#base/server/root.ts';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { openWorld, type World } from '#tests/db/world.ts';

const TEXT = 'public/places/note.txt';
const PICTURE = 'public/places/photo.jpg';
// Each app has a folder of its own for files.
const APART_TEXT = 'public/apart/note.txt';
const APART_PICTURE = 'public/apart/photo.jpg';
const FILES = 'http://files.localhost';

let world: World;
let app: AppWorld;
let apart: AppWorld;
let tokens: { owner: string; instructor: string };
beforeAll(async () => {
  world = await openWorld();
  app = await openApp(world);
  apart = await openApp(world, { FILES_ORIGIN: FILES });
  const signIn = async (email: string) => (await app.signIn('demo', email)).access_token;
  tokens = { owner: await signIn('owner@demo.test'), instructor: await signIn('instructor@demo.test') };
  const contents = [await photograph(), Buffer.from('light')];
  for (const [item, paths] of [
    [app, [PICTURE, TEXT]],
    [apart, [APART_PICTURE, APART_TEXT]],
  ] as const) {
    const store = clientOf(tokens.owner, item).storage.from(world.demo);
    for (const [index, path] of paths.entries()) {
      const contentType = index === 0 ? 'image/jpeg' : 'text/plain';
      expect((await store.upload(path, contents[index] ?? '', { contentType })).error).toBeNull();
    }
  }
});
afterAll(async () => {
  await apart.runtime.backend?.close();
  await app.close();
  await world.close();
});

function clientOf(token: string, item = app, host = 'demo.localhost') {
  return createClient(`http://${host}`, item.runtime.keys.anon_key, {
    auth: { persistSession: false, autoRefreshToken: false },
    accessToken: async () => token,
    global: { fetch: (input, init) => item.app.fetch(new Request(input, init)) },
  });
}

function photograph(): Promise<Buffer> {
  return sharp({ create: { width: 12, height: 8, channels: 3, background: '#a52' } })
    .withMetadata({ orientation: 6, exif: { IFD3: { GPSLatitude: '48/1 12/1 30461/1000' } } })
    .jpeg()
    .toBuffer();
}

const outcome = async (response: Response) => {
  const text = await response.text();
  return response.ok ? response.status : (JSON.parse(text) as { code: string }).code;
};

describe('a bucket is read', () => {
  const at = (kind: string, path: string) => `/storage/v1/${kind}/${world.demo}/${path}`;
  const ways = ['object/public', 'render/image/public', 'object/info/public', 'object/authenticated', 'object'];

  test.each([
    ['its account’s host', 'demo', PICTURE, [200, 200, 200, 200, 200]],
    ['its account’s host', 'demo', TEXT, [200, 'InvalidRequest', 200, 200, 200]],
    ['the host of another account', 'atelier', PICTURE, Array(5).fill('NoSuchBucket')],
    ['the host of another account', 'atelier', TEXT, Array(5).fill('NoSuchBucket')],
    ['the platform’s host', 'platform', PICTURE, [200, 200, 200, 'NoSuchBucket', 'NoSuchBucket']],
    ['the platform’s host', 'platform', TEXT, Array(5).fill('NoSuchBucket')],
  ])('on %s (%s, %s) by the ways it is read there', async (_, host, path, expected) => {
    const outcomes = [];
    for (const way of ways) outcomes.push(await outcome(await app.call(at(way, path), { host, token: tokens.owner })));
    expect(outcomes).toEqual(expected);
  });

  test('by a signed link likewise, and as a bucket that does not exist', async () => {
    const visible: Record<string, unknown[]> = {};
    for (const path of [PICTURE, TEXT]) {
      const { data } = await clientOf(tokens.owner).storage.from(world.demo).createSignedUrl(path, 60);
      const { pathname, search } = new URL(data?.signedUrl ?? '');
      for (const host of ['demo', 'atelier', 'platform']) {
        visible[host] = [...(visible[host] ?? []), await outcome(await app.call(pathname + search, { host }))];
      }
    }
    expect(visible).toEqual({
      demo: [200, 200],
      atelier: ['NoSuchBucket', 'NoSuchBucket'],
      platform: [200, 'NoSuchBucket'],
    });
    const responses = [at('object/public', TEXT), `/storage/v1/object/public/${crypto.randomUUID()}/${TEXT}`].map(
      (path) => app.call(path, { host: 'atelier' }).then((response) => response.text()),
    );
    const [another, none] = await Promise.all(responses);
    expect(another).toBe(none);
  });

  test('on the domain of the account; by the service key, which is the operator’s, everywhere', async () => {
    await world.sql.query(`update public.accounts set domain = 'school.example' where account_id = $1`, [world.demo]);
    await app.runtime.cachesInvalidated();
    expect((await app.call(at('object/public', TEXT), { host: 'school.example' })).status).toBe(200);
    await world.sql.query('update public.accounts set domain = null where account_id = $1', [world.demo]);
    await app.runtime.cachesInvalidated();
    const service = { host: 'atelier', token: app.runtime.keys.service_role_key };
    expect((await app.call(at('object/authenticated', TEXT), service)).status).toBe(200);
  });
});

describe('where files have an origin of their own', () => {
  const at = (path: string) => `/storage/v1/object/public/${world.demo}/${path}`;

  test('public addresses of every host lead there, with their query', async () => {
    for (const [host, path] of [
      ['demo', `${at(APART_TEXT)}?download=a.txt`],
      ['demo', `/storage/v1/render/image/public/${world.demo}/${APART_PICTURE}?width=5`],
      ['platform', at(APART_PICTURE)],
    ] as const) {
      const response = await apart.call(path, { host });
      expect([response.status, response.headers.get('location')]).toEqual([307, `${FILES}${path}`]);
      const served = await apart.call(path, { host: 'files' });
      expect([served.status, served.headers.get('content-security-policy')]).toEqual([
        200,
        "default-src 'none'; sandbox",
      ]);
    }
    expect(await outcome(await apart.call(at(APART_TEXT), { host: 'atelier' }))).toBe('NoSuchBucket');
    expect(await outcome(await apart.call(at('public/none.txt')))).toBe('NoSuchKey');
  });

  test.each([
    ['GET', '/'],
    ['GET', '/dashboard'],
    ['GET', '/api/config'],
    ['GET', '/auth/v1/health'],
    ['POST', '/auth/v1/token?grant_type=password'],
    ['GET', '/rest/v1/options?select=key'],
    ['GET', '/storage/v1/bucket'],
    ['POST', '/storage/v1/object/list/{demo}'],
    ['GET', '/storage/v1/object/authenticated/{demo}/public/apart/note.txt'],
    ['GET', '/storage/v1/object/{demo}/public/apart/note.txt'],
    ['POST', '/storage/v1/object/{demo}/public/apart/other.txt'],
    ['GET', '/storage/v1/s3/{demo}'],
    ['GET', '/site/social/index.png'],
    ['GET', '/.well-known/acme-challenge/x'],
  ])('it answers nothing to %s %s', async (method, path) => {
    const response = await apart.call(path.replace('{demo}', world.demo), {
      host: 'files',
      method,
      token: tokens.owner,
    });
    expect([response.status, response.headers.get('set-cookie')]).toEqual([404, null]);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await response.json()).toMatchObject({ code: 'NotFound' });
  });

  test('it shows no files of an account that is suspended', async () => {
    const suspend = async (status: string) => {
      await world.sql.query('update public.accounts set status = $2 where account_id = $1', [world.demo, status]);
      await apart.runtime.cachesInvalidated();
    };
    await suspend('suspended');
    expect(await outcome(await apart.call(at(APART_TEXT), { host: 'files' }))).toBe('NoSuchBucket');
    await suspend('active');
    expect(await outcome(await apart.call(at(APART_TEXT), { host: 'files' }))).toBe(200);
  });
});

describe('a signed link', () => {
  let path: string;
  let bucket: string;
  beforeAll(async () => {
    bucket = `${world.demo}-private`;
    const [lesson] = await world.sql.query<{ folder: string }>(
      `select 'courses/' || l.course_id || '/' || l.id as folder from public.lessons l join public.courses c on c.id = l.course_id
        where l.account_id = $1 and c.slug = 'light-and-exposure' and l.is_published and not l.is_preview limit 1`,
      [world.demo],
    );
    path = `${lesson?.folder}/link.txt`;
    const file = new Blob(['words'], { type: 'text/plain' });
    expect((await clientOf(tokens.instructor).storage.from(bucket).upload(path, file)).error).toBeNull();
  });

  async function linkOf(token: string) {
    const { data } = await clientOf(token).storage.from(bucket).createSignedUrl(path, 3600);
    const { pathname, search } = new URL(data?.signedUrl ?? '');
    return async () => outcome(await app.call(pathname + search));
  }
  const member = (change: string) =>
    world.sql.query(
      `update public.members set blocked_at = ${change} where account_id = $1
         and user_id = (select id from auth.users where email = 'student@demo.test')`,
      [world.demo],
    );

  test('ends with the block of who signed it, and works again where that ends', async () => {
    const open = await linkOf((await app.signIn('demo', 'student@demo.test')).access_token);
    expect(await open()).toBe(200);
    await member('now()');
    expect(await open()).toBe('NoSuchKey');
    await member('null');
    expect(await open()).toBe(200);
  });

  test('ends where its signer is signed out everywhere; their other sessions’ links too', async () => {
    const [first, second] = [
      (await app.signIn('demo', 'student@demo.test')).access_token,
      (await app.signIn('demo', 'student@demo.test')).access_token,
    ];
    const links = [await linkOf(first), await linkOf(second)];
    for (const open of links) expect(await open()).toBe(200);
    await app.call('/auth/v1/logout?scope=global', { method: 'POST', token: first });
    for (const open of links) expect(await open()).toBe('AccessDenied');
  });

  test('of a signer who may upload no more takes nothing', async () => {
    const { access_token, user } = await app.signIn('demo', 'instructor@demo.test');
    const store = clientOf(access_token).storage.from(bucket);
    const name = path.replace('link', 'later');
    const { data } = await store.createSignedUploadUrl(name);
    const role = (id: string) =>
      world.sql.query(
        `update public.members set role_id = (select role_id from public.roles where account_id = $1 and kind = $3)
          where account_id = $1 and user_id = $2`,
        [world.demo, user.id, id],
      );
    await role('student');
    const rejected = await store.uploadToSignedUrl(name, data?.token ?? '', new Blob(['x'], { type: 'text/plain' }));
    expect(rejected.error).toMatchObject({ statusCode: '403' });
    await role('instructor');
    const accepted = await store.uploadToSignedUrl(name, data?.token ?? '', new Blob(['x'], { type: 'text/plain' }));
    expect(accepted.error).toBeNull();
  });

  test('of the service stands by itself, and ends with its file', async () => {
    const open = await linkOf(app.runtime.keys.service_role_key);
    expect(await open()).toBe(200);
    await clientOf(tokens.instructor).storage.from(bucket).remove([path]);
    expect(await open()).toBe('NoSuchKey');
  });
});

test('a picture’s position is removed before its size and tag are computed', async () => {
  const accepted = await photograph();
  const seconds = Buffer.from([0xfd, 0x76, 0, 0, 0xe8, 3, 0, 0]);
  expect(accepted.includes(seconds)).toBe(true);
  const store = clientOf(tokens.owner).storage.from(world.demo);
  const response = await app.call(`/storage/v1/object/public/${world.demo}/${PICTURE}`);
  const stored = Buffer.from(await response.arrayBuffer());
  expect(stored.includes(seconds)).toBe(false);
  expect((await sharp(stored).metadata()).orientation).toBe(6);
  const { data } = await store.info(PICTURE);
  expect(data).toMatchObject({ size: stored.length, etag: response.headers.get('etag') });
});

test.each([
  ['POST', '/storage/v1/object/list/{demo}', { prefix: '', search: 'a\0b' }],
  ['POST', '/storage/v1/object/list/{demo}', { prefix: 'a\0b' }],
  ['POST', '/storage/v1/object/list-v2/{demo}', { prefix: 'a\0b' }],
  ['POST', '/storage/v1/object/sign/{demo}', { expiresIn: 60, paths: ['a\0b'] }],
  ['POST', '/storage/v1/object/sign/{demo}/a%00b', { expiresIn: 60 }],
  ['DELETE', '/storage/v1/object/{demo}', { prefixes: ['a\0b'] }],
  ['POST', '/storage/v1/object/copy', { bucketId: '{demo}', sourceKey: 'a\0b', destinationKey: 'b' }],
  ['POST', '/storage/v1/object/move', { bucketId: 'a\0b', sourceKey: 'a', destinationKey: 'b' }],
  ['POST', '/storage/v1/bucket', { name: 'a\0b' }],
  ['GET', '/storage/v1/bucket?search=a%00b', undefined],
  ['GET', '/storage/v1/object/public/{demo}/a%00b', undefined],
  ['GET', '/storage/v1/object/public/a%00b/c', undefined],
  ['GET', '/storage/v1/object/list/{demo}?search=%00', undefined],
])('%s %s with NUL in %j is the client’s mistake', async (method, path, body) => {
  const response = await app.call(path.replace('{demo}', world.demo), { method, token: tokens.owner, body });
  expect([path, response.status]).toEqual([path, 400]);
});

test('the types of files that were kept before are cleaned, of unfinished uploads and in the library too', async () => {
  const migration = join(root, 'src/features/content/media/migrations/202611231800_clean_media_types.sql');
  const cases = [
    ['text/plain;charset=utf-8, text/html', 'text/plain'],
    ['Text/Plain; charset="UTF-8"; foo=bar', 'text/plain; charset=utf-8'],
    ['video/webm;codecs=vp8,opus', 'video/webm'],
    ['text', 'application/octet-stream'],
    ['image/png', 'image/png'],
  ] as const;
  const store = clientOf(tokens.owner).storage.from(world.demo);
  for (const [index, [type]] of cases.entries()) {
    const name = `public/old/${index}.txt`;
    await store.upload(name, new Blob(['x'], { type: 'text/plain' }));
    await world.sql.query(
      `update storage.objects set metadata = jsonb_set(metadata, '{mimetype}', to_jsonb($2::text)) where name = $1`,
      [name, type],
    );
    await world.sql.query(
      `insert into storage.s3_multipart_uploads (id, bucket_id, key, version, protocol, expires_at, metadata)
       values ($1, $2, $1, $1, 'tus', now() + interval '1 day', jsonb_build_object('mimetype', $3::text))`,
      [name, world.demo, type],
    );
  }
  await world.sql.query(readFileSync(migration, 'utf8'));
  const rows = await world.sql.query<{ stored: string; begun: string; listed: string }>(
    `select o.metadata ->> 'mimetype' as stored, u.metadata ->> 'mimetype' as begun, f.mime_type as listed
       from storage.objects o join storage.s3_multipart_uploads u on u.id = o.name join public.media_files f on f.object_id = o.id
      where o.name like 'public/old/%' order by o.name`,
  );
  expect(rows).toEqual(cases.map(([, clean]) => ({ stored: clean, begun: clean, listed: clean })));
});
