import { type LookupAddress, lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './dns-tls-probe.ts';

export type ReachOptions = {
  /** Which network addresses may be connected to; default: public addresses. */
  mayReach?: (address: string) => boolean;
  /** Resolves a host name; default: the machine's resolver. */
  resolve?: (host: string) => Promise<LookupAddress[]>;
};

class Unreachable extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

const systemLookup = (host: string) =>
  new Promise<LookupAddress[]>((resolve, reject) =>
    lookup(host, { all: true, verbatim: true }, (error, addresses) => (error ? reject(error) : resolve(addresses))),
  );

/**
 * Validates a customer-supplied URL before a request (SSRF). The name is resolved once and the connection goes to a
 * checked address (`pinned`), so that a later DNS answer can't change it (DNS rebinding); one private address among
 * several rejects all. Rejects with an error that `reachProblemOf` maps.
 */
export async function checkPublicAddress(
  url: URL,
  { mayReach = isPublicAddress, resolve = systemLookup }: ReachOptions,
  signal: AbortSignal,
): Promise<{ pinned: LookupFunction }> {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new Unreachable('EPLAIN');
  if (url.username || url.password) throw new Unreachable('EPRIVATE');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) ? [{ address: host, family: isIP(host) }] : await inTime(resolve(host), signal);
  const [first] = addresses;
  if (!first) throw new Unreachable('ENOTFOUND');
  if (!addresses.every((address) => mayReach(address.address))) throw new Unreachable('EPRIVATE');
  // Plain http only where an operator allowed a private address.
  if (url.protocol !== 'https:' && isPublicAddress(first.address)) throw new Unreachable('EPLAIN');
  const pinned: LookupFunction = (_host, options, done) =>
    options.all ? done(null, [first]) : done(null, first.address, first.family);
  return { pinned };
}

function inTime<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}

/** Why there was no response: `private_address`, `unknown_host`, `refused`, `tls`, `not_https`, `broken`. */
export function connectErrorOf(error: unknown): string {
  const code = String((error as { code?: string }).code ?? '');
  if (code === 'EPRIVATE') return 'private_address';
  if (code === 'EPLAIN') return 'not_https';
  if (/^(ENOTFOUND|EAI_|ENODATA)/.test(code)) return 'unknown_host';
  if (/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)/.test(code)) return 'refused';
  return /CERT|TLS|SSL|ALTNAME|SIGNED|SIGNATURE|ISSUER/.test(code) ? 'tls' : 'broken';
}
