import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ClamdStandIn, clamdStandIn, EICAR, type Fault } from '#tests/clamd-stand-in.ts';
import { silentLog } from './log.ts';
import { createVirusScanner } from './virus-scanner.ts';

let clamd: ClamdStandIn;
beforeAll(async () => {
  clamd = await clamdStandIn();
});
afterAll(() => clamd.close());
beforeEach(() => {
  clamd.fault = 'none';
  clamd.scanned.length = 0;
});

/** A short timeout only where the scanner never responds: on a busy machine the others are slow, not wrong. */
const scanner = (url = clamd.url) =>
  createVirusScanner(url, silentLog, ...(clamd.fault === 'hang' ? [{ connect: 200, silence: 200 }] : []));

async function* inPieces(file: Buffer, size = 10_000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.length; at += size) yield file.subarray(at, at + size);
}
const outcome = (file: Buffer, url?: string) =>
  scanner(url)
    .scan(inPieces(file))
    .then(
      () => null,
      (error: { code?: string }) => error.code,
    );

describe('a virus scanner', () => {
  test.each([0, 1, 9_999, 10_000, 10_001, 1_000_000])(
    'is sent all %i bytes of a file and lets it through',
    async (size) => {
      const file = Buffer.alloc(size, 'harmless ');
      expect(await outcome(file)).toBeNull();
      expect(clamd.scanned.map((scanned) => scanned.equals(file))).toEqual([true]);
    },
  );

  test('names the virus it found', async () => {
    await expect(scanner().scan(inPieces(Buffer.from(`a${EICAR}b`), 7))).rejects.toThrow(
      'The virus scanner found Eicar-Test-Signature in this file, so it was not saved.',
    );
  });

  test.each<[Fault, string]>([
    ['hang', 'scanner_unavailable'],
    ['reset', 'scanner_unavailable'],
    ['silent close', 'scanner_unavailable'],
    ['half an answer', 'scanner_unavailable'],
    ['error', 'scanner_unavailable'],
    ['small', 'scanner_too_small'],
  ])('that fails lets nothing through: %s', async (fault, code) => {
    clamd.fault = fault;
    expect(await outcome(Buffer.alloc(2_000_000, 'x'))).toBe(code);
    clamd.fault = 'none';
    expect(await outcome(Buffer.from('x'))).toBeNull();
  });

  test('that is not there lets nothing through', async () => {
    const gone = await clamdStandIn();
    await gone.close();
    expect(await outcome(Buffer.from('x'), gone.url)).toBe('scanner_unavailable');
    expect(await scanner(gone.url).isThere()).toBe(false);
    expect(await scanner().isThere()).toBe(true);
  });

  test('does not treat an aborted upload as complete', async () => {
    async function* broken() {
      yield Buffer.from('x');
      throw new Error('The file could not be read.');
    }
    await expect(scanner().scan(broken())).rejects.toMatchObject({ code: 'scanner_unavailable' });
    expect(clamd.scanned).toEqual([]);
  });

  test('scans many files at once, each on a connection of its own', async () => {
    const files = Array.from({ length: 12 }, (_, at) => Buffer.from(at % 3 === 0 ? EICAR : `file ${at}`));
    const codes = await Promise.all(files.map((file) => outcome(file)));
    expect(codes).toEqual(files.map((_, at) => (at % 3 === 0 ? 'virus_found' : null)));
  });
});
