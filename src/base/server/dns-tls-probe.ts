import { Resolver } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { connect } from 'node:tls';

export type Certificate = { validTo: string; isTrusted: boolean; reason: string };

/** Looks up DNS and the TLS certificate of a host name, as a visitor's browser would. */
export type SiteProbe = {
  /** Its IPv4 and IPv6 addresses. Rejects with the resolver's `code` (ENOTFOUND, ENODATA, ETIMEOUT, ESERVFAIL…). */
  addressesOf(host: string): Promise<string[]>;
  /** The certificate served at an address for that name. Rejects with a `code`; `EPRIVATE` for a non-public address. */
  certificateOf(host: string, address: string): Promise<Certificate>;
};

const TIMEOUT_MS = 4_000;

/** Loopback, private, link-local, shared, multicast, documentation and IPv4-carrying networks: RFC 6890. */
const inner = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  inner.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2002::', 16],
  ['fec0::', 10],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
  ['2001:db8::', 32],
] as const)
  inner.addSubnet(network, prefix, 'ipv6');

/** Whether an address is public. An IPv4-mapped IPv6 address is checked as IPv4. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && !inner.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

/** A probe that uses the machine's resolvers, or those given as `address:port`. */
export function createSiteProbe(
  options: { resolvers?: string[]; port?: number; mayReach?: (address: string) => boolean } = {},
): SiteProbe {
  const { port = 443, mayReach = isPublicAddress } = options;
  return {
    addressesOf: async (host) => {
      const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 1 });
      if (options.resolvers) resolver.setServers(options.resolvers);
      const results = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
      const addresses = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
      if (addresses.length > 0) return addresses;
      const [first] = results;
      throw first.status === 'rejected' ? first.reason : Object.assign(new Error('No address.'), { code: 'ENODATA' });
    },
    certificateOf: (host, address) =>
      new Promise((resolve, reject) => {
        // A name may point into our own network: the probe must not become a port scanner (SSRF).
        if (!mayReach(address)) {
          reject(Object.assign(new Error('The address is not a public one.'), { code: 'EPRIVATE' }));
          return;
        }
        const socket = connect({
          host: address,
          port,
          servername: host,
          rejectUnauthorized: false,
          timeout: TIMEOUT_MS,
        });
        socket.once('secureConnect', () => {
          const validTo = new Date(socket.getPeerCertificate().valid_to).toISOString();
          resolve({
            validTo,
            isTrusted: socket.authorized,
            reason: socket.authorized ? '' : String(socket.authorizationError),
          });
          socket.destroy();
        });
        socket.once('timeout', () => {
          reject(Object.assign(new Error('No answer in time.'), { code: 'ETIMEOUT' }));
          socket.destroy();
        });
        socket.once('error', reject);
      }),
  };
}
