import { request } from 'node:https';
import { isPublicAddress } from './dns-tls-probe.ts';

/** Where a domain says whose it is, over https: the id of its claim. */
export const CLAIM_PATH = '/.well-known/stoa-domain';

/**
 * What a visitor's browser would find at an address of a domain: a certificate it trusts and our answer.
 * Answers until when the certificate holds.
 * @throws {Error} one sentence saying what is wrong.
 */
export type DomainProbe = (at: { domain: string; address: string; claimId: string }) => Promise<Date>;

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 200;

/** `authorities`: who is trusted besides those of the machine, as PEM. */
export function createDomainProbe(
  options: { port?: number; authorities?: string[]; mayReach?: (address: string) => boolean } = {},
): DomainProbe {
  const { port = 443, authorities, mayReach = isPublicAddress } = options;
  return ({ domain, address, claimId }) =>
    new Promise((resolve, reject) => {
      // A name may be pointed at a neighbour of ours: the probe is no way to find out what stands there.
      if (!mayReach(address)) return reject(new Error(`${address} is not an address of the open internet.`));
      const clientRequest = request(
        {
          host: address,
          port,
          servername: domain,
          path: CLAIM_PATH,
          headers: { host: domain },
          timeout: TIMEOUT_MS,
          agent: false,
          ...(authorities ? { ca: authorities } : {}),
        },
        (response) => {
          const socket = response.socket as import('node:tls').TLSSocket;
          const until = new Date(socket.getPeerCertificate().valid_to);
          let text = '';
          response.on('data', (chunk: Buffer) => {
            text += chunk.toString();
            if (text.length > MAX_BYTES) clientRequest.destroy(new Error('Something else answers under this domain.'));
          });
          response.on('end', () => {
            if (response.statusCode === 200 && text.trim() === claimId) resolve(until);
            else reject(new Error('Something else answers under this domain.'));
          });
        },
      );
      clientRequest.on('timeout', () => clientRequest.destroy(new Error('Nothing answered over https in time.')));
      clientRequest.on('error', (error) => reject(new Error(`Over https: ${error.message}`)));
      clientRequest.end();
    });
}
