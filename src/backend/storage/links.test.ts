import { expect, test } from 'vitest';
import { createLinks } from './links.ts';

test('a signed link counts until it expires, also once its secret is a former one, and no longer than that is named', async () => {
  const former = 'the secret that was there before, long enough';
  const next = 'the secret that came after it, long enough';
  const signer = { role: 'authenticated', claims: { role: 'authenticated', sub: 'x' } } as const;
  const old = createLinks(former, true);
  const read = await old.signRead('bucket/file', 60, signer);
  const upload = await old.signUpload('bucket/file', { upsert: false, ownerId: 'x' }, signer);
  const expired = await old.signRead('bucket/file', -10, signer);
  const links = createLinks(next, true, ['an even older secret, long enough', former]);
  expect(await links.checkRead('bucket/file', read)).toMatchObject({ signer: { role: 'authenticated' } });
  expect(await links.checkUpload('bucket/file', upload)).toMatchObject({ ownerId: 'x' });
  await expect(links.checkRead('bucket/other', read)).rejects.toThrow();
  await expect(links.checkRead('bucket/file', expired)).rejects.toThrow();
  const alone = createLinks(next, true);
  await expect(alone.checkRead('bucket/file', read)).rejects.toThrow();
  await expect(alone.checkUpload('bucket/file', upload)).rejects.toThrow();
  // Of several secrets, the one that signed the link decides about its expiry.
  await expect(old.checkRead('bucket/file', await links.signRead('bucket/file', 60, signer))).rejects.toThrow();
});
