import { request } from 'node:https';
import { isPublicAddress } from './dns-tls-probe.ts';

/** Path at which a domain proves its owner, over https: its response is the id of the claim. */
export const CLAIM_PATH = '/.well-known/stoa-domain';

/**
 * Checks over https what a visitor's browser would get at an address of a domain: a trusted certificate and our claim
 * response. Resolves to the certificate's expiry.
 * @throws {Error} one sentence naming the problem.
 */
export type DomainProbe = (at: { domain: string; address: string; claimId: string }) => Promise<Date>;

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 200;

/** `authorities`: certificate authorities trusted besides the machine's, as PEM. */
export function createDomainProbe(
  options: { port?: number; authorities?: string[]; mayReach?: (address: string) => boolean } = {},
): DomainProbe {
  const { port = 443, authorities, mayReach = isPublicAddress } = options;
  return ({ domain, address, claimId }) =>
    new Promise((resolve, reject) => {
      // A name may point into our own network: the probe must not become a port scanner (SSRF).
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
