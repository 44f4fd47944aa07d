import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { checkPublicAddress, connectErrorOf, type ReachOptions } from './public-address.ts';

/**
 * A fetched file, or why it was not fetched: the codes of `reachProblemOf`, `timeout`, `too_large`, `status`,
 * `redirects`.
 */
export type GetOutcome = { bytes: Uint8Array<ArrayBuffer>; problem: null } | { bytes: null; problem: string };

export type GetOptions = ReachOptions & {
  /** The `Accept` header. */
  accept: string;
  /** Maximum size in bytes; a larger file is rejected as a whole. */
  maxBytes: number;
  /** Timeout of the whole request, redirects included. */
  timeoutMs?: number;
};

const TIMEOUT_MS = 15_000;
const HEADER_BYTES = 16_384;
const MAX_REDIRECTS = 3;

/**
 * Fetches a file from a customer-supplied URL after `checkedAddress`; every redirect is checked as well. Sends no
 * cookie and no referrer. Never rejects.
 */
export async function safeGet(address: string, options: GetOptions): Promise<GetOutcome> {
  const signal = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
  try {
    let url = new URL(address);
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      const response = await open(url, options, signal);
      const { statusCode = 0, headers } = response;
      if (statusCode >= 300 && statusCode < 400 && headers.location) {
        response.destroy();
        url = new URL(headers.location, url);
        continue;
      }
      if (statusCode !== 200 || headers['content-encoding']) {
        response.destroy();
        return { bytes: null, problem: 'status' };
      }
      const bytes = await read(response, options.maxBytes);
      return bytes ? { bytes, problem: null } : { bytes: null, problem: 'too_large' };
    }
    return { bytes: null, problem: 'redirects' };
  } catch (error) {
    return { bytes: null, problem: signal.aborted ? 'timeout' : connectErrorOf(error) };
  }
}

async function open(url: URL, options: GetOptions, signal: AbortSignal): Promise<IncomingMessage> {
  const { pinned } = await checkPublicAddress(url, options, signal);
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? secureRequest : plainRequest;
    const headers = { accept: options.accept, 'accept-encoding': 'identity', connection: 'close' };
    const request = send(url, { headers, lookup: pinned, agent: false, maxHeaderSize: HEADER_BYTES, signal });
    request.on('error', reject);
    request.on('response', resolve);
    request.end();
  });
}

/** The whole body; null where it is larger than allowed, after reading at most that much. */
async function read(response: IncomingMessage, maxBytes: number): Promise<Uint8Array<ArrayBuffer> | null> {
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) {
    response.destroy();
    return null;
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    // Leaving the loop closes the connection.
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}
