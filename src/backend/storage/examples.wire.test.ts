import { gzipSync } from 'node:zlib';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openScene, type Scene } from '#tests/db/storage-wire.ts';

/**
 * The examples that stand in the client's own source and at https://supabase.com/docs/reference/javascript/storage-createbucket
 * and the pages beside it, under their titles, with the responses printed there. Lifecycle rules and earlier versions
 * are not supported.
 */
let scene: Scene;
let supabase: SupabaseClient;
let avatar: Buffer<ArrayBuffer>;
const ORIGIN = 'http://files.test';

beforeAll(async () => {
  scene = await openScene();
  const key = await scene.tokens.sign({ role: 'service_role' }, 900);
  supabase = createClient(ORIGIN, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: scene.fetch },
  });
  const picture = sharp({ create: { width: 300, height: 200, channels: 3, background: '#357' } });
  avatar = Buffer.from(await picture.png().toBuffer());
});
afterAll(() => scene.close());

beforeEach(async () => {
  await supabase.storage.createBucket('avatars', { public: false });
  await supabase.storage.createBucket('public-bucket', { public: true });
  for (const bucket of ['avatars', 'public-bucket']) {
    for (const name of ['avatar1.png', 'avatar2.png']) {
      const options = { contentType: 'image/png', cacheControl: '3600' };
      const { error } = await supabase.storage.from(bucket).upload(`folder/${name}`, avatar, options);
      expect(error).toBeNull();
    }
  }
});
afterEach(async () => {
  for (const bucket of ['avatars', 'public-bucket', 'new']) {
    await supabase.storage.emptyBucket(bucket);
    await supabase.storage.deleteBucket(bucket);
  }
});

const files = () => supabase.storage.from('avatars');
const open = () => supabase.storage.from('public-bucket');
const file = () => new File([avatar], 'avatar1.png', { type: 'image/png' });
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
const limited = { public: false, allowedMimeTypes: ['image/png'], fileSizeLimit: 1024 };
const signed = (name: string, path = 'object/sign/avatars') =>
  expect.stringMatching(new RegExp(`^${ORIGIN}/storage/v1/${path}/${name}\\?token=[\\w.-]+`));
const signedEntry = (path: string) => ({
  error: null,
  path,
  signedURL: expect.stringMatching(`^/object/sign/avatars/${path}\\?token=`),
  signedUrl: signed(path),
});
const UPLOADED = { path: 'public/avatar1.png', fullPath: 'avatars/public/avatar1.png' };

async function sizeOf(picture: Blob | null): Promise<unknown> {
  const { width, height } = await sharp(Buffer.from((await picture?.arrayBuffer()) ?? new ArrayBuffer())).metadata();
  return { data: [width, height], error: null };
}

type ClientResponse = PromiseLike<{ data: unknown; error?: unknown }> | { data: unknown; error?: unknown };

