import { createHash, createHmac, type Hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { bytesOfRequest } from '#base/server/raw-body.ts';
import { S3Error, s3Errors } from './s3-error.ts';
import { isSame, type Signature, sha256 } from './signature.ts';

const LINE_BYTES = 4096;
const TRAILER_BYTES = 16 * 1024;
const EMPTY = sha256('');

/**
 * Streams a request's bytes and checks them against every digest it declares: the hash or the chunk signatures of
 * signature version 4, Content-MD5 and the checksums of header or trailer. A mismatch throws at the end of the
 * bytes, before they can be stored.
 */
export async function* signedBody(request: Request, signature: Signature, key: Buffer): AsyncGenerator<Uint8Array> {
  const { payload } = signature;
  const isStreaming = payload.startsWith('STREAMING-');
  const source = readUnsigned(bytesOfRequest(request));
  const trailers = new Headers();
  for (const name of Object.keys(CHECKSUMS)) {
    const value = request.headers.get(name);
    if (value !== null) trailers.set(name, value);
  }
  const md5 = request.headers.get('content-md5');
  // The header announces which checksums come in the trailer.
  const names = [...trailers.keys(), ...(request.headers.get('x-amz-trailer') ?? '').toLowerCase().split(',')];
  const sums = names
    .map((name) => name.trim())
    .filter((name) => Object.hasOwn(CHECKSUMS, name))
    .map((name) => [name, CHECKSUMS[name]?.() as Checksum] as const);
  const md5Sum = md5 === null ? null : createHash('md5');
  const whole256 = /^[\da-f]{64}$/.test(payload) ? createHash('sha256') : null;
  if (!isStreaming && !whole256 && payload !== 'UNSIGNED-PAYLOAD') {
    throw s3Errors.invalidArgument('x-amz-content-sha256 must be a hash, UNSIGNED-PAYLOAD or a streaming form.');
  }
  const bytes = isStreaming ? chunked(source, signature, key, trailers) : source;
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.byteLength;
    whole256?.update(chunk);
    md5Sum?.update(chunk);
    for (const [, sum] of sums) sum.update(chunk);
    yield chunk;
  }
  if (whole256 && whole256.digest('hex') !== payload) throw s3Errors.wrongHash();
  const announced = request.headers.get('x-amz-decoded-content-length');
  if (isStreaming && announced !== null && Number(announced) !== size) throw s3Errors.incomplete();
  if (md5Sum && md5Sum.digest('base64') !== md5) throw s3Errors.badDigest();
  for (const [name, sum] of sums) {
    const value = trailers.get(name);
    if (value !== null && sum.digest() !== value.trim()) throw s3Errors.badDigest();
  }
}

type Checksum = { update(chunk: Uint8Array): void; digest(): string };

const CHECKSUMS: Record<string, () => Checksum> = {
  'x-amz-checksum-crc32': () => {
    let sum = 0;
    return {
      update: (chunk) => {
        sum = crc32(chunk, sum);
      },
      digest: () => {
        const bytes = Buffer.alloc(4);
        bytes.writeUInt32BE(sum);
        return bytes.toString('base64');
      },
    };
  },
  'x-amz-checksum-sha1': () => ofHash(createHash('sha1')),
  'x-amz-checksum-sha256': () => ofHash(createHash('sha256')),
};

function ofHash(hash: Hash): Checksum {
  return { update: (chunk) => void hash.update(chunk), digest: () => hash.digest('base64') };
}

/** A body that breaks off is a client error, not an internal one. */
async function* readUnsigned(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw error instanceof S3Error ? error : s3Errors.incomplete();
  }
}

