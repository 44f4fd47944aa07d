import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openS3Scene, type S3Scene } from '#tests/db/s3-wire.ts';
import { ada } from '#tests/db/storage-wire.ts';
import { type WayIn, waysIn } from '#tests/db/ways-in.ts';

let world: S3Scene;
let methods: WayIn[];
beforeAll(async () => {
  const guard = { accessOf: async () => ({ reads: 'here' as const }), isSignedIn: async () => true };
  world = await openS3Scene({ guard, isStrict: (bucketId) => bucketId === 'private' });
  methods = waysIn(world);
});
afterAll(async () => {
  await world.close();
});

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').toString('latin1');
const PDF = '%PDF-1.4\n%%EOF';
const sql = () => world.scene.database.asService();

async function typeOf(key: string): Promise<string | undefined> {
  const [row] = await sql().query<{ type: string }>(
    `select metadata ->> 'mimetype' as type from storage.objects where bucket_id = 'private' and name = $1`,
    [key],
  );
  return row?.type;
}

describe('a bucket in which ending, type and content agree', () => {
  test.each([
    ['photo.png', 'text/html', 'x'],
    ['photo.png', 'image/png', PDF],
    ['page.html', 'text/plain', '<script>'],
    ['notes.txt', 'text/plain', 'a\0b'],
    ['notes.txt', 'image/png', 'x'],
    ['paper.pdf', 'application/pdf', '<script>'],
  ])('refuses %s as %s with %j, whichever way it comes', async (name, type, bytes) => {
    for (const [at, { name: way, send }] of methods.entries()) {
      const key = `${ada}/refused-${at}/${name}`;
      expect([way, await send(key, type, bytes)]).toEqual([way, '415']);
      expect([way, await typeOf(key)]).toEqual([way, undefined]);
    }
  });

  test('keeps what nobody knows by its ending as bytes, and a text with its charset', async () => {
    for (const [at, { name: way, send }] of methods.entries()) {
      const key = `${ada}/kept-${at}/notes.txt`;
      const unknown = `${ada}/kept-${at}/notes.foo`;
      expect([way, await send(key, 'text/plain; charset=us-ascii', 'plain')]).toEqual([way, null]);
      expect([way, await typeOf(key)]).toEqual([way, 'text/plain; charset=utf-8']);
      expect([way, await send(unknown, 'text/plain', 'plain')]).toEqual([way, null]);
      expect([way, await typeOf(unknown)]).toEqual([way, 'application/octet-stream']);
    }
    const { headers } = await world.scene.call(`/object/authenticated/private/${ada}/kept-0/notes.foo`, {
      headers: { authorization: `Bearer ${world.scene.adaToken}` },
    });
    expect(headers.get('content-disposition')).toMatch(/^attachment;/);
  });

  test('says why', async () => {
    const bucket = world.scene.asAda.from('private');
    const { error } = await bucket.upload(`${ada}/why.png`, Buffer.from(PDF), { contentType: 'image/png' });
    expect(error?.message).toBe(
      'This file is named .png, but it is application/pdf. Use the right extension and upload it again.',
    );
  });

  test('holds a new name against the content', async () => {
    const bucket = world.scene.asAda.from('private');
    const put = (name: string, body: string, contentType: string) =>
      bucket.upload(`${ada}/${name}`, Buffer.from(body, 'latin1'), { contentType });
    expect((await put('a.txt', 'plain', 'text/plain')).error).toBeNull();
    for (const to of ['a.html', 'a.png', 'a.pdf', 'a.js']) {
      for (const act of ['move', 'copy'] as const) {
        const { error } = await bucket[act](`${ada}/a.txt`, `${ada}/${to}`);
        expect([to, act, error?.message]).toEqual([to, act, expect.stringContaining('but it is text/plain')]);
      }
    }
    expect((await bucket.copy(`${ada}/a.txt`, `${ada}/b.md`)).error).toBeNull();
    expect(await typeOf(`${ada}/b.md`)).toBe('text/markdown');
    expect((await bucket.move(`${ada}/b.md`, `${ada}/b.foo`)).error).toBeNull();
    expect(await typeOf(`${ada}/b.foo`)).toBe('application/octet-stream');
    expect((await bucket.move(`${ada}/b.foo`, `${ada}/c.foo`)).error).toBeNull();
    expect((await bucket.move(`${ada}/c.foo`, `${ada}/c.html`)).error).not.toBeNull();
    expect(await typeOf(`${ada}/c.foo`)).toBe('application/octet-stream');
  });

  test('takes a file of another bucket as it would take an upload', async () => {
    const open = world.scene.asAda.from('open');
    await open.upload(`${ada}/x.png`, Buffer.from(PDF), { contentType: 'image/png' });
    await open.upload(`${ada}/y.jpg`, Buffer.from(PNG, 'latin1'), { contentType: 'image/jpeg' });
    const to = (name: string) => [`${ada}/${name}`, `${ada}/from-${name}`, { destinationBucket: 'private' }] as const;
    expect((await open.copy(...to('x.png'))).error?.message).toContain('it is application/pdf');
    expect((await open.move(...to('x.png'))).error?.message).toContain('it is application/pdf');
    expect((await open.move(...to('y.jpg'))).error).toBeNull();
    expect(await typeOf(`${ada}/from-y.jpg`)).toBe('image/png');
  });
});

test('elsewhere a file is taken at its word, as published', async () => {
  const { error } = await world.scene.asAda
    .from('open')
    .upload(`${ada}/photo.png`, Buffer.from(PDF), { contentType: 'text/html' });
  expect(error).toBeNull();
});
