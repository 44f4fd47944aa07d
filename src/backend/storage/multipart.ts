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
  const source = body[Symbol.asyncIterator]();
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  // The first delimiter has no preceding line break; adding one makes all delimiters equal.
  let buffered: Buffer = Buffer.from('\r\n');
  let ended = false;

  async function readMore(): Promise<boolean> {
    if (ended) return false;
    const next = await source.next();
    if (next.done) {
      ended = true;
      return false;
    }
    buffered = buffered.length === 0 ? Buffer.from(next.value) : Buffer.concat([buffered, next.value]);
    return true;
  }

  function broken(): Error {
    return storageErrors.invalidRequest('The multipart body ends early or is malformed.');
  }

  async function* untilDelimiter(): AsyncGenerator<Buffer> {
    for (;;) {
      const at = buffered.indexOf(delimiter);
      if (at >= 0) {
        const last = buffered.subarray(0, at);
        buffered = buffered.subarray(at + delimiter.length);
        if (last.length > 0) yield last;
        return;
      }
      // The end of the buffer may be the start of a delimiter.
      const safe = buffered.length - delimiter.length + 1;
      if (safe > 0) {
        const chunk = buffered.subarray(0, safe);
        buffered = buffered.subarray(safe);
        yield chunk;
      }
      if (!(await readMore())) throw broken();
    }
  }

  async function atLeast(count: number): Promise<void> {
    while (buffered.length < count) if (!(await readMore())) throw broken();
  }

  let preamble = 0;
  for await (const chunk of untilDelimiter()) {
    preamble += chunk.length;
    if (preamble > HEADER_BYTES) throw broken();
  }
  for (let count = 0; ; count++) {
    await atLeast(2);
    if (buffered.subarray(0, 2).toString('latin1') === '--') return;
    if (count >= PARTS) throw storageErrors.invalidRequest('The form has too many parts.');
    let headersEnd = buffered.indexOf('\r\n\r\n');
    while (headersEnd < 0) {
      if (buffered.length > HEADER_BYTES || !(await readMore())) throw broken();
      headersEnd = buffered.indexOf('\r\n\r\n');
    }
    const headers = buffered.subarray(0, headersEnd).toString('utf8');
    buffered = buffered.subarray(headersEnd + 4);
    const disposition = /^content-disposition:\s*form-data\b(.*)$/im.exec(headers)?.[1];
    if (disposition === undefined) throw broken();
    const bytes = untilDelimiter();
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
