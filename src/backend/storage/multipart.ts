import { storageErrors } from './storage-error.ts';

/** One part of a multipart body. `bytes` must be read to its end before the next part is requested. */
export type Part = {
  name: string;
  /** Present, maybe empty, if the part is a file. */
  filename: string | null;
  contentType: string | null;
  bytes: AsyncIterable<Buffer>;
};

const HEADER_BYTES = 16 * 1024;
const PARTS = 50;

/** The boundary of a multipart/form-data content type, or null. */
export function boundaryOf(contentType: string): string | null {
  if (!/^multipart\/form-data\s*;/i.test(contentType)) return null;
  const match = /;\s*boundary=(?:"([^"]{1,200})"|([^\s;]{1,200}))/i.exec(contentType);
  return match?.[1] ?? match?.[2] ?? null;
}

/**
 * Streams multipart/form-data (RFC 7578) with at most one chunk in memory: `Request.formData()` holds
 * whole files.
 * @throws {StorageError} InvalidRequest if the body is malformed or has over 50 parts.
 */
export async function* readMultipart(body: AsyncIterable<Uint8Array>, boundary: string): AsyncGenerator<Part> {
  const source = new DelimitedBytes(body, boundary);
  let preamble = 0;
  for await (const chunk of source.untilDelimiter()) {
    preamble += chunk.length;
    if (preamble > HEADER_BYTES) throw broken();
  }
  for (let count = 0; ; count++) {
    if ((await source.peek(2)) === '--') return;
    if (count >= PARTS) throw storageErrors.invalidRequest('The form has too many parts.');
    const headers = await source.headers();
    const disposition = /^content-disposition:\s*form-data\b(.*)$/im.exec(headers)?.[1];
    if (disposition === undefined) throw broken();
    const bytes = source.untilDelimiter();
    yield {
      name: parameter(disposition, 'name') ?? '',
      filename: parameter(disposition, 'filename'),
      contentType: /^content-type:\s*(.+?)\s*$/im.exec(headers)?.[1] ?? null,
      bytes,
    };
    // Skip a part the caller did not read.
    for await (const _ of bytes);
  }
}

function broken(): Error {
  return storageErrors.invalidRequest('The multipart body ends early or is malformed.');
}

/** A body up to each next delimiter. */
class DelimitedBytes {
  readonly #source: AsyncIterator<Uint8Array>;
  readonly #delimiter: Buffer;
  // The first delimiter has no preceding line break; adding one makes all delimiters equal.
  #buffered: Buffer = Buffer.from('\r\n');
  #ended = false;

  constructor(body: AsyncIterable<Uint8Array>, boundary: string) {
    this.#source = body[Symbol.asyncIterator]();
    this.#delimiter = Buffer.from(`\r\n--${boundary}`);
  }

  async *untilDelimiter(): AsyncGenerator<Buffer> {
    for (;;) {
      const at = this.#buffered.indexOf(this.#delimiter);
      if (at >= 0) {
        const last = this.#buffered.subarray(0, at);
        this.#buffered = this.#buffered.subarray(at + this.#delimiter.length);
        if (last.length > 0) yield last;
        return;
      }
      // The end of the buffer may be the start of a this.#delimiter.
      const safe = this.#buffered.length - this.#delimiter.length + 1;
      if (safe > 0) {
        const chunk = this.#buffered.subarray(0, safe);
        this.#buffered = this.#buffered.subarray(safe);
        yield chunk;
      }
      if (!(await this.#readMore())) throw broken();
    }
  }

  /** The next bytes, which stay to be read. */
  async peek(count: number): Promise<string> {
    while (this.#buffered.length < count) if (!(await this.#readMore())) throw broken();
    return this.#buffered.subarray(0, count).toString('latin1');
  }

  async headers(): Promise<string> {
    let headersEnd = this.#buffered.indexOf('\r\n\r\n');
    while (headersEnd < 0) {
      if (this.#buffered.length > HEADER_BYTES || !(await this.#readMore())) throw broken();
      headersEnd = this.#buffered.indexOf('\r\n\r\n');
    }
    const headers = this.#buffered.subarray(0, headersEnd).toString('utf8');
    this.#buffered = this.#buffered.subarray(headersEnd + 4);
    return headers;
  }

  async #readMore(): Promise<boolean> {
    if (this.#ended) return false;
    const next = await this.#source.next();
    if (next.done) {
      this.#ended = true;
      return false;
    }
    this.#buffered =
      this.#buffered.length === 0 ? Buffer.from(next.value) : Buffer.concat([this.#buffered, next.value]);
    return true;
  }
}

function parameter(disposition: string, name: string): string | null {
  const match = new RegExp(`;\\s*${name}="((?:[^"\\\\]|\\\\.)*)"`, 'i').exec(disposition);
  return match?.[1]?.replaceAll('%22', '"').replaceAll('\\"', '"') ?? null;
}

/** A small part as text. */
export async function textOfPart(part: Part, limit: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of part.bytes) {
    size += chunk.length;
    if (size > limit) throw storageErrors.invalidRequest(`The form field ${part.name.slice(0, 50)} is too long.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
