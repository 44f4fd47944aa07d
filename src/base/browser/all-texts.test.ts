import { expect, test } from 'vitest';
import { allTexts, loadTextsBy, withTexts } from './all-texts.ts';

test('code that is loaded later waits for its texts, and goes on without them offline', async () => {
  expect(await withTexts(Promise.resolve('part'))).toBe('part');

  let finish = () => {};
  const loading = new Promise<void>((resolve) => {
    finish = resolve;
  });
  loadTextsBy(() => loading);
  let loaded = '';
  const part = withTexts(Promise.resolve('part')).then((name) => {
    loaded = name;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(loaded).toBe('');
  finish();
  await part;
  expect(loaded).toBe('part');

  loadTextsBy(() => Promise.reject(new Error('offline')));
  await expect(allTexts()).resolves.toBeUndefined();
  await expect(withTexts(Promise.resolve('part'))).resolves.toBe('part');
});