/** aws-chunked: `size;chunk-signature=…\r\n bytes \r\n`, an empty chunk, and the trailer, whose values are added to `trailers`. */
async function* chunked(
  source: AsyncGenerator<Uint8Array>,
  signature: Signature,
  key: Buffer,
  trailers: Headers,
): AsyncGenerator<Uint8Array> {
  const match = /^STREAMING-(AWS4-HMAC-SHA256-PAYLOAD|UNSIGNED-PAYLOAD)(-TRAILER)?$/.exec(signature.payload);
  if (!match) throw s3Errors.invalidArgument('x-amz-content-sha256 names a form that is not known.');
  const isSigned = match[1] === 'AWS4-HMAC-SHA256-PAYLOAD';
  const reader = new LineReader(source);
  let previous = signature.value;
  for (;;) {
    const line = await reader.line(LINE_BYTES);
    const match = /^([\da-fA-F]{1,12})(?:;chunk-signature=([\da-f]{64}))?$/.exec(line);
    if (!match || (isSigned && !match[2])) throw s3Errors.incomplete();
    const size = Number.parseInt(match[1] ?? '', 16);
    const hash = isSigned ? createHash('sha256') : null;
    let left = size;
    while (left > 0) {
      const bytes = await reader.some(left);
      hash?.update(bytes);
      left -= bytes.byteLength;
      yield bytes;
    }
    if (hash) {
      const toSign = ['AWS4-HMAC-SHA256-PAYLOAD', signature.time, signature.scope, previous, EMPTY, hash.digest('hex')];
      if (!isSame(createHmac('sha256', key).update(toSign.join('\n')).digest(), match[2] ?? ''))
        throw s3Errors.wrongSignature();
      previous = match[2] ?? '';
    }
    if (size === 0) break;
    if ((await reader.line(LINE_BYTES)) !== '') throw s3Errors.incomplete();
  }
  if (match[2]) await readTrailer(reader, isSigned ? { signature, key, previous } : null, trailers);
}

async function readTrailer(
  reader: LineReader,
  sealed: { signature: Signature; key: Buffer; previous: string } | null,
  trailers: Headers,
): Promise<void> {
  let signed = '';
  let seal = '';
  let size = 0;
  for (;;) {
    const line = await reader.lastLine(LINE_BYTES);
    if (line === null || line === '') break;
    size += line.length;
    const match = /^([\w-]{1,100}):\s*(.*)$/.exec(line);
    if (!match || size > TRAILER_BYTES) throw s3Errors.incomplete();
    const [, name = '', value = ''] = match;
    if (name.toLowerCase() === 'x-amz-trailer-signature') {
      seal = value.trim();
      continue;
    }
    signed += `${name.toLowerCase()}:${value.trim()}\n`;
    if (/^[\x20-\x7e]*$/.test(value)) trailers.set(name, value.trim());
  }
  if (!sealed) return;
  const { signature, key, previous } = sealed;
  const toSign = ['AWS4-HMAC-SHA256-TRAILER', signature.time, signature.scope, previous, sha256(signed)].join('\n');
  if (!isSame(createHmac('sha256', key).update(toSign).digest(), seal)) throw s3Errors.wrongSignature();
}

class LineReader {
  readonly #source: AsyncGenerator<Uint8Array>;
  #held: Buffer = Buffer.alloc(0);
  #isOver = false;

  constructor(source: AsyncGenerator<Uint8Array>) {
    this.#source = source;
  }

  async #more(): Promise<boolean> {
    if (this.#isOver) return false;
    const next = await this.#source.next();
    if (next.done) {
      this.#isOver = true;
      return false;
    }
    this.#held = this.#held.length === 0 ? Buffer.from(next.value) : Buffer.concat([this.#held, next.value]);
    return true;
  }

  /** A line without its line break. */
  async line(limit: number): Promise<string> {
    const line = await this.lastLine(limit);
    if (line === null) throw s3Errors.incomplete();
    return line;
  }

  /** The same, or null at the end of the body; the last line may have no line break. */
  async lastLine(limit: number): Promise<string | null> {
    for (;;) {
      const at = this.#held.indexOf('\r\n');
      if (at >= 0) {
        const line = this.#held.subarray(0, at).toString('latin1');
        this.#held = this.#held.subarray(at + 2);
        return line;
      }
      if (this.#held.length > limit) throw s3Errors.incomplete();
      if (await this.#more()) continue;
      const rest = this.#held.toString('latin1');
      this.#held = Buffer.alloc(0);
      return rest === '' ? null : rest;
    }
  }

  /** Between one and `limit` bytes. */
  async some(limit: number): Promise<Uint8Array> {
    while (this.#held.length === 0) if (!(await this.#more())) throw s3Errors.incomplete();
    const bytes = this.#held.subarray(0, limit);
    this.#held = this.#held.subarray(bytes.length);
    return bytes;
  }
}
