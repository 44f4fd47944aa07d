import { type LookupAddress, lookup } from 'node:dns';
import { type ClientRequest, request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './site-probe.ts';

/** What came back of a message sent to an address that a customer named. One of `status` and `problem` is set. */
export type PostOutcome = {
  status: number | null;
  /** The beginning of the answer, as text. */
  body: string;
  /** Seconds the receiver asks to wait (`Retry-After`), where it says so in seconds. */
  retryAfter: number | null;
  /** Why there is no answer: `private_address`, `timeout`, `unknown_host`, `refused`, `tls`, `not_https`, `broken`. */
  problem: string | null;
  durationMs: number;
};

export type PostOptions = {
  /** Which network addresses may be connected to; those of the open internet where nothing is said. */
  mayReach?: (address: string) => boolean;
  /** How a name is resolved; the machine's own way where nothing is said. */
  resolve?: (host: string) => Promise<LookupAddress[]>;
  /** From the first step to the last byte that is read. */
  timeoutMs?: number;
};

const TIMEOUT_MS = 15_000;
const KEPT_BYTES = 4_096;
const HEADER_BYTES = 16_384;

class Unreachable extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

const systemLookup = (host: string) =>
  new Promise<LookupAddress[]>((resolve, reject) =>
    lookup(host, { all: true, verbatim: true }, (error, found) => (error ? reject(error) : resolve(found))),
  );

/**
 * Posts to an address somebody else chose. The name is resolved once and the connection goes to an address that was
 * checked, so that an answer which changes between two questions (DNS rebinding) leads nowhere; one inner address among
 * several refuses all. Redirects are an answer like any other and never followed. Neither cookies nor a connection are
 * kept. Never rejects.
 */
export async function postOut(
  address: string,
  headers: Record<string, string>,
  body: string | Uint8Array,
  options: PostOptions = {},
): Promise<PostOutcome> {
  const { mayReach = isPublicAddress, resolve = systemLookup, timeoutMs = TIMEOUT_MS } = options;
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
    if (url.username || url.password) throw new Unreachable('EPRIVATE');
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const found = isIP(host) ? [{ address: host, family: isIP(host) }] : await inTime(resolve(host), signal);
    const [first] = found;
    if (!first) throw new Unreachable('ENOTFOUND');
    if (!found.every((one) => mayReach(one.address))) throw new Unreachable('EPRIVATE');
    // Without TLS only where an operator allowed an inner address.
    if (url.protocol !== 'https:' && (url.protocol !== 'http:' || isPublicAddress(first.address)))
      throw new Unreachable('EPLAIN');
    return outcome(await exchange(url, first, headers, body, signal));
  } catch (error) {
    return outcome({ problem: signal.aborted ? 'timeout' : problemOf(error) });
  }
}

function inTime<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}

function exchange(
  url: URL,
  checked: LookupAddress,
  headers: Record<string, string>,
  body: string | Uint8Array,
  signal: AbortSignal,
): Promise<Partial<PostOutcome>> {
  const pinned = ((_host: string, asked: { all?: boolean }, done: (...answer: unknown[]) => void) =>
    asked.all ? done(null, [checked]) : done(null, checked.address, checked.family)) as unknown as LookupFunction;
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
        const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, KEPT_BYTES));
        resolve({
          status: response.statusCode ?? null,
          // PostgreSQL's text holds no NUL.
          body: text.replaceAll('\0', ''),
          retryAfter: wait && /^\d{1,6}$/.test(wait) ? Number(wait) : null,
        });
        call.destroy();
      };
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size >= KEPT_BYTES) finish();
      });
      response.on('end', finish);
      response.on('error', reject);
    });
    call.end(body);
  });
}

function problemOf(error: unknown): string {
  const code = String((error as { code?: string }).code ?? '');
  if (code === 'EPRIVATE') return 'private_address';
  if (code === 'EPLAIN') return 'not_https';
  if (/^(ENOTFOUND|EAI_|ENODATA)/.test(code)) return 'unknown_host';
  if (/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)/.test(code)) return 'refused';
  return /CERT|TLS|SSL|ALTNAME|SIGNED|SIGNATURE|ISSUER/.test(code) ? 'tls' : 'broken';
}
