import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** X.509 (RFC 5280), as little of it as a certificate for one name and its issuer need. */
export type Issuer = {
  /** The issuer's own certificate, as PEM. */
  certificate: string;
  /** A certificate over the public key of a request (RFC 2986). */
  issue(request: Buffer, domain: string, days: number): string;
};

const ECDSA_WITH_SHA256 = oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02);
const COMMON_NAME = oid(0x55, 0x04, 0x03);
const ALTERNATIVE_NAMES = oid(0x55, 0x1d, 0x11);
const BASIC_CONSTRAINTS = oid(0x55, 0x1d, 0x13);
const DAY_MS = 86_400_000;

export function createIssuer(): Issuer {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = nameOf('Stoa test authority');
  const certificate = certify({
    issuer: name,
    subject: name,
    key: publicKey.export({ type: 'spki', format: 'der' }),
    until: new Date(Date.now() + 365 * DAY_MS),
    extension: sequence(
      BASIC_CONSTRAINTS,
      tag(0x01, Buffer.from([0xff])),
      tag(0x04, sequence(tag(0x01, Buffer.from([0xff])))),
    ),
    signer: privateKey,
  });
  return {
    certificate,
    issue: (request, domain, days) => {
      const [info] = partsOf(partsOf(request)[0]?.body ?? Buffer.alloc(0));
      const key = partsOf(info?.body ?? Buffer.alloc(0))[2]?.whole;
      if (!key) throw new Error('The request holds no public key.');
      return certify({
        issuer: name,
        subject: nameOf(domain),
        key,
        until: new Date(Date.now() + days * DAY_MS),
        extension: sequence(ALTERNATIVE_NAMES, tag(0x04, sequence(tag(0x82, Buffer.from(domain))))),
        signer: privateKey,
      });
    },
  };
}

function certify(what: {
  issuer: Buffer;
  subject: Buffer;
  key: Buffer;
  until: Date;
  extension: Buffer;
  signer: KeyObject;
}): string {
  const algorithm = sequence(ECDSA_WITH_SHA256);
  const serial = Buffer.concat([Buffer.from([0x01]), randomBytes(15)]);
  const body = sequence(
    tag(0xa0, tag(0x02, Buffer.from([2]))),
    tag(0x02, serial),
    algorithm,
    what.issuer,
    sequence(timeOf(new Date(Date.now() - DAY_MS)), timeOf(what.until)),
    what.subject,
    what.key,
    tag(0xa3, sequence(what.extension)),
  );
  const signature = tag(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', body, what.signer)]));
  const text = sequence(body, algorithm, signature)
    .toString('base64')
    .replace(/.{1,64}/g, '$&\n');
  return `-----BEGIN CERTIFICATE-----\n${text}-----END CERTIFICATE-----\n`;
}

function nameOf(name: string): Buffer {
  return sequence(tag(0x31, sequence(COMMON_NAME, tag(0x0c, Buffer.from(name)))));
}

function timeOf(date: Date): Buffer {
  return tag(0x18, Buffer.from(`${date.toISOString().replace(/[-:T]|\..*$/g, '')}Z`));
}

function oid(...bytes: number[]): Buffer {
  return tag(0x06, Buffer.from(bytes));
}

function sequence(...parts: Buffer[]): Buffer {
  return tag(0x30, Buffer.concat(parts));
}

function tag(kind: number, body: Buffer): Buffer {
  const { length } = body;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([kind, ...size]), body]);
}

/** The parts that stand one after the other, each whole and without its head. */
function partsOf(bytes: Buffer): { whole: Buffer; body: Buffer }[] {
  const parts: { whole: Buffer; body: Buffer }[] = [];
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at + 1] ?? 0;
    const more = first < 128 ? 0 : first - 128;
    const length = more === 0 ? first : bytes.readUIntBE(at + 2, more);
    const begin = at + 2 + more;
    parts.push({ whole: bytes.subarray(at, begin + length), body: bytes.subarray(begin, begin + length) });
    at = begin + length;
  }
  return parts;
}
