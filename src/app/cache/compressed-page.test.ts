import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compress, encodedPageOf, recompress } from './compressed-page.ts';

test.each([10, 20_000, 200_000])('of a page of %d letters no more memory is kept than is counted', async (length) => {
  const html = Array.from({ length: length / 10 }, (_, at) => `${Math.sin(at)}`.slice(-10)).join('');
  const page = await compress({ status: 200, body: Buffer.from(html), headers: {}, tags: new Set(), reads: [] });
  const bodies = [encodedPageOf(page, 'br').body, encodedPageOf(page, 'gzip').body];
  for (const body of bodies) expect(body.buffer.byteLength).toBe(body.length);
  expect(page.bytes).toBeGreaterThanOrEqual(bodies.reduce((sum, body) => sum + body.buffer.byteLength, 0));
});

test('a page says the same in every encoding, and how long it is', async () => {
  const html = '<p>Été – 写真</p>'.repeat(200);
  const headers = { 'content-type': 'text/html; charset=utf-8' };
  const page = await compress({ status: 200, body: Buffer.from(html), headers, tags: new Set(), reads: [] });
  for (const [encoding, read] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
    ['identity', (body: Buffer) => body],
  ] as const) {
    const form = encodedPageOf(page, encoding);
    expect(read(form.body).toString()).toBe(html);
    const text = Object.fromEntries(
      form.headers.flatMap((name, at) => (at % 2 ? [] : [[name, form.headers[at + 1] ?? '']])),
    );
    expect(text).toMatchObject({ ...headers, 'content-length': String(form.body.length) });
    expect(text['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding);
  }
  // Made once, and then kept.
  expect(encodedPageOf(page, 'gzip')).toBe(encodedPageOf(page, 'gzip'));
});

test('a page that is asked for again is packed smaller, and says the same', async () => {
  const html = Array.from({ length: 2_000 }, (_, at) => `<p class="c${at % 7}">${Math.sin(at)}</p>`).join('');
  const page = await compress({ status: 200, body: Buffer.from(html), headers: {}, tags: new Set(), reads: [] });
  const quick = encodedPageOf(page, 'br');
  await recompress(page);
  const well = encodedPageOf(page, 'br');
  expect(well.body.length).toBeLessThan(quick.body.length);
  expect(well.body.buffer.byteLength).toBe(well.body.length);
  expect(well.headers[well.headers.indexOf('content-length') + 1]).toBe(String(well.body.length));
  expect(brotliDecompressSync(well.body).toString()).toBe(html);
  // Once is enough.
  await recompress(page);
  expect(encodedPageOf(page, 'br')).toBe(well);
});