it.each<[string, () => ClientResponse, unknown]>([
  ['Create bucket', () => supabase.storage.createBucket('new', limited), { name: 'new' }],
  [
    'Get bucket',
    async () => {
      await supabase.storage.updateBucket('avatars', limited);
      return supabase.storage.getBucket('avatars');
    },
    {
      id: 'avatars',
      name: 'avatars',
      owner: '',
      public: false,
      file_size_limit: 1024,
      allowed_mime_types: ['image/png'],
      created_at: time,
      updated_at: time,
      type: 'STANDARD',
    },
  ],
  [
    'List buckets with options',
    () =>
      supabase.storage.listBuckets({
        limit: 10,
        offset: 0,
        sortColumn: 'created_at',
        sortOrder: 'desc',
        search: 'ava',
      }),
    [expect.objectContaining({ id: 'avatars' })],
  ],
  ['Update bucket', () => supabase.storage.updateBucket('avatars', limited), { message: 'Successfully updated' }],
  [
    'Empty bucket',
    () => supabase.storage.emptyBucket('avatars'),
    { message: 'Empty bucket has been queued. Completion may take up to an hour.' },
  ],
  [
    'Delete bucket',
    async () => {
      await supabase.storage.emptyBucket('avatars');
      return supabase.storage.deleteBucket('avatars');
    },
    { message: 'Successfully deleted' },
  ],
  [
    'Upload file',
    () => files().upload('public/avatar1.png', file(), { cacheControl: '3600', upsert: false }),
    { ...UPLOADED, id: expect.any(String) },
  ],
  [
    'Upload file using ArrayBuffer from base64 file data',
    () => files().upload('public/avatar1.png', new Uint8Array(avatar).buffer, { contentType: 'image/png' }),
    { ...UPLOADED, id: expect.any(String) },
  ],
  [
    'Create Signed Upload URL',
    () => files().createSignedUploadUrl('folder/cat.jpg'),
    {
      signedUrl: signed('folder/cat.jpg', 'object/upload/sign/avatars'),
      path: 'folder/cat.jpg',
      token: expect.any(String),
    },
  ],
  [
    'Upload to a signed URL',
    async () => {
      const { data } = await files().createSignedUploadUrl('folder/cat.jpg');
      return files().uploadToSignedUrl('folder/cat.jpg', data?.token ?? '', file());
    },
    { path: 'folder/cat.jpg', fullPath: 'avatars/folder/cat.jpg' },
  ],
  [
    'Update file',
    () => files().update('folder/avatar1.png', file(), { cacheControl: '3600' }),
    { path: 'folder/avatar1.png', fullPath: 'avatars/folder/avatar1.png', id: expect.any(String) },
  ],
  [
    'Move file',
    () => files().move('folder/avatar1.png', 'private/avatar2.png'),
    expect.objectContaining({ message: 'Successfully moved' }),
  ],
  [
    'Copy file',
    () => files().copy('folder/avatar1.png', 'private/avatar2.png'),
    { path: 'avatars/private/avatar2.png' },
  ],
  [
    'Copy file with content encoding',
    async () => {
      await files().upload('source.txt.gz', gzipSync('words'), { contentType: 'text/plain' });
      return files().copy('source.txt.gz', 'copy.txt.gz', {
        copyMetadata: false,
        metadata: { contentEncoding: 'gzip' },
      });
    },
    { path: 'avatars/copy.txt.gz' },
  ],
  [
    'Create Signed URL',
    () => files().createSignedUrl('folder/avatar1.png', 60),
    { signedUrl: signed('folder/avatar1.png') },
  ],
  [
    'Create a signed URL for an asset with transformations',
    () => files().createSignedUrl('folder/avatar1.png', 60, { transform: { width: 100, height: 100 } }),
    { signedUrl: signed('folder/avatar1.png', 'render/image/sign/avatars') },
  ],
  [
    'Create a signed URL which triggers the download of the asset',
    () => files().createSignedUrl('folder/avatar1.png', 60, { download: true }),
    { signedUrl: expect.stringMatching(/&download=$/) },
  ],
  [
    'Create Signed URLs',
    () => files().createSignedUrls(['folder/avatar1.png', 'folder/avatar2.png'], 60),
    [signedEntry('folder/avatar1.png'), signedEntry('folder/avatar2.png')],
  ],
  [
    'Download file',
    async () => {
      const { data, error } = await files().download('folder/avatar1.png');
      return { data: [data?.type, data?.size], error };
    },
    ['image/png', expect.any(Number)],
  ],
  [
    'Download file with transformations',
    async () => {
      const transform = { width: 100, height: 100, quality: 80 };
      const { data } = await files().download('folder/avatar1.png', { transform });
      return sizeOf(data) as Promise<{ data: unknown }>;
    },
    [100, 100],
  ],
  [
    'Download with cache control',
    async () => {
      const { data, error } = await files().download('folder/avatar1.png', {}, { cache: 'no-store' });
      return { data: data?.type, error };
    },
    'image/png',
  ],
  [
    'Get file info',
    () => files().info('folder/avatar1.png'),
    expect.objectContaining({ lastModified: time, size: expect.any(Number), contentType: 'image/png' }),
  ],
  ['Check file existence', () => files().exists('folder/avatar1.png'), true],
  [
    'Returns the URL for an asset in a public bucket',
    () => open().getPublicUrl('folder/avatar1.png'),
    { publicUrl: `${ORIGIN}/storage/v1/object/public/public-bucket/folder/avatar1.png` },
  ],
  [
    'Returns the URL for an asset in a public bucket with transformations',
    async () => {
      const { data } = open().getPublicUrl('folder/avatar1.png', { transform: { width: 100, height: 100 } });
      return sizeOf(await (await scene.call(data.publicUrl)).blob()) as Promise<{ data: unknown }>;
    },
    [100, 100],
  ],
  [
    'Returns the URL which triggers the download of an asset in a public bucket',
    async () => {
      const { data } = open().getPublicUrl('folder/avatar1.png', { download: true });
      return { data: (await scene.call(data.publicUrl)).headers.get('content-disposition') };
    },
    expect.stringMatching(/^attachment; filename="avatar1.png"/),
  ],
  [
    'Delete file',
    () => files().remove(['folder/avatar1.png']),
    [expect.objectContaining({ name: 'folder/avatar1.png' })],
  ],
  ['Purge a single cached object', () => files().purgeCache('folder/avatar1.png'), { message: 'success' }],
  ['Purge cache for an entire bucket', () => supabase.storage.purgeBucketCache('avatars'), { message: 'success' }],
  [
    'List files in a bucket',
    () => files().list('folder', { limit: 1, offset: 0, sortBy: { column: 'name', order: 'asc' } }),
    [
      {
        name: 'avatar1.png',
        id: expect.stringMatching(/^[\da-f-]{36}$/),
        updated_at: time,
        created_at: time,
        last_accessed_at: time,
        metadata: {
          eTag: expect.stringMatching(/^"[\da-f]{32}"$/),
          size: expect.any(Number),
          mimetype: 'image/png',
          cacheControl: 'max-age=3600',
          lastModified: time,
          contentLength: expect.any(Number),
          httpStatusCode: 200,
        },
      },
    ],
  ],
  [
    'Search files in a bucket',
    () => files().list('folder', { limit: 100, offset: 0, sortBy: { column: 'name', order: 'asc' }, search: 'jon' }),
    [],
  ],
])('%s', async (_, call, data) => {
  const response = await call();
  expect(response.error ?? null).toBeNull();
  expect(response.data).toEqual(data);
});

it('Handling errors: the whole error tells the status and the code', async () => {
  const { error } = await files().upload('folder/avatar1.png', file());
  expect(error).toMatchObject({ status: 400, statusCode: '409', code: 'KeyAlreadyExists' });
});
