import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createStaticFiles } from './static-files.ts';

let folder: string;
let files: ReturnType<typeof createStaticFiles>;
const BYTES = '0123456789';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'stoa-static-'));
  mkdirSync(join(folder, 'assets'));
  for (const name of ['a.webp', 'a.jpg', 'a.mp4', 'a.woff2', 'a.woff', 'a.ttf', 'a.otf', 'a.unknown', 'a.css'])
    writeFileSync(join(folder, name), BYTES);
  writeFileSync(join(folder, 'a.css.br'), 'packed');
  writeFileSync(join(folder, 'b.webp'), 'other bytes');
  writeFileSync(join(folder, 'assets', 'font-A1b2C3d4.woff2'), BYTES);
  files = createStaticFiles(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const request = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  files(new Request(`http://site.test${path}`, { headers, method }), path);
const header = (response: Response | undefined, name: string) => response?.headers.get(name) ?? null;

describe('a file of the build', () => {
  test.each([
    ['/a.webp', 'image/webp'],
    ['/a.jpg', 'image/jpeg'],
    ['/a.mp4', 'video/mp4'],
    ['/a.woff2', 'font/woff2'],
    ['/a.woff', 'font/woff'],
    ['/a.ttf', 'font/ttf'],
    ['/a.otf', 'font/otf'],
    ['/a.unknown', 'application/octet-stream'],
  ])('%s has its type, a tag of its bytes, and says that a part may be asked for', async (path, type) => {
    const response = request(path);
    expect([response?.status, header(response, 'content-type'), header(response, 'accept-ranges')]).toEqual([
      200,
      type,
      'bytes',
    ]);
    expect(header(response, 'etag')).toMatch(/^"[\w-]{22}"$/);
    expect(await response?.text()).toBe(BYTES);
  });

  test('has another tag where its bytes are others', () => {
    expect(header(request('/a.webp'), 'etag')).toBe(header(request('/a.jpg'), 'etag'));
    expect(header(request('/b.webp'), 'etag')).not.toBe(header(request('/a.webp'), 'etag'));
  });

  test.each([
    ['bytes=0-1', 206, 'bytes 0-1/10', '01'],
    ['bytes=4-', 206, 'bytes 4-9/10', '456789'],
    ['bytes=-3', 206, 'bytes 7-9/10', '789'],
    ['bytes=8-99', 206, 'bytes 8-9/10', '89'],
    ['bytes=10-', 416, 'bytes */10', ''],
    ['bytes=0-1,3-4', 200, null, BYTES],
    ['lines=1-2', 200, null, BYTES],
    ['bytes=5-2', 200, null, BYTES],
  ])('with Range %s is answered with %i', async (range, status, contentRange, text) => {
    const response = request('/a.mp4', { range });
    expect([response?.status, header(response, 'content-range')]).toEqual([status, contentRange]);
    expect(header(response, 'content-length')).toBe(String(text.length));
    expect(await response?.text()).toBe(text);
  });

  test('is not sent again to who has it, and in part only of the same bytes', async () => {
    const etag = header(request('/a.mp4'), 'etag') ?? '';
    for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const response = request('/a.mp4', { 'if-none-match': tag });
      expect([tag, response?.status, response?.body, header(response, 'etag')]).toEqual([tag, 304, null, etag]);
    }
    expect(request('/a.mp4', { 'if-none-match': '"x"' })?.status).toBe(200);
    expect(request('/a.mp4', { range: 'bytes=0-1', 'if-range': etag })?.status).toBe(206);
    expect(request('/a.mp4', { range: 'bytes=0-1', 'if-range': '"x"' })?.status).toBe(200);
  });

  test('packed has a tag of its own, and parts are those of the bytes as they are', async () => {
    const packed = request('/a.css', { 'accept-encoding': 'gzip, br' });
    expect([header(packed, 'content-encoding'), await packed?.text()]).toEqual(['br', 'packed']);
    const plain = request('/a.css');
    expect(header(packed, 'etag')).not.toBe(header(plain, 'etag'));
    const part = request('/a.css', { 'accept-encoding': 'br', range: 'bytes=0-1' });
    expect([header(part, 'content-encoding'), header(part, 'etag')]).toEqual([null, header(plain, 'etag')]);
  });

  test('is answered without its bytes to HEAD, and takes nothing by POST', () => {
    const head = request('/a.mp4', {}, 'HEAD');
    expect([head?.status, head?.body, header(head, 'content-length')]).toEqual([200, null, '10']);
    expect(request('/a.mp4', {}, 'POST')).toBeUndefined();
    expect(header(request('/assets/font-A1b2C3d4.woff2'), 'cache-control')).toContain('immutable');
  });
});
