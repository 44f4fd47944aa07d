import { createSocket } from 'node:dgram';

/** What a name server knows: of each name its records by kind. */
export type Zone = Map<string, { TXT?: string[]; CNAME?: string[]; A?: string[] }>;

export type NameServer = { address: string; zone: Zone; close(): void };

const KINDS: Record<number, 'A' | 'CNAME' | 'TXT'> = { 1: 'A', 5: 'CNAME', 16: 'TXT' };
const FOUND = 0x8180;
const NO_SUCH_NAME = 0x8183;
const HEAD_BYTES = 12;

/** A name server of this machine that speaks RFC 1035 over UDP, as far as three kinds of records need it. */
export async function startNameServer(): Promise<NameServer> {
  const zone: Zone = new Map();
  const socket = createSocket('udp4');
  socket.on('message', (question, from) => socket.send(answerTo(question, zone), from.port, from.address));
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return { address: `127.0.0.1:${socket.address().port}`, zone, close: () => void socket.close() };
}

function answerTo(question: Buffer, zone: Zone): Buffer {
  const end = question.indexOf(0, HEAD_BYTES) + 5;
  const asked = question.subarray(HEAD_BYTES, end);
  const name = nameIn(asked);
  const kind = KINDS[asked.readUInt16BE(asked.length - 4)];
  const known = zone.get(name);
  const records: Buffer[] = [];
  // An address is looked for behind an alias too.
  const aliases = kind === 'A' || kind === 'CNAME' ? (known?.CNAME ?? []) : [];
  for (const alias of aliases) records.push(record(name, 5, nameOf(alias)));
  if (kind === 'A')
    for (const holder of [name, ...aliases])
      for (const address of zone.get(holder)?.A ?? [])
        records.push(record(holder, 1, Buffer.from(address.split('.').map(Number))));
  if (kind === 'TXT') for (const text of known?.TXT ?? []) records.push(record(name, 16, textOf(text)));
  const head = Buffer.alloc(HEAD_BYTES);
  question.copy(head, 0, 0, 2);
  head.writeUInt16BE(known ? FOUND : NO_SUCH_NAME, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(records.length, 6);
  return Buffer.concat([head, asked, ...records]);
}

function nameIn(asked: Buffer): string {
  const labels: string[] = [];
  for (let at = 0; asked[at]; at += (asked[at] ?? 0) + 1)
    labels.push(asked.subarray(at + 1, at + 1 + (asked[at] ?? 0)).toString());
  return labels.join('.').toLowerCase();
}

function nameOf(name: string): Buffer {
  return Buffer.concat([
    ...name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.from([0]),
  ]);
}

function textOf(text: string): Buffer {
  return Buffer.concat([Buffer.from([Buffer.byteLength(text)]), Buffer.from(text)]);
}

function record(name: string, kind: number, data: Buffer): Buffer {
  const rest = Buffer.alloc(10);
  rest.writeUInt16BE(kind, 0);
  rest.writeUInt16BE(1, 2);
  rest.writeUInt32BE(1, 4);
  rest.writeUInt16BE(data.length, 8);
  return Buffer.concat([nameOf(name), rest, data]);
}
