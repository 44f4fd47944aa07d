import { createHash, createPublicKey, type JsonWebKey, randomBytes, verify } from 'node:crypto';
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createIssuer } from './certificates.ts';

/** A certificate authority of this machine that speaks RFC 8555 over `http-01`. */
export type AcmeAuthority = {
  directoryUrl: string;
  /** Its own certificate, as PEM. */
  certificate: string;
  /** The addresses it asked, in order. */
  asked: string[];
  issued: string[];
  accounts: number;
  /** How long its certificates hold from now on. */
  days: number;
  /** Where port 80 of every domain is. */
  challengePort: number;
  /** Refuses every new order with this sentence. */
  refusal: string | null;
  close(): Promise<void>;
};

type Order = { domain: string; status: string; token: string; challenge: string; certificate: string | null };
type Signed = { protected: string; payload: string; signature: string };
type Head = { alg: string; nonce: string; url: string; jwk?: JsonWebKey; kid?: string };

export async function startAcmeAuthority(): Promise<AcmeAuthority> {
  const issuer = createIssuer();
  const nonces = new Set<string>();
  const accounts: JsonWebKey[] = [];
  const orders: Order[] = [];
  let origin = '';

  const authority: AcmeAuthority = {
    directoryUrl: '',
    certificate: issuer.certificate,
    asked: [],
    issued: [],
    get accounts() {
      return accounts.length;
    },
    days: 90,
    challengePort: 0,
    refusal: null,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  const server = createServer((message, response) => {
    const nonce = randomBytes(16).toString('base64url');
    nonces.add(nonce);
    response.setHeader('replay-nonce', nonce);
    answer(message, response).catch((error: Error) => problem(response, 400, 'malformed', error.message));
  });
  const problem = (response: ServerResponse, status: number, type: string, detail: string) => {
    response.writeHead(status, { 'content-type': 'application/problem+json' });
    response.end(JSON.stringify({ type: `urn:ietf:params:acme:error:${type}`, detail, status }));
  };

  /** The payload of a request that is rightly signed, by a key it brings or an account it names (section 6.2). */
  async function opened(message: IncomingMessage): Promise<{ payload: Record<string, unknown>; key: JsonWebKey }> {
    let text = '';
    for await (const chunk of message) text += String(chunk);
    const signed = JSON.parse(text) as Signed;
    const head = JSON.parse(Buffer.from(signed.protected, 'base64url').toString()) as Head;
    if (!nonces.delete(head.nonce)) throw new Error('The nonce was not given or was used before.');
    if (head.url !== origin + message.url) throw new Error('The request was signed for another address.');
    const key = head.jwk ?? accounts[Number(head.kid?.split('/').at(-1))];
    if (!key) throw new Error('There is no such account.');
    const isRight = verify(
      'sha256',
      Buffer.from(`${signed.protected}.${signed.payload}`),
      { key: createPublicKey({ key, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
      Buffer.from(signed.signature, 'base64url'),
    );
    if (!isRight) throw new Error('The signature is not right.');
    const payload = signed.payload === '' ? '{}' : Buffer.from(signed.payload, 'base64url').toString();
    return { payload: JSON.parse(payload) as Record<string, unknown>, key };
  }

  const viewOf = (order: Order, id: number) => ({
    status: order.status,
    identifiers: [{ type: 'dns', value: order.domain }],
    authorizations: [`${origin}/authorization/${id}`],
    finalize: `${origin}/finalize/${id}`,
    ...(order.certificate ? { certificate: `${origin}/certificate/${id}` } : {}),
  });
  const challengeOf = (order: Order, id: number) => ({
    type: 'http-01',
    url: `${origin}/challenge/${id}`,
    status: order.challenge,
    token: order.token,
  });

  async function answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const json = (value: object, status = 200, headers = {}) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(JSON.stringify(value));
    };
    const [, what, number] = (message.url ?? '').split('/');
    if (what === 'directory') {
      return json({ newNonce: `${origin}/nonce`, newAccount: `${origin}/account`, newOrder: `${origin}/order` });
    }
    if (what === 'nonce') return void response.writeHead(200).end();
    const { payload, key } = await opened(message);
    const id = Number(number);
    const order = orders[id];
    if (what === 'account' && number === undefined) {
      const known = accounts.findIndex(({ x }) => x === key.x);
      if (known < 0) accounts.push(key);
      const place = known < 0 ? accounts.length - 1 : known;
      return json({ status: 'valid' }, known < 0 ? 201 : 200, { location: `${origin}/account/${place}` });
    }
    if (what === 'account') return json({ status: 'valid' });
    if (what === 'order' && number === undefined) {
      if (authority.refusal) return problem(response, 403, 'rejectedIdentifier', authority.refusal);
      const [{ value: domain = '' } = {}] = payload.identifiers as { value?: string }[];
      orders.push({
        domain,
        status: 'pending',
        token: randomBytes(24).toString('base64url'),
        challenge: 'pending',
        certificate: null,
      });
      const made = orders.length - 1;
      return json(viewOf(orders[made] as Order, made), 201, { location: `${origin}/order/${made}` });
    }
    if (!order) return problem(response, 404, 'malformed', 'There is no such order.');
    if (what === 'order') return json(viewOf(order, id));
    if (what === 'authorization') {
      return json({
        status: order.challenge,
        identifier: { type: 'dns', value: order.domain },
        challenges: [challengeOf(order, id)],
      });
    }
    if (what === 'challenge') {
      const found = await look(order).catch((error: Error) => error.message);
      order.challenge = found === `${order.token}.${thumbprintOf(key)}` ? 'valid' : 'invalid';
      order.status = order.challenge === 'valid' ? 'ready' : 'invalid';
      return json(challengeOf(order, id));
    }
    if (what === 'finalize') {
      if (order.status !== 'ready') return problem(response, 403, 'orderNotReady', 'The domain is not proved.');
      const csr = Buffer.from(String(payload.csr), 'base64url');
      order.certificate = issuer.issue(csr, order.domain, authority.days) + issuer.certificate;
      order.status = 'valid';
      authority.issued.push(order.domain);
      return json(viewOf(order, id));
    }
    if (what === 'certificate' && order.certificate) {
      response.writeHead(200, { 'content-type': 'application/pem-certificate-chain' });
      return void response.end(order.certificate);
    }
    return problem(response, 404, 'malformed', 'There is nothing here.');
  }

  function look({ domain, token }: Order): Promise<string> {
    const path = `/.well-known/acme-challenge/${token}`;
    authority.asked.push(`http://${domain}${path.replace(token, '')}`);
    return new Promise((resolve, reject) => {
      const asking = ask(
        { host: '127.0.0.1', port: authority.challengePort, path, headers: { host: domain } },
        (found) => {
          let text = '';
          found.on('data', (chunk: Buffer) => {
            text += chunk.toString();
          });
          found.on('end', () => resolve(text.trim()));
        },
      );
      asking.on('error', reject);
      asking.end();
    });
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const at = server.address();
  origin = `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}`;
  authority.directoryUrl = `${origin}/directory`;
  return authority;
}

/** RFC 7638. */
function thumbprintOf({ crv, kty, x, y }: JsonWebKey): string {
  return createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
}
