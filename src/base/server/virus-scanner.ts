import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pLimit from 'p-limit';
import { AppError } from '#base/shared/errors.ts';
import type { Log } from './log.ts';

export type VirusScanner = {
  /**
   * Scans a file; resolves where it is clean.
   * @throws {AppError} 422 `virus_found`, 413 `scanner_too_small`, 503 `scanner_unavailable`: then nothing may be
   * stored.
   */
  scan(file: AsyncIterable<Uint8Array>): Promise<void>;
  /** Whether it responds. */
  isThere(): Promise<boolean>;
};

/** Timeout in milliseconds. clamd scans one file for at most 120 seconds (`MaxScanTime`). */
export type ScannerTimes = { connect: number; silence: number };
const TIMES: ScannerTimes = { connect: 5_000, silence: 150_000 };
/** clamd has ten threads by default; its other users keep some. */
const MAX_CONCURRENT = 4;
const MAX_REPLY_LENGTH = 4_096;
const RETRY_SECONDS = 60;

const errors = {
  found: (name: string) =>
    new AppError(422, 'virus_found', `The virus scanner found ${name} in this file, so it was not saved.`),
  tooSmall: () =>
    new AppError(413, 'scanner_too_small', 'This file is too large for the virus scanner, so it was not saved.'),
  unavailable: () =>
    new AppError(
      503,
      'scanner_unavailable',
      'Files can’t be scanned for viruses at the moment, so uploads are paused. Try again in a minute.',
      { headers: { 'retry-after': String(RETRY_SECONDS) } },
    ),
};

/**
 * A scanner with clamd's protocol: `INSTREAM`, chunks with a four-byte length prefix, and an empty one at the end
 * (https://docs.clamav.net/manual/Usage/Scanning.html#clamd, man clamd). `address` is `tcp://host:port`. Anything but a
 * clear OK counts as failure.
 */
export function createVirusScanner(address: string, log: Log, times: ScannerTimes = TIMES): VirusScanner {
  const { hostname, port } = new URL(address);
  const turns = pLimit(MAX_CONCURRENT);
  const open = () => connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) });

  async function scan(file: AsyncIterable<Uint8Array>): Promise<void> {
    const socket = open();
    const reply = replyOf(socket, times);
    // A scanner that replies before the end reads no more; its reply counts.
    const sent = pipeline(Readable.from(framed(file)), socket, { end: false }).catch((error: Error) =>
      socket.destroy(error),
    );
    const text = await reply.catch((error: Error) => error);
    socket.destroy();
    await sent;
    if (text instanceof Error) {
      log.error({ error: text.message }, 'The virus scanner cannot be reached, so uploads are refused.');
      throw errors.unavailable();
    }
    const name = /^stream: (.{1,200}) FOUND$/.exec(text)?.[1]?.replace(/[^\w.:/-]/g, '_');
    if (name) {
      log.warn({ virus: name }, 'The virus scanner found something in an upload, and it was not kept.');
      throw errors.found(name);
    }
    if (text === 'stream: OK') return;
    if (/size limit exceeded/i.test(text)) throw errors.tooSmall();
    log.error({ reply: text }, 'The virus scanner did not scan an upload, so it was refused.');
    throw errors.unavailable();
  }

  return {
    scan: (file) => turns(() => scan(file)),
    isThere: async () => {
      const socket = open();
      const reply = replyOf(socket, { ...times, silence: times.connect });
      socket.write('zPING\0');
      const text = await reply.catch(() => '');
      socket.destroy();
      return text === 'PONG';
    },
  };
}

async function* framed(file: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield Buffer.from('zINSTREAM\0');
  for await (const piece of file) {
    if (piece.byteLength === 0) continue;
    yield lengthOf(piece.byteLength);
    yield piece;
  }
  yield lengthOf(0);
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}

/** The reply before NUL; rejects without a complete reply in time. */
function replyOf(socket: Socket, times: ScannerTimes): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const end = () => {
      const at = text.indexOf('\0');
      if (at < 0) reject(new Error('The connection was closed without an answer.'));
      else resolve(text.slice(0, at));
    };
    socket.setTimeout(times.connect, () => socket.destroy(new Error('No answer came in time.')));
    socket.once('connect', () => socket.setTimeout(times.silence));
    socket.setEncoding('latin1');
    socket.on('data', (piece: string) => {
      text += piece;
      if (text.includes('\0') || text.length > MAX_REPLY_LENGTH) end();
    });
    socket.once('error', (error) => (text.includes('\0') ? end() : reject(error)));
    socket.once('close', end);
  });
}
