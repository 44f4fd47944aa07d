import { createClient } from '@supabase/supabase-js';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { renderedPicture } from '#base/shared/pictures.ts';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { type Listening, listening } from '#tests/db/listening.ts';
import { openWorld, type World } from '#tests/db/world.ts';

/** What pages ask of the storage service is what it gives: every candidate of `srcset`, in the form the browser takes. */
let world: World;
let app: AppWorld;
let socket: Listening;
let address = '';
beforeAll(async () => {
  world = await openWorld();
  app = await openApp(world);
  socket = await listening(app);
  const token = (await app.signIn('demo', 'owner@demo.test')).access_token;
  const storage = createClient(socket.origin('demo'), app.runtime.keys.anon_key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    accessToken: async () => token,
  }).storage.from(world.demo);
  const photo = await sharp({ create: { width: 1000, height: 600, channels: 3, background: '#b06a3c' } })
    .jpeg()
    .toBuffer();
  const sent = await storage.upload(
    'public/pictures/form.jpg',
    new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }),
    {
      contentType: 'image/jpeg',
    },
  );
  if (sent.error) throw sent.error;
  address = `/storage/v1/object/public/${world.demo}/public/pictures/form.jpg`;
});
afterAll(async () => {
  await socket.close();
  await app.close();
  await world.close();
});

test.each([
  ['a browser of today', 'image/avif,image/webp,image/*,*/*;q=0.8', 'image/avif'],
  ['one that takes WebP', 'image/webp,*/*;q=0.8', 'image/webp'],
  ['one that takes neither', '*/*', 'image/jpeg'],
])('%s gets every width in its best form', async (_, accept, form) => {
  const candidates = (renderedPicture(address, 1000)?.srcSet ?? '')
    .split(', ')
    .map((candidate) => candidate.split(' '));
  expect(candidates.map(([, width]) => width)).toEqual(['320w', '480w', '640w', '960w', '1000w']);
  for (const [path = '', width] of candidates) {
    const response = await fetch(socket.origin('demo') + path, { headers: { accept } });
    expect(response.headers.get('content-type')).toBe(form);
    const { width: made, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect(`${made}w`).toBe(width);
    expect(Math.abs((height ?? 0) - (made ?? 0) * 0.6)).toBeLessThanOrEqual(1);
  }
});

test('pictures, films and their parts have their types, a tag, and are not sent again to who has them', async () => {
  const token = (await app.signIn('demo', 'owner@demo.test')).access_token;
  const picture = sharp({ create: { width: 30, height: 20, channels: 3, background: '#b06a3c' } });
  const video = Buffer.concat([
    Buffer.from('000000186674797069736f6d000000006d70343269736f6d', 'hex'),
    Buffer.alloc(900),
  ]);
  const media: [string, string, Buffer][] = [
    ['a.webp', 'image/webp', await picture.clone().webp().toBuffer()],
    ['a.jpg', 'image/jpeg', await picture.clone().jpeg().toBuffer()],
    ['a.mp4', 'video/mp4', video],
  ];
  for (const [name, type, bytes] of media) {
    const path = `/storage/v1/object/${world.demo}/public/media/${name}`;
    const sent = await fetch(socket.origin('demo') + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': type },
      body: new Uint8Array(bytes),
    });
    expect([name, sent.status]).toEqual([name, 200]);
    const request = (headers: Record<string, string>) =>
      fetch(socket.origin('demo') + path.replace('/object/', '/object/public/'), { headers });
    const full = await request({});
    expect([full.headers.get('content-type'), full.headers.get('accept-ranges')]).toEqual([type, 'bytes']);
    expect(full.headers.get('content-disposition')).toBeNull();
    expect(Buffer.from(await full.arrayBuffer())).toEqual(bytes);
    const part = await request({ range: 'bytes=2-5' });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 2-5/${bytes.length}`]);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(2, 6));
    expect((await request({ 'if-none-match': full.headers.get('etag') ?? '' })).status).toBe(304);
  }
});
