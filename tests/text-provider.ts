import { createServer } from 'node:http';

/** What the next request gets instead of being taken: an answer of the provider, or none at all. */
export type Fault = { status: number; code?: number } | 'silence' | 'broken';

export type TextProvider = {
  /** What an environment names it by. */
  variables: Record<string, string>;
  /** Every text that was taken, oldest first. */
  texts: { to: string; body: string; from: string }[];
  /** How many requests came, taken or not. */
  requests: number;
  /** Answers for the next requests, one each. */
  faults: Fault[];
  close(): Promise<void>;
};

const SID = `AC${'0123456789abcdef'.repeat(2)}`;
const TOKEN = 'only the stand-in knows this';

/** A server on loopback that speaks Twilio's protocol for messages, with faults where a test wants them. */
export async function openTextProvider(): Promise<TextProvider> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      provider.requests++;
      const fault = provider.faults.shift();
      if (fault === 'silence') return;
      if (fault === 'broken') return void request.socket.destroy();
      const answer = (status: number, content: object) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content));
      if (fault) return answer(fault.status, { status: fault.status, ...(fault.code ? { code: fault.code } : {}) });
      const isKnown =
        request.headers.authorization === `Basic ${Buffer.from(`${SID}:${TOKEN}`).toString('base64')}` &&
        request.method === 'POST' &&
        request.url === `/2010-04-01/Accounts/${SID}/Messages.json`;
      if (!isKnown) return answer(401, { status: 401, code: 20003 });
      const sent = new URLSearchParams(Buffer.concat(parts).toString());
      const from = sent.get('From') ?? sent.get('MessagingServiceSid') ?? '';
      provider.texts.push({ to: sent.get('To') ?? '', body: sent.get('Body') ?? '', from });
      answer(201, { sid: `SM${'0'.repeat(32)}`, status: 'queued' });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('The provider has no port.');
  const provider: TextProvider = {
    variables: {
      TWILIO_ACCOUNT_SID: SID,
      TWILIO_AUTH_TOKEN: TOKEN,
      TWILIO_FROM: '+15005550006',
      TWILIO_API_BASE: `http://127.0.0.1:${address.port}`,
    },
    texts: [],
    requests: 0,
    faults: [],
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return provider;
}
