import { gzipSync } from 'node:zlib';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { openWorld, type World } from '#tests/db/world.ts';

const SVG = 'image/svg+xml';
const HOSTILE =
  '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="evil()"><script>evil()</script><image href="https://evil.example/a.png"/><rect width="9" height="9" fill="#c00"/></svg>';
const CLEAN = '<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9" fill="#c00"/></svg>';

let world: World;
let app: AppWorld;
let owner: ReturnType<typeof wireOf>;
let student: ReturnType<typeof wireOf>;
let lessonFile: string;
let tokens: { owner: string; student: string; student_id: string };

beforeAll(async () => {
  world = await openWorld();
  app = await openApp(world);
  const session = await app.signIn('demo', 'student@demo.test');
  tokens = {
    owner: (await app.signIn('demo', 'owner@demo.test')).access_token,
    student: session.access_token,
    student_id: session.user.id,
  };
  owner = wireOf(tokens.owner);
  student = wireOf(tokens.student);
  const [lesson] = await world.sql.query<{ path: string }>(
    `select 'courses/' || course_id || '/' || id || '/drawing.svg' as path from public.lessons where account_id = $1 limit 1`,
    [world.demo],
  );
  lessonFile = lesson?.path ?? '';
});
afterAll(async () => {
  await app.close();
  await world.close();
});

function wireOf(token: string) {
  return createClient('http://demo.localhost', app.runtime.keys.anon_key, {
    accessToken: async () => token,
    global: { fetch: (input, init) => app.app.fetch(new Request(input, init)) },
  });
}

const blob = (source: string | Uint8Array<ArrayBuffer>, type = SVG) => new Blob([source], { type });

async function read(bucket: string, path: string) {
  const { data, error } = await wireOf(app.runtime.keys.service_role_key).storage.from(bucket).download(path);
  return error ? null : Buffer.from(await data.arrayBuffer());
}

/** A resumable upload as the media library makes it; answers the last refusal, or null. */
async function resume(path: string, source: string) {
  const content = { bucketName: world.demo, objectName: path, contentType: SVG, cacheControl: '60' };
  const headers = { authorization: `Bearer ${tokens.owner}`, 'tus-resumable': '1.0.0', 'x-upsert': 'true' };
  const begun = await app.app.fetch(
    new Request('http://demo.localhost/storage/v1/upload/resumable', {
      method: 'POST',
      headers: {
        ...headers,
        'upload-length': String(source.length),
        'upload-metadata': Object.entries(content)
          .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
          .join(','),
      },
    }),
  );
  const address = new URL(begun.headers.get('location') ?? '', 'http://demo.localhost');
  let response = begun;
  for (let from = 0; from < source.length && response.ok; from += 50) {
    response = await app.app.fetch(
      new Request(address, {
        method: 'PATCH',
        headers: { ...headers, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(from) },
        body: source.slice(from, from + 50),
      }),
    );
  }
  return response.ok ? null : [response.status, (await response.text()).trim()];
}

