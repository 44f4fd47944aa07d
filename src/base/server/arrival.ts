import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';
import { normaliseHost } from './http.ts';

/** What is known of a request before anyone reads it: forwarded headers count only from proxies we were told to trust. */
export type Arrival = { host: string; address: string; origin: string };

export function arrivalOf(message: IncomingMessage, trusted: readonly string[]): Arrival {
  const peer = (message.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  const isTrusted = trusted.includes(peer);
  const header = (name: string) => {
    const value = message.headers[name];
    return (Array.isArray(value) ? value[0] : value)?.split(',')[0]?.trim();
  };
  const rawHost = (isTrusted ? header('x-forwarded-host') : undefined) ?? message.headers.host ?? '';
  const isEncrypted = (message.socket as Partial<TLSSocket>).encrypted === true;
  const protocol = isEncrypted || (isTrusted && header('x-forwarded-proto') === 'https') ? 'https' : 'http';
  return {
    host: normaliseHost(rawHost),
    address: (isTrusted ? header('x-forwarded-for') : undefined) ?? peer,
    origin: `${protocol}://${rawHost.toLowerCase()}`,
  };
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
