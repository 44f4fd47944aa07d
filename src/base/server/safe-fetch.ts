import { type ClientRequest, request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { checkPublicAddress, connectErrorOf, type ReachOptions } from './public-address.ts';

/** Response to a message sent to a customer-supplied URL. One of `status` and `problem` is set. */
export type PostOutcome = {
  status: number | null;
  /** The beginning of the response body, as text. */
  body: string;
  /** `Retry-After` in seconds, where it is given in seconds. */
  retryAfter: number | null;
  /**
   * Why there is no response: `private_address`, `timeout`, `unknown_host`, `refused`, `tls`, `not_https`, `broken`.
   */
  problem: string | null;
  durationMs: number;
};

export type PostOptions = ReachOptions & {
  /** Timeout of the whole request, including reading. */
  timeoutMs?: number;
};

const TIMEOUT_MS = 15_000;
const MAX_RESPONSE_BYTES = 4_096;
const HEADER_BYTES = 16_384;

/**
 * Posts to a customer-supplied URL after `checkedAddress`. Redirects are returned as responses and never followed. No
 * cookies, no keep-alive. Never rejects.
 */
export async function safePost(
  address: string,
  headers: Record<string, string>,
  body: string | Uint8Array,
  options: PostOptions = {},
): Promise<PostOutcome> {
  const { timeoutMs = TIMEOUT_MS } = options;
  const begun = performance.now();
  const outcome = (part: Partial<PostOutcome>): PostOutcome => ({
    status: null,
    body: '',
    retryAfter: null,
    problem: null,
    ...part,
    durationMs: Math.round(performance.now() - begun),
  });
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const url = new URL(address);
    const { pinned } = await checkPublicAddress(url, options, signal);
    return outcome(await exchange(url, pinned, headers, body, signal));
  } catch (error) {
    return outcome({ problem: signal.aborted ? 'timeout' : connectErrorOf(error) });
  }
}

function exchange(
  url: URL,
  pinned: LookupFunction,
  headers: Record<string, string>,
  body: string | Uint8Array,
  signal: AbortSignal,
): Promise<Partial<PostOutcome>> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? secureRequest : plainRequest;
    const call: ClientRequest = send(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)), connection: 'close' },
      lookup: pinned,
      agent: false,
      maxHeaderSize: HEADER_BYTES,
      signal,
    });
    call.on('error', reject);
    call.on('response', (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      const finish = () => {
        const wait = response.headers['retry-after'];
        const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, MAX_RESPONSE_BYTES));
        resolve({
          status: response.statusCode ?? null,
          // PostgreSQL's text can't hold NUL.
          body: text.replaceAll('\0', ''),
          retryAfter: wait && /^\d{1,6}$/.test(wait) ? Number(wait) : null,
        });
        call.destroy();
      };
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size >= MAX_RESPONSE_BYTES) finish();
      });
      response.on('end', finish);
      response.on('error', reject);
    });
    call.end(body);
  });
}
