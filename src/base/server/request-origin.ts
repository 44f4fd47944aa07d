import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { normalizeHost } from './http.ts';

/** Client address and origin of a request: forwarded headers count only from trusted proxies. */
export type RequestOrigin = { host: string; address: string; origin: string };

export function requestOriginOf(message: IncomingMessage, trusted: readonly string[]): RequestOrigin {
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

/**
 * A host name or an address, with or without a port (RFC 9110 §7.2); nothing that would mean something else in a URL.
 */
export const HOST = /^(?:[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_.-])?|\[[0-9a-f:.]+\])(?::\d{0,5})?$/i;

export function isEncrypted(message: IncomingMessage): boolean {
  return (message.socket as Partial<TLSSocket>).encrypted === true;
}

/**
 * The client address of a request, and how many trusted proxies it passed. Each proxy appends the address it received
 * the request from, and everything further left came from the sender: so the list is read from the right, as far as the
 * proxies are trusted.
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

/** The value our outermost proxy wrote: everything further left was sent by the client. */
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

/** The address without the brackets, port or IPv4-in-IPv6 prefix that some proxies add. */
function plainAddress(text: string): string {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(text)?.[1] ?? text;
  return bare.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '');
}

/** Headers by which proxies announce that they forwarded a request. */
const PROXY_HEADER = /^(?:x-forwarded(?:-.+)?|forwarded|via|x-real-ip|x-client-ip|true-client-ip|cf-.+|fly-client-ip)$/;

/** Whether a request came directly from a program on this machine, through no proxy. */
export function isFromThisMachine(headers: Headers): boolean {
  for (const name of headers.keys()) if (PROXY_HEADER.test(name)) return false;
  return /^(?:127\.\d+\.\d+\.\d+|::1)$/.test(headers.get(CLIENT_ADDRESS_HEADER) ?? '127.0.0.1');
}

/** Header names only our own server sets; incoming values are removed. */
export const CLIENT_ADDRESS_HEADER = 'x-stoa-client-address';
export const CLIENT_ORIGIN_HEADER = 'x-stoa-origin';

/** Writes the arrival facts into the request headers, replacing whatever was sent under these names. */
export function setOriginHeaders(message: IncomingMessage, arrival: RequestOrigin): void {
  const raw = message.rawHeaders;
  for (let index = raw.length - 2; index >= 0; index -= 2) {
    const name = raw[index]?.toLowerCase();
    if (name === CLIENT_ADDRESS_HEADER || name === CLIENT_ORIGIN_HEADER) raw.splice(index, 2);
  }
  raw.push(CLIENT_ADDRESS_HEADER, arrival.address, CLIENT_ORIGIN_HEADER, arrival.origin);
  message.headers[CLIENT_ADDRESS_HEADER] = arrival.address;
  message.headers[CLIENT_ORIGIN_HEADER] = arrival.origin;
}
