import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ada, openScene, type Scene } from '#tests/db/storage-wire.ts';

let scene: Scene;
let adaToken: Scene['adaToken'];
let asAda: Scene['asAda'];
let asBob: Scene['asBob'];
let asVisitor: Scene['asVisitor'];
let call: Scene['call'];

beforeAll(async () => {
  scene = await openScene();
  ({ adaToken, asAda, asBob, asVisitor, call } = scene);
});
afterAll(() => scene.close());

// https://supabase.com/docs/guides/storage/serving/downloads
describe('reading', () => {
  const text = 'abcdefghij';
  const at = (bucket: string) => `/object/public/${bucket}/${ada}/read.txt`;
  beforeAll(async () => {
    for (const bucket of ['open', 'private']) {
      const done = await asAda.from(bucket).upload(`${ada}/read.txt`, text, { contentType: 'text/plain' });
      expect(done.error).toBeNull();
    }
  });

  it.each([
    ['bytes=0-3', 206, 'abcd', 'bytes 0-3/10'],
    ['bytes=7-', 206, 'hij', 'bytes 7-9/10'],
    ['bytes=-2', 206, 'ij', 'bytes 8-9/10'],
    ['bytes=5-99', 206, 'fghij', 'bytes 5-9/10'],
    ['bytes=0-1,3-4', 200, text, null],
    ['lines=1-2', 200, text, null],
    ['bytes=9-3', 200, text, null],
  ])('serves the range %s', async (range, status, body, contentRange) => {
    const response = await call(at('open'), { headers: { range } });
    expect([response.status, await response.text(), response.headers.get('content-range')]).toEqual([
      status,
      body,
      contentRange,
    ]);
  });

  it('refuses a range outside the file', async () => {
    const response = await call(at('open'), { headers: { range: 'bytes=10-' } });
    expect([response.status, response.headers.get('content-range')]).toEqual([416, 'bytes */10']);
  });

  it('answers HEAD, ETag and dates', async () => {
    const head = await call(at('open'), { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', '']);
    expect(head.headers.get('cache-control')).toBe('max-age=3600');
    const etag = head.headers.get('etag') ?? '';
    const modified = head.headers.get('last-modified') ?? '';
    expect((await call(at('open'), { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect((await call(at('open'), { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
    expect((await call(at('open'), { headers: { 'if-modified-since': modified } })).status).toBe(304);
    expect((await call(at('open'), { headers: { range: 'bytes=0-1', 'if-range': '"old"' } })).status).toBe(200);
    expect((await call(at('open'), { headers: { range: 'bytes=0-1', 'if-range': etag } })).status).toBe(206);
  });

  it.each([
    ['', `attachment; filename="read.txt"; filename*=UTF-8''read.txt`],
    ['Größe "1".txt', `attachment; filename="Gr__e _1_.txt"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%221%22.txt`],
  ])('names a download %s', async (download, expected) => {
    const response = await call(`${at('open')}?download=${encodeURIComponent(download)}`);
    expect(response.headers.get('content-disposition')).toBe(expected);
    await response.body?.cancel();
  });

  it('finds a public file by its public URL and with no session', async () => {
    const { publicUrl } = asVisitor.from('open').getPublicUrl(`${ada}/read.txt`).data;
    expect(await (await call(publicUrl)).text()).toBe(text);
    expect(await (await asVisitor.from('open').download(`${ada}/read.txt`)).data?.text()).toBe(text);
  });

  it.each([
    ['image/svg+xml', 'image/svg+xml', true],
    ['text/html', 'text/html', true],
    ['application/xhtml+xml', 'application/xhtml+xml', true],
    ['text/javascript', 'text/plain; charset=utf-8', false],
    ['application/x-javascript', 'text/plain; charset=utf-8', false],
    ['application/pdf', 'application/pdf', false],
  ])('serves %s so that it cannot run', async (contentType, served, isSandboxed) => {
    const name = `${ada}/active`;
    await asAda.from('open').upload(name, '<svg onload="alert(1)">', { contentType, upsert: true });
    const response = await call(`/object/public/open/${name}`);
    expect(response.headers.get('content-type')).toBe(served);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(/(^|; )sandbox$/.test(response.headers.get('content-security-policy') ?? '')).toBe(isSandboxed);
    await response.body?.cancel();
  });

  it.each([
    ['a private file by the public path', at('private'), {}, '404', 'NoSuchBucket'],
    ['a missing file', '/object/public/open/none', {}, '404', 'NoSuchKey'],
    ['no token', `/object/authenticated/private/${ada}/read.txt`, {}, '400', 'InvalidRequest'],
    ['a wrong token', `/object/private/${ada}/read.txt`, { authorization: 'Bearer x.y.z' }, '403', 'InvalidJWT'],
    ['a path with broken escapes', '/object/public/open/%zz', {}, '400', 'InvalidKey'],
    ['a bucket alone', '/object/public/open', {}, '400', 'InvalidKey'],
  ])('refuses %s', async (_, path, headers, statusCode, code) => {
    const response = await call(path, { headers: headers as Record<string, string> });
    expect([response.status, await response.json()]).toEqual([400, expect.objectContaining({ statusCode, code })]);
  });

  it('hides files of others, and reports whether a file exists', async () => {
    const name = `${ada}/read.txt`;
    expect((await asBob.from('private').info(name)).error).toMatchObject({ code: 'NoSuchKey', status: 400 });
    expect((await asBob.from('private').exists(name)).data).toBe(false);
    expect((await asAda.from('private').exists(name)).data).toBe(true);
  });
});

// https://supabase.com/docs/reference/javascript/storage-from-createsignedurl
describe('signed links', () => {
  const name = `${ada}/signed (1).txt`;
  beforeAll(async () => {
    await asAda.from('private').upload(name, 'secret');
  });

  it('open a private file to whoever has them, with a name for the download', async () => {
    const signed = await asAda.from('private').createSignedUrl(name, 60, { download: 'mine.txt' });
    const response = await call(signed.data?.signedUrl ?? '');
    expect(await response.text()).toBe('secret');
    expect(response.headers.get('content-disposition')).toContain('filename="mine.txt"');
    expect(response.headers.get('cache-control')).toMatch(/^private/);
  });

  it('are signed in a batch, each with its own result', async () => {
    const signed = await asAda.from('private').createSignedUrls([`${ada}/none`, name], 60);
    expect(signed.data?.map((link) => [link.path, link.error === null])).toEqual([
      [`${ada}/none`, false],
      [name, true],
    ]);
    expect(await (await call(signed.data?.[1]?.signedUrl ?? '')).text()).toBe('secret');
  });

  it('accept one upload on behalf of the signer', async () => {
    const target = `${ada}/by-link.txt`;
    const link = await asAda.from('private').createSignedUploadUrl(target);
    const done = await asVisitor
      .from('private')
      .uploadToSignedUrl(target, link.data?.token ?? '', new Blob(['by link']));
    expect(done.error).toBeNull();
    expect(await (await asAda.from('private').download(target)).data?.text()).toBe('by link');
    const again = await asVisitor.from('private').uploadToSignedUrl(target, link.data?.token ?? '', 'again');
    expect(again.error).toMatchObject({ statusCode: '409' });
  });

  it('are refused for another file, another use, a changed token and a session’s token', async () => {
    const read = new URL((await asAda.from('private').createSignedUrl(name, 60)).data?.signedUrl ?? '');
    const token = read.searchParams.get('token') ?? '';
    const upload = (await asAda.from('private').createSignedUploadUrl(`${ada}/other.txt`)).data?.token ?? '';
    for (const [path, wrong] of [
      [`${ada}/tricky`, token],
      // Not its last character: some of its bits are unused.
      [encodeURI(name), token.slice(0, -9) + (token.at(-9) === 'x' ? 'y' : 'x') + token.slice(-8)],
      [`${ada}/other.txt`, upload],
      [encodeURI(name), adaToken],
      [encodeURI(name), ''],
    ]) {
      const response = await call(`/object/sign/private/${path}?token=${wrong}`);
      expect([response.status, (await response.json()).code]).toEqual([400, 'InvalidJWT']);
    }
    const asUpload = await asVisitor.from('private').uploadToSignedUrl(name, token, 'x', { upsert: true });
    expect(asUpload.error).toMatchObject({ code: 'InvalidJWT' });
  });

  it.each([
    ['another’s file', () => asBob.from('private').createSignedUrl(name, 60), '404', 'NoSuchKey'],
    ['no time at all', () => asAda.from('private').createSignedUrl(name, 0), '400', 'InvalidRequest'],
    ['an upload they may not do', () => asBob.from('private').createSignedUploadUrl(`${ada}/x`), '403', 'AccessDenied'],
  ])('are not made for %s', async (_, attempt, statusCode, code) => {
    expect((await attempt()).error).toMatchObject({ statusCode, code });
  });
});
