import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { silentLog } from '#base/server/log.ts';
import { createVirusScanner } from '#base/server/virus-scanner.ts';
import { type ClamdStandIn, clamdStandIn, EICAR, type Fault } from '#tests/clamd-stand-in.ts';
import { openS3Scene, type S3Scene } from '#tests/db/s3-wire.ts';
import { ada } from '#tests/db/storage-wire.ts';
import { type WayIn, waysIn } from '#tests/db/ways-in.ts';

let clamd: ClamdStandIn;
let world: S3Scene;
let methods: WayIn[];
beforeAll(async () => {
  clamd = await clamdStandIn();
  const patient = createVirusScanner(clamd.url, silentLog);
  // Only a scanner that never responds times out early: a busy machine slows the others down.
  const impatient = createVirusScanner(clamd.url, silentLog, { connect: 150, silence: 150 });
  world = await openS3Scene({
    scan: (file) => (clamd.fault === 'hang' ? impatient : patient).scan(file),
  });
  // A copied file was scanned on upload.
  methods = waysIn(world).filter(({ name }) => !name.includes('copy'));
});
afterAll(async () => {
  await world.close();
  await clamd.close();
});
beforeEach(() => {
  clamd.fault = 'none';
});

const isKept = async (key: string) =>
  (await world.scene.database.asService().query('select from storage.objects where name = $1', [key])).length > 0;

describe('where a scanner is named', () => {
  test('a find is refused, whichever way it comes, and nothing is kept', async () => {
    for (const [at, { name, send }] of methods.entries()) {
      const key = `${ada}/found-${at}`;
      expect([name, await send(key, 'text/plain', `x${EICAR}`)]).toEqual([name, '422']);
      expect([name, await isKept(key)]).toEqual([name, false]);
    }
  });

  test('a harmless file is stored, and each file is scanned in full', async () => {
    for (const [at, { name, send }] of methods.entries()) {
      clamd.scanned.length = 0;
      const key = `${ada}/kept-${at}`;
      expect([name, await send(key, 'text/plain', `harmless ${at}`)]).toEqual([name, null]);
      expect([name, await isKept(key)]).toEqual([name, true]);
      expect(clamd.scanned.map(String)).toEqual([`harmless ${at}`]);
    }
  });

  test.each<Fault>(['hang', 'reset', 'silent close', 'error'])(
    'a scanner that fails keeps everything out: %s',
    async (fault) => {
      clamd.fault = fault;
      for (const [at, { name, send }] of methods.entries()) {
        const key = `${ada}/${fault.replace(' ', '-')}-${at}`;
        expect([name, await send(key, 'text/plain', 'harmless')]).toEqual([name, '503']);
        expect([name, await isKept(key)]).toEqual([name, false]);
      }
    },
  );

  test('a rejected file leaves no bytes, and the existing file stays', async () => {
    const bucket = world.scene.asAda.from('private');
    await bucket.upload(`${ada}/stays`, 'harmless');
    const before = await world.scene.filesOnDisk();
    const { error } = await bucket.update(`${ada}/stays`, EICAR);
    expect(error?.message).toBe('The virus scanner found Eicar-Test-Signature in this file, so it was not saved.');
    clamd.fault = 'small';
    const large = await bucket.update(`${ada}/stays`, 'x'.repeat(200_000));
    expect(large.error?.message).toBe('This file is too large for the virus scanner, so it was not saved.');
    expect(await (await bucket.download(`${ada}/stays`)).data?.text()).toBe('harmless');
    expect(await world.scene.filesOnDisk()).toBe(before);
  });
});
