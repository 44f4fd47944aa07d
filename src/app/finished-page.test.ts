import { expect, test } from 'vitest';
import { finish } from './finished-page.ts';

test.each([10, 20_000, 200_000])('of a page of %d letters no more memory is kept than is counted', async (length) => {
  const html = Array.from({ length: length / 10 }, (_, at) => `${Math.sin(at)}`.slice(-10)).join('');
  const page = await finish({ status: 200, html, headers: {}, tags: new Set(), reads: [] });
  const { br, gzip } = page.bodies;
  for (const body of [br, gzip]) expect(body.buffer.byteLength).toBe(body.length);
  expect(page.bytes).toBeGreaterThanOrEqual(br.buffer.byteLength + gzip.buffer.byteLength);
});
