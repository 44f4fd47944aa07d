import { readdirSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { extname, join } from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';

export type Sent = { method?: string; headers?: Record<string, string>; body?: string | Buffer };
export type Received = { asked: string; status: number; type: string | undefined; body: Buffer };

/** One request to a product on this machine, by the host it is for; nothing is followed or unpacked. */
export function ask(origin: string, host: string, path: string, sent: Sent = {}): Promise<Received> {
  const { port } = new URL(origin);
  const method = sent.method ?? 'GET';
  return new Promise((resolve, reject) => {
    const headers = { ...sent.headers, host: `${host}:${port}` };
    const outgoing = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (message) => {
      const chunks: Buffer[] = [];
      message.on('data', (chunk: Buffer) => chunks.push(chunk));
      message.on('error', reject);
      message.on('end', () =>
        resolve({
          asked: `${method} ${host}${path}`,
          status: message.statusCode ?? 0,
          type: message.headers['content-type'],
          body: Buffer.concat(chunks),
        }),
      );
    });
    outgoing.on('error', reject);
    outgoing.end(sent.body);
  });
}

/** What the server says to bytes that are no request it can serve. */
export function askRaw(origin: string, asked: string, bytes: string): Promise<Received> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(new URL(origin).port), '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => {
      const [head = '', ...rest] = Buffer.concat(chunks).toString('latin1').split('\r\n\r\n');
      resolve({
        asked,
        status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0),
        type: /^content-type: *(.*)$/im.exec(head)?.[1],
        body: Buffer.from(rest.join('\r\n\r\n'), 'latin1'),
      });
    });
  });
}

/** Types of text that can't be read without their charset (RFC 2046 §4.1.2, RFC 7303 §3); JSON is UTF-8 by itself (RFC 8259 §8.1). */
const TEXT = /^text\/|[/+]xml$|script$/;
const MAY_NAME_CHARSET = /^application\/(?:[\w.-]+\+)?json$/;

/** What is wrong with how an answer says its type; null where nothing is. */
export function typeProblem({ type, body }: Received): string | null {
  if (body.length === 0) return null;
  const [essence = '', ...parameters] = (type ?? '').split(';').map((part) => part.trim().toLowerCase());
  if (!/^[\w.+-]+\/[\w.+-]+$/.test(essence)) return 'names no type';
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  if (charset !== undefined && charset !== 'charset=utf-8') return 'names another charset';
  if (TEXT.test(essence) && charset === undefined) return 'is a text without its charset';
  if (!TEXT.test(essence) && !MAY_NAME_CHARSET.test(essence) && charset !== undefined)
    return 'is no text and has a charset';
  return isAs(essence, body) ? null : 'is not of its type';
}

const MARKS: Record<string, string | RegExp> = {
  'image/png': '\x89PNG',
  'image/jpeg': '\xff\xd8\xff',
  'image/webp': 'RIFF',
  'font/woff2': 'wOF2',
  'application/pdf': '%PDF-',
  'application/zip': 'PK',
  'text/html': /^\s*<(?:!doctype html|html|main|section|div|p|form)/i,
  'image/svg+xml': /^\s*<(?:\?xml|svg)/,
};

/** The body is what its type says, where that shows at its beginning. */
function isAs(essence: string, body: Buffer): boolean {
  const mark = MARKS[essence] ?? (/[/+]xml$/.test(essence) ? /^\s*</ : undefined);
  const begins = body.subarray(0, 200).toString('latin1');
  if (typeof mark === 'string') return begins.startsWith(mark);
  if (mark) return mark.test(begins);
  if (!MAY_NAME_CHARSET.test(essence)) return true;
  try {
    JSON.parse(body.toString('utf8'));
    return true;
  } catch {
    return false;
  }
}

/** The address of every screen and document of a list of routes; parts that are open are `nothing`. */
export function addressesOf(routes: readonly RouteConfigEntry[], above = ''): string[] {
  const addresses = routes.flatMap(({ path, children = [] }) => {
    const own = path ? `${above}/${path.replace(/:\w+\?/, '').replace(/:\w+|\*/, 'nothing')}` : above;
    return [own.replace(/\/$/, '') || '/', ...addressesOf(children, own)];
  });
  return [...new Set(addresses)];
}

/** Of each kind of file of a folder, and of each folder at its top, one. */
export function oneOfEachKind(folder: string): string[] {
  const kinds = new Map<string, string>();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!statSync(join(folder, name)).isFile() || name.endsWith('.br')) continue;
    const top = name.includes('/') ? name.slice(0, name.indexOf('/')) : '';
    kinds.set(`${top} ${extname(name)}`, `/${name}`);
  }
  return [...kinds.values()].sort();
}
