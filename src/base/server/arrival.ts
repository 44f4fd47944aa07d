import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { normalizeHost } from './http.ts';

/** What is known of a request before anyone reads it: forwarded headers count only from proxies we were told to trust. */
export type Arrival = { host: string; address: string; origin: string };

export function arrivalOf(message: IncomingMessage, trusted: readonly string[]): Arrival {
  const peer = plainAddress(message.socket.remoteAddress ?? '');
  const path = trusted.includes(peer) ? forwardedPath(message, peer, trusted) : { address: peer, hops: 0 };
  const forwarded = (name: string) => (path.hops > 0 ? valueOfHop(listIn(message, name), path.hops) : undefined);
  const forwardedHost = forwarded('x-forwarded-host');
  const rawHost =
    forwardedHost !== undefined && HOST.test(forwardedHost) ? forwardedHost : (message.headers.host ?? '');
  const protocol = isEncrypted(message) || forwarded('x-forwarded-proto')?.toLowerCase() === 'https' ? 'https' : 'http';
  return {
    host: normalizeHost(rawHost),
    address: path.address,
    origin: `${protocol}://${rawHost.toLowerCase()}`,
  };
}

/** A name or an address, with a port or without (RFC 9110 §7.2); nothing that would mean something else in a URL. */
export const HOST = /^(?:[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_.-])?|\[[0-9a-f:.]+\])(?::\d{0,5})?$/i;

export function isEncrypted(message: IncomingMessage): boolean {
  return (message.socket as Partial<TLSSocket>).encrypted === true;
}

/**
 * The address a request came from, and how many trusted proxies it passed. Each proxy adds whom it heard from at the right,
 * and whatever stands further left was said by the one before it: so the list is read from the right, as far as the
 * proxies are ours.
 */
function forwardedPath(
  message: IncomingMessage,
  peer: string,
  trusted: readonly string[],
): { address: string; hops: number } {
  const list = listIn(message, 'x-forwarded-for').map(plainAddress);
  let address = peer;
  let hops = 1;
  for (let index = list.length - 1; index >= 0; index--) {
    const next = list[index] ?? '';
    if (isIP(next) === 0) break;
    address = next;
    if (!trusted.includes(next)) break;
    hops++;
  }
  return { address, hops };
}

/** The value that the outermost of our proxies wrote: what stands further left was sent to it. */
function valueOfHop(list: readonly string[], hops: number): string | undefined {
  return list[Math.max(0, list.length - hops)];
}

function listIn(message: IncomingMessage, name: string): string[] {
  const value = message.headers[name];
  const text = Array.isArray(value) ? value.join(',') : (value ?? '');
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

/** An address without what some proxies write around it: brackets, a port, the prefix of IPv4 in IPv6. */
function plainAddress(text: string): string {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(text)?.[1] ?? text;
  return bare.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '');
}

/** Headers by which proxies say that they passed something on. */
const PROXY_HEADER = /^(?:x-forwarded(?:-.+)?|forwarded|via|x-real-ip|x-client-ip|true-client-ip|cf-.+|fly-client-ip)$/;

/** Whether a request came straight from a program on this machine, past no proxy. */
export function isFromThisMachine(headers: Headers): boolean {
  for (const name of headers.keys()) if (PROXY_HEADER.test(name)) return false;
  return /^(?:127\.\d+\.\d+\.\d+|::1)$/.test(headers.get(ARRIVAL_ADDRESS) ?? '127.0.0.1');
}

/** Header names our own server sets and nobody outside may. */
export const ARRIVAL_ADDRESS = 'x-stoa-client-address';
export const ARRIVAL_ORIGIN = 'x-stoa-origin';

/** Writes what we know of an arrival into its headers, in place of whatever was sent under these names. */
export function stamp(message: IncomingMessage, arrival: Arrival): void {
  const raw = message.rawHeaders;
  for (let index = raw.length - 2; index >= 0; index -= 2) {
    const name = raw[index]?.toLowerCase();
    if (name === ARRIVAL_ADDRESS || name === ARRIVAL_ORIGIN) raw.splice(index, 2);
  }
  raw.push(ARRIVAL_ADDRESS, arrival.address, ARRIVAL_ORIGIN, arrival.origin);
  message.headers[ARRIVAL_ADDRESS] = arrival.address;
  message.headers[ARRIVAL_ORIGIN] = arrival.origin;
}
