/**
 * A WebM video from VP8 key frames. A lossy WebP is one VP8 key frame in a RIFF container (RFC 6386, section 9;
 * RFC 9649), so WebP pictures become a video by changing the container (RFC 9559).
 */
export function webmOf(
  stills: readonly Uint8Array[],
  shape: { width: number; height: number; perSecond: number },
): Buffer {
  const frameMs = 1000 / shape.perSecond;
  const clusters: Buffer[] = [];
  const cues: Buffer[] = [];
  const info = element(0x1549a966, [
    element(0x2ad7b1, unsigned(1_000_000)),
    element(0x4489, float(stills.length * frameMs)),
    element(0x4d80, Buffer.from('stoa')),
    element(0x5741, Buffer.from('stoa')),
  ]);
  const tracks = element(0x1654ae6b, [
    element(0xae, [
      element(0xd7, unsigned(1)),
      element(0x73c5, unsigned(1)),
      element(0x83, unsigned(1)),
      element(0x86, Buffer.from('V_VP8')),
      element(0x23e383, unsigned(Math.round(frameMs * 1_000_000))),
      element(0xe0, [element(0xb0, unsigned(shape.width)), element(0xba, unsigned(shape.height))]),
    ]),
  ]);
  // One cluster per second: players seek to the start of a cluster.
  let at = info.length + tracks.length + INDEX_BYTES;
  for (let first = 0; first < stills.length; first += shape.perSecond) {
    const start = Math.round(first * frameMs);
    const blocks = stills.slice(first, first + shape.perSecond).map((still, index) => {
      const head = Buffer.alloc(4);
      head.writeUInt8(0x81, 0);
      head.writeInt16BE(Math.round(index * frameMs), 1);
      head.writeUInt8(0x80, 3);
      return element(0xa3, Buffer.concat([head, vp8FrameOf(still)]));
    });
    const cluster = element(0x1f43b675, [element(0xe7, unsigned(start)), ...blocks]);
    cues.push(
      element(0xbb, [
        element(0xb3, unsigned(start)),
        element(0xb7, [element(0xf7, unsigned(1)), element(0xf1, fixed(at))]),
      ]),
    );
    clusters.push(cluster);
    at += cluster.length;
  }
  const index = element(0x1c53bb6b, cues);
  const indexSpace = INDEX_BYTES - index.length;
  if (indexSpace < 9) throw new Error('The film is too long for the room set aside for its index.');
  const header = element(0x1a45dfa3, [
    element(0x4286, unsigned(1)),
    element(0x42f7, unsigned(1)),
    element(0x42f2, unsigned(4)),
    element(0x42f3, unsigned(8)),
    element(0x4282, Buffer.from('webm')),
    element(0x4287, unsigned(2)),
    element(0x4285, unsigned(2)),
  ]);
  const padding = element(0xec, Buffer.alloc(indexSpace - 9));
  return Buffer.concat([header, element(0x18538067, [info, tracks, index, padding, ...clusters])]);
}

/** Bytes reserved between the tracks and the first cluster for the index, which is written last. */
const INDEX_BYTES = 4096;

/** Extracts the VP8 frame of a lossy WebP. */
export function vp8FrameOf(webp: Uint8Array): Buffer {
  const file = Buffer.from(webp.buffer, webp.byteOffset, webp.byteLength);
  for (let at = 12; at + 8 <= file.length; ) {
    const size = file.readUInt32LE(at + 4);
    if (file.toString('latin1', at, at + 4) === 'VP8 ') return file.subarray(at + 8, at + 8 + size);
    at += 8 + size + (size % 2);
  }
  throw new Error('This picture is no lossy WebP.');
}

function element(id: number, content: Buffer | Buffer[]): Buffer {
  const body = Array.isArray(content) ? Buffer.concat(content) : content;
  const name = Buffer.from(
    id.toString(16).padStart(id > 0xffffff ? 8 : id > 0xffff ? 6 : id > 0xff ? 4 : 2, '0'),
    'hex',
  );
  // Lengths are always eight bytes, so that offsets can be computed before the content is written.
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(body.length) | (1n << 56n));
  return Buffer.concat([name, size, body]);
}

function unsigned(value: number): Buffer {
  const hex = value.toString(16);
  return Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex');
}

function fixed(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}

function float(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes;
}
