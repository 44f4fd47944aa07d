import { createSocket, type Socket } from 'node:dgram';
import { createServer, type Server } from 'node:tls';
import acme from 'acme-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSiteProbe, isPublicAddress, type SiteProbe } from './dns-tls-probe.ts';

/** A resolver that knows one name, and a server with a self-signed certificate. */
let resolver: Socket;
let server: Server;
let probe: SiteProbe;
let port: number;

beforeAll(async () => {
  resolver = createSocket('udp4');
  resolver.on('message', (question, from) => resolver.send(responseTo(question), from.port, from.address));
  await new Promise<void>((resolve) => resolver.bind(0, '127.0.0.1', resolve));
  const [key, cert] = await acme.crypto.createAlpnCertificate(
    { identifier: { type: 'dns', value: 'school.test' } } as Parameters<typeof acme.crypto.createAlpnCertificate>[0],
    'proof',
  );
  server = createServer({ key, cert });
  server.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as { port: number }).port;
  probe = createSiteProbe({ resolvers: [`127.0.0.1:${resolver.address().port}`], port, mayReach: () => true });
});
afterAll(async () => {
  resolver.close();
  await new Promise((resolve) => server.close(resolve));
});

/** The part of RFC 1035 a single question needs: 203.0.113.9 for school.test, NXDOMAIN for anything else. */
function responseTo(question: Buffer): Buffer {
  const end = question.indexOf(0, 12) + 5;
  const questionSection = question.subarray(12, end);
  const isKnown =
    questionSection.includes(Buffer.from('school')) && questionSection.readUInt16BE(questionSection.length - 4) === 1;
  const isName = questionSection.includes(Buffer.from('school'));
  const head = Buffer.alloc(12);
  question.copy(head, 0, 0, 2);
  head.writeUInt16BE(isName ? 0x8180 : 0x8183, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(isKnown ? 1 : 0, 6);
  const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 203, 0, 113, 9]);
  return Buffer.concat([head, questionSection, ...(isKnown ? [record] : [])]);
}

test('a registered name has its addresses', async () => {
  expect(await probe.addressesOf('school.test')).toEqual(['203.0.113.9']);
});

test('an unknown name rejects with ENOTFOUND', async () => {
  await expect(probe.addressesOf('nowhere.test')).rejects.toMatchObject({ code: 'ENOTFOUND' });
});

test('an untrusted certificate is returned', async () => {
  const certificate = await probe.certificateOf('school.test', '127.0.0.1');
  expect(certificate).toMatchObject({
    isTrusted: false,
    reason: expect.stringMatching(/^(?:DEPTH_ZERO_SELF_SIGNED_CERT|CERT_HAS_EXPIRED)$/),
  });
  expect(new Date(certificate.validTo).toISOString()).toBe(certificate.validTo);
});

test('a closed port rejects with its code', async () => {
  const closed = createSiteProbe({ port: 1, mayReach: () => true });
  await expect(closed.certificateOf('school.test', '127.0.0.1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

test('a name that was pointed at a neighbour of ours is not followed', async () => {
  const careful = createSiteProbe({ port });
  await expect(careful.certificateOf('school.test', '127.0.0.1')).rejects.toMatchObject({ code: 'EPRIVATE' });
});

describe('addresses of the open internet', () => {
  test.each([
    ['93.184.215.14', true],
    ['2606:2800:21f:cb07:6820:80da:af6b:8b2c', true],
    ['127.0.0.1', false],
    ['10.1.2.3', false],
    ['172.31.255.255', false],
    ['172.32.0.1', true],
    ['192.168.1.1', false],
    ['169.254.169.254', false],
    ['100.64.0.1', false],
    ['0.0.0.0', false],
    ['255.255.255.255', false],
    ['::1', false],
    ['fe80::1', false],
    ['fd00::1', false],
    ['::ffff:10.0.0.1', false],
    ['64:ff9b::a00:1', false],
    ['example.test', false],
  ])('%s: %s', (address, isPublic) => {
    expect(isPublicAddress(address)).toBe(isPublic);
  });
});
