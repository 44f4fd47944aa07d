import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Request = { countryCode: string; vatNumber: string; requesterMemberStateCode?: string; requesterNumber?: string };

/** What the local register does with a number; those it does not know are invalid. */
export type ViesBehaviour = 'valid' | 'unavailable' | 'silent' | 'broken' | 'redirect';

export type ViesStandIn = {
  /** For VIES_API_BASE. */
  base: string;
  /** By number, with its country. */
  behaviours: Map<string, ViesBehaviour>;
  requests: Request[];
  close(): Promise<void>;
};

/** A local server that speaks the REST protocol of the EU's register of VAT numbers. */
export async function openViesStandIn(): Promise<ViesStandIn> {
  const behaviours = new Map<string, ViesBehaviour>();
  const requests: Request[] = [];
  const server = createServer((message, response) => {
    const chunks: Buffer[] = [];
    message.on('data', (chunk: Buffer) => chunks.push(chunk));
    message.on('end', () => {
      const request = JSON.parse(Buffer.concat(chunks).toString()) as Request;
      requests.push(request);
      const { countryCode, vatNumber, requesterNumber } = request;
      const behaviour = behaviours.get(countryCode + vatNumber);
      const send = (status: number, body: string, headers = {}) =>
        response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
      if (message.url !== '/check-vat-number') send(404, '{}');
      else if (behaviour === 'silent') return;
      else if (behaviour === 'broken') send(502, '<html>Bad gateway</html>');
      else if (behaviour === 'redirect') send(307, '', { location: 'http://127.0.0.1:9/check-vat-number' });
      else if (behaviour === 'unavailable')
        send(200, JSON.stringify({ actionSucceed: false, errorWrappers: [{ error: 'MS_UNAVAILABLE' }] }));
      else
        send(
          200,
          JSON.stringify({
            countryCode,
            vatNumber,
            requestDate: '2026-11-25T10:00:00.000Z',
            valid: behaviour === 'valid',
            requestIdentifier: requesterNumber ? `WAPIAAAAY${vatNumber}` : '',
            name: behaviour === 'valid' ? 'LUMIERE SARL' : '---',
            address: '---',
          }),
        );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    base: `http://127.0.0.1:${port}`,
    behaviours,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