describe('an SVG among the files of an account is clean, whichever way it came', () => {
  const path = (name: string) => `public/media/${name}.svg`;
  const ways: [way: string, where: () => [bucket: string, path: string], put: () => Promise<unknown>][] = [
    [
      'a picture of a page',
      () => [world.demo, path('page')],
      () => owner.storage.from(world.demo).upload(path('page'), blob(HOSTILE)),
    ],
    ['the media library', () => [world.demo, path('library')], () => resume(path('library'), HOSTILE)],
    [
      'the media library, in place of another',
      () => [world.demo, path('replaced')],
      async () => {
        await owner.storage.from(world.demo).upload(path('replaced'), blob('<svg/>'));
        await resume(path('replaced'), HOSTILE);
      },
    ],
    [
      'packed',
      () => [world.demo, path('packed')],
      () => owner.storage.from(world.demo).upload(path('packed'), blob(new Uint8Array(gzipSync(HOSTILE)))),
    ],
    [
      'a lesson',
      () => [`${world.demo}-private`, lessonFile],
      () => owner.storage.from(`${world.demo}-private`).upload(lessonFile, blob(HOSTILE), { upsert: true }),
    ],
    [
      'a student’s face',
      () => [world.demo, `avatars/${tokens.student_id}/avatar.jpg`],
      () =>
        student.storage
          .from(world.demo)
          .upload(`avatars/${tokens.student_id}/avatar.jpg`, blob(HOSTILE), { upsert: true, contentType: SVG }),
    ],
    [
      'a copy that is given another type',
      () => [world.demo, path('copied')],
      async () => {
        await owner.storage.from(world.demo).upload('public/media/a.xml', blob(HOSTILE, 'application/xml'));
        await app.call('/storage/v1/object/copy', {
          method: 'POST',
          token: tokens.owner,
          body: {
            bucketId: world.demo,
            sourceKey: 'public/media/a.xml',
            destinationKey: path('copied'),
            copyMetadata: false,
            metadata: { mimetype: SVG },
          },
        });
      },
    ],
    [
      'the service key',
      () => [world.demo, path('service')],
      () =>
        wireOf(app.runtime.keys.service_role_key)
          .storage.from(world.demo)
          .upload(path('service'), blob(HOSTILE, `${SVG}; charset=utf-16`)),
    ],
  ];

  test.each(ways)('%s', async (_, where, put) => {
    await put();
    const [bucket, name] = where();
    expect((await read(bucket, name))?.toString()).toBe(CLEAN);
    const [row] = await world.sql.query<{ metadata: { size: number; mimetype: string } }>(
      'select metadata from storage.objects where bucket_id = $1 and name = $2',
      [bucket, name],
    );
    expect(row?.metadata).toMatchObject({ size: CLEAN.length, mimetype: SVG });
  });

  test('and the library counts the bytes that are kept', async () => {
    await owner.storage.from(world.demo).upload(path('counted'), blob(HOSTILE));
    const [file] = await world.sql.query<{ bytes: number }>(
      'select bytes::int from public.media_files where account_id = $1 and path = $2',
      [world.demo, path('counted')],
    );
    expect(file?.bytes).toBe(CLEAN.length);
  });

  test('what can’t be read is refused with a sentence, and what was there stays', async () => {
    const sentence = 'This SVG image can’t be read. Export it again as SVG, or as PNG.';
    await owner.storage.from(world.demo).upload(path('stays'), blob(HOSTILE));
    const { error } = await owner.storage.from(world.demo).update(path('stays'), blob('<svg><g></svg>'));
    expect(error).toMatchObject({ statusCode: '415', message: sentence });
    expect(await resume(path('stays'), 'not a drawing at all')).toEqual([415, sentence]);
    expect((await read(world.demo, path('stays')))?.toString()).toBe(CLEAN);
  });

  test('it is served in a sandbox all the same', async () => {
    await owner.storage.from(world.demo).upload(path('served'), blob(HOSTILE));
    const response = await app.call(`/storage/v1/object/public/${world.demo}/${path('served')}`);
    expect([response.headers.get('content-type'), response.headers.get('content-security-policy')]).toEqual([
      `${SVG}; charset=utf-8`,
      expect.stringContaining('sandbox'),
    ]);
    expect(await response.text()).toBe(CLEAN);
  });
});

describe('every other file is kept byte for byte', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAADElEQVR4nGNgYGAAAAAEAAH2FzhVAAAAAElFTkSuQmCC',
    'base64',
  );
  test.each([
    ['a PNG', 'a.png', 'image/png', png],
    ['a GIF', 'a.gif', 'image/gif', Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64')],
    ['a PDF', 'a.pdf', 'application/pdf', Buffer.from('%PDF-1.4\n<script>x</script>\n%%EOF')],
    ['an XML file', 'a.xml', 'application/xml', Buffer.from('<?xml version="1.0"?><!-- a --><a b="&amp;"/>')],
    ['text', 'a.txt', 'text/plain', Buffer.from('<svg onload="x">')],
  ])('%s', async (_, name, type, bytes) => {
    await owner.storage.from(world.demo).upload(`public/kept/${name}`, bytes, { contentType: type });
    expect((await read(world.demo, `public/kept/${name}`))?.equals(bytes)).toBe(true);
  });

  test('an SVG in a bucket that is no account’s', async () => {
    const service = wireOf(app.runtime.keys.service_role_key).storage;
    await service.createBucket('drawings');
    await service.from('drawings').upload('a.svg', blob(HOSTILE));
    expect((await read('drawings', 'a.svg'))?.toString()).toBe(HOSTILE);
    const { error } = await service
      .from('drawings')
      .copy('a.svg', 'public/media/b.svg', { destinationBucket: world.demo });
    expect(error).toBeNull();
    expect((await read(world.demo, 'public/media/b.svg'))?.toString()).toBe(CLEAN);
  });
});
