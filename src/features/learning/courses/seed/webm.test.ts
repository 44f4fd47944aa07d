import sharp from 'sharp';
import { expect, test } from 'vitest';
import { vp8FrameOf, webmOf } from './webm.ts';

const still = (shade: number) =>
  sharp({ create: { width: 64, height: 36, channels: 3, background: { r: shade, g: 80, b: 120 } } })
    .webp({ quality: 50 })
    .toBuffer();

/** Parses EBML: id, length, content; `containers` lists the ids of container elements. */
function elements(file: Buffer, containers: ReadonlySet<number>): { id: number; at: number; body: Buffer }[] {
  const parsed: { id: number; at: number; body: Buffer }[] = [];
  const walk = (from: number, to: number) => {
    for (let at = from; at < to; ) {
      const idLength = Math.clz32(file[at] ?? 0) - 23;
      const id = file.readUIntBE(at, idLength);
      const sizeLength = Math.clz32(file[at + idLength] ?? 0) - 23;
      const size = Number(file.readBigUInt64BE(at + idLength) & 0x00ffffffffffffffn);
      expect(sizeLength).toBe(8);
      const start = at + idLength + sizeLength;
      parsed.push({ id, at, body: file.subarray(start, start + size) });
      if (containers.has(id)) walk(start, start + size);
      at = start + size;
    }
  };
  walk(0, file.length);
  return parsed;
}

test('a film is made of its stills, in time, and its index points at the clusters', async () => {
  const stills = await Promise.all([0, 60, 120, 180, 240].map(still));
  const video = webmOf(stills, { width: 64, height: 36, perSecond: 2 });
  const [segment, cluster, cues, point, positions] = [0x18538067, 0x1f43b675, 0x1c53bb6b, 0xbb, 0xb7];
  const parsed = elements(video, new Set([segment, cluster, cues, point, positions]));
  const blocks = parsed.filter(({ id }) => id === 0xa3);
  expect(blocks.map(({ body }) => body.subarray(4))).toEqual(stills.map(vp8FrameOf));
  expect(blocks.map(({ body }) => body.readInt16BE(1))).toEqual([0, 500, 0, 500, 0]);
  const clusters = parsed.filter(({ id }) => id === cluster);
  const inSegment = (parsed.find(({ id }) => id === segment)?.at ?? 0) + 12;
  const pointed = parsed.filter(({ id }) => id === 0xf1).map(({ body }) => Number(body.readBigUInt64BE()) + inSegment);
  expect(pointed).toEqual(clusters.map(({ at }) => at));
});

test('every frame is a key frame of the right size', async () => {
  const frame = vp8FrameOf(await still(99));
  expect((frame[0] ?? 1) & 1).toBe(0);
  expect([...frame.subarray(3, 6)]).toEqual([0x9d, 0x01, 0x2a]);
  expect([frame.readUInt16LE(6) & 0x3fff, frame.readUInt16LE(8) & 0x3fff]).toEqual([64, 36]);
});

test('a picture of another format is rejected', () => {
  expect(() => vp8FrameOf(Buffer.from('RIFF0000WEBPVP8L0000'))).toThrow('no lossy WebP');
});
